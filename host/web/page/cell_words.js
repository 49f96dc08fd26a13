// A cell's coordinates as text.

import { num } from "./words.js";

/**
 * Always in this order, whatever the direction of the text around.
 * @param {import("./types").Cell} cell
 */
export function cell({ x, y }) {
  return `(${num(x)}, ${num(y)})`;
}
