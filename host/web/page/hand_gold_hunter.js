// Gold Hunter by hand: what keys and clicks mean, and what the team may know, in words.

import { SEATS, code, opponent, playerName, step } from "./grid.js";
import { num, t } from "./words.js";

/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./types").GoldHunterState} State */
/** @typedef {State["teams"][number]["players"][number]} Player */
/** @typedef {import("./hand").Order} Order */
/** @typedef {import("./hand").Figure} Figure */
/** @typedef {import("./hand").HandGame} HandGame */

/** @type {HandGame} */
export const goldHunterByHand = {
  fires: true,
  remembers: true,
  rules: "hand_rules_gold_hunter",
  figures,
  order,
  path,
  inSight,
  extracted,
};

/**
 * @param {State} state
 * @param {Seat} seat
 * @returns {Figure[]}
 */
function figures(state, seat) {
  return state.teams[SEATS.indexOf(seat)].players.map((player) => ({
    id: player.id,
    name: playerName(seat, player.id),
    at: player.at,
    canAct: player.alive,
    status: player.alive ? statusOf(player, state) : [t("hand_dead")],
  }));
}

/**
 * @param {Player} player
 * @param {State} state
 */
function statusOf(player, state) {
  const kind = t(player.kind === "hunter" ? "hand_hunter" : "hand_worker");
  const words = [kind, t("hand_at", player.at), t("hand_faces", { direction: t(`direction_${player.facing}`) })];
  if (player.kind === "hunter") {
    words.push(t("hand_ammo", { n: player.ammo ?? 0 }));
  }
  const gold = state.gold.find(({ at }) => at.x === player.at.x && at.y === player.at.y);
  if (gold) {
    words.push(player.kind === "worker" ? t("hand_digs", { n: gold.dug }) : t("hand_on_gold"));
  }
  return words;
}

/**
 * The order that a direction or the fire key means; null when it means none.
 * @param {State} state
 * @param {Seat} seat
 * @param {number} id
 * @param {import("./types").Direction | "fire"} input
 * @returns {Order | null}
 */
function order(state, seat, id, input) {
  const player = playerOf(state, seat, id);
  if (input === "fire") {
    return player.kind === "hunter" ? { player: id, kind: "fire" } : null;
  }
  return input === player.facing ? { player: id, kind: "move" } : { player: id, kind: "rotate", direction: input };
}

/**
 * @param {State} state
 * @param {Seat} seat
 * @param {Order} given
 * @returns {import("./types").Path}
 */
function path(state, seat, given) {
  const { at, facing } = playerOf(state, seat, given.player);
  const [dx, dy] = step(code(given.direction ?? facing));
  return { from: [at.x, at.y], to: [at.x + dx, at.y + dy], kind: given.kind };
}

/**
 * @param {State} state
 * @param {Seat} seat
 */
function inSight(state, seat) {
  const enemy = opponent(seat);
  const players = state.teams[SEATS.indexOf(enemy)].players.map(({ id, kind, at, facing }) =>
    t(kind === "hunter" ? "hand_sees_hunter" : "hand_sees_worker", {
      name: playerName(enemy, id), x: at.x, y: at.y, direction: t(`direction_${facing}`),
    }),
  );
  const bullets = state.bullets.map(({ at, direction }) =>
    t("hand_sees_bullet", { x: at.x, y: at.y, direction: t(`direction_${direction}`) }),
  );
  const gold = state.gold.map(({ at, value, dug }) => t("hand_sees_gold", { x: at.x, y: at.y, value: num(value), dug }));
  return [...players, ...bullets, ...gold];
}

/**
 * Where a team sees that gold of the map is gone.
 * @param {State} state
 * @param {import("./types").GoldHunterLayout} layout
 * @param {string} sight
 */
function extracted(state, layout, sight) {
  const { width } = layout.size;
  const index = (/** @type {import("./types").Cell} */ at) => at.y * width + at.x;
  const there = new Set(state.gold.map(({ at }) => index(at)));
  return layout.gold.map(({ at }) => index(at)).filter((cell) => sight[cell] === "2" && !there.has(cell));
}

/**
 * @param {State} state
 * @param {Seat} seat
 * @param {number} id
 * @returns {Player}
 */
function playerOf(state, seat, id) {
  const player = state.teams[SEATS.indexOf(seat)].players.find((one) => one.id === id);
  if (!player) {
    throw new Error(`there is no player ${playerName(seat, id)}`);
  }
  return player;
}
