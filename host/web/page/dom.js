// Elements without markup: all text of the page goes through here, and only as text.

import { onLanguage, t } from "./words.js";

/** Where the key of a text that follows the language is kept, and what it fills. */
const TRANSLATED = /** @type {const} */ ({
  t: "text",
  tLabel: "label",
  tTitle: "title",
  tPlaceholder: "placeholder",
});

/** The most characters of a text from a bot or a file in one line. */
const FOREIGN_CHARS = 80;

/**
 * Makes an element. `t`, `tLabel`, `tTitle` and `tPlaceholder` name texts of the table; what starts with `on` listens.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | false | undefined)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    setAttribute(element, name, value);
  }
  append(element, children);
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {any} value
 */
function setAttribute(element, name, value) {
  if (value === undefined || value === null || value === false) {
    return;
  }
  if (name in TRANSLATED) {
    element.dataset[name] = value;
    translateElement(element);
  } else if (name.startsWith("on") && typeof value === "function") {
    element.addEventListener(name.slice(2), value);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {Element} element
 * @param {(Node | string | null | false | undefined)[]} children
 */
function append(element, children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child);
    }
  }
}

/**
 * Removes all children.
 * @param {Element} element
 */
export function clear(element) {
  element.replaceChildren();
}

/**
 * Puts other children in place of those there are.
 * @param {Element} element
 * @param {...(Node | string | null | false | undefined)} children
 */
export function replace(element, ...children) {
  clear(element);
  append(element, children);
}

/**
 * A text that somebody else wrote: cut, and isolated so that its direction changes nothing around it.
 * @param {string} text
 * @param {number} [most] characters
 */
export function bdi(text, most = FOREIGN_CHARS) {
  const element = el("bdi", {}, cut(text, most));
  if (text.length > most) {
    element.title = cut(text, most * 10);
  }
  return element;
}

/**
 * A text of at most so many characters, without controls and without what turns the writing direction around.
 * @param {string} text
 * @param {number} most
 */
export function cut(text, most) {
  // One character may be two units. What only isolates stays: the table's sentences have it around their parameters.
  const plain = text.slice(0, most * 2 + 2).replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066\u2067]/gu, "\ufffd");
  const characters = Array.from(plain);
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : plain;
}

/** @param {HTMLElement} element */
function translateElement(element) {
  const { t: text, tLabel: label, tTitle: title, tPlaceholder: placeholder } = element.dataset;
  if (text) {
    element.textContent = t(text);
  }
  if (label) {
    element.setAttribute("aria-label", t(label));
    element.title = t(label);
  }
  if (title) {
    element.title = t(title);
  }
  if (placeholder) {
    element.setAttribute("placeholder", t(placeholder));
  }
}

/**
 * Shows every text of the table below `root` in the language of now.
 * @param {ParentNode} root
 */
export function translate(root) {
  /** @type {NodeListOf<HTMLElement>} */
  const elements = root.querySelectorAll("[data-t], [data-t-label], [data-t-title], [data-t-placeholder]");
  elements.forEach(translateElement);
}

onLanguage(() => translate(document));
