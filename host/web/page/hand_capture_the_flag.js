// Capture the Flag by hand: what keys and clicks mean, and what the team may know, in words.

import { SEATS, code, opponent, playerName, step } from "./grid.js";
import { t } from "./words.js";

/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./types").CaptureTheFlagState} State */
/** @typedef {State["teams"][number]["players"][number]} Player */
/** @typedef {import("./hand").Order} Order */
/** @typedef {import("./hand").Figure} Figure */
/** @typedef {import("./hand").HandGame} HandGame */

/** @type {HandGame} */
export const captureTheFlagByHand = {
  fires: false,
  remembers: false,
  rules: "hand_rules_capture_the_flag",
  figures,
  order,
  path,
  inSight,
  extracted: () => [],
};

/**
 * @param {State} state
 * @param {Seat} seat
 * @returns {Figure[]}
 */
function figures(state, seat) {
  return state.teams[SEATS.indexOf(seat)].players.map((player) => ({
    id: player.id,
    name: playerName(seat, player.id),
    at: player.at,
    canAct: !player.captured,
    status: statusOf(player),
  }));
}

/** @param {Player} player */
function statusOf({ at, captured, captured_since: since, flag }) {
  const words = [t("hand_runner"), t("hand_at", at)];
  if (captured) {
    words.push(t("hand_captured", { turn: since ?? 0 }));
  }
  if (flag !== null) {
    words.push(t("hand_carries", { flag }));
  }
  return words;
}

/**
 * @param {State} _state
 * @param {Seat} _seat
 * @param {number} id
 * @param {import("./types").Direction | "fire"} input
 * @returns {Order | null}
 */
function order(_state, _seat, id, input) {
  return input === "fire" ? null : { player: id, kind: "move", direction: input };
}

/**
 * @param {State} state
 * @param {Seat} seat
 * @param {Order} given
 * @returns {import("./types").Path}
 */
function path(state, seat, given) {
  const player = state.teams[SEATS.indexOf(seat)].players.find((one) => one.id === given.player);
  const { x, y } = player?.at ?? { x: 0, y: 0 };
  const [dx, dy] = given.direction ? step(code(given.direction)) : [0, 0];
  return { from: [x, y], to: [x + dx, y + dy], kind: given.kind };
}

/**
 * @param {State} state
 * @param {Seat} seat
 */
function inSight(state, seat) {
  const enemy = opponent(seat);
  const [own, theirs] = [state.teams[SEATS.indexOf(seat)], state.teams[SEATS.indexOf(enemy)]];
  const players = theirs.players.map(({ id, at, captured, flag }) => {
    const key = captured ? "hand_sees_captive" : flag === null ? "hand_sees_runner" : "hand_sees_carrier";
    return t(key, { name: playerName(enemy, id), x: at.x, y: at.y, flag: flag ?? 0 });
  });
  const taken = own.flags.filter((flag) => !flag.at_home).map(({ id }) => t("hand_flag_taken", { flag: id }));
  return [...players, ...taken];
}
