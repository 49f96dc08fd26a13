// The help sheet: every key and what it does.

import { el, replace } from "./dom.js";
import { icon } from "./icons.js";
import { onLanguage, t } from "./words.js";

/** @typedef {import("./keyboard.js").Shortcut} Shortcut */

export class HelpSheet {
  #dialog = el("dialog", { class: "sheet", "aria-labelledby": "help-title" });
  /** @type {Shortcut[]} */
  #shortcuts = [];

  constructor() {
    document.body.append(this.#dialog);
    this.#dialog.addEventListener("click", (event) => {
      // A press on the backdrop is one on the dialog itself.
      if (event.target === this.#dialog) {
        this.#dialog.close();
      }
    });
    this.#dialog.addEventListener("keydown", (event) => {
      if (event.key === "?") {
        this.#dialog.close();
      }
    });
    onLanguage(() => this.#fill());
  }

  /** @param {Shortcut[]} shortcuts */
  set shortcuts(shortcuts) {
    this.#shortcuts = shortcuts;
    this.#fill();
  }

  open() {
    if (!this.#dialog.open) {
      this.#dialog.showModal();
    }
  }

  #fill() {
    replace(
      this.#dialog,
      el(
        "div",
        { class: "sheet-head" },
        el("h2", { id: "help-title" }, t("help")),
        el("button", { type: "button", class: "icon-button", "aria-label": t("close"), title: t("close"), onclick: () => this.#dialog.close() }, icon("close")),
      ),
      el("dl", { class: "keys" }, ...this.#shortcuts.flatMap(({ show, help }) => [el("dt", { dir: "ltr" }, ...show.map((key) => el("kbd", {}, key))), el("dd", {}, t(help))])),
      el("p", { class: "faint" }, t("help_shift")),
      el("p", {}, t("help_mouse")),
    );
  }
}
