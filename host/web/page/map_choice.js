// Chooses a map: one that comes with the game, one from a seed, one's own, or an empty board.

import { Board } from "./board.js";
import { bundled_map, generate_map, read_map } from "./botpit_web.js";
import { bdi, el, replace } from "./dom.js";
import { messageOf } from "./errors.js";
import { nameOfFile, readFile, takeDrops } from "./files.js";
import { filePicker, namedCanvas, row, told } from "./form_parts.js";
import { OptionFields } from "./option_fields.js";
import { sceneOf } from "./scenes.js";
import { seedOf } from "./seed.js";
import { stillFrame } from "./still_frame.js";
import { has, language, num, onLanguage, t } from "./words.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").MapInfo} MapInfo */
/** What a match is told of its map. */
/** @typedef {{bundled: string} | {generated: {first: string, settings: Record<string, string>}}
 *   | {text: string, name: string}} MapSpec */
/** @typedef {"bundled" | "seed" | "own"} Source */

const MAP_BYTES_MAX = 4 << 20;
/** Typing is followed by one look at the map, not by one for each letter. */
const TYPING_MS = 250;

/** A form that chooses a map, with a look at it. */
export class MapChoice {
  /**
   * @param {string} id what the fields' ids start with
   * @param {{onGame?: (game: string) => void, onChange?: () => void}} listeners `onGame` hears that the user's own map
   *   is of another game than the form's
   */
  constructor(id, listeners = {}) {
    this.id = id;
    this.listeners = listeners;
    /** @type {Game | null} */
    this.game = null;
    /** @type {Source} */
    this.source = "bundled";
    /** @type {MapInfo | null} */
    this.info = null;
    this.problem = "";
    this.ownName = "own";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.typing = undefined;

    this.bundled = el("select", { id: `${id}-bundled`, onchange: () => this.look() });
    this.seed = el("input", {
      id: `${id}-seed`, type: "text", inputmode: "numeric", value: "1", dir: "ltr", oninput: () => this.lookSoon(),
    });
    this.generator = new OptionFields(`${id}-generator`, () => this.look());
    this.text = el("textarea", {
      id: `${id}-text`, rows: 8, spellcheck: "false", dir: "ltr", class: "mono", tPlaceholder: "map_paste_here",
      oninput: () => this.lookSoon(),
    });
    const { canvas, name } = namedCanvas(`${id}-preview`, "map_preview", { class: "map-preview", role: "img" });
    this.canvas = canvas;
    this.board = new Board(this.canvas, {});
    this.about = el("div", { class: "map-about", "aria-live": "polite" });
    this.parts = this.makeParts();
    this.element = this.makeElement(name);
    onLanguage(() => this.languageChanged());
  }

  languageChanged() {
    if (this.game) {
      this.nameBundled(this.game);
    }
    this.tell();
  }

  /** @param {Game} game */
  nameBundled(game) {
    const { value } = this.bundled;
    replace(this.bundled, ...game.maps.map((map) => el("option", { value: map.name }, bundledWords(map))));
    if (game.maps.some((map) => map.name === value)) {
      this.bundled.value = value;
    }
  }

  /** @param {Game} game */
  setGame(game) {
    if (this.game?.id === game.id) {
      return;
    }
    this.game = game;
    this.nameBundled(game);
    this.generator.setOptions(game.generator);
    this.look();
  }

  /** The map as a match takes it; null while there is none that can be played. @returns {MapSpec | null} */
  spec() {
    if (!this.info) {
      return null;
    }
    switch (this.source) {
      case "bundled":
        return { bundled: this.bundled.value };
      case "seed":
        return { generated: { first: seedOf(this.seed.value).toString(), settings: this.generator.values() } };
      case "own":
        return { text: this.text.value, name: this.ownName };
    }
  }

  /** @param {import("./types").MapText} map */
  use({ name, text }) {
    this.ownName = name;
    this.text.value = text;
    this.choose("own");
  }

  /** Shows the map in the canvas of now, after the form came into view. */
  resize() {
    this.board.resize();
    this.draw();
  }

  makeParts() {
    const options = el("details", {}, el("summary", { t: "map_generator" }), this.generator.element);
    const picker = filePicker("map_file", ".toml,.txt,.map", (file) => this.open(file));
    const own = el("div", { class: "map-own" }, row("map_text", this.text), picker);
    takeDrops(own, (file) => this.open(file));
    return {
      bundled: row("map_bundled", this.bundled),
      seed: el("div", {}, row("map_seed", this.seed), options),
      own,
    };
  }

  /** @param {HTMLElement} previewName */
  makeElement(previewName) {
    const radio = (/** @type {Source} */ source) =>
      el(
        "label",
        { class: "radio" },
        el("input", {
          type: "radio", name: `${this.id}-source`, value: source, checked: source === this.source,
          onchange: () => this.choose(source),
        }),
        el("span", { t: `map_from_${source}` }),
      );
    const radios = el("div", { class: "radios", role: "radiogroup", tLabel: "map_source" }, radio("bundled"), radio("seed"), radio("own"));
    this.radios = radios;
    const element = el(
      "div",
      { class: "map-choice" },
      el("div", { class: "map-fields" }, radios, ...Object.values(this.parts)),
      el("div", { class: "map-look" }, previewName, this.canvas, this.about),
    );
    this.showParts();
    return element;
  }

  /** @param {Source} source */
  choose(source) {
    this.source = source;
    this.showParts();
    this.look();
  }

  showParts() {
    for (const [source, part] of Object.entries(this.parts)) {
      part.hidden = source !== this.source;
    }
    this.radios?.querySelectorAll("input").forEach((radio) => (radio.checked = radio.value === this.source));
  }

  /** @param {File} file */
  async open(file) {
    try {
      const bytes = await readFile(file, MAP_BYTES_MAX);
      this.use({ name: nameOfFile(file.name), text: new TextDecoder().decode(bytes) });
    } catch (error) {
      this.problem = messageOf(error);
      this.tell();
    }
  }

  lookSoon() {
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.look(), TYPING_MS);
  }

  /** Reads the chosen map, and shows it. */
  look() {
    clearTimeout(this.typing);
    const game = this.game;
    if (!game) {
      return;
    }
    [this.info, this.problem] = this.read(game);
    if (this.info && this.info.game !== game.id) {
      this.listeners.onGame?.(this.info.game);
    }
    this.draw();
    this.tell();
    this.listeners.onChange?.();
  }

  /**
   * @param {Game} game
   * @returns {[MapInfo | null, string]} the map, or why there is none
   */
  read(game) {
    if (this.source === "own" && this.text.value.trim() === "") {
      return [null, t("map_none")];
    }
    try {
      return [JSON.parse(this.readText(game)), ""];
    } catch (error) {
      return [null, messageOf(error)];
    }
  }

  /** @param {Game} game */
  readText(game) {
    switch (this.source) {
      case "bundled":
        return bundled_map(game.id, this.bundled.value);
      case "seed":
        return generate_map(game.id, seedOf(this.seed.value), JSON.stringify(this.generator.values()));
      case "own":
        return read_map(this.ownName, new TextEncoder().encode(this.text.value));
    }
  }

  draw() {
    this.canvas.hidden = !this.info;
    if (this.info) {
      const { game, state, layout } = this.info;
      this.board.show(sceneOf(game, stillFrame(state), layout, { seenBy: "all" }));
      this.board.fit();
    }
  }

  tell() {
    if (!this.info) {
      replace(this.about, el("p", { class: "problem", role: "status" }, told(this.problem)));
      return;
    }
    replace(this.about, el("p", {}, el("strong", {}, bdi(this.info.name)), " ", mapWords(this.info)), findingList(this.info));
  }
}

/**
 * What of a map's findings is a warning.
 * @param {MapInfo} info
 */
function findingList(info) {
  const warnings = info.findings.filter((finding) => finding.severity === "warning");
  return warnings.length > 0 && el("ul", { class: "findings" }, ...warnings.map((one) => el("li", {}, told(one.text))));
}

/**
 * The figures of a map in a few words.
 * @param {Pick<MapInfo, "size" | "turns" | "figures" | "symmetry">} info
 */
export function mapWords({ size, turns, figures, symmetry }) {
  const of = figures.map(({ count, name }) => `${num(count)} ${figureWord(name)}`);
  const even = symmetry ? t(`symmetry_${symmetry}`) : t("symmetry_none");
  return [`${num(size.width)}×${num(size.height)}`, t("map_turns", { n: turns }), ...of, even].join(t("list_comma"));
}

/** @param {string} name */
function figureWord(name) {
  const key = `figure_${name.replaceAll(" ", "_")}`;
  return has(key) ? t(key) : name;
}

/** @param {Game["maps"][number]} map */
function bundledWords({ name, width, height, about }) {
  const size = `${name} (${num(width)}×${num(height)})`;
  // What maps say of themselves is in English.
  return language() === "en" ? `${size}: ${about}` : size;
}
