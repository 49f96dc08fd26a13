// A game that the page knows nothing of: its board as the engine draws it, one symbol a cell.

import { cut } from "./dom.js";

/** @typedef {import("./types").Frame} Frame */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").Seat} Seat */

/**
 * @param {Frame} frame
 * @returns {Scene}
 */
export function scene(frame) {
  const rows = frame.drawing.rows.map((row) => Array.from(row));
  const width = Math.max(1, ...rows.map((row) => row.length));
  const ground = new Uint8Array(width * rows.length).fill(1);
  /** @type {import("./types").Sprite[]} */
  const sprites = [];
  rows.forEach((row, y) =>
    row.forEach((symbol, x) => {
      if (symbol === "#") {
        ground[y * width + x] = 2;
      } else if (symbol !== "." && symbol !== " ") {
        sprites.push({ key: `glyph:${x}:${y}`, shape: "glyph", x, y, seat: seatAt(frame, x, y), label: symbol });
      }
    }),
  );
  return { width, height: rows.length, ground, dim: null, sprites, effects: [] };
}

/**
 * @param {Frame} frame
 * @param {number} x
 * @param {number} y
 * @returns {Seat | undefined}
 */
function seatAt(frame, x, y) {
  const letter = frame.drawing.seats[y]?.[x];
  return letter === "a" || letter === "b" ? letter : undefined;
}

/**
 * @param {Frame} frame
 * @param {import("./types").Cell} cell
 */
export function describe(frame, cell) {
  const symbol = Array.from(frame.drawing.rows[cell.y] ?? "")[cell.x] ?? " ";
  return [cut(symbol, 1)];
}
