// Small parts that the forms share.

import { cut, el } from "./dom.js";
import { icon } from "./icons.js";
import { has } from "./words.js";

const TOLD_CHARS = 600;

/**
 * A field under its label.
 * @param {string} key of the label
 * @param {HTMLElement} field
 */
export function row(key, field) {
  return el("div", { class: "field" }, el("label", { for: field.id, t: key }), field);
}

/**
 * @param {string} key of the text
 * @param {() => void} onclick
 * @param {boolean} [isPrimary]
 */
export function button(key, onclick, isPrimary = false) {
  return el("button", { type: "button", class: isPrimary ? "button primary" : "button", t: key, onclick });
}

/**
 * A button that is an icon.
 * @param {string} key of its name
 * @param {import("./icons.js").IconName} name
 * @param {() => void} onclick
 * @param {string} [more] classes
 */
export function iconButton(key, name, onclick, more = "") {
  return el("button", { type: "button", tLabel: key, class: `icon-button ${more}`, onclick }, icon(name));
}

/**
 * A canvas and its name for those who do not see it; a label of its own keeps a tool tip off the board.
 * @param {string} id
 * @param {string} key of the name
 * @param {Record<string, any>} attributes
 */
export function namedCanvas(id, key, attributes) {
  const name = el("span", { class: "visually-hidden", id: `${id}-name`, t: key });
  return { canvas: el("canvas", { id, "aria-labelledby": name.id, ...attributes }), name };
}

/**
 * Tells that a button does nothing now. It can still have the focus, which would be lost if it were disabled.
 * @param {HTMLButtonElement} element
 * @param {boolean} isIdle
 */
export function setIdle(element, isIdle) {
  element.setAttribute("aria-disabled", String(isIdle));
}

/**
 * A button that opens a file, in the words of the page: a browser's own field speaks the browser's language.
 * @param {string} key of the button's text
 * @param {string} accept
 * @param {(file: File) => void} take
 */
export function filePicker(key, accept, take) {
  const input = el("input", { type: "file", accept, hidden: true, tabindex: -1 });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    // The same file again is a change too.
    input.value = "";
    if (file) {
      take(file);
    }
  });
  return el("div", { class: "file-picker" }, button(key, () => input.click()), input);
}

/**
 * A sentence of the page's or of the engine's, in its own direction: the engine's are English.
 * @param {string} text
 */
export function told(text) {
  return el("span", { dir: /[\u0600-\u06ff]/.test(text) ? "rtl" : "ltr" }, cut(text, TOLD_CHARS));
}

/**
 * The choice of a game.
 * @param {import("./types").Game} game
 */
export function gameOption({ id, title }) {
  const key = `game_${id}`;
  return has(key) ? el("option", { value: id, t: key }) : el("option", { value: id }, title);
}
