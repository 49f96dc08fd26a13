// Pictures of sprites: what stands or slides is copied on every frame, and not drawn anew.

import { drawSprite } from "./sprites.js";

/** @typedef {import("./types").Sprite} Sprite */
/** @typedef {import("./sprites.js").Spot} Spot */

/** How many cells from its middle a picture reaches: a bullet's tail is a cell long. */
const REACH = 1.6;
/** The most pictures that are kept; a board needs some dozens. */
const KEPT = 500;
/** From this size on, in device pixels, cells are few enough to be drawn. */
const DRAWN_FROM = 64;

export class SpritePictures {
  /** @type {Map<string, ImageBitmap>} */
  #pictures = new Map();
  /** @type {WeakMap<Sprite, string>} */
  #looks = new WeakMap();
  /** @type {{size: number, theme: Spot["theme"] | null}} */
  #of = { size: 0, theme: null };

  /**
   * Draws a sprite as `drawSprite` does.
   * @param {CanvasRenderingContext2D} context
   * @param {Sprite} sprite
   * @param {Spot} spot
   * @param {number} alpha
   */
  draw(context, sprite, spot, alpha) {
    const quarter = spot.turn / (Math.PI / 2);
    if (spot.size >= DRAWN_FROM || sprite.captive || quarter !== Math.round(quarter)) {
      drawSprite(context, sprite, spot, alpha);
      return;
    }
    const picture = this.#picture(sprite, spot, quarter);
    context.globalAlpha = alpha;
    // Whole pixels stay sharp.
    context.drawImage(picture, Math.round(spot.x) - picture.width / 2, Math.round(spot.y) - picture.height / 2);
    context.globalAlpha = 1;
  }

  /**
   * @param {Sprite} sprite
   * @param {Spot} spot
   * @param {number} quarter
   */
  #picture(sprite, spot, quarter) {
    if (this.#of.size !== spot.size || this.#of.theme !== spot.theme || this.#pictures.size > KEPT) {
      this.#pictures.clear();
      this.#of = { size: spot.size, theme: spot.theme };
    }
    const look = `${quarter}${this.#look(sprite)}`;
    let picture = this.#pictures.get(look);
    if (!picture) {
      picture = paint(sprite, spot);
      this.#pictures.set(look, picture);
    }
    return picture;
  }

  /**
   * All that a sprite's picture depends on, besides its turn.
   * @param {Sprite} sprite
   */
  #look(sprite) {
    let look = this.#looks.get(sprite);
    if (look === undefined) {
      look = JSON.stringify({ ...sprite, key: 0, x: 0, y: 0, facing: 0 });
      this.#looks.set(sprite, look);
    }
    return look;
  }
}

/**
 * @param {Sprite} sprite
 * @param {Spot} spot
 */
function paint(sprite, spot) {
  const half = Math.ceil(spot.size * REACH);
  const picture = new OffscreenCanvas(2 * half, 2 * half);
  const context = picture.getContext("2d");
  if (context) {
    drawSprite(/** @type {any} */ (context), sprite, { ...spot, x: half, y: half }, 1);
  }
  return picture.transferToImageBitmap();
}
