// How events and rejections read: in English as the engine says, in Persian from the table by kind and reason.

import { cell } from "./cell_words.js";
import { cut, el } from "./dom.js";
import { DIRECTIONS, opponent, playerName } from "./grid.js";
import { has, language, t } from "./words.js";

/** @typedef {import("./types").GameEvent} GameEvent */
/** @typedef {import("./types").Rejection} Rejection */

/** The most characters of a sentence. */
const SENTENCE_CHARS = 200;

/**
 * @param {GameEvent | Rejection} happened
 * @returns {string}
 */
export function sentence(happened) {
  if (language() === "en") {
    return happened.text;
  }
  return "kind" in happened ? eventSentence(happened) : rejectionSentence(happened);
}

/**
 * The sentence as an element that knows its own direction.
 * @param {GameEvent | Rejection} happened
 */
export function sentenceElement(happened) {
  const text = sentence(happened);
  const dir = text === happened.text ? "ltr" : "rtl";
  return el("bdi", { dir }, cut(text, SENTENCE_CHARS));
}

/** @param {GameEvent} event */
function eventSentence({ kind, reason, seat, player, at, other, value = 0, text }) {
  const key = `event_${kind}${reason ? `_${reason}` : ""}`;
  if (!has(key)) {
    return text;
  }
  const mate = seat ? playerName(seat, value) : "";
  const foe = seat ? playerName(opponent(seat), value) : "";
  return t(key, {
    who: seat === undefined || player === undefined ? "" : playerName(seat, player),
    at: cell(at),
    other: other ? cell(other) : "",
    direction: t(`direction_${DIRECTIONS[value] ?? "up"}`),
    value,
    mate,
    foe,
  });
}

/** @param {Rejection} rejection */
function rejectionSentence({ reason, seat, player, text }) {
  const key = `rejection_${reason}`;
  return has(key) ? t(key, { who: playerName(seat, player), seat: seat.toUpperCase() }) : text;
}
