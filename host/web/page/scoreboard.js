// Both bots with their scores, fuel and memory at a turn.

import { bdi, el, replace } from "./dom.js";
import { SEATS } from "./grid.js";
import { icon } from "./icons.js";
import { bytesWords, compact, has, num, percent, t } from "./words.js";

/** @typedef {import("./film.js").FilmReader} FilmReader */
/** @typedef {import("./types").Frame} Frame */
/** @typedef {import("./types").Seat} Seat */

/** The most characters of a bot's name here. */
const NAME_CHARS = 40;

export class Scoreboard {
  element = el("section", { class: "scoreboard", tLabel: "panel" });
  #film;

  /** @param {FilmReader} film */
  constructor(film) {
    this.#film = film;
    this.element.removeAttribute("title");
  }

  /**
   * @param {Frame} frame
   * @param {boolean} isEnd whether this is the last place of the film
   * @param {import("./types").SeenBy} seenBy whose view is shown: a team knows no more of the other than its score
   */
  update(frame, isEnd, seenBy) {
    replace(this.element, ...SEATS.map((seat) => this.#card(seat, frame, isEnd, seenBy === "all" || seenBy === seat)));
  }

  /**
   * @param {Seat} seat
   * @param {Frame} frame
   * @param {boolean} isEnd
   * @param {boolean} isOpen whether all of the seat may be shown
   */
  #card(seat, frame, isEnd, isOpen) {
    const index = SEATS.indexOf(seat);
    const bot = this.#film.info.header.bots[index];
    const won = isEnd && this.#film.info.outcome?.winner === seat;
    return el(
      "div",
      { class: `seat-card card-${seat}`, "data-seat": seat },
      el(
        "div",
        { class: "seat-head" },
        badge(seat),
        el("div", { class: "seat-name" }, el("strong", {}, bdi(bot.team_name ?? bot.name, NAME_CHARS)), won && el("span", { class: "won" }, t("won"))),
        el("output", { class: "seat-score", "aria-label": t("score"), "data-score": frame.standings[index].score }, num(frame.standings[index].score)),
      ),
      el("div", { class: "seat-file faint" }, bdi(bot.name, NAME_CHARS), ...(isOpen ? tieBreaks(frame.standings[index]) : [])),
      isOpen && this.#fuel(frame, index),
      isOpen ? this.#figures(seat, frame, index) : el("div", { class: "seat-figures faint" }, t("seat_hidden")),
    );
  }

  /**
   * @param {Seat} seat
   * @param {Frame} frame
   * @param {number} index of the seat
   */
  #figures(seat, frame, index) {
    const faults = this.#film.faults(frame.leg, frame.turn, seat);
    return el(
      "div",
      { class: "seat-figures faint" },
      el("span", { title: t("total_memory") }, `${t("memory")} ${bytesWords(this.#charts(frame).memory[index][frame.turn] ?? 0)}`),
      faults > 0 && el("span", { class: "alarm" }, icon("warning"), `${t("faults")} ${num(faults)}`),
      frame.records[index]?.restarted && el("span", { class: "alarm" }, t("restarted")),
    );
  }

  /** @param {Frame} frame */
  #charts(frame) {
    return this.#film.charts(frame.leg);
  }

  /**
   * @param {Frame} frame
   * @param {number} index of the seat
   */
  #fuel(frame, index) {
    const { header, game } = this.#film.info;
    if (header.meter === "none") {
      return el("div", { class: "seat-fuel faint" }, `${t("fuel")}: ${t("fuel_unmetered")}`);
    }
    const used = this.#charts(frame).fuel[index][frame.turn] ?? 0;
    const isStart = frame.turn === 0;
    if (game.budget === "bank" && !isStart) {
      const [left, limit] = [frame.bank_left[index], header.limits.fuel_bank];
      return meter(left, limit, t("fuel_bank", { share: percent(left, limit), used: compact(used) }));
    }
    const limit = isStart ? header.limits.fuel_start : header.limits.fuel_per_turn;
    return meter(used, limit, t("fuel_of", { used: compact(used), limit: compact(limit), share: percent(used, limit) }));
  }
}

/**
 * A seat's letter in its colour and shape.
 * @param {Seat} seat
 */
export function badge(seat) {
  return el("span", { class: `badge badge-${seat}` }, seat.toUpperCase());
}

/** @param {import("./types").Standing} standing */
function tieBreaks({ tie_breaks }) {
  return tie_breaks.map(({ name, count }) => {
    const key = `tie_${name.replaceAll("-", "_")}`;
    return el("span", {}, " · ", has(key) ? t(key) : bdi(name.replaceAll("-", " ")), ` ${num(count)}`);
  });
}

/**
 * @param {number} value
 * @param {number} whole
 * @param {string} words
 */
function meter(value, whole, words) {
  const bar = el("span", { class: "bar-fill" });
  // Something used is something seen.
  const share = whole > 0 ? Math.min(1, value / whole) : 0;
  bar.style.inlineSize = value > 0 ? `max(2px, ${share * 100}%)` : "0";
  return el("div", { class: "seat-fuel" }, el("span", { class: "bar" }, bar), el("span", { class: "bar-words" }, `${t("fuel")} `, words));
}
