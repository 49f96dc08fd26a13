// The section in which a match is set up and played in the page.

import { Stopped } from "./bot.js";
import { games } from "./botpit_web.js";
import { el, replace } from "./dom.js";
import { messageOf } from "./errors.js";
import { nameOfFile } from "./files.js";
import { told } from "./form_parts.js";
import { PlayForm } from "./play_form.js";
import { RunningMatch } from "./running_match.js";
import { t } from "./words.js";

/** @typedef {import("./types").App} App */
/** @typedef {import("./play_form").Plan} Plan */

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
    /** @type {RunningMatch | null} */
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

  hasUnsaved() {
    return this.running?.isPlayedByHand ?? false;
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
    replace(this.problem, told(text));
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
    const running = new RunningMatch(plan, {
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

function fuelNote() {
  const about = ["play_fuel_why", "play_fuel_told", "play_fuel_time", "play_fuel_replay"];
  return el(
    "details",
    { class: "play-note" },
    el("summary", { t: "play_fuel_title" }),
    ...about.map((key) => el("p", { t: key })),
  );
}
