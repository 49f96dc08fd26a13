// Capture the Flag on the board.

import { dimOf, sightWords } from "./fog.js";
import { SEATS, opponent, playerName, same } from "./grid.js";
import { num, t } from "./words.js";

/** @typedef {import("./types").Frame} Frame */
/** @typedef {import("./types").CaptureTheFlagLayout} Layout */
/** @typedef {import("./types").CaptureTheFlagState} State */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").Sprite} Sprite */
/** @typedef {import("./types").Effect} Effect */
/** @typedef {import("./types").SceneOptions} Options */
/** @typedef {import("./types").Cell} Cell */
/** @typedef {import("./types").Seat} Seat */

/**
 * @param {Frame} frame
 * @param {Layout} layout
 * @param {Options} options
 * @returns {Scene}
 */
export function scene(frame, layout, options) {
  const state = /** @type {State} */ (frame.state);
  const { width, height } = layout.size;
  return {
    width,
    height,
    ground: groundOf(layout),
    dim: dimOf(frame, options, width * height),
    sprites: [...placesOf(state, layout), ...flagsOf(state), ...playersOf(state)],
    effects: frame.events.flatMap(effectsOf),
  };
}

/** @param {Layout} layout */
function groundOf({ size, walls }) {
  const ground = new Uint8Array(walls.length);
  for (let index = 0; index < walls.length; index++) {
    const inHalfOfA = index % size.width < size.width / 2;
    ground[index] = walls[index] ? 2 : inHalfOfA ? 3 : 4;
  }
  return ground;
}

/**
 * @param {State} state
 * @param {Layout} layout
 * @returns {Sprite[]}
 */
function placesOf(state, layout) {
  return SEATS.flatMap((seat, index) => [
    .../** @type {Sprite[]} */ (
      layout.teams[index].flags.map((at, id) => ({ key: `spawn:${seat}:${id}`, shape: "spawn", ...at, seat, label: num(id) }))
    ),
    { key: `base:${seat}`, shape: "base", ...state.teams[index].base, seat, label: seat.toUpperCase() },
  ]);
}

/**
 * The flags at their places; one that is carried is drawn with its carrier.
 * @param {State} state
 * @returns {Sprite[]}
 */
function flagsOf(state) {
  return SEATS.flatMap((seat, index) =>
    state.teams[index].flags
      .filter((flag) => flag.at_home)
      .map((flag) => ({ key: `flag:${seat}:${flag.id}`, shape: "flag", ...flag.at, seat, label: num(flag.id) })),
  );
}

/**
 * @param {State} state
 * @returns {Sprite[]}
 */
function playersOf(state) {
  return SEATS.flatMap((seat, index) => {
    const captives = state.teams[index].players.filter((player) => player.captured);
    return state.teams[index].players.map((player) => ({
      key: `player:${seat}:${player.id}`,
      shape: /** @type {const} */ ("runner"),
      ...player.at,
      seat,
      label: num(player.id),
      badge: player.flag === null ? undefined : num(player.flag),
      // Captives share the jail's cell: each has its part of it.
      captive: player.captured ? { place: captives.indexOf(player), of: captives.length } : undefined,
    }));
  });
}

/**
 * @param {import("./types").GameEvent} event
 * @returns {Effect[]}
 */
function effectsOf({ kind, seat, at, other }) {
  const to = { tox: other?.x, toy: other?.y };
  switch (kind) {
    case "captured":
      return [{ kind: "capture", ...at, ...to, seat }];
    case "flag-returned":
      return other ? [{ kind: "return", ...other, tox: at.x, toy: at.y, seat }] : [];
    case "scored":
      return [{ kind: "score", ...at, ...to, seat, value: 1 }];
    case "picked-up":
      return [{ kind: "pickup", ...at, seat }];
    case "freed":
      return [{ kind: "free", ...at, ...to, seat }];
    case "stayed":
      return [{ kind: "blocked", ...at, ...to, seat }];
    default:
      return [];
  }
}

/**
 * @param {Frame} frame
 * @param {Layout} layout
 * @param {Cell} cell
 * @param {Options} options
 * @returns {string[]}
 */
export function describe(frame, layout, cell, options) {
  const state = /** @type {State} */ (frame.state);
  const index = cell.y * layout.size.width + cell.x;
  const half = cell.x < layout.size.width / 2 ? "A" : "B";
  return [
    t(layout.walls[index] ? "ground_wall" : "ground_free"),
    ...SEATS.flatMap((seat) => [
      ...describePlayers(state, seat, cell),
      ...describeFlags(state, layout, seat, cell),
      ...describeBase(state, seat, cell),
    ]),
    t("half_of", { seat: half }),
    ...sightWords(frame, options, index),
  ];
}

/**
 * @param {State} state
 * @param {Seat} seat
 * @param {Cell} cell
 */
function describePlayers(state, seat, cell) {
  return state.teams[SEATS.indexOf(seat)].players
    .filter((player) => same(player.at, cell))
    .flatMap((player) => [
      t("about_runner", { name: playerName(seat, player.id) }),
      ...(player.flag === null ? [] : [t("about_carries", { flag: player.flag, seat: opponent(seat).toUpperCase() })]),
      ...(player.captured ? [captivity(player.captured_since)] : []),
    ]);
}

/** @param {number | null} since */
function captivity(since) {
  return since === null ? t("about_captured_now") : t("about_captured", { turn: since });
}

/**
 * @param {State} state
 * @param {Layout} layout
 * @param {Seat} seat
 * @param {Cell} cell
 */
function describeFlags(state, layout, seat, cell) {
  const index = SEATS.indexOf(seat);
  const id = layout.teams[index].flags.findIndex((at) => same(at, cell));
  if (id < 0) {
    return [];
  }
  const flag = state.teams[index].flags.find((other) => other.id === id);
  const about = { flag: id, seat: seat.toUpperCase() };
  if (!flag || flag.at_home) {
    return [t("about_flag", about)];
  }
  const carrier = flag.carrier;
  return carrier === null
    ? [t("about_flag_gone", about)]
    : [t("about_flag_carried", { ...about, name: playerName(opponent(seat), carrier) })];
}

/**
 * @param {State} state
 * @param {Seat} seat
 * @param {Cell} cell
 */
function describeBase(state, seat, cell) {
  const team = state.teams[SEATS.indexOf(seat)];
  const about = { seat: seat.toUpperCase() };
  return [...(same(team.base, cell) ? [t("about_base", about)] : []), ...(same(team.jail, cell) ? [t("about_jail", about)] : [])];
}
