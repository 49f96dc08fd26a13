// What a team sees, saw, and never saw, cell by cell.

import { t } from "./words.js";

/** @typedef {import("./types").SceneOptions} SceneOptions */
/** @typedef {import("./types").Frame} Frame */

/**
 * How dark each cell is: 0 seen now, 1 not seen now, 2 never seen; null when nothing is hidden.
 * @param {Frame} frame
 * @param {SceneOptions} options
 * @param {number} cells
 */
export function dimOf(frame, options, cells) {
  const { sight } = frame;
  if (!sight) {
    return null;
  }
  const { known } = options;
  const dim = new Uint8Array(cells);
  for (let index = 0; index < cells; index++) {
    if (sight[index] === "0") {
      dim[index] = known && known.seen[index] === 0 ? 2 : 1;
    }
  }
  return dim;
}

/**
 * Whether the ground of a cell may be shown.
 * @param {Frame} frame
 * @param {SceneOptions} options
 * @param {number} index
 */
export function isKnown(frame, options, index) {
  if (!frame.sight) {
    return true;
  }
  return frame.sight[index] !== "0" || (options.known?.seen[index] ?? 0) > 0;
}

/**
 * How well the team sees a cell now, as a sentence; none when everything is shown.
 * @param {Frame} frame
 * @param {SceneOptions} options
 * @param {number} index
 * @returns {string[]}
 */
export function sightWords(frame, options, index) {
  if (!frame.sight) {
    return [];
  }
  const seat = options.seenBy.toUpperCase();
  const words = ["out_of_view", "seen_far", "seen_near"][Number(frame.sight[index])] ?? "out_of_view";
  return [t(words, { seat })];
}
