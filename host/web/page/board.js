// The board: a canvas that shows scenes, with the camera that a user moves.

import { Camera } from "./camera.js";
import { drawEffect } from "./effects.js";
import { listen } from "./gestures.js";
import { GroundLayer } from "./ground.js";
import { drawHighlights, drawMarks, drawPaths } from "./marks.js";
import { SpritePictures } from "./sprite_pictures.js";
import { readTheme } from "./theme.js";

/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").Sprite} Sprite */
/** @typedef {import("./types").Cell} Cell */

/**
 * @typedef {{
 *   onPick?(cell: Cell, event: PointerEvent): void,
 *   onHover?(cell: Cell | null): void,
 *   onDrag?(cell: Cell): boolean,
 * }} BoardOptions `onDrag` is called at a press and for each cell after it; true at the press takes the drag
 */

/** From this many cells on a sprite jumps instead of sliding, unless it is sent to jail. */
const SLIDE_MAX = 3;

export class Board {
  /** @type {import("./types").Mark[][]} */
  marks = [];
  /** @type {Cell[]} */
  highlight = [];
  /** @type {import("./types").Path[]} */
  paths = [];
  /** The last scene that was drawn, for tests and for looking at in a debugger.
   * @type {Scene | null} */
  scene = null;
  #camera = new Camera();
  #pictures = new SpritePictures();
  #ground = new GroundLayer();
  #theme = readTheme();
  /** @type {Map<string, Sprite>} */
  #before = new Map();
  /** @type {Scene | undefined} */
  #previous;
  #progress = 1;
  #density = 1;
  #due = 0;
  #stop = new AbortController();
  #canvas;
  #context;
  #observer;
  #options;
  /** @type {Cell | null} */
  #dragged = null;

  /**
   * @param {HTMLCanvasElement} canvas sized by the style sheet
   * @param {BoardOptions} [options]
   */
  constructor(canvas, options = {}) {
    this.#canvas = canvas;
    this.#options = options;
    this.#context = canvas.getContext("2d", { alpha: false });
    this.#observer = new ResizeObserver(() => this.resize());
    this.#observer.observe(canvas);
    listen(canvas, this.#gestures(), this.#stop.signal);
    document.addEventListener("themechange", () => this.#setTheme(), { signal: this.#stop.signal });
    this.resize();
  }

  /**
   * Draws a scene; what it shares with the previous one is drawn on its way from there.
   * @param {Scene} scene
   * @param {Scene} [previous]
   * @param {number} [progress] 0 where the previous scene was, 1 where this one is
   */
  show(scene, previous, progress = 1) {
    this.#camera.setBoard(scene.width, scene.height);
    if (previous !== this.#previous || !previous) {
      this.#before = new Map(previous?.sprites.map((sprite) => [sprite.key, sprite]));
    }
    this.#previous = previous;
    this.scene = scene;
    this.#progress = progress;
    this.#draw();
  }

  /** Draws the last scene again, with the marks, highlights and paths of now. */
  refresh() {
    cancelAnimationFrame(this.#due);
    this.#due = requestAnimationFrame(() => this.#draw());
  }

  fit() {
    this.#camera.fit();
    this.#moved();
  }

  /**
   * @param {number} factor
   * @param {number} [clientX] the point that stays; the middle without it
   * @param {number} [clientY]
   */
  zoomBy(factor, clientX, clientY) {
    if (clientX === undefined || clientY === undefined) {
      this.#camera.zoom(factor);
    } else {
      const { left, top } = this.#canvas.getBoundingClientRect();
      this.#camera.zoom(factor, clientX - left, clientY - top);
    }
    this.#moved();
  }

  /**
   * @param {number} dx in CSS pixels
   * @param {number} dy
   */
  panBy(dx, dy) {
    this.#camera.pan(dx, dy);
    this.#moved();
  }

  /**
   * Moves so that a cell can be seen.
   * @param {Cell} cell
   */
  reveal({ x, y }) {
    this.#camera.reveal(x, y);
    this.#moved();
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Cell | null}
   */
  cellAt(clientX, clientY) {
    const { left, top } = this.#canvas.getBoundingClientRect();
    const cell = this.#camera.cellAt(clientX - left, clientY - top);
    const { width, height } = this.scene ?? { width: 0, height: 0 };
    return cell.x >= 0 && cell.y >= 0 && cell.x < width && cell.y < height ? cell : null;
  }

  /**
   * Where a cell's middle is on the page.
   * @param {Cell} cell
   */
  clientOf({ x, y }) {
    const { left, top } = this.#canvas.getBoundingClientRect();
    const { cell } = this.#camera;
    return { x: left + this.#camera.left + (x + 0.5) * cell, y: top + this.#camera.top + (y + 0.5) * cell };
  }

  /** Fits the canvas to its place on the page. */
  resize() {
    const { clientWidth, clientHeight } = this.#canvas;
    if (clientWidth === 0 || clientHeight === 0) {
      return;
    }
    this.#density = devicePixelRatio || 1;
    this.#canvas.width = Math.round(clientWidth * this.#density);
    this.#canvas.height = Math.round(clientHeight * this.#density);
    this.#camera.setView(clientWidth, clientHeight);
    this.#draw();
  }

  destroy() {
    cancelAnimationFrame(this.#due);
    this.#observer.disconnect();
    this.#stop.abort();
  }

  /** Reads the colours of the style sheet again. */
  #setTheme() {
    this.#theme = readTheme();
    this.refresh();
  }

  #moved() {
    // A board that is wholly on the canvas leaves the finger to the page's own scrolling.
    this.#canvas.style.touchAction = this.#camera.cut || this.#options.onDrag ? "none" : "pan-y";
    this.refresh();
  }

  /** @returns {import("./gestures.js").Gestures} */
  #gestures() {
    const { onPick, onHover, onDrag } = this.#options;
    return {
      start: (x, y) => {
        const cell = this.cellAt(x, y);
        this.#dragged = cell;
        return Boolean(cell && onDrag?.(cell));
      },
      take: (x, y) => {
        const cell = this.cellAt(x, y);
        if (cell && !(this.#dragged?.x === cell.x && this.#dragged.y === cell.y)) {
          this.#dragged = cell;
          onDrag?.(cell);
        }
      },
      pan: (dx, dy) => {
        if (this.#camera.cut) {
          this.panBy(dx, dy);
        }
      },
      zoom: (factor, x, y) => this.zoomBy(factor, x, y),
      tap: (event) => {
        const cell = this.cellAt(event.clientX, event.clientY);
        if (cell) {
          onPick?.(cell, event);
        }
      },
      hover: (x, y) => onHover?.(this.cellAt(x, y)),
      leave: () => onHover?.(null),
    };
  }

  #draw() {
    const { scene } = this;
    const context = this.#context;
    if (!scene || !context || this.#canvas.width === 0) {
      return;
    }
    const density = this.#density;
    const [left, top, size] = [this.#camera.left * density, this.#camera.top * density, this.#camera.cell * density];
    const { width, height } = this.#canvas;
    this.#ground.update({ scene, left, top, cell: size, width, height, density, theme: this.#theme });
    context.drawImage(this.#ground.canvas, 0, 0);
    context.save();
    context.beginPath();
    context.rect(left, top, scene.width * size, scene.height * size);
    context.clip();
    const toX = (/** @type {number} */ x) => left + (x + 0.5) * size;
    const toY = (/** @type {number} */ y) => top + (y + 0.5) * size;
    const stage = { toX, toY, size, theme: this.#theme };
    const progress = this.#progress;
    for (const sprite of scene.sprites) {
      this.#drawSprite(context, sprite, progress, stage);
    }
    this.marks.forEach((layer) => drawMarks(context, layer, stage));
    for (const effect of scene.effects) {
      drawEffect(context, effect, { ...stage, progress });
    }
    drawHighlights(context, this.highlight, stage);
    drawPaths(context, this.paths, stage);
    context.restore();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Sprite} sprite
   * @param {number} progress
   * @param {{toX: (x: number) => number, toY: (y: number) => number, size: number, theme: import("./theme.js").Theme}} stage
   */
  #drawSprite(context, sprite, progress, { toX, toY, size, theme }) {
    const before = progress < 1 && this.#previous ? this.#before.get(sprite.key) : sprite;
    const { x, y, turn } = between(before ?? sprite, sprite, progress);
    const [px, py] = [toX(x), toY(y)];
    const { width, height } = this.#canvas;
    // A bullet's tail is a cell long.
    if (px < -2 * size || py < -2 * size || px > width + 2 * size || py > height + 2 * size) {
      return;
    }
    const spot = { x: px, y: py, size, cell: size / this.#density, turn, theme };
    this.#pictures.draw(context, sprite, spot, before ? 1 : progress);
  }
}

/**
 * Where a sprite is on its way, and how it is turned.
 * @param {Sprite} before
 * @param {Sprite} after
 * @param {number} progress
 */
function between(before, after, progress) {
  const far = Math.abs(before.x - after.x) + Math.abs(before.y - after.y) > SLIDE_MAX && !after.captive;
  const share = far ? 1 : progress;
  const quarters = (((after.facing ?? 0) - (before.facing ?? 0) + 5) % 4) - 1;
  return {
    x: before.x + (after.x - before.x) * share,
    y: before.y + (after.y - before.y) * share,
    turn: (((before.facing ?? 0) + quarters * share) * Math.PI) / 2,
  };
}
