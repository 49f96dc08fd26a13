// The help sheet: every key of the section that is shown, and what it does.

import { el, replace } from "./dom.js";
import { HELP_PAGES } from "./help_pages.js";
import { icon } from "./icons.js";
import { onLanguage, t } from "./words.js";

export class HelpSheet {
  #dialog = el("dialog", { class: "sheet", "aria-labelledby": "help-title" });
  /** @type {import("./help_pages.js").HelpPage} */
  #page = HELP_PAGES.view;

  constructor() {
    document.body.append(this.#dialog);
    this.#dialog.addEventListener("click", (event) => {
      // A press on the backdrop is one on the dialog itself.
      if (event.target === this.#dialog) {
        this.#dialog.close();
      }
    });
    this.#dialog.addEventListener("keydown", (event) => {
      // A sheet that was just closed may have the focus for a moment more.
      if (event.key === "?" && this.#dialog.open) {
        // The page would open it again.
        event.preventDefault();
        this.#dialog.close();
      }
    });
    onLanguage(() => this.#fill());
  }

  /** @param {keyof typeof HELP_PAGES} section */
  open(section) {
    this.#page = HELP_PAGES[section];
    this.#fill();
    if (!this.#dialog.open) {
      this.#dialog.showModal();
    }
  }

  #fill() {
    const { about, keys, notes } = this.#page;
    replace(
      this.#dialog,
      el(
        "div",
        { class: "sheet-head" },
        el("h2", { id: "help-title" }, t("help")),
        el("button", { type: "button", class: "icon-button", "aria-label": t("close"), title: t("close"), onclick: () => this.#dialog.close() }, icon("close")),
      ),
      el("p", {}, t(about)),
      el("dl", { class: "keys" }, ...keys.flatMap(({ show, help }) => [el("dt", { dir: "ltr" }, ...show.map((key) => el("kbd", {}, key))), el("dd", {}, t(help))])),
      ...notes.map((note) => el("p", { class: "faint" }, t(note))),
    );
  }
}
