// What happened in a turn: faults, rejections, events, orders, and the state's hash.

import { bdi, cut, el, replace } from "./dom.js";
import { SEATS } from "./grid.js";
import { icon } from "./icons.js";
import { badge } from "./scoreboard.js";
import { sentenceElement } from "./sentences.js";
import { has, language, num, t } from "./words.js";

/** @typedef {import("./types").Frame} Frame */
/** @typedef {import("./types").GameEvent} GameEvent */
/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./types").SeenBy} SeenBy */

/** The most items of a list; a hostile replay may have any number. */
const ITEMS_MAX = 300;
/** The most that are shown of each list while turns pass: nobody reads more, and every item takes its time. */
const PASSING_MAX = 20;
/** The most characters of a fault's sentence. */
const FAULT_CHARS = 300;

/**
 * Shows a frame.
 * @param {HTMLElement} page
 * @param {Frame} frame
 * @param {{seenBy: SeenBy, remarkable: string[], passing: boolean, pick: (event: GameEvent) => void}} about
 */
export function showTurn(page, frame, { seenBy, remarkable, passing, pick }) {
  const most = passing ? PASSING_MAX : ITEMS_MAX;
  // A list that somebody has opened stays open in the next turn.
  const open = new Set([...page.querySelectorAll("details[open]")].map((details) => details.id));
  const sections = [
    seenBy !== "all" && el("p", { class: "faint" }, t("hidden_events", { seat: seenBy.toUpperCase() })),
    frame.end && el("p", { class: "notice" }, el("strong", {}, t("end_of_leg")), " ", bdi(frame.end.text, FAULT_CHARS)),
    ...faults(frame),
    ...rejections(frame, most),
    events(frame, remarkable, pick, most),
    ...SEATS.map((seat) => orders(frame, seat, open, most)),
    el("p", { class: "hash faint" }, `${t("fact_hash")} `, el("code", { "data-hash": frame.hash }, frame.hash)),
  ];
  replace(page, ...sections);
}

/** @param {Frame} frame */
function faults(frame) {
  return SEATS.flatMap((seat, index) => {
    const record = frame.records[index];
    if (!record) {
      return [];
    }
    const { fault, violations, draw_dropped: dropped } = record;
    return [
      fault && alarm(seat, ...faultWords(fault)),
      ...violations
        .slice(0, ITEMS_MAX)
        .map(({ call, times }) => alarm(seat, t("violation_of", { seat: seat.toUpperCase(), call: cut(call, 60), n: times }))),
      record.restarted && alarm(seat, t("restarted")),
      dropped > 0 && el("p", { class: "faint" }, t("draw_dropped", { n: dropped, seat: seat.toUpperCase() })),
    ];
  });
}

/**
 * The engine's sentence, with the kind in front where that is in another language.
 * @param {{kind: string, text: string}} fault
 */
function faultWords({ kind, text }) {
  const key = `fault_${kind}`;
  const sentence = bdi(text, FAULT_CHARS);
  return language() !== "en" && has(key) ? [`${t(key)}: `, sentence] : [sentence];
}

/**
 * @param {Seat} seat
 * @param {...(Node | string)} words
 */
function alarm(seat, ...words) {
  return el("p", { class: "alarm-line" }, icon("warning"), badge(seat), el("span", {}, ...words));
}

/**
 * @param {Frame} frame
 * @param {number} most
 */
function rejections({ rejections: list }, most) {
  if (list.length === 0) {
    return [];
  }
  return [
    el("h3", {}, t("rejections"), count(list.length)),
    el(
      "ul",
      { class: "list" },
      ...list.slice(0, most).map((rejection) => el("li", { class: `of-${rejection.seat} rejected` }, sentenceElement(rejection))),
      more(list.length, most),
    ),
  ];
}

/**
 * The events, what one came for first.
 * @param {Frame} frame
 * @param {string[]} remarkable
 * @param {(event: GameEvent) => void} pick
 * @param {number} most
 */
function events({ events: list, turn }, remarkable, pick, most) {
  if (list.length === 0) {
    return el("p", { class: "faint" }, t(turn === 0 ? "the_start" : "nothing_happened"));
  }
  const first = list.filter(({ kind }) => remarkable.includes(kind));
  const rest = list.filter(({ kind }) => !remarkable.includes(kind));
  const item = (/** @type {GameEvent} */ event) =>
    el(
      "li",
      {
        class: `of-${event.seat ?? "none"} ${remarkable.includes(event.kind) ? "remarkable" : ""}`,
        "data-kind": event.kind,
      },
      el("button", { type: "button", onclick: () => pick(event) }, sentenceElement(event)),
    );
  return el(
    "div",
    {},
    el("h3", {}, t("events"), count(list.length)),
    el("ul", { class: "list events" }, ...[...first, ...rest].slice(0, most).map(item), more(list.length, most)),
  );
}

/**
 * @param {Frame} frame
 * @param {Seat} seat
 * @param {Set<string>} open the lists that are open
 * @param {number} most
 */
function orders(frame, seat, open, most) {
  const record = frame.records[SEATS.indexOf(seat)];
  if (!record || frame.turn === 0) {
    return null;
  }
  const id = `orders-${seat}`;
  const { orders: list } = record;
  return el(
    "details",
    { id, open: open.has(id) },
    el("summary", {}, t("orders_of", { seat: seat.toUpperCase(), n: list.length })),
    list.length === 0
      ? el("p", { class: "faint" }, t("orders_none"))
      : el("ul", { class: "list" }, ...list.slice(0, most).map((order) => el("li", { class: `of-${seat}` }, bdi(order, FAULT_CHARS))), more(list.length, most)),
  );
}

/** @param {number} n */
function count(n) {
  return el("span", { class: "count" }, num(n));
}

/**
 * @param {number} length
 * @param {number} most
 */
function more(length, most) {
  return length > most && el("li", { class: "faint" }, t("more", { n: length - most }));
}
