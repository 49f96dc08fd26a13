// Which part of a board is on a canvas, and how large.

/** The largest cell, in CSS pixels. */
const CELL_MAX = 140;
/** How much a key or a button zooms. */
export const ZOOM_STEP = 1.25;
/** How much smaller than fitting the board may be made. */
const SMALLEST_SHARE = 0.75;
/** Free space around a board that fits, in CSS pixels. */
const MARGIN = 10;

export class Camera {
  /** CSS pixels of a cell. */
  cell = 16;
  /** Where the board's corner is, in CSS pixels. */
  left = 0;
  top = 0;
  /** Whether the board is kept fitted when the canvas changes its size. */
  fitted = true;
  #view = { width: 1, height: 1 };
  #board = { width: 1, height: 1 };

  /**
   * @param {number} width
   * @param {number} height
   */
  setView(width, height) {
    this.#view = { width, height };
    this.#settle();
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  setBoard(width, height) {
    if (this.#board.width !== width || this.#board.height !== height) {
      this.#board = { width, height };
      this.fitted = true;
      this.#settle();
    }
  }

  fit() {
    this.fitted = true;
    this.#settle();
  }

  /**
   * @param {number} factor
   * @param {number} x the point that stays where it is, in CSS pixels of the canvas
   * @param {number} y
   */
  zoom(factor, x = this.#view.width / 2, y = this.#view.height / 2) {
    const fitting = this.#fittingCell();
    const cell = Math.min(Math.max(this.cell * factor, fitting * SMALLEST_SHARE), Math.max(CELL_MAX, fitting));
    const by = cell / this.cell;
    this.left = x - (x - this.left) * by;
    this.top = y - (y - this.top) * by;
    this.cell = cell;
    this.fitted = false;
    this.#keepInSight();
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.left += dx;
    this.top += dy;
    this.fitted = false;
    this.#keepInSight();
  }

  /** Whether a part of the board lies outside the canvas. */
  get cut() {
    return this.cell > this.#fittingCell() + 0.01;
  }

  /**
   * Moves so that a cell is on the canvas.
   * @param {number} x
   * @param {number} y
   */
  reveal(x, y) {
    const { width, height } = this.#view;
    const [px, py] = [this.left + (x + 0.5) * this.cell, this.top + (y + 0.5) * this.cell];
    const inside = px >= this.cell && py >= this.cell && px <= width - this.cell && py <= height - this.cell;
    if (!inside && this.cut) {
      this.pan(width / 2 - px, height / 2 - py);
    }
  }

  /**
   * The cell at a point of the canvas, on the board or not.
   * @param {number} x
   * @param {number} y
   */
  cellAt(x, y) {
    return { x: Math.floor((x - this.left) / this.cell), y: Math.floor((y - this.top) / this.cell) };
  }

  #fittingCell() {
    const { width, height } = this.#view;
    return Math.max(
      1,
      Math.min(CELL_MAX, (width - 2 * MARGIN) / this.#board.width, (height - 2 * MARGIN) / this.#board.height),
    );
  }

  #settle() {
    if (!this.fitted) {
      this.#keepInSight();
      return;
    }
    this.cell = this.#fittingCell();
    this.left = (this.#view.width - this.cell * this.#board.width) / 2;
    this.top = (this.#view.height - this.cell * this.#board.height) / 2;
  }

  /** A board that is narrower than the canvas is centred, a wider one covers its middle. */
  #keepInSight() {
    this.left = within(this.left, this.cell * this.#board.width, this.#view.width);
    this.top = within(this.top, this.cell * this.#board.height, this.#view.height);
  }
}

/**
 * @param {number} start
 * @param {number} length
 * @param {number} room
 */
function within(start, length, room) {
  const slack = room - length;
  return slack >= 2 * MARGIN ? slack / 2 : Math.min(Math.max(start, slack - MARGIN), MARGIN);
}
