// The card over the board that tells all that is known of a cell.

import { cell as coordinates } from "./cell_words.js";
import { cut, el, replace } from "./dom.js";
import { iconButton } from "./form_parts.js";
import { SEATS, same } from "./grid.js";
import { describeCell } from "./scenes.js";
import { sentence } from "./sentences.js";
import { t } from "./words.js";

/** @typedef {import("./types").Cell} Cell */
/** @typedef {import("./types").Frame} Frame */
/** @typedef {import("./film.js").FilmReader} FilmReader */

/** The most events of a cell that are listed. */
const EVENTS_MAX = 6;
/** The most characters of a line. */
const LINE_CHARS = 200;

export class CellCard {
  #lines = el("ul", {});
  #title = el("strong", {});
  #close;
  element;

  /** @param {() => void} unpin */
  constructor(unpin) {
    this.#close = iconButton("unpin", "close", unpin, "small");
    // Read aloud only while cells are walked through by keyboard.
    this.element = el("div", { class: "cell-card" }, el("div", { class: "cell-head" }, this.#title, this.#close), this.#lines);
    this.hide();
  }

  hide() {
    this.element.hidden = true;
  }

  /**
   * @param {FilmReader} film
   * @param {Frame} frame
   * @param {Cell} cell
   * @param {import("./types").SceneOptions} options
   * @param {boolean} pinned
   */
  show(film, frame, cell, options, pinned) {
    const lines = cellLines(film, frame, cell, options);
    this.#title.textContent = t("cell", { x: cell.x, y: cell.y });
    replace(this.#lines, ...lines.map((line) => el("li", {}, cut(line, LINE_CHARS))));
    this.#close.hidden = !pinned;
    this.element.classList.toggle("pinned", pinned);
    this.element.hidden = false;
  }
}

/**
 * @param {FilmReader} film
 * @param {Frame} frame
 * @param {Cell} cell
 * @param {import("./types").SceneOptions} options
 * @returns {string[]}
 */
export function cellLines(film, frame, cell, options) {
  const { layout, size } = film.info.legs[frame.leg];
  const index = cell.y * size.width + cell.x;
  const here = frame.events.filter((event) => same(event.at, cell) || (event.other && same(event.other, cell)));
  return [
    ...describeCell(film.info.game.id, frame, layout, cell, options),
    ...sightings(film, frame, index, options),
    ...here.slice(0, EVENTS_MAX).map(sentence),
  ];
}

/**
 * When each team saw the cell last, as far as the fog of now may tell.
 * @param {FilmReader} film
 * @param {Frame} frame
 * @param {number} index
 * @param {import("./types").SceneOptions} options
 */
function sightings(film, frame, index, { seenBy }) {
  const seats = SEATS.filter((seat) => seenBy === "all" || seenBy === seat);
  return seats.flatMap((seat) => {
    const seen = film.known(frame.leg, frame.turn, seat).seen[index];
    if (seen === undefined) {
      return [];
    }
    const about = { seat: seat.toUpperCase(), turn: seen - 1 };
    return [seen === 0 ? t("never_seen", about) : t("last_seen", about)];
  });
}

/**
 * A cell and what is there, as one text.
 * @param {Cell} cell
 * @param {string[]} lines
 */
export function spoken(cell, lines) {
  return `${coordinates(cell)}: ${lines.join("; ")}`;
}
