// What both bots logged in a turn.

import { cut, el, replace } from "./dom.js";
import { SEATS } from "./grid.js";
import { icon } from "./icons.js";
import { badge } from "./scoreboard.js";
import { t } from "./words.js";

/** @typedef {import("./types").Frame} Frame */
/** @typedef {import("./types").Seat} Seat */

/** The most lines of a log that are shown, and the most characters of a line. */
const LINES_MAX = 2000;
const LINE_CHARS = 1000;

/**
 * @param {HTMLElement} page
 * @param {Frame} frame
 * @param {(direction: 1 | -1) => void} jump to the next turn with a log
 */
export function showLogs(page, frame, jump) {
  replace(
    page,
    el(
      "div",
      { class: "log-jumps", dir: "ltr" },
      el("button", { type: "button", class: "button small", onclick: () => jump(-1) }, icon("previous"), el("span", { dir: "auto" }, t("log_previous"))),
      el("button", { type: "button", class: "button small", onclick: () => jump(1) }, el("span", { dir: "auto" }, t("log_next")), icon("next")),
    ),
    ...SEATS.map((seat) => log(frame, seat)),
  );
}

/**
 * @param {Frame} frame
 * @param {Seat} seat
 */
function log(frame, seat) {
  const record = frame.records[SEATS.indexOf(seat)];
  const title = el("h3", {}, badge(seat), " ", t("log_of", { seat: seat.toUpperCase() }));
  if (!record) {
    return el("section", {}, title, el("p", { class: "faint" }, t("log_hidden")));
  }
  const lines = record.log === "" ? [] : record.log.replace(/\n$/, "").split("\n");
  return el(
    "section",
    {},
    title,
    record.log_dropped > 0 && el("p", { class: "alarm" }, t("log_dropped", { n: record.log_dropped })),
    lines.length === 0
      ? el("p", { class: "faint" }, t("log_empty"))
      : el("pre", { class: "log", dir: "ltr", tabindex: "0", "aria-label": t("log_of", { seat: seat.toUpperCase() }), role: "region" }, lines.slice(0, LINES_MAX).map(plain).join("\n")),
    lines.length > LINES_MAX && el("p", { class: "faint" }, t("log_cut", { n: LINES_MAX })),
  );
}

/** @param {string} line */
function plain(line) {
  return cut(line.replaceAll("\t", "    ").replace(/\r$/, ""), LINE_CHARS);
}
