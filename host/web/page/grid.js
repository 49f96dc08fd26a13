// Small things about cells, seats and directions that both games need.

/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./types").Cell} Cell */
/** @typedef {import("./types").Direction} Direction */

/** @type {Seat[]} */
export const SEATS = ["a", "b"];

/** By their codes, clockwise. @type {Direction[]} */
export const DIRECTIONS = ["up", "right", "down", "left"];
/** What the arrow keys mean. @type {Record<string, Direction>} */
export const ARROWS = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" };
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
 * The cell so many steps from another, or the last one before the board's edge.
 * @param {Cell} from
 * @param {Direction} direction
 * @param {import("./types").Size} size of the board
 * @param {number} [steps]
 * @returns {Cell}
 */
export function cellBeyond({ x, y }, direction, { width, height }, steps = 1) {
  const [dx, dy] = step(code(direction));
  return { x: Math.min(Math.max(x + dx * steps, 0), width - 1), y: Math.min(Math.max(y + dy * steps, 0), height - 1) };
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
