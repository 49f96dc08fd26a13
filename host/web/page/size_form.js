// The form of a map's size.

import { el } from "./dom.js";
import { row } from "./form_parts.js";

/** @typedef {import("./types").Size} Size */

/** Two fields and a button. */
export class SizeForm {
  /**
   * @param {string} id what the fields' ids start with
   * @param {string} key of the button's text
   * @param {(size: Size) => void} use
   */
  constructor(id, key, use) {
    this.width = side(`${id}-width`);
    this.height = side(`${id}-height`);
    this.element = el(
      "form",
      {
        class: "edit-size",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          use({ width: this.width.valueAsNumber, height: this.height.valueAsNumber });
        },
      },
      row("edit_width", this.width),
      row("edit_height", this.height),
      el("button", { type: "submit", class: "button", t: key }),
    );
  }

  /** @param {import("./editor_map").EditorGame} game whose boards may be of that size */
  setGame({ symmetry }) {
    // Both halves have as many columns.
    this.width.step = symmetry === "left-right" ? "2" : "1";
    this.width.min = this.width.step;
  }

  /** @param {Size} size */
  setSize({ width, height }) {
    this.width.value = String(width);
    this.height.value = String(height);
  }
}

/** @param {string} id */
function side(id) {
  return el("input", { id, type: "number", min: 1, max: 100, required: true });
}
