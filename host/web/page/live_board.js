// The board of a match that is being played: drawn now and then, however fast the turns are.

import { Board } from "./board.js";
import { el, replace } from "./dom.js";
import { namedCanvas } from "./form_parts.js";
import { sceneOf } from "./scenes.js";
import { num, t } from "./words.js";

/** @typedef {import("./types").Frame} Frame */

/** Between two pictures of the running match. */
const PICTURE_MS = 120;

/** What is shown of a running match of two bots. */
export class LiveBoard {
  constructor() {
    const { canvas, name } = namedCanvas("live-board", "play_live_board", { class: "live-board", role: "img" });
    this.board = new Board(canvas, {});
    this.progress = el("progress", { max: 1, value: 0, tLabel: "play_progress" });
    this.words = el("p", { class: "live-words" });
    this.element = el("div", { class: "live" }, this.words, this.progress, name, canvas);
    /** @type {import("./types").Layout | null} */
    this.layout = null;
    /** @type {Frame | null} */
    this.frame = null;
    this.leg = -1;
    this.shownAt = 0;
  }

  /**
   * Shows where the match stands, if it is time for it or `now` says so.
   * @param {import("./botpit_web").Match} match
   * @param {boolean} now
   */
  show(match, now) {
    if (!now && performance.now() - this.shownAt < PICTURE_MS) {
      return;
    }
    this.shownAt = performance.now();
    /** @type {Frame} */
    const frame = JSON.parse(match.frame("all"));
    this.frame = frame;
    this.tell();
    if (this.leg !== frame.leg) {
      this.leg = frame.leg;
      this.layout = JSON.parse(match.layout());
      this.board.show(sceneOf(match.game(), frame, this.layout, { seenBy: "all" }));
      this.board.fit();
    } else {
      this.board.show(sceneOf(match.game(), frame, this.layout, { seenBy: "all" }));
    }
  }

  destroy() {
    this.board.destroy();
  }

  /** Writes the words anew. */
  tell() {
    if (!this.frame) {
      return;
    }
    const { leg, turn, state, standings } = this.frame;
    const turns = state?.turns ?? turn;
    this.progress.max = turns;
    this.progress.value = turn;
    const [a, b] = standings.map((standing) => standing.score);
    const where = leg > 0 ? t("play_leg_turn_of", { leg: leg + 1, turn, turns }) : t("turn_of", { turn, turns });
    replace(this.words, where, t("list_comma"), t("play_score", { a: num(a), b: num(b) }));
  }
}
