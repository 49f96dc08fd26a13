// The form that a match in the page begins with.

import { el } from "./dom.js";
import { gameOption, row } from "./form_parts.js";
import { SEATS, opponent } from "./grid.js";
import { MapChoice } from "./map_choice.js";
import { OptionFields } from "./option_fields.js";
import { SeatChoice } from "./seat_choice.js";
import { seedOf, westernDigits } from "./seed.js";
import { t } from "./words.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./seat_choice").BuiltIn} BuiltIn */
/** @typedef {import("./seat_choice").Player} Player */
/** What is to be played. */
/** @typedef {{game: Game, seed: bigint, map: import("./map_choice").MapSpec, options: Record<string, string>,
 *   replays: number, players: Record<Seat, Player>, time: import("./bot").TimeLimits}} Plan */

/** How long a bot may think where nobody says otherwise, in seconds. */
const SECONDS = { "per-turn": { turn: 1, match: null }, bank: { turn: 10, match: 180 } };
/** A start may take as many times longer than a turn. */
const START_TURNS = { "per-turn": 10, bank: 1 };
const LAST_SEED = 2n ** 64n - 1n;

/** The form: game, map, bots, seed and rules. */
export class PlayForm {
  /**
   * @param {Game[]} games
   * @param {BuiltIn[]} builtIns
   * @param {{play(): void, fail(text: string): void}} page
   */
  constructor(games, builtIns, page) {
    this.games = games;
    this.builtIns = builtIns;
    this.page = page;
    this.game = el(
      "select",
      { id: "play-game", onchange: () => this.setGame(this.game.value) },
      ...games.map(gameOption),
    );
    this.map = new MapChoice("play-map", { onGame: (game) => this.setGame(game) });
    /** @param {Seat} seat */
    const listener = (seat) => ({ onChange: () => this.seatChanged(seat), fail: page.fail });
    this.seats = { a: new SeatChoice("a", listener("a")), b: new SeatChoice("b", listener("b")) };
    this.seed = el("input", { id: "play-seed", type: "text", inputmode: "numeric", value: "1", dir: "ltr" });
    this.options = new OptionFields("play-option", () => {});
    this.replays = numberField("play-replays", 0, 100, 1);
    this.turnSeconds = numberField("play-turn-seconds", 0.05, 3600, "any");
    this.matchSeconds = numberField("play-match-seconds", 0.05, 36_000, "any");
    this.matchSecondsRow = row("play_match_seconds", this.matchSeconds);
    this.hands = el("p", { class: "faint", t: "play_hand_help", hidden: true });
    this.submit = el("button", { type: "submit", class: "button primary", t: "play_start" });
    this.element = this.makeElement();
    this.setGame(games[0]?.id ?? "");
  }

  makeElement() {
    const swap = el("button", { type: "button", class: "button", t: "play_swap", onclick: () => this.swap() });
    const rules = el(
      "details",
      { class: "play-rules" },
      el("summary", { t: "play_options" }),
      this.options.element,
      row("play_replays", this.replays),
      row("play_turn_seconds", this.turnSeconds),
      this.matchSecondsRow,
    );
    return el(
      "form",
      {
        class: "play-form",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.page.play();
        },
      },
      el(
        "div",
        { class: "play-match" },
        el("div", { class: "play-top" }, row("play_game", this.game), row("play_seed", this.seed)),
        el("div", { class: "play-seats" }, this.seats.a.element, this.seats.b.element),
        el("div", { class: "play-seat-tools" }, swap, this.hands),
        rules,
        el("div", { class: "play-go" }, this.submit),
      ),
      el("fieldset", {}, el("legend", { t: "play_map" }), this.map.element),
    );
  }

  /** @returns {Game} */
  chosenGame() {
    return /** @type {Game} */ (this.games.find((game) => game.id === this.game.value));
  }

  /** @param {string} id */
  setGame(id) {
    this.game.value = id;
    const game = this.chosenGame();
    const builtIns = this.builtIns.filter((bot) => bot.game === id);
    this.seats.a.setBuiltIns(builtIns, builtIns.length - 1);
    this.seats.b.setBuiltIns(builtIns, builtIns.length - 2);
    this.options.setOptions(game.options);
    this.replays.value = String(game.replays);
    const seconds = SECONDS[game.budget];
    this.turnSeconds.value = String(seconds.turn);
    this.matchSeconds.value = String(seconds.match ?? "");
    this.matchSecondsRow.hidden = seconds.match === null;
    this.matchSeconds.disabled = seconds.match === null;
    this.map.setGame(game);
    this.seatChanged("a");
  }

  /**
   * One team at most is played by hand: the other seat then gets a bot.
   * @param {Seat} seat
   */
  seatChanged(seat) {
    const isByHand = (/** @type {Seat} */ one) => this.seats[one].player().kind === "hand";
    if (SEATS.every(isByHand)) {
      this.seats[opponent(seat)].chooseFirst();
    }
    this.hands.hidden = !SEATS.some(isByHand);
  }

  swap() {
    const [a, b] = [this.seats.a.player(), this.seats.b.player()];
    this.seats.a.setPlayer(b);
    this.seats.b.setPlayer(a);
  }

  nextSeed() {
    this.seed.value = String((seedOf(this.seed.value) + 1n) & LAST_SEED);
  }

  /** What the form says; throws a sentence when something is missing. @returns {Plan} */
  plan() {
    const game = this.chosenGame();
    const map = this.map.spec();
    if (!map) {
      throw new Error(this.map.problem || t("map_none"));
    }
    const turnMs = millisecondsOf(this.turnSeconds);
    return {
      game,
      seed: seedOf(this.seed.value),
      map,
      options: this.options.values(),
      replays: numberOf(this.replays),
      players: { a: this.seats.a.player(), b: this.seats.b.player() },
      time: {
        perTurn: turnMs,
        perStart: turnMs * START_TURNS[game.budget],
        perMatch: game.budget === "bank" ? millisecondsOf(this.matchSeconds) : null,
      },
    };
  }
}

/**
 * @param {string} id
 * @param {number} min
 * @param {number} max
 * @param {number | "any"} step
 */
function numberField(id, min, max, step) {
  return el("input", { id, type: "number", min, max, step, required: true, dir: "ltr" });
}

/** @param {HTMLInputElement} field */
function numberOf(field) {
  return Number(westernDigits(field.value));
}

/** @param {HTMLInputElement} field of seconds */
function millisecondsOf(field) {
  return Math.round(numberOf(field) * 1000);
}
