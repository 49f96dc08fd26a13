// A form of a game's or a generator's options.

import { bdi, el, replace } from "./dom.js";
import { has, t } from "./words.js";

/** @typedef {import("./types").Option} Option */

/** Fields for options; only what differs from a default is given out. */
export class OptionFields {
  /**
   * @param {string} id what the fields' ids start with
   * @param {() => void} onChange
   */
  constructor(id, onChange) {
    this.id = id;
    this.onChange = onChange;
    this.element = el("div", { class: "option-fields" });
    /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
    this.fields = new Map();
    /** @type {Option[]} */
    this.options = [];
  }

  /** @param {Option[]} options */
  setOptions(options) {
    this.options = options;
    this.fields = new Map(options.map((option) => [option.name, this.field(option)]));
    replace(this.element, ...options.map((option) => this.row(option)));
  }

  /** @returns {Record<string, string>} */
  values() {
    const changed = this.options.filter((option) => this.value(option) !== option.default);
    return Object.fromEntries(changed.map((option) => [option.name, this.value(option)]));
  }

  /** @param {Option} option */
  value(option) {
    return this.fields.get(option.name)?.value.trim() || option.default;
  }

  /** @param {Option} option */
  row(option) {
    const field = /** @type {HTMLElement} */ (this.fields.get(option.name));
    const [name, help] = [`option_${option.name}`, `option_help_${option.name}`];
    return el(
      "div",
      { class: "field" },
      el("label", { for: field.id, ...(has(name) ? { t: name } : {}) }, has(name) ? null : option.name),
      field,
      el(
        "p",
        { class: "faint", id: `${field.id}-help`, ...(has(help) ? { t: help } : {}) },
        has(help) ? null : bdi(`${option.help} (${option.values})`, 300),
      ),
    );
  }

  /** @param {Option} option */
  field(option) {
    const id = `${this.id}-${option.name}`;
    const common = { id, "aria-describedby": `${id}-help`, onchange: this.onChange };
    const choices = choicesOf(option.values);
    if (!choices) {
      return el("input", { ...common, type: "text", value: option.default, spellcheck: "false", dir: "ltr" });
    }
    const select = el("select", common, ...choices.map((choice) => optionElement(choice)));
    select.value = option.default;
    return select;
  }
}

/** @param {string} choice */
function optionElement(choice) {
  const key = `choice_${choice}`;
  return el("option", { value: choice, ...(has(key) ? { t: key } : {}) }, has(key) ? null : t(choice));
}

/**
 * The words of "this or that"; null of any other sentence.
 * @param {string} values
 */
function choicesOf(values) {
  return /^[a-z-]+( or [a-z-]+)+$/.test(values) ? values.split(" or ") : null;
}
