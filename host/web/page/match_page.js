// What was played: bots, map, seed, limits, versions, outcome.

import { bdi, cut, el, replace } from "./dom.js";
import { saveFile } from "./files.js";
import { gameName } from "./game_words.js";
import { SEATS } from "./grid.js";
import { icon } from "./icons.js";
import { badge } from "./scoreboard.js";
import { bytesWords, num, t } from "./words.js";
import { version } from "./botpit_web.js";

/** @typedef {import("./film.js").FilmReader} FilmReader */
/** @typedef {import("./types").Facts} Facts */
/** @typedef {[label: string, value: Node | string]} Fact */

/** The most characters of an option or a policy. */
const VALUE_CHARS = 200;
/** The most characters of a map's text. */
const MAP_CHARS = 40000;

/**
 * @param {HTMLElement} page
 * @param {FilmReader} film
 * @param {number} leg
 */
export function showMatch(page, film, leg) {
  const { info } = film;
  replace(
    page,
    section("facts_match", matchFacts(film, leg)),
    ...fileFacts(info),
    el("details", {}, el("summary", {}, t("fact_text")), el("pre", { class: "log", dir: "ltr", tabindex: "0", role: "region", "aria-label": t("fact_text") }, multiline(film.mapText(leg)))),
    el("button", { type: "button", class: "button", onclick: () => saveFile(film.name, film.bytes) }, icon("save"), t("save_replay")),
  );
}

/**
 * What a file says of itself, whether its states can be computed or not.
 * @param {Facts} facts
 */
export function fileFacts(facts) {
  return [
    ...SEATS.map((seat, index) => bot(facts, seat, index)),
    totals(facts),
    section("facts_limits", Object.entries(facts.header.limits).map(([name, value]) => [name, limit(name, value)])),
    section("facts_versions", versions(facts)),
  ];
}

/**
 * @param {FilmReader} film
 * @param {number} leg
 * @returns {Fact[]}
 */
function matchFacts({ info, name }, leg) {
  const { legs, game } = info;
  const { size, map, turns } = legs[leg];
  return [
    [t("fact_file"), bdi(name)],
    [t("fact_game"), gameName(game)],
    [t("fact_map"), bdi(map)],
    [t("fact_size"), code(`${size.width} × ${size.height}`)],
    [t("fact_turns"), num(turns)],
    ...playedFacts(info),
  ];
}

/**
 * @param {Facts} facts
 * @returns {Fact[]}
 */
function playedFacts({ header, outcome }) {
  return [
    [t("fact_outcome"), outcome ? bdi(outcome.text, VALUE_CHARS) : t("outcome_missing")],
    [t("fact_seed"), code(header.seed)],
    [t("fact_options"), settings(header.options)],
    [t("fact_policy"), settings(header.policy)],
  ];
}

/**
 * What can be told of a replay that cannot be shown.
 * @param {Facts} facts
 */
export function toldFacts(facts) {
  return el("div", { class: "page panel told" }, section("facts_match", playedFacts(facts)), ...fileFacts(facts));
}

/**
 * @param {Facts} facts
 * @param {import("./types").Seat} seat
 * @param {number} index
 */
function bot({ header, embedded }, seat, index) {
  const { name, team_name: team, sha256 } = header.bots[index];
  return el(
    "section",
    {},
    el("h3", {}, badge(seat), " ", t("seat", { seat: seat.toUpperCase() })),
    definitions([
      [t("fact_name"), bdi(name)],
      [t("fact_team"), team ? bdi(team) : t("none")],
      [t("fact_sha"), code(sha256)],
      [t("fact_embedded"), t(embedded[index] ? "yes" : "no")],
    ]),
  );
}

/** @param {Facts} facts */
function totals({ totals: both, header }) {
  const names = /** @type {(keyof import("./types").Totals)[]} */ (Object.keys(both[0]));
  const metered = header.meter !== "none";
  const shown = names.filter((name) => metered || !name.includes("fuel"));
  const value = (/** @type {keyof import("./types").Totals} */ name, /** @type {number} */ index) =>
    name === "memory" ? bytesWords(both[index][name]) : num(both[index][name]);
  return el(
    "section",
    {},
    el("h3", {}, t("facts_totals")),
    el(
      "table",
      { class: "totals" },
      el("thead", {}, el("tr", {}, el("td", {}), ...SEATS.map((seat) => el("th", { scope: "col" }, badge(seat))))),
      el("tbody", {}, ...shown.map((name) => el("tr", {}, el("th", { scope: "row" }, t(`total_${name}`)), ...SEATS.map((_seat, index) => el("td", {}, value(name, index)))))),
    ),
    !metered && el("p", { class: "faint" }, t("fuel_unmetered_long")),
  );
}

/**
 * @param {Facts} facts
 * @returns {Fact[]}
 */
function versions({ header }) {
  const { sandbox } = header;
  return [
    [t("fact_ruleset"), code(`${header.ruleset} ${header.ruleset_version}`)],
    [t("fact_botpit"), code(header.botpit)],
    [t("fact_abi"), num(header.abi)],
    [t("fact_format"), num(header.format)],
    [t("fact_meter"), header.meter === "none" ? t("fuel_unmetered") : code(header.meter)],
    ...(sandbox ? [/** @type {Fact} */ ([t("fact_sandbox"), code(`wasmtime ${sandbox.wasmtime}, ${sandbox.triple}, ${sandbox.config}`)])] : []),
    [t("fact_viewer"), code(version())],
  ];
}

/**
 * @param {string} title
 * @param {Fact[]} list
 */
function section(title, list) {
  return el("section", {}, el("h3", {}, t(title)), definitions(list));
}

/** @param {Fact[]} list */
function definitions(list) {
  return el("dl", { class: "facts" }, ...list.flatMap(([label, value]) => [el("dt", {}, label), el("dd", {}, value)]));
}

/** @param {string} text */
function code(text) {
  return el("code", { dir: "ltr" }, cut(text, VALUE_CHARS));
}

/** @param {Record<string, unknown>} values */
function settings(values) {
  const words = Object.entries(values).map(([name, value]) => `${name.replaceAll("_", "-")} = ${typeof value === "string" ? value : JSON.stringify(value)}`);
  return words.length === 0 ? t("none") : code(words.join(", "));
}

/**
 * @param {string} name
 * @param {number} value
 */
function limit(name, value) {
  return name.includes("bytes") ? bytesWords(value) : num(value);
}

/** @param {string} text */
function multiline(text) {
  return text.slice(0, MAP_CHARS).split("\n").map((line) => cut(line, 1000)).join("\n");
}
