// Chooses who plays one side: a bot that comes with Botpit, a file, or a person.

import { el, replace } from "./dom.js";
import { messageOf } from "./errors.js";
import { readFile, takeDrops } from "./files.js";
import { filePicker, row } from "./form_parts.js";
import { has, onLanguage, t } from "./words.js";

/** @typedef {import("./types").Seat} Seat */
/** A bot that comes with Botpit. */
/** @typedef {{name: string, game: string, about: string, file: string}} BuiltIn */
/** @typedef {{kind: "builtin", bot: BuiltIn} | {kind: "file", name: string, bytes: Uint8Array} | {kind: "hand"}} Player */

const BOT_BYTES_MAX = 16 << 20;
const HAND = "hand";
const FILE = "file";

/** A form that chooses one side's player. */
export class SeatChoice {
  /**
   * @param {Seat} seat
   * @param {{onChange(): void, fail(text: string): void}} page
   */
  constructor(seat, page) {
    this.page = page;
    /** @type {BuiltIn[]} */
    this.builtIns = [];
    /** @type {Extract<Player, {kind: "file"}> | null} */
    this.ownFile = null;
    const id = `seat-${seat}`;
    this.select = el("select", { id, onchange: () => page.onChange() });
    this.element = el(
      "fieldset",
      { class: "seat-choice" },
      el("legend", { class: `seat-${seat}`, t: `play_seat_${seat}` }),
      row("play_player", this.select),
      filePicker("play_own_bot", ".wasm,application/wasm", (file) => this.open(file)),
      el("p", { class: "faint", t: "play_drop_bot" }),
    );
    takeDrops(this.element, (file) => this.open(file));
    onLanguage(() => this.fill());
  }

  /**
   * @param {BuiltIn[]} builtIns of the chosen game
   * @param {number} first which of them is the first choice
   */
  setBuiltIns(builtIns, first) {
    const before = this.select.value;
    this.builtIns = builtIns;
    this.fill();
    const stays = [HAND, FILE].includes(before) && this.hasOption(before);
    this.select.value = stays ? before : (builtIns[Math.min(first, builtIns.length - 1)]?.name ?? HAND);
  }

  /** @returns {Player} */
  player() {
    const { value } = this.select;
    if (value === FILE && this.ownFile) {
      return this.ownFile;
    }
    const bot = this.builtIns.find((one) => one.name === value);
    return bot ? { kind: "builtin", bot } : { kind: "hand" };
  }

  /** @param {Player} player */
  setPlayer(player) {
    if (player.kind === "file") {
      this.ownFile = player;
      this.fill();
    }
    this.select.value = player.kind === "builtin" ? player.bot.name : player.kind;
  }

  /** Chooses the first bot that there is. */
  chooseFirst() {
    this.select.selectedIndex = 0;
  }

  fill() {
    const option = (/** @type {string} */ value, /** @type {Record<string, string>} */ attributes, /** @type {string} */ text = "") =>
      el("option", { value, ...attributes }, text);
    const { value } = this.select;
    replace(
      this.select,
      ...this.builtIns.map((bot) => option(bot.name, {}, botWords(bot))),
      this.ownFile && option(FILE, {}, t("play_file", { name: this.ownFile.name })),
      option(HAND, { t: "play_by_hand" }),
    );
    if (this.hasOption(value)) {
      this.select.value = value;
    }
  }

  /** @param {string} value */
  hasOption(value) {
    return Array.from(this.select.options).some((option) => option.value === value);
  }

  /** @param {File} file */
  async open(file) {
    try {
      this.useFile(file.name, await readFile(file, BOT_BYTES_MAX));
    } catch (error) {
      this.page.fail(messageOf(error));
    }
  }

  /**
   * @param {string} name
   * @param {Uint8Array} bytes
   */
  useFile(name, bytes) {
    this.setPlayer({ kind: "file", name, bytes });
    this.page.onChange();
  }
}

/** @param {BuiltIn} bot */
function botWords({ name, about }) {
  const key = `bot_${name}`;
  return `${name}: ${has(key) ? t(key) : about}`;
}
