// Plays a match in the page: asks both seats of each turn at once, and tells of every step.

import { Bot } from "./bot.js";
import { Match, sha256 } from "./botpit_web.js";
import { SEATS } from "./grid.js";
import { t } from "./words.js";

/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./bot").Fault} Fault */
/** @typedef {{leg: number, turn: number, over: boolean, new_leg: boolean}} Step */
/** Somebody at the page who gives one team's orders. */
/** @typedef {{orders(): Promise<Uint8Array>}} Hand */
/** What hears of a match: a step is also a start of a leg, as turn 0. */
/** @typedef {{step(step: Step): void, fault(seat: Seat, fault: Fault): void}} Listener */
/** A match that can begin; `stop` ends its bots in the middle of whatever they do. */
/** @typedef {{match: Match, seats: Record<Seat, Bot | Hand>, stop(): void}} Prepared */

/** What a replay calls a seat that a person plays. */
const HAND_NAME = "by-hand";
const NAME_CHARS = 64;

/**
 * Loads both bots and sets the match up.
 * @param {import("./play_form").Plan} plan
 * @param {Hand | null} hand who plays the seat that no bot has
 * @param {(stop: () => void) => void} began gets what ends everything
 * @returns {Promise<Prepared>}
 */
export async function prepareMatch(plan, hand, began) {
  const files = await Promise.all(SEATS.map((seat) => fileOf(plan.players[seat])));
  const entries = files.map((file) => (file ? { name: file.name, sha256: sha256(file.wasm) } : { name: HAND_NAME, hand: true }));
  const { game, seed, map, options, replays } = plan;
  const spec = { game: game.id, seed: seed.toString(), map, options, replays, seats: entries };
  const match = new Match(JSON.stringify(spec));
  const bots = files.map((file) => file && new Bot(file, plan.time));
  const stop = () => bots.forEach((bot) => bot?.stop());
  began(stop);
  try {
    const limits = JSON.parse(match.limits());
    await Promise.all(SEATS.map((seat, index) => bots[index]?.load(limits, match.identity(seat))));
  } catch (error) {
    stop();
    match.free();
    throw error;
  }
  const [a, b] = bots.map((bot) => bot ?? hand);
  return { match, seats: { a: present(a), b: present(b) }, stop };
}

/**
 * The module that plays, and its name in the replay; null where a person plays.
 * @param {import("./seat_choice").Player} player
 * @returns {Promise<{name: string, wasm: Uint8Array} | null>}
 */
async function fileOf(player) {
  switch (player.kind) {
    case "builtin":
      return { name: `builtin:${player.bot.name}`, wasm: await fetchBot(player.bot) };
    case "file":
      return { name: player.name.slice(0, NAME_CHARS), wasm: player.bytes };
    case "hand":
      return null;
  }
}

/** @param {import("./seat_choice").BuiltIn} bot */
async function fetchBot({ name, file }) {
  const answer = await fetch(new URL(file, document.baseURI));
  if (!answer.ok) {
    throw new Error(t("fetch_failed", { name, reason: `${answer.status}` }));
  }
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * @template T
 * @param {T | null | undefined} value
 * @returns {T}
 */
function present(value) {
  if (value === null || value === undefined) {
    throw new Error("a seat without a player");
  }
  return value;
}

/**
 * Plays to the end.
 * @param {Match} match
 * @param {Record<Seat, Bot | Hand>} seats
 * @param {Listener} listener
 */
export async function runMatch(match, seats, listener) {
  for (;;) {
    await Promise.all(SEATS.map((seat) => answer(match, seat, seats[seat], listener)));
    /** @type {Step} */
    const step = JSON.parse(match.advance());
    if (step.new_leg) {
      SEATS.forEach((seat) => beginLeg(match, seat, seats[seat]));
    }
    listener.step(step);
    if (step.over) {
      return;
    }
  }
}

/**
 * @param {Match} match
 * @param {Seat} seat
 * @param {Bot | Hand} who
 * @param {Listener} listener
 */
async function answer(match, seat, who, listener) {
  const kind = match.ask(seat);
  if (kind === "nothing") {
    return;
  }
  if (kind === "hand") {
    match.answer(seat, "{}", await /** @type {Hand} */ (who).orders());
    return;
  }
  const bot = /** @type {Bot} */ (who);
  const setup = kind === "think" ? new Uint8Array() : match.setup(seat);
  const view = kind === "start" ? new Uint8Array() : match.view(seat);
  const { report, orders } = await bot.ask({ kind, turn: match.turn(), setup, view });
  match.answer(seat, JSON.stringify(report), orders);
  if (report.fault) {
    listener.fault(seat, report.fault);
  }
}

/**
 * @param {Match} match
 * @param {Seat} seat
 * @param {Bot | Hand} who
 */
function beginLeg(match, seat, who) {
  if ("nextLeg" in who) {
    who.nextLeg(match.identity(seat));
  }
}
