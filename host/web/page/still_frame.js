// A frame of a map on which nothing has happened yet.

/** @typedef {import("./types").Frame} Frame */

/**
 * @param {Frame["state"]} state before the first turn
 * @returns {Frame}
 */
export function stillFrame(state) {
  return {
    leg: 0,
    turn: 0,
    state,
    sight: null,
    drawing: { rows: [], seats: [] },
    events: [],
    rejections: [],
    standings: [
      { score: 0, tie_breaks: [] },
      { score: 0, tie_breaks: [] },
    ],
    bank_left: [0, 0],
    hash: "",
    end: null,
    records: [null, null],
  };
}
