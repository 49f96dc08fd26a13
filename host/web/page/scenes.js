// From a frame to what the board draws, and to words about a cell, for every game.

import * as anyGame from "./any_game.js";
import * as captureTheFlag from "./capture_the_flag.js";
import * as goldHunter from "./gold_hunter.js";

/** @typedef {import("./types").Frame} Frame */
/** @typedef {import("./types").Layout} Layout */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").SceneOptions} SceneOptions */
/** @typedef {import("./types").Cell} Cell */

/**
 * What the board draws of a frame.
 * @param {string} game the id of the game
 * @param {Frame} frame
 * @param {Layout | null} layout of the frame's map, where the game gives one
 * @param {SceneOptions} options
 * @returns {Scene}
 */
export function sceneOf(game, frame, layout, options) {
  if (frame.state && layout) {
    if (game === "gold-hunter") {
      return goldHunter.scene(frame, /** @type {any} */ (layout), options);
    }
    if (game === "capture-the-flag") {
      return captureTheFlag.scene(frame, /** @type {any} */ (layout), options);
    }
  }
  return anyGame.scene(frame);
}

/**
 * All that is known of a cell, in sentences; the first one names it.
 * @param {string} game
 * @param {Frame} frame
 * @param {Layout | null} layout
 * @param {Cell} cell
 * @param {SceneOptions} options
 * @returns {string[]}
 */
export function describeCell(game, frame, layout, cell, options) {
  if (frame.state && layout) {
    if (game === "gold-hunter") {
      return goldHunter.describe(frame, /** @type {any} */ (layout), cell, options);
    }
    if (game === "capture-the-flag") {
      return captureTheFlag.describe(frame, /** @type {any} */ (layout), cell, options);
    }
  }
  return anyGame.describe(frame, cell);
}
