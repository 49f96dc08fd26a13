// The map that is being drawn: edits that keep its symmetry, and the way back.

import { captureTheFlagMaps } from "./editor_capture_the_flag.js";
import { goldHunterMaps } from "./editor_gold_hunter.js";
import { opponent, same } from "./grid.js";
import { directionImage, imageOf } from "./symmetry.js";

/** @typedef {import("./types").Cell} Cell */
/** @typedef {import("./types").Size} Size */
/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./types").Direction} Direction */
/** @typedef {import("./symmetry").Symmetry} Symmetry */
/** @typedef {"ground" | "obstacle" | "wall" | "gold" | "hunter" | "worker" | "runner" | "flag" | "base" | "erase"} Tool */
/** What is put on a cell; tools read what they need of it. */
/** @typedef {{tool: Tool, seat: Seat, facing: Direction, value: number}} Brush */
/**
 * What a game needs to be edited. Layouts are drafts: they need not be legal. `symmetry` is one that the game's maps
 * must have; `figures` are the tools of which there can be only one thing in a cell.
 * @typedef {{
 *   tools: Tool[],
 *   figures: Tool[],
 *   symmetry: Symmetry | null,
 *   hasAmmo: boolean,
 *   hasTeams: boolean,
 *   empty(size: Size): any,
 *   put(layout: any, cell: Cell, brush: Brush): void,
 *   resized(layout: any, size: Size): any,
 *   state(layout: any): any,
 * }} EditorGame
 */
/** @typedef {{game: string, layout: any}} Draft */

/** @type {Record<string, EditorGame>} */
export const EDITOR_GAMES = { "gold-hunter": goldHunterMaps, "capture-the-flag": captureTheFlagMaps };

const UNDO_MAX = 200;

/** A draft with its history. */
export class EditorMap {
  /** @param {Draft} draft */
  constructor(draft) {
    this.draft = draft;
    /** @type {Draft[]} */
    this.before = [];
    /** @type {Draft[]} */
    this.after = [];
    /** @type {Symmetry | null} */
    this.symmetry = null;
    this.inStroke = false;
  }

  get game() {
    return EDITOR_GAMES[this.draft.game];
  }

  /** @returns {Size} */
  get size() {
    return this.draft.layout.size;
  }

  /** The cells that an edit of a cell changes. @param {Cell} cell */
  cellsOf(cell) {
    const image = this.symmetry && imageOf(this.symmetry, this.size, cell);
    return image && !same(image, cell) ? [cell, image] : [cell];
  }

  /**
   * Puts a thing on a cell, and its image on the cell's image. A cell that is its own image cannot hold a player of
   * both teams: nothing happens there.
   * @param {Cell} cell
   * @param {Brush} brush
   * @returns {boolean} whether anything was put
   */
  put(cell, brush) {
    const cells = this.cellsOf(cell);
    if (this.symmetry && cells.length === 1 && this.game.figures.includes(brush.tool)) {
      return false;
    }
    this.change((layout) => {
      this.game.put(layout, cell, brush);
      if (this.symmetry && cells.length > 1) {
        this.game.put(layout, cells[1], {
          ...brush,
          seat: opponent(brush.seat),
          facing: directionImage(this.symmetry, brush.facing),
        });
      }
    });
    return true;
  }

  /** Changes from here to `endStroke` are taken back together. */
  beginStroke() {
    this.remember();
    this.inStroke = true;
  }

  endStroke() {
    this.inStroke = false;
    if (this.before.at(-1) === this.draft) {
      this.before.pop();
    }
  }

  /**
   * Changes the layout.
   * @param {(layout: any) => void} edit
   */
  change(edit) {
    const layout = structuredClone(this.draft.layout);
    edit(layout);
    this.replace({ game: this.draft.game, layout });
  }

  /**
   * Puts another draft in place of this one; that can be taken back too.
   * @param {Draft} draft
   */
  replace(draft) {
    if (!this.inStroke) {
      this.remember();
    }
    this.draft = draft;
  }

  remember() {
    this.before.push(this.draft);
    this.after = [];
    if (this.before.length > UNDO_MAX) {
      this.before.shift();
    }
  }

  /** @returns {boolean} whether there was something to take back */
  undo() {
    return this.go(this.before, this.after);
  }

  /** @returns {boolean} */
  redo() {
    return this.go(this.after, this.before);
  }

  /**
   * @param {Draft[]} from
   * @param {Draft[]} to
   */
  go(from, to) {
    const draft = from.pop();
    if (!draft) {
      return false;
    }
    to.push(this.draft);
    this.draft = draft;
    return true;
  }
}

/**
 * The symmetry in which a map is edited: its game's, or its own, if it has one.
 * @param {import("./types").MapInfo} info
 */
export function symmetryOf(info) {
  return EDITOR_GAMES[info.game].symmetry ?? /** @type {Symmetry | null} */ (info.symmetry);
}

/**
 * The cells of a straight line, without the first: a fast pointer skips some.
 * @param {Cell} from
 * @param {Cell} to
 * @returns {Cell[]}
 */
export function line(from, to) {
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  return Array.from({ length: steps }, (_, step) => ({
    x: Math.round(from.x + ((to.x - from.x) * (step + 1)) / steps),
    y: Math.round(from.y + ((to.y - from.y) * (step + 1)) / steps),
  }));
}
