// The section in which a match is set up and played in the page.

import { BotRefused, PageFailure, Stopped } from "./bot.js";
import { facts, games } from "./botpit_web.js";
import { bdi, el, replace } from "./dom.js";
import { nameOfFile, saveFile } from "./files.js";
import { button, gameTitle, messageOf } from "./form_parts.js";
import { SEATS } from "./grid.js";
import { HandView } from "./hand.js";
import { LiveBoard } from "./live_board.js";
import { prepareMatch, runMatch } from "./match_run.js";
import { PlayForm } from "./play_form.js";
import { t } from "./words.js";

/** @typedef {import("./types").App} App */
/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./play_form").Plan} Plan */
/** @typedef {import("./match_run").Prepared} Prepared */

/** So many faults are told one by one; the replay has all. */
const FAULTS_TOLD = 8;

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @returns {import("./types").Section}
 */
export function createPlayground(root, app) {
  return new Playground(root, app);
}

/** The whole section: the form, and the match that was played last. */
class Playground {
  /**
   * @param {HTMLElement} root
   * @param {App} app
   */
  constructor(root, app) {
    this.root = root;
    this.app = app;
    this.isShown = false;
    /** @type {PlayForm | null} */
    this.form = null;
    /** @type {Promise<PlayForm> | null} */
    this.making = null;
    /** @type {Running | null} */
    this.running = null;
    this.problem = el("p", { class: "problem", role: "alert", hidden: true });
    this.runSection = el("div", { class: "play-run", hidden: true });
    this.formSection = el("div", { class: "play-setup" });
  }

  show() {
    this.isShown = true;
    void this.ready().then((form) => form.map.resize());
    this.running?.resize();
  }

  hide() {
    this.isShown = false;
  }

  /** @param {import("./types").OpenedFile} file */
  async receive({ name, bytes }) {
    const form = await this.ready();
    if (!/\.wasm$/i.test(name)) {
      form.map.use({ name: nameOfFile(name), text: new TextDecoder().decode(bytes) });
      return;
    }
    const seat = form.seats.a.player().kind === "file" && form.seats.b.player().kind !== "file" ? "b" : "a";
    form.seats[seat].useFile(name, bytes);
  }

  /** @param {import("./types").MapText} map */
  async useMap(map) {
    const form = await this.ready();
    this.showForm();
    form.map.use(map);
  }

  /** The form, made when it is first needed. */
  ready() {
    this.making ??= this.makeForm();
    return this.making;
  }

  async makeForm() {
    /** @type {import("./seat_choice").BuiltIn[]} */
    let builtIns = [];
    try {
      builtIns = await (await fetch("./bots.json")).json();
    } catch (error) {
      this.tellProblem(t("play_no_builtins", { why: messageOf(error) }));
    }
    const form = new PlayForm(JSON.parse(games()), builtIns, {
      play: () => void this.play(),
      fail: (text) => this.tellProblem(text),
    });
    this.form = form;
    replace(this.formSection, el("h2", { t: "play_title" }), el("p", { t: "play_intro" }), form.element);
    replace(this.root, this.problem, this.formSection, this.runSection, fuelNote());
    return form;
  }

  /** @param {string} text */
  tellProblem(text) {
    this.problem.hidden = text === "";
    replace(this.problem, bdi(text, 600));
    if (text !== "") {
      this.problem.scrollIntoView({ block: "nearest" });
    }
  }

  async play() {
    const form = await this.ready();
    this.tellProblem("");
    try {
      await this.start(form.plan());
    } catch (error) {
      this.tellProblem(messageOf(error));
    }
  }

  /** @param {Plan} plan */
  async start(plan) {
    this.running?.leave();
    const running = new Running(plan, {
      again: (change) => void this.again(change),
      back: () => this.showForm(),
      open: (name, bytes) => this.app.openReplay(name, bytes),
      say: (text) => this.app.say(text),
    });
    this.running = running;
    replace(this.runSection, running.element);
    this.formSection.hidden = true;
    this.runSection.hidden = false;
    running.focus();
    try {
      const whole = await running.play();
      if (whole && this.running === running && this.isShown) {
        this.app.openReplay(whole.name, whole.bytes);
      }
    } catch (error) {
      if (!(error instanceof Stopped)) {
        this.showForm();
        throw error;
      }
    }
  }

  /** @param {"next-seed" | "swap"} change */
  async again(change) {
    const form = await this.ready();
    if (change === "swap") {
      form.swap();
    } else {
      form.nextSeed();
    }
    await this.play();
  }

  showForm() {
    this.running?.leave();
    this.running = null;
    this.runSection.hidden = true;
    this.formSection.hidden = false;
    this.form?.map.resize();
    this.form?.submit.focus();
  }
}

/** One match from its plan to its replay. */
class Running {
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
    this.heading = el("h2", { tabindex: -1 }, ...headingOf(plan));
    this.status = el("p", { class: "play-status", role: "status" }, t("play_loading_bots"));
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
      this.status.textContent = t(this.hand ? "play_running_hand" : "play_running");
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
    replace(this.status, bdi(outcome.text, 300));
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
    replace(this.status, bdi(cutWords(error, match.turn()), 600));
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
    this.faults += 1;
    if (this.faults > FAULTS_TOLD) {
      return;
    }
    const turn = this.prepared?.match.turn() ?? 0;
    const what = detail ? `${kind}, ${phase}: ${detail}` : `${kind}, ${phase}`;
    const words = this.faults === FAULTS_TOLD ? t("play_more_faults") : t("play_fault", { seat: seat.toUpperCase(), turn: turn + 1, what });
    this.faultList.append(el("li", {}, bdi(words, 300)));
  }
}

/** @param {Plan} plan */
function headingOf({ players, seed, game }) {
  const [a, b] = SEATS.map((seat) => bdi(playerWords(players[seat])));
  return [a, " : ", b, el("small", { class: "faint" }, ` ${gameTitle(game)}${t("list_comma")}${t("play_seed_of", { seed: String(seed) })}`)];
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

function fuelNote() {
  const about = ["play_fuel_why", "play_fuel_told", "play_fuel_time", "play_fuel_replay"];
  return el(
    "details",
    { class: "play-note" },
    el("summary", { t: "play_fuel_title" }),
    ...about.map((key) => el("p", { t: key })),
  );
}
