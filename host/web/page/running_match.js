// A match that is played in the page, from its plan to its replay, and what is shown of it.

import { BotRefused, PageFailure, Stopped } from "./bot.js";
import { facts } from "./botpit_web.js";
import { bdi, el, replace } from "./dom.js";
import { messageOf } from "./errors.js";
import { nameOfFile, saveFile } from "./files.js";
import { button, told } from "./form_parts.js";
import { gameName } from "./game_words.js";
import { SEATS } from "./grid.js";
import { HandView } from "./hand.js";
import { LiveBoard } from "./live_board.js";
import { prepareMatch, runMatch } from "./match_run.js";
import { onLanguage, t } from "./words.js";

/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./play_form").Plan} Plan */
/** @typedef {import("./match_run").Prepared} Prepared */

/** So many faults are told one by one; the replay has all. */
const FAULTS_TOLD = 8;

/** One match from its plan to its replay. */
export class RunningMatch {
  /**
   * @param {Plan} plan
   * @param {{again(change: "next-seed" | "swap"): void, back(): void, open(name: string, bytes: Uint8Array): void,
   *   say(text: string): void}} page
   */
  constructor(plan, page) {
    this.plan = plan;
    this.page = page;
    /** @type {Prepared | null} */
    this.prepared = null;
    /** Ends everything that runs for the match, while something does. @type {(() => void) | null} */
    this.abandon = null;
    this.isStopped = false;
    this.faults = 0;
    /** @type {{name: string, bytes: Uint8Array} | null} */
    this.replay = null;
    const hand = SEATS.find((seat) => plan.players[seat].kind === "hand");
    this.hand = hand ? new HandView(plan.game.id, hand) : null;
    this.live = this.hand ? null : new LiveBoard();
    this.heading = el("h2", { tabindex: -1 });
    this.status = el("p", { class: "play-status", role: "status" });
    /** Says where the match stands, in the language of now. */
    this.statusWords = () => t("play_loading_bots");
    /** @type {(() => string)[]} */
    this.faultWords = [];
    this.faultList = el("ul", { class: "play-faults" });
    this.tools = el("div", { class: "play-tools" }, button("play_stop", () => this.stopByUser()));
    this.element = el(
      "div",
      {},
      el("div", { class: "play-head" }, this.heading, this.tools),
      this.status,
      this.faultList,
      this.hand?.element ?? this.live?.element,
    );
    this.tell();
    this.unsubscribe = onLanguage(() => this.tell());
  }

  /** Writes all words anew. */
  tell() {
    replace(this.heading, ...headingOf(this.plan));
    replace(this.status, told(this.statusWords()));
    replace(this.faultList, ...this.faultWords.map((words) => el("li", {}, told(words()))));
    this.live?.tell();
  }

  /** @param {() => string} words */
  say(words) {
    this.statusWords = words;
    replace(this.status, told(words()));
  }

  /** Whether a match is played by hand now, which nobody can play again. */
  get isPlayedByHand() {
    return this.hand !== null && this.prepared !== null;
  }

  focus() {
    this.heading.focus();
  }

  resize() {
    this.hand?.resize();
    this.live?.board.resize();
  }

  /**
   * Plays. Throws what kept the match from beginning; what ends it later is told here.
   * @returns {Promise<{name: string, bytes: Uint8Array} | null>} the replay of a whole match
   */
  async play() {
    const prepared = await prepareMatch(this.plan, this.hand, (stop) => (this.abandon = stop));
    if (this.isStopped) {
      prepared.stop();
      prepared.match.free();
      throw new Stopped();
    }
    this.prepared = prepared;
    try {
      this.say(() => t(this.hand ? "play_running_hand" : "play_running"));
      this.hand?.begin(prepared.match);
      await runMatch(prepared.match, prepared.seats, {
        step: () => this.live?.show(prepared.match, false),
        fault: (seat, fault) => this.tellFault(seat, fault),
      });
      return this.end(prepared);
    } catch (error) {
      this.cut(prepared, error);
      return null;
    } finally {
      prepared.stop();
      prepared.match.free();
      this.prepared = null;
    }
  }

  /** Ends the match where it stands, if it runs. */
  stop() {
    this.isStopped = true;
    this.abandon?.();
    this.hand?.stop();
  }

  /** Stops for good, when something else is shown. */
  leave() {
    this.stop();
    this.unsubscribe();
    this.hand?.destroy();
    this.live?.destroy();
  }

  stopByUser() {
    this.stop();
    if (!this.prepared) {
      this.page.back();
    }
  }

  /** @param {Prepared} prepared */
  end({ match }) {
    const bytes = match.replay();
    this.live?.show(match, true);
    this.hand?.end();
    /** @type {{outcome: {text: string}}} */
    const { outcome } = JSON.parse(facts(bytes));
    this.replay = { name: replayName(this.plan), bytes };
    this.say(() => outcome.text);
    this.page.say(outcome.text);
    this.offer(true);
    return this.replay;
  }

  /**
   * Tells why the match is not whole, and keeps what there is of it.
   * @param {Prepared} prepared
   * @param {unknown} error
   */
  cut({ match }, error) {
    this.hand?.end();
    this.replay = { name: replayName(this.plan), bytes: match.replay() };
    const turn = match.turn();
    this.say(() => cutWords(error, turn));
    this.offer(false);
  }

  /** @param {boolean} isWhole */
  offer(isWhole) {
    const replay = this.replay;
    if (!replay) {
      return;
    }
    replace(
      this.tools,
      button("play_open", () => this.page.open(replay.name, replay.bytes), isWhole),
      button("play_save", () => saveFile(replay.name, replay.bytes)),
      button("play_next_seed", () => this.page.again("next-seed")),
      button("play_swap_again", () => this.page.again("swap")),
      button("play_back", () => this.page.back()),
    );
  }

  /**
   * @param {Seat} seat
   * @param {import("./bot").Fault} fault
   */
  tellFault(seat, { kind, phase, detail }) {
    // Who plays by hand is told no more of the other team than a bot is; the viewer tells it after the match.
    if (this.hand) {
      return;
    }
    this.faults += 1;
    if (this.faults > FAULTS_TOLD) {
      return;
    }
    const turn = (this.prepared?.match.turn() ?? 0) + 1;
    const what = detail ? `${kind}, ${phase}: ${detail}` : `${kind}, ${phase}`;
    const isLast = this.faults === FAULTS_TOLD;
    const words = () => (isLast ? t("play_more_faults") : t("play_fault", { seat: seat.toUpperCase(), turn, what }));
    this.faultWords.push(words);
    this.faultList.append(el("li", {}, told(words())));
  }
}

/** @param {Plan} plan */
function headingOf({ players, seed, game }) {
  const [a, b] = SEATS.map((seat) => bdi(playerWords(players[seat])));
  return [a, " : ", b, el("small", { class: "faint" }, ` ${gameName(game)}${t("list_comma")}${t("play_seed_of", { seed: String(seed) })}`)];
}

/** @param {import("./seat_choice").Player} player */
function playerWords(player) {
  switch (player.kind) {
    case "builtin":
      return player.bot.name;
    case "file":
      return player.name;
    case "hand":
      return t("play_by_hand");
  }
}

/**
 * @param {unknown} error
 * @param {number} turn
 */
function cutWords(error, turn) {
  if (error instanceof Stopped) {
    return t("play_stopped", { turn });
  }
  if (error instanceof BotRefused || error instanceof PageFailure) {
    return `${error.message} ${t("play_not_scored")}`;
  }
  return `${t("play_page_failed", { why: messageOf(error) })} ${t("play_not_scored")}`;
}

/** @param {Plan} plan */
function replayName({ game, players, seed }) {
  const [a, b] = SEATS.map((seat) => {
    const player = players[seat];
    return player.kind === "builtin" ? player.bot.name : player.kind === "file" ? nameOfFile(player.name) : "by-hand";
  });
  return `${game.id}-${a}-${b}-${seed}.jsonl`;
}
