// What the editor can put on a map of Gold Hunter.

import { SEATS, same } from "./grid.js";
import { movesTo, resizedGrid } from "./symmetry.js";

/** @typedef {import("./types").GoldHunterLayout} Layout */
/** @typedef {import("./types").Cell} Cell */
/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./editor_map").Brush} Brush */
/** @typedef {import("./editor_map").EditorGame} EditorGame */

/** @type {EditorGame} */
export const goldHunterMaps = {
  tools: ["ground", "obstacle", "gold", "hunter", "worker", "erase"],
  figures: ["hunter", "worker"],
  symmetry: null,
  hasAmmo: true,
  hasTeams: true,
  empty,
  put,
  resized,
  state,
};

/**
 * @param {import("./types").Size} size
 * @returns {Layout}
 */
function empty(size) {
  return {
    name: "new",
    turns: 400,
    size,
    obstacles: Array(size.width * size.height).fill(false),
    gold: [],
    ammo: 20,
    hunters: [[], []],
    workers: [[], []],
  };
}

/**
 * Puts the brush's thing on a cell.
 * @param {Layout} layout
 * @param {Cell} cell
 * @param {Brush} brush
 */
function put(layout, cell, brush) {
  const index = cell.y * layout.size.width + cell.x;
  switch (brush.tool) {
    case "ground":
      layout.obstacles[index] = false;
      break;
    case "obstacle":
      clear(layout, cell);
      layout.obstacles[index] = true;
      break;
    case "erase":
      clear(layout, cell);
      layout.obstacles[index] = false;
      break;
    case "gold":
      layout.obstacles[index] = false;
      putGold(layout, cell, brush.value);
      break;
    case "hunter":
    case "worker":
      layout.obstacles[index] = false;
      putPlayer(layout, cell, brush, brush.tool === "hunter" ? "hunters" : "workers");
      break;
  }
}

/**
 * @param {Layout} layout
 * @param {Cell} cell
 * @param {number} value
 */
function putGold(layout, cell, value) {
  const there = layout.gold.find((gold) => same(gold.at, cell));
  if (there) {
    there.value = value;
  } else {
    layout.gold.push({ at: cell, value });
  }
}

/**
 * A player of the same team and kind keeps its number, and looks where the brush says.
 * @param {Layout} layout
 * @param {Cell} cell
 * @param {Brush} brush
 * @param {"hunters" | "workers"} kind
 */
function putPlayer(layout, cell, { seat, facing }, kind) {
  const teams = layout[kind];
  const index = SEATS.indexOf(seat);
  const there = teams[index].find((player) => same(player.at, cell));
  if (there) {
    there.facing = facing;
  } else {
    removePlayers(layout, cell);
    teams[index].push({ at: cell, facing });
  }
}

/**
 * @param {Layout} layout
 * @param {Cell} cell
 */
function clear(layout, cell) {
  layout.gold = layout.gold.filter((gold) => !same(gold.at, cell));
  removePlayers(layout, cell);
}

/**
 * @param {Layout} layout
 * @param {Cell} cell
 */
function removePlayers(layout, cell) {
  for (const teams of [layout.hunters, layout.workers]) {
    SEATS.forEach((_, seat) => (teams[seat] = teams[seat].filter((player) => !same(player.at, cell))));
  }
}

/**
 * The map with columns and rows put in or taken out in the middle.
 * @param {Layout} layout
 * @param {import("./types").Size} size
 * @returns {Layout}
 */
function resized(layout, size) {
  const moved = movesTo(layout.size, size);
  /** @template {{at: Cell}} T @param {T[]} things @returns {T[]} */
  const kept = (things) =>
    things.flatMap((thing) => {
      const at = moved(thing.at);
      return at ? [{ ...thing, at }] : [];
    });
  return {
    ...layout,
    size,
    obstacles: resizedGrid(layout.obstacles, layout.size, size),
    gold: kept(layout.gold),
    hunters: [kept(layout.hunters[0]), kept(layout.hunters[1])],
    workers: [kept(layout.workers[0]), kept(layout.workers[1])],
  };
}

/**
 * The state before the first turn, which need not be legal.
 * @param {Layout} layout
 * @returns {import("./types").GoldHunterState}
 */
function state(layout) {
  /** @param {0 | 1} seat */
  const team = (seat) => ({
    score: 0,
    killed: 0,
    fired: 0,
    players: [
      ...layout.hunters[seat].map((player) => ({ ...player, kind: /** @type {const} */ ("hunter") })),
      ...layout.workers[seat].map((player) => ({ ...player, kind: /** @type {const} */ ("worker") })),
    ].map((player, id) => ({ ...player, id, alive: true, ammo: null })),
  });
  const gold = layout.gold.map((one) => ({ ...one, dug: 0 }));
  return { turn: 0, turns: layout.turns, teams: [team(0), team(1)], bullets: [], gold };
}
