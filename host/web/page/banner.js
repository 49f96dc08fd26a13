// What is to be said of the whole replay: what it is of, whether it verifies, what is wrong with it.

import { bdi, el } from "./dom.js";
import { gameName } from "./game_words.js";
import { icon } from "./icons.js";
import { language, t } from "./words.js";

/** @typedef {import("./types").FilmInfo} FilmInfo */

/** The most characters of a sentence about damage. */
const TROUBLE_CHARS = 400;
/** The most characters of the sentence about the outcome. */
const OUTCOME_CHARS = 200;

/**
 * The game, map and seed in a line, with what was found about the replay.
 * @param {FilmInfo} info
 * @param {number} leg
 */
export function titleLine({ game, header, legs, verified, complete }, leg) {
  return el(
    "div",
    { class: "match-line" },
    el("strong", {}, gameName(game)),
    el("span", { class: "faint" }, bdi(legs[leg].map, 40)),
    el("span", { class: "faint" }, `${t("fact_seed")} `, el("code", { dir: "ltr" }, shortSeed(header.seed))),
    verdict(verified, complete),
    header.meter === "none" && el("span", { class: "chip", title: t("fuel_unmetered_long") }, t("not_metered")),
  );
}

/**
 * @param {boolean} verified
 * @param {boolean} complete
 */
function verdict(verified, complete) {
  if (!verified) {
    return el("span", { class: "chip bad", "data-verified": "false" }, icon("warning"), t("unverified"));
  }
  return complete
    ? el("span", { class: "chip good", title: t("verified_long"), "data-verified": "true" }, icon("check"), t("verified"))
    : el("span", { class: "chip bad", title: t("verified_part_long"), "data-verified": "part" }, icon("warning"), t("incomplete"));
}

/**
 * What is wrong with the replay; nothing when all is well.
 * @param {FilmInfo} info
 */
export function troubleBar({ trouble, outcome }) {
  const sentences = [...trouble.map((sentence) => bdi(sentence, TROUBLE_CHARS)), ...(outcome ? [] : [t("outcome_missing")])];
  if (sentences.length === 0) {
    return null;
  }
  return el(
    "div",
    { class: "trouble", role: "status" },
    icon("warning"),
    el("div", {}, el("strong", {}, t("trouble")), el("ul", {}, ...sentences.map((sentence) => el("li", {}, sentence)))),
  );
}

/**
 * How the match came out, as the engine says.
 * @param {FilmInfo} info
 */
export function outcomePill({ outcome }) {
  return el(
    "div",
    { class: `outcome ${outcome?.winner ? `outcome-${outcome.winner}` : ""}`, "data-winner": outcome?.winner ?? "" },
    ...outcomeWords(outcome),
  );
}

/**
 * The engine's sentence, with the result in front where that is in another language.
 * @param {FilmInfo["outcome"]} outcome
 */
function outcomeWords(outcome) {
  if (!outcome) {
    return [t("outcome_missing")];
  }
  const sentence = bdi(outcome.text, OUTCOME_CHARS);
  return language() === "en" ? [sentence] : [`${t(`outcome_${outcome.kind}`, { seat: outcome.winner?.toUpperCase() ?? "" })} · `, sentence];
}

/**
 * A seed without the zeros in front.
 * @param {string} seed
 */
function shortSeed(seed) {
  return seed.slice(0, 40).replace(/^0x0+(?=[0-9a-f])/, "0x");
}
