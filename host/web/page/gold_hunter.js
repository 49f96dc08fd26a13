// Gold Hunter on the board.

import { dimOf, isKnown, sightWords } from "./fog.js";
import { SEATS, code, playerName, same, step } from "./grid.js";
import { num, t } from "./words.js";

/** @typedef {import("./types").Frame} Frame */
/** @typedef {import("./types").GoldHunterLayout} Layout */
/** @typedef {import("./types").GoldHunterState} State */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").Sprite} Sprite */
/** @typedef {import("./types").Effect} Effect */
/** @typedef {import("./types").SceneOptions} Options */
/** @typedef {import("./types").Cell} Cell */

/** Turns of digging that extract gold. */
const TURNS_TO_DIG = 3;
/** Cells that a bullet flies in a turn. */
const BULLET_STEPS = 2;

/**
 * @param {Frame} frame
 * @param {Layout} layout
 * @param {Options} options
 * @returns {Scene}
 */
export function scene(frame, layout, options) {
  const state = /** @type {State} */ (frame.state);
  const { width, height } = layout.size;
  const gold = goldOf(state, layout, options).map(goldSprite);
  return {
    width,
    height,
    ground: groundOf(frame, layout, options),
    dim: dimOf(frame, options, width * height),
    sprites: [...gold, ...corpsesOf(options), ...playersOf(state), ...state.bullets.map((bullet) => bulletSprite(bullet, state))],
    effects: frame.events.flatMap(effectsOf),
  };
}

/**
 * @param {Frame} frame
 * @param {Layout} layout
 * @param {Options} options
 */
function groundOf(frame, layout, options) {
  const ground = new Uint8Array(layout.obstacles.length);
  for (let index = 0; index < ground.length; index++) {
    if (isKnown(frame, options, index)) {
      ground[index] = layout.obstacles[index] ? 2 : 1;
    }
  }
  return ground;
}

/**
 * The gold in sight, and where memory is shown what the team last knew of the rest.
 * @param {State} state
 * @param {Layout} layout
 * @param {Options} options
 * @returns {(State["gold"][number] & {remembered: boolean})[]}
 */
function goldOf(state, layout, options) {
  const seen = state.gold.map((gold) => ({ ...gold, remembered: false }));
  const { known, extracted } = options;
  if (!known || !extracted) {
    return seen;
  }
  const remembered = layout.gold.filter(({ at }) => {
    const index = at.y * layout.size.width + at.x;
    const sighting = known.near[index] - 1;
    const gone = (extracted.get(index) ?? Infinity) <= sighting;
    return sighting >= 0 && !gone && !state.gold.some((gold) => same(gold.at, at));
  });
  return [...seen, ...remembered.map(({ at, value }) => ({ at, value, dug: 0, remembered: true }))];
}

/**
 * @param {ReturnType<typeof goldOf>[number]} gold
 * @returns {Sprite}
 */
function goldSprite({ at, value, dug, remembered }) {
  const label = value === 1 ? undefined : num(value);
  return { key: `gold:${at.x}:${at.y}`, shape: "gold", ...at, label, progress: dug / TURNS_TO_DIG, dim: remembered };
}

/**
 * @param {State} state
 * @returns {Sprite[]}
 */
function playersOf(state) {
  return SEATS.flatMap((seat, index) =>
    state.teams[index].players
      .filter((player) => player.alive)
      .map((player) => ({
        key: `player:${seat}:${player.id}`,
        shape: player.kind,
        ...player.at,
        facing: code(player.facing),
        seat,
        label: num(player.id),
        badge: player.kind === "hunter" && player.ammo !== null ? num(player.ammo) : undefined,
      })),
  );
}

/**
 * A bullet flies straight and evenly, so where and when it was fired tells it from all others in every turn.
 * @param {State["bullets"][number]} bullet
 * @param {State} state
 * @returns {Sprite}
 */
function bulletSprite({ at, direction, age }, { turn, teams }) {
  const facing = code(direction);
  const [dx, dy] = step(facing);
  const flown = age ?? turn;
  const [x, y] = [at.x - dx * BULLET_STEPS * flown, at.y - dy * BULLET_STEPS * flown];
  // One that waits in its hunter's cell has no tail yet. Whoever is in the cell of a flying one is dead.
  const waits = age === 0 || (age === null && teams.some(({ players }) => players.some((player) => player.alive && same(player.at, at))));
  return { key: `bullet:${facing}:${x}:${y}:${turn - flown}`, shape: "bullet", ...at, facing, progress: waits ? 0 : 1 };
}

/**
 * @param {Options} options
 * @returns {Sprite[]}
 */
function corpsesOf({ corpses }) {
  return (corpses ?? []).map(({ at, seat, player, age }) => ({
    key: `corpse:${seat}:${player}`,
    shape: "corpse",
    ...at,
    seat,
    label: num(player),
    progress: age,
  }));
}

/**
 * @param {import("./types").GameEvent} event
 * @returns {Effect[]}
 */
function effectsOf({ kind, seat, at, other, value = 0 }) {
  switch (kind) {
    case "fired":
      return [{ kind: "shot", ...at, tox: at.x, toy: at.y, seat }];
    case "killed":
      return [{ kind: "death", ...at, seat }];
    case "dug":
      return [{ kind: "dig", ...at, seat }];
    case "extracted":
      return [{ kind: "extract", ...at, seat, value }];
    case "stayed":
      return [{ kind: "blocked", ...at, tox: other?.x, toy: other?.y, seat }];
    case "bullet-destroyed": {
      const [dx, dy] = step(value);
      return [{ kind: "shot", x: at.x - dx, y: at.y - dy, tox: at.x, toy: at.y }];
    }
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
  const ground = isKnown(frame, options, index) ? (layout.obstacles[index] ? "ground_obstacle" : "ground_free") : "ground_unknown";
  return [
    t(ground),
    ...describePlayers(state, cell),
    ...frame.events
      .filter((event) => event.kind === "killed" && same(event.at, cell) && event.seat)
      .map((event) => t("about_died", { name: playerName(event.seat ?? "a", event.player ?? 0) })),
    ...state.bullets.filter((bullet) => same(bullet.at, cell)).flatMap(describeBullet),
    ...goldOf(state, layout, options).filter((gold) => same(gold.at, cell)).flatMap(describeGold),
    ...sightWords(frame, options, index),
  ];
}

/**
 * @param {State} state
 * @param {Cell} cell
 */
function describePlayers(state, cell) {
  return SEATS.flatMap((seat, index) =>
    state.teams[index].players
      .filter((player) => player.alive && same(player.at, cell))
      .flatMap((player) => {
        const direction = t(`direction_${player.facing}`);
        const name = playerName(seat, player.id);
        const who = t(player.kind === "hunter" ? "about_hunter" : "about_worker", { name, direction });
        return player.kind === "worker" || player.ammo === null ? [who] : [who, t("about_bullets", { n: player.ammo })];
      }),
  );
}

/** @param {State["bullets"][number]} bullet */
function describeBullet({ direction, age }) {
  const words = t(age === 0 ? "about_bullet_waiting" : "about_bullet", { direction: t(`direction_${direction}`) });
  return age ? [words, t("about_bullet_age", { n: age })] : [words];
}

/** @param {ReturnType<typeof goldOf>[number]} gold */
function describeGold({ value, dug, remembered }) {
  const words = t(remembered ? "about_gold_remembered" : "about_gold", { n: value });
  return dug > 0 ? [words, t("about_gold_dug", { n: dug })] : [words];
}
