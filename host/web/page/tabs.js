// Tabs: one of several pages is shown; arrow keys go from one to the next.

import { el } from "./dom.js";

export class Tabs {
  element;
  /** @type {Map<string, {tab: HTMLElement, page: HTMLElement}>} */
  #pages = new Map();
  #shown;
  #chosen;

  /**
   * @param {string} label key of the name of the whole
   * @param {{id: string, t: string, page: HTMLElement}[]} pages
   * @param {(id: string) => void} chosen called when another page is shown
   */
  constructor(label, pages, chosen) {
    this.#chosen = chosen;
    this.#shown = pages[0].id;
    const list = el("div", { role: "tablist", tLabel: label, class: "tabs", onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event) });
    list.removeAttribute("title");
    this.element = el("div", { class: "tabbed" }, list);
    for (const { id, t, page } of pages) {
      const tab = el("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `page-${id}`, t, onclick: () => this.show(id) });
      page.id = `page-${id}`;
      page.setAttribute("role", "tabpanel");
      page.setAttribute("aria-labelledby", tab.id);
      page.tabIndex = 0;
      this.#pages.set(id, { tab, page });
      list.append(tab);
      this.element.append(page);
    }
    this.show(this.#shown);
  }

  get shown() {
    return this.#shown;
  }

  /** @param {string} id */
  show(id) {
    this.#shown = id;
    for (const [other, { tab, page }] of this.#pages) {
      const isShown = other === id;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      page.hidden = !isShown;
    }
    this.#chosen(id);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) {
      return;
    }
    event.preventDefault();
    const ids = [...this.#pages.keys()];
    const onward = document.documentElement.dir === "rtl" ? -step : step;
    const id = ids[(ids.indexOf(this.#shown) + onward + ids.length) % ids.length];
    this.show(id);
    this.#pages.get(id)?.tab.focus();
  }
}
