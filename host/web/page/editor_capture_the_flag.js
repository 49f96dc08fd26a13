// What the editor can put on a map of Capture the Flag. Whose a thing is follows from the half in which it lies.

import { SEATS, same } from "./grid.js";
import { movesTo, resizedGrid } from "./symmetry.js";

/** @typedef {import("./types").Cell} Cell */
/** @typedef {import("./types").Size} Size */
/** @typedef {import("./editor_map").Brush} Brush */
/** @typedef {import("./editor_map").EditorGame} EditorGame */
/** While a map is drawn a base may still be missing. */
/** @typedef {{base: Cell | null, players: Cell[], flags: Cell[]}} Team */
/** @typedef {{name: string, turns: number, size: Size, walls: boolean[], teams: [Team, Team]}} Layout */

/** Where the board has no cell. */
const NOWHERE = { x: -1, y: -1 };

/** @type {EditorGame} */
export const captureTheFlagMaps = {
  tools: ["ground", "wall", "runner", "flag", "base", "erase"],
  figures: ["runner", "flag", "base"],
  symmetry: "left-right",
  hasAmmo: false,
  hasTeams: false,
  empty,
  put,
  resized,
  state,
};

/**
 * @param {Size} size
 * @returns {Layout}
 */
function empty(size) {
  const team = () => ({ base: null, players: [], flags: [] });
  return { name: "new", turns: 1000, size, walls: Array(size.width * size.height).fill(false), teams: [team(), team()] };
}

/**
 * Puts the brush's thing on a cell, which then has nothing else.
 * @param {Layout} layout
 * @param {Cell} cell
 * @param {Brush} brush
 */
function put(layout, cell, { tool }) {
  const index = cell.y * layout.size.width + cell.x;
  const seat = cell.x < layout.size.width / 2 ? 0 : 1;
  const team = layout.teams[seat];
  if (tool !== "ground") {
    clear(layout, cell);
  }
  layout.walls[index] = tool === "wall";
  switch (tool) {
    case "runner":
      team.players = inOrder([...team.players, cell], seat);
      break;
    case "flag":
      team.flags = inOrder([...team.flags, cell], seat);
      break;
    case "base":
      team.base = cell;
      break;
  }
}

/**
 * Players and flags are numbered by rows from the top, each row from the team's own edge.
 * @param {Cell[]} cells
 * @param {number} seat
 */
function inOrder(cells, seat) {
  return cells.sort((one, other) => one.y - other.y || (seat === 0 ? one.x - other.x : other.x - one.x));
}

/**
 * @param {Layout} layout
 * @param {Cell} cell
 */
function clear(layout, cell) {
  for (const team of layout.teams) {
    team.players = team.players.filter((at) => !same(at, cell));
    team.flags = team.flags.filter((at) => !same(at, cell));
    team.base = team.base && same(team.base, cell) ? null : team.base;
  }
}

/**
 * The map with columns and rows put in or taken out in the middle; both halves have as many columns.
 * @param {Layout} layout
 * @param {Size} size
 * @returns {Layout}
 */
function resized(layout, { width, height }) {
  const size = { width: width + (width % 2), height };
  const moved = movesTo(layout.size, size);
  const kept = (/** @type {Cell[]} */ cells) => cells.flatMap((cell) => moved(cell) ?? []);
  /** @param {Team} team @returns {Team} */
  const team = ({ base, players, flags }) => ({ base: base && moved(base), players: kept(players), flags: kept(flags) });
  const [a, b] = layout.teams;
  return { ...layout, size, walls: resizedGrid(layout.walls, layout.size, size), teams: [team(a), team(b)] };
}

/**
 * The state before the first turn, which need not be legal.
 * @param {Layout} layout
 * @returns {import("./types").CaptureTheFlagState}
 */
function state(layout) {
  const [a, b] = SEATS.map((_, seat) => {
    const { base, players, flags } = layout.teams[seat];
    return {
      score: 0,
      base: base ?? NOWHERE,
      jail: NOWHERE,
      players: players.map((at, id) => ({ id, at, captured: false, captured_since: null, flag: null })),
      flags: flags.map((at, id) => ({ id, at, at_home: true, carrier: null })),
    };
  });
  return { turn: 0, turns: layout.turns, teams: [a, b] };
}
