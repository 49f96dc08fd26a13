// The bar under the board: play, steps, speed, jumps.

import { el, replace } from "./dom.js";
import { iconButton } from "./form_parts.js";
import { setIcon } from "./icons.js";
import { SPEEDS } from "./player.js";
import { westernDigits } from "./seed.js";
import { has, num, t } from "./words.js";

/**
 * @typedef {{
 *   toggle(): void,
 *   step(turns: number): void,
 *   toStart(): void,
 *   toEnd(): void,
 *   setSpeed(speed: number): void,
 *   goToTurn(turn: number): void,
 *   goToLeg(leg: number): void,
 *   chooseJump(kind: string): void,
 *   jump(direction: 1 | -1): void,
 * }} TransportActions
 */

export class Transport {
  element;
  #play;
  #speed;
  #turn;
  #turns;
  #leg;
  #jump;
  #legs;
  #kinds;
  /** The number in the turn's field before anybody typed. */
  #written = "0";
  #hidesCounts = false;

  /**
   * @param {import("./film.js").FilmReader} film
   * @param {TransportActions} actions
   */
  constructor(film, actions) {
    this.#legs = film.info.legs;
    this.#kinds = [...film.places].map(([kind, places]) => ({ kind, count: places.length }));
    this.#play = iconButton("play", "play", actions.toggle, "play-button");
    this.#speed = el("select", { tLabel: "speed", dir: "ltr", onchange: () => actions.setSpeed(Number(this.#speed.value)) });
    const go = () => actions.goToTurn(numberIn(this.#turn.value));
    this.#turn = el("input", {
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      tLabel: "turn_go",
      class: "turn-input",
      onchange: go,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter" || event.key === "Escape") {
          event.preventDefault();
          this.#turn.value = event.key === "Enter" ? this.#turn.value : this.#written;
          go();
        }
      },
    });
    this.#turns = el("span", { class: "faint" });
    this.#leg = el("select", { tLabel: "leg", onchange: () => actions.goToLeg(Number(this.#leg.value)) });
    this.#leg.hidden = film.info.legs.length < 2;
    this.#jump = el("select", { tLabel: "jump", onchange: () => actions.chooseJump(this.#jump.value) });
    this.element = el(
      "div",
      { class: "transport", role: "toolbar", "aria-orientation": "horizontal", tLabel: "transport" },
      el(
        "div",
        { class: "group", dir: "ltr" },
        iconButton("to_start", "toStart", actions.toStart, "rare"),
        iconButton("step_back", "stepBack", () => actions.step(-1)),
        this.#play,
        iconButton("step_on", "stepOn", () => actions.step(1)),
        iconButton("to_end", "toEnd", actions.toEnd, "rare"),
      ),
      el("div", { class: "group turn-group", dir: "ltr" }, this.#turn, this.#turns),
      el("div", { class: "group" }, this.#leg, this.#speed),
      el(
        "div",
        { class: "group jump-group", dir: "ltr" },
        iconButton("step_back", "previous", () => actions.jump(-1), "jump-back"),
        this.#jump,
        iconButton("step_on", "next", () => actions.jump(1), "jump-on"),
      ),
    );
    this.element.removeAttribute("title");
    this.retranslate();
  }

  /** Writes what depends on the language. */
  retranslate() {
    const { value: speed } = this.#speed;
    replace(this.#speed, ...SPEEDS.map((value) => option(String(value), `${num(value)}×`)));
    this.#speed.value = speed || "1";
    const { value: kind } = this.#jump;
    const kinds = this.#kinds.map(({ kind: name, count }) => option(name, this.#hidesCounts ? kindName(name) : `${kindName(name)} (${num(count)})`));
    replace(this.#jump, option("", t("kind_all")), ...kinds);
    this.#jump.value = kind;
    replace(this.#leg, ...this.#legs.map(({ map }, leg) => option(String(leg), legName(leg, this.#legs.length, map))));
    this.#nameJumps();
  }

  /**
   * @param {import("./player.js").Player} player
   */
  update(player) {
    const { leg, turn } = player.position;
    const state = player.playing ? "pause" : player.atEnd && turn > 0 ? "play_again" : "play";
    if (this.#play.dataset.tLabel !== state) {
      this.#play.dataset.tLabel = state;
      this.#play.setAttribute("aria-label", t(state));
      this.#play.title = t(state);
      setIcon(this.#play, player.playing ? "pause" : state === "play_again" ? "again" : "play");
    }
    this.#speed.value = String(player.speed);
    this.#leg.value = String(leg);
    if (document.activeElement !== this.#turn) {
      this.#written = this.#turn.value = num(turn);
    }
    this.#turns.textContent = `/ ${num(this.#legs[leg].turns)}`;
  }

  /**
   * In a team's view it is not told how often something happens.
   * @param {boolean} hides
   */
  hideCounts(hides) {
    this.#hidesCounts = hides;
    this.retranslate();
  }

  /** @param {string} kind */
  showJump(kind) {
    this.#jump.value = kind;
    this.#nameJumps();
  }

  /** Puts the cursor where a turn's number is typed. */
  focusTurn() {
    this.#turn.focus();
    this.#turn.select();
  }

  #nameJumps() {
    const what = this.#jump.value ? kindName(this.#jump.value) : t("kind_all");
    for (const [name, key] of [["jump-back", "jump_previous"], ["jump-on", "jump_next"]]) {
      const arrow = /** @type {HTMLElement} */ (this.element.querySelector(`.${name}`));
      delete arrow.dataset.tLabel;
      arrow.title = t(key, { what });
      arrow.setAttribute("aria-label", arrow.title);
    }
  }
}

/**
 * A kind of event in words; one that the page does not know is shown as it is.
 * @param {string} kind
 */
export function kindName(kind) {
  return has(`kind_${kind}`) ? t(`kind_${kind}`) : kind;
}

/**
 * @param {number} leg
 * @param {number} legs
 * @param {string} map
 */
export function legName(leg, legs, map) {
  return t("leg_of", { leg: leg + 1, legs, map: map.slice(0, 40) });
}

/**
 * @param {string} value
 * @param {string} text
 */
function option(value, text) {
  return el("option", { value }, text);
}

/**
 * The number that was typed; none where there is no digit.
 * @param {string} text
 */
function numberIn(text) {
  return Number(westernDigits(text).replace(/[^0-9]/g, "") || NaN);
}
