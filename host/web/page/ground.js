// The static layer of the board: ground, walls, fog. Drawn to a canvas of its own, again only when it changes.

/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./theme.js").Theme} Theme */

/** From this size on, in device pixels, cells are told apart by lines. */
const GRID_FROM = 7;
/** From this size on walls have an edge. */
const EDGE_FROM = 9;
/** How much of a wall's cell its lower edge takes. */
const EDGE_SHARE = 0.16;
/** The distance of the lines of a hatching, in device pixels at density 1. */
const HATCH = 6;

/**
 * What the layer is drawn from; positions are in device pixels.
 * @typedef {{scene: Scene, left: number, top: number, cell: number, width: number, height: number, density: number, theme: Theme}} View
 */

export class GroundLayer {
  canvas = document.createElement("canvas");
  /** @type {View | null} */
  #drawn = null;

  /**
   * Brings the layer up to date.
   * @param {View} view
   */
  update(view) {
    if (this.#drawn && sameView(this.#drawn, view)) {
      return;
    }
    this.#drawn = view;
    if (this.canvas.width !== view.width || this.canvas.height !== view.height) {
      this.canvas.width = view.width;
      this.canvas.height = view.height;
    }
    const context = this.canvas.getContext("2d", { alpha: false });
    if (context) {
      drawGround(context, view);
    }
  }
}

/**
 * @param {View} one
 * @param {View} other
 */
function sameView(one, other) {
  const { scene: a, ...rest } = one;
  const { scene: b, ...others } = other;
  const keys = /** @type {(keyof typeof rest)[]} */ (Object.keys(rest));
  return keys.every((key) => rest[key] === others[key]) && sameBytes(a.ground, b.ground) && sameBytes(a.dim, b.dim);
}

/**
 * @param {Uint8Array | null} one
 * @param {Uint8Array | null} other
 */
function sameBytes(one, other) {
  if (one === other) {
    return true;
  }
  if (!one || !other || one.length !== other.length) {
    return false;
  }
  for (let index = 0; index < one.length; index++) {
    if (one[index] !== other[index]) {
      return false;
    }
  }
  return true;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {View} view
 */
function drawGround(context, view) {
  const { scene, theme } = view;
  const cells = new Cells(view);
  context.fillStyle = theme["board-void"];
  context.fillRect(0, 0, view.width, view.height);
  fillRuns(context, cells, scene.ground, 1, theme["board-free"]);
  fillRuns(context, cells, scene.ground, 3, theme["board-half-a"]);
  fillRuns(context, cells, scene.ground, 4, theme["board-half-b"]);
  fillRuns(context, cells, scene.ground, 0, theme["board-unknown"]);
  fillRuns(context, cells, scene.ground, 0, hatching(context, view, theme["board-unknown-hatch"]));
  if (view.cell >= GRID_FROM) {
    drawGrid(context, cells, view);
  }
  fillRuns(context, cells, scene.ground, 2, theme["board-wall"]);
  fillRuns(context, cells, scene.ground, 2, hatching(context, view, theme["board-wall-hatch"]));
  if (view.cell >= EDGE_FROM) {
    drawWallEdges(context, cells, scene, theme["board-wall-edge"]);
  }
  if (scene.dim) {
    // What is unknown looks like nothing else already.
    const dim = scene.dim.map((level, index) => (scene.ground[index] === 0 ? 0 : level));
    fillRuns(context, cells, dim, 1, theme["board-dim"]);
    fillRuns(context, cells, dim, 2, theme["board-never"]);
  }
}

/** The pixels between cells, whole ones so that edges are crisp, and the cells that are on the canvas. */
class Cells {
  /** @param {View} view */
  constructor({ scene, left, top, cell, width, height }) {
    this.columns = scene.width;
    this.x = (/** @type {number} */ column) => Math.round(left + column * cell);
    this.y = (/** @type {number} */ row) => Math.round(top + row * cell);
    this.firstColumn = Math.max(0, Math.floor(-left / cell));
    this.firstRow = Math.max(0, Math.floor(-top / cell));
    this.endColumn = Math.min(scene.width, Math.ceil((width - left) / cell));
    this.endRow = Math.min(scene.height, Math.ceil((height - top) / cell));
  }
}

/**
 * Fills all cells of one kind, a row's neighbours at once.
 * @param {CanvasRenderingContext2D} context
 * @param {Cells} cells
 * @param {Uint8Array} kinds
 * @param {number} kind
 * @param {string | CanvasPattern} style
 */
function fillRuns(context, cells, kinds, kind, style) {
  context.fillStyle = style;
  context.beginPath();
  for (let row = cells.firstRow; row < cells.endRow; row++) {
    const [top, bottom] = [cells.y(row), cells.y(row + 1)];
    let column = cells.firstColumn;
    while (column < cells.endColumn) {
      const start = column;
      while (column < cells.endColumn && kinds[row * cells.columns + column] === kind) {
        column++;
      }
      if (column > start) {
        const left = cells.x(start);
        context.rect(left, top, cells.x(column) - left, bottom - top);
      } else {
        column++;
      }
    }
  }
  context.fill();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Cells} cells
 * @param {View} view
 */
function drawGrid(context, cells, { density, theme }) {
  const line = Math.max(1, Math.floor(density));
  const [left, right] = [cells.x(cells.firstColumn), cells.x(cells.endColumn)];
  const [top, bottom] = [cells.y(cells.firstRow), cells.y(cells.endRow)];
  context.fillStyle = theme["board-grid"];
  for (let column = Math.max(1, cells.firstColumn); column < cells.endColumn; column++) {
    context.fillRect(cells.x(column), top, line, bottom - top);
  }
  for (let row = Math.max(1, cells.firstRow); row < cells.endRow; row++) {
    context.fillRect(left, cells.y(row), right - left, line);
  }
}

/**
 * A darker lower edge where a wall ends, which lifts it off the ground.
 * @param {CanvasRenderingContext2D} context
 * @param {Cells} cells
 * @param {Scene} scene
 * @param {string} style
 */
function drawWallEdges(context, cells, { ground, width, height }, style) {
  context.fillStyle = style;
  context.beginPath();
  for (let row = cells.firstRow; row < cells.endRow; row++) {
    for (let column = cells.firstColumn; column < cells.endColumn; column++) {
      const here = row * width + column;
      if (ground[here] === 2 && row + 1 < height && ground[here + width] !== 2) {
        const [left, bottom] = [cells.x(column), cells.y(row + 1)];
        const edge = Math.max(1, Math.round((bottom - cells.y(row)) * EDGE_SHARE));
        context.rect(left, bottom - edge, cells.x(column + 1) - left, edge);
      }
    }
  }
  context.fill();
}

/**
 * Diagonal lines that move with the board.
 * @param {CanvasRenderingContext2D} context
 * @param {View} view
 * @param {string} colour
 */
function hatching(context, { left, top, density }, colour) {
  const size = Math.round(HATCH * density);
  const tile = document.createElement("canvas");
  tile.width = tile.height = size;
  const lines = tile.getContext("2d");
  if (lines) {
    lines.strokeStyle = colour;
    lines.lineWidth = Math.max(1, density);
    lines.beginPath();
    for (const shift of [-size, 0, size]) {
      lines.moveTo(shift - 1, size + 1);
      lines.lineTo(shift + size + 1, -1);
    }
    lines.stroke();
  }
  const pattern = context.createPattern(tile, "repeat");
  pattern?.setTransform(new DOMMatrix().translate(Math.round(left), Math.round(top)));
  return pattern ?? colour;
}
