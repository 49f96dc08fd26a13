// Small things about cells, seats and directions that both games need.

/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./types").Cell} Cell */
/** @typedef {import("./types").Direction} Direction */

/** @type {Seat[]} */
export const SEATS = ["a", "b"];

/** @type {Direction[]} */
const DIRECTIONS = ["up", "right", "down", "left"];
const STEPS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

/**
 * 0 up, 1 right, 2 down, 3 left.
 * @param {Direction} direction
 */
export function code(direction) {
  return DIRECTIONS.indexOf(direction);
}

/**
 * The step of a direction's code; nothing for another number.
 * @param {number} direction
 */
export function step(direction) {
  return STEPS[direction] ?? [0, 0];
}

/**
 * @param {Cell} one
 * @param {Cell} other
 */
export function same(one, other) {
  return one.x === other.x && one.y === other.y;
}

/**
 * @param {Seat} seat
 * @returns {Seat}
 */
export function opponent(seat) {
  return seat === "a" ? "b" : "a";
}

/**
 * A player's name as the engine's sentences have it: a3.
 * @param {Seat} seat
 * @param {number} id
 */
export function playerName(seat, id) {
  return `${seat}${id}`;
}
