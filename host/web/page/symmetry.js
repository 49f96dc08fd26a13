// The symmetries that make a map the same for both teams: where they lay a cell, and a direction.

/** @typedef {import("./types").Cell} Cell */
/** @typedef {import("./types").Size} Size */
/** @typedef {import("./types").Direction} Direction */
/** @typedef {"turn" | "left-right" | "top-bottom" | "diagonal" | "other-diagonal"} Symmetry */

/** @type {Record<Symmetry, {cell(size: Size, cell: Cell): Cell, directions: Record<Direction, Direction>, square: boolean}>} */
const LAYINGS = {
  turn: {
    cell: turned,
    directions: { up: "down", right: "left", down: "up", left: "right" },
    square: false,
  },
  "left-right": {
    cell: ({ width }, { x, y }) => ({ x: width - 1 - x, y }),
    directions: { up: "up", right: "left", down: "down", left: "right" },
    square: false,
  },
  "top-bottom": {
    cell: ({ height }, { x, y }) => ({ x, y: height - 1 - y }),
    directions: { up: "down", right: "right", down: "up", left: "left" },
    square: false,
  },
  diagonal: {
    cell: (_size, { x, y }) => ({ x: y, y: x }),
    directions: { up: "left", right: "down", down: "right", left: "up" },
    square: true,
  },
  "other-diagonal": {
    cell: (size, { x, y }) => turned(size, { x: y, y: x }),
    directions: { up: "right", right: "up", down: "left", left: "down" },
    square: true,
  },
};

/**
 * The symmetries that a board of that size can have.
 * @param {Size} size
 * @returns {Symmetry[]}
 */
export function symmetriesOf({ width, height }) {
  const all = /** @type {Symmetry[]} */ (Object.keys(LAYINGS));
  return all.filter((name) => width === height || !LAYINGS[name].square);
}

/**
 * Where a symmetry lays a cell.
 * @param {Symmetry} symmetry
 * @param {Size} size
 * @param {Cell} cell
 */
export function imageOf(symmetry, size, cell) {
  return LAYINGS[symmetry].cell(size, cell);
}

/**
 * @param {Symmetry} symmetry
 * @param {Direction} direction
 */
export function directionImage(symmetry, direction) {
  return LAYINGS[symmetry].directions[direction];
}

/**
 * @param {Size} size
 * @param {Cell} cell
 */
function turned({ width, height }, { x, y }) {
  return { x: width - 1 - x, y: height - 1 - y };
}

/**
 * Where each cell goes when a board gets another size in its middle; null for what is cut out.
 * @param {Size} before
 * @param {Size} after
 * @returns {(cell: Cell) => Cell | null}
 */
export function movesTo(before, after) {
  const [columns, rows] = [resizedAxis(before.width, after.width), resizedAxis(before.height, after.height)];
  return ({ x, y }) => {
    const [column, row] = [columns[x], rows[y]];
    return column === null || row === null ? null : { x: column, y: row };
  };
}

/**
 * What is said of each cell, row by row, on the board of another size; false of new cells.
 * @param {boolean[]} grid
 * @param {Size} before
 * @param {Size} after
 */
export function resizedGrid(grid, before, after) {
  const moved = movesTo(before, after);
  /** @type {boolean[]} */
  const next = Array(after.width * after.height).fill(false);
  grid.forEach((value, index) => {
    const cell = moved({ x: index % before.width, y: Math.floor(index / before.width) });
    if (cell) {
      next[cell.y * after.width + cell.x] = value;
    }
  });
  return next;
}

/**
 * Where each place of an axis goes when the axis is made longer or shorter in its middle, which keeps a map symmetric;
 * null for what is cut out.
 * @param {number} before
 * @param {number} after
 * @returns {(number | null)[]}
 */
export function resizedAxis(before, after) {
  return Array.from({ length: before }, (_, at) => {
    const fromEnd = before - 1 - at;
    if (at === fromEnd) {
      return after % 2 === 1 ? (after - 1) / 2 : null;
    }
    const distance = Math.min(at, fromEnd);
    if (distance >= Math.floor(after / 2)) {
      return null;
    }
    return at < fromEnd ? distance : after - 1 - distance;
  });
}
