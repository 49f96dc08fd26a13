// Play by hand: one team's view, and orders from keys, mouse and touch.

import { Board } from "./board.js";
import { Stopped } from "./bot.js";
import { ZOOM_STEP } from "./camera.js";
import { bdi, el, replace } from "./dom.js";
import { button, namedCanvas, setIdle } from "./form_parts.js";
import { ARROWS, SEATS, cellBeyond, same } from "./grid.js";
import { captureTheFlagByHand } from "./hand_capture_the_flag.js";
import { goldHunterByHand } from "./hand_gold_hunter.js";
import { HandMemory } from "./hand_memory.js";
import { describeCell, sceneOf } from "./scenes.js";
import { sentenceElement } from "./sentences.js";
import { wantsStillness } from "./theme.js";
import { num, onLanguage, t } from "./words.js";

/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./types").Cell} Cell */
/** @typedef {import("./types").Direction} Direction */
/** @typedef {import("./types").Frame} Frame */
/** @typedef {import("./types").Layout} Layout */
/** @typedef {{player: number, kind: "rotate" | "move" | "fire", direction?: Direction}} Order */
/** A player of the team as the list shows it. */
/** @typedef {{id: number, name: string, at: Cell, canAct: boolean, status: string[]}} Figure */
/**
 * What a game needs to be played by hand. States are those that the team may know; `remembers` tells that a team learns
 * the map only by seeing it.
 * @typedef {{
 *   fires: boolean,
 *   remembers: boolean,
 *   rules: string,
 *   figures(state: any, seat: Seat): Figure[],
 *   order(state: any, seat: Seat, player: number, input: Direction | "fire"): Order | null,
 *   path(state: any, seat: Seat, order: Order): import("./types").Path,
 *   inSight(state: any, seat: Seat): string[],
 *   extracted(state: any, layout: any, sight: string): number[],
 * }} HandGame
 */

/** @type {Record<string, HandGame>} */
const GAMES = { "gold-hunter": goldHunterByHand, "capture-the-flag": captureTheFlagByHand };

const ARROW_SIGNS = { up: "↑", right: "→", down: "↓", left: "←" };
/** @type {Direction[]} */
const PAD = ["up", "left", "right", "down"];
const RULES_LINES = 7;
const GLIDE_MS = 160;

/** The view of a match that is played by hand, and who answers for its team. */
export class HandView {
  /**
   * @param {string} game
   * @param {Seat} seat
   */
  constructor(game, seat) {
    this.gameId = game;
    this.seat = seat;
    this.game = GAMES[game];
    /** @type {import("./botpit_web").Match | null} */
    this.match = null;
    /** @type {Frame | null} */
    this.frame = null;
    /** @type {Layout | null} */
    this.layout = null;
    /** @type {import("./types").Scene | undefined} */
    this.scene = undefined;
    this.memory = new HandMemory(0);
    this.leg = -1;
    this.selected = 0;
    /** The cell that is asked about by keyboard. @type {Cell | null} */
    this.inspected = null;
    /** @type {Map<number, Order>} */
    this.given = new Map();
    /** @type {{resolve(bytes: Uint8Array): void, reject(error: Error): void} | null} */
    this.waiting = null;

    const { canvas, name } = namedCanvas("hand-board", "hand_board", {
      class: "hand-board", tabindex: 0, role: "application", "aria-describedby": "hand-keys",
    });
    this.canvas = canvas;
    this.canvasName = name;
    this.board = new Board(this.canvas, {
      onPick: (/** @type {Cell} */ cell) => this.pick(cell),
      onHover: (/** @type {Cell | null} */ cell) => this.hover(cell),
    });
    this.turnWords = el("p", { class: "hand-turn", role: "status" });
    this.cellWords = el("p", { class: "hand-cell faint", role: "status" });
    this.players = el("ul", { class: "hand-players", tLabel: "hand_players" });
    this.reported = el("ul", { class: "hand-reported" });
    this.sight = el("ul", { class: "hand-sight" });
    this.endButton = button("hand_end_turn", () => this.endTurn(), true);
    this.element = this.makeElement();
    this.unsubscribe = onLanguage(() => this.tell());
  }

  makeElement() {
    const keys = this.game.fires ? "hand_keys_gold_hunter" : "hand_keys_capture_the_flag";
    const rules = Array.from({ length: RULES_LINES }, (_, line) => el("li", { t: `${this.game.rules}_${line + 1}` }));
    return el(
      "div",
      { class: "hand", onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event) },
      el(
        "div",
        { class: "hand-main" },
        this.turnWords,
        this.canvasName,
        this.canvas,
        this.cellWords,
        el("p", { class: "faint", id: "hand-keys", t: keys }),
      ),
      el(
        "div",
        { class: "hand-side" },
        this.pad(),
        el("h3", { t: "hand_players" }),
        this.players,
        el("h3", { t: "hand_reported" }),
        this.reported,
        el("h3", { t: "hand_in_sight" }),
        this.sight,
        el("details", { class: "hand-rules" }, el("summary", { t: "hand_rules" }), el("ul", {}, ...rules)),
      ),
    );
  }

  /** Buttons for what keys do. */
  pad() {
    const arrow = (/** @type {Direction} */ direction) =>
      el(
        "button",
        { type: "button", class: `button pad-${direction}`, tLabel: `hand_go_${direction}`, onclick: () => this.input(direction) },
        ARROW_SIGNS[direction],
      );
    return el(
      "div",
      { class: "hand-pad", role: "group", tLabel: "hand_orders" },
      el("div", { class: "pad-arrows" }, ...PAD.map(arrow)),
      el(
        "div",
        { class: "pad-tools" },
        this.game.fires && button("hand_fire", () => this.input("fire")),
        button("hand_clear", () => this.clear()),
        button("hand_next_player", () => this.selectNext(1, true)),
        this.endButton,
      ),
    );
  }

  /** @param {import("./botpit_web").Match} match */
  begin(match) {
    this.match = match;
    setIdle(this.endButton, true);
    this.canvas.focus();
  }

  /**
   * The orders of the turn, once somebody has ended it.
   * @returns {Promise<Uint8Array>}
   */
  orders() {
    this.look();
    setIdle(this.endButton, false);
    return new Promise((resolve, reject) => (this.waiting = { resolve, reject }));
  }

  /** Gives up: the orders that are awaited never come. */
  stop() {
    this.waiting?.reject(new Stopped());
    this.waiting = null;
  }

  /** Shows the last view that the team had, and takes no more orders. */
  end() {
    this.waiting = null;
    this.look();
    this.match = null;
    setIdle(this.endButton, true);
  }

  destroy() {
    this.unsubscribe();
    this.board.destroy();
  }

  resize() {
    this.board.resize();
    this.draw();
  }

  /** Takes the team's view of now. */
  look() {
    const match = this.match;
    if (!match) {
      return;
    }
    /** @type {Frame} */
    const frame = JSON.parse(match.frame(this.seat));
    if (frame.leg !== this.leg) {
      this.beginLeg(frame.leg, JSON.parse(match.layout()));
    }
    this.frame = frame;
    this.memory.look(frame, this.game.extracted(frame.state, this.layout, frame.sight ?? ""));
    this.selectFirst();
    this.given.clear();
    this.glide();
    this.tell();
    this.hover(null);
  }

  /** Begins a turn with the first player that was given an order in the one before. */
  selectFirst() {
    const able = this.figures().filter((figure) => figure.canAct).map((figure) => figure.id);
    const before = able.find((id) => this.given.has(id)) ?? this.selected;
    this.selected = able.includes(before) ? before : (able[0] ?? 0);
  }

  /**
   * @param {number} leg
   * @param {Layout} layout
   */
  beginLeg(leg, layout) {
    this.leg = leg;
    this.layout = layout;
    this.memory = new HandMemory(layout.size.width * layout.size.height);
    this.scene = undefined;
    this.inspected = null;
  }

  /** The team's players. */
  figures() {
    return this.frame ? this.game.figures(this.frame.state, this.seat) : [];
  }

  /** @returns {import("./types").SceneOptions} */
  options() {
    const { known, extracted } = this.memory;
    return this.game.remembers ? { seenBy: this.seat, known, extracted } : { seenBy: this.seat };
  }

  /** Moves the board from the view before to that of now. */
  glide() {
    if (!this.frame) {
      return;
    }
    const before = this.scene;
    const scene = sceneOf(this.gameId, this.frame, this.layout, this.options());
    this.scene = scene;
    if (!before) {
      this.draw();
      this.board.fit();
      return;
    }
    this.mark();
    const began = performance.now();
    const still = wantsStillness();
    const frame = (/** @type {number} */ now) => {
      const progress = still ? 1 : Math.min(1, Math.max(0, (now - began) / GLIDE_MS));
      if (this.scene === scene) {
        this.board.show(scene, before, progress);
        if (progress < 1) {
          requestAnimationFrame(frame);
        }
      }
    };
    frame(began);
  }

  /** Draws the view of now with the orders so far. */
  draw() {
    if (this.scene) {
      this.mark();
      this.board.show(this.scene);
    }
  }

  mark() {
    const figure = this.figures().find((one) => one.id === this.selected && one.canAct);
    const cell = this.inspected ?? figure?.at;
    this.board.highlight = cell ? [cell] : [];
    this.board.paths = this.frame
      ? Array.from(this.given.values(), (order) => this.game.path(this.frame?.state, this.seat, order))
      : [];
  }

  /** Writes the lists anew. */
  tell() {
    const frame = this.frame;
    if (!frame?.state) {
      return;
    }
    const { turn, turns, teams } = frame.state;
    const own = SEATS.indexOf(this.seat);
    this.turnWords.textContent = t("hand_turn", {
      seat: this.seat.toUpperCase(), turn: Math.min(turn + 1, turns), turns, own: teams[own].score, other: teams[1 - own].score,
    });
    this.tellPlayers();
    replace(this.sight, ...orNone(this.game.inSight(frame.state, this.seat).map((text) => el("li", {}, text))));
    const told = [...frame.rejections, ...frame.events].map((one) => el("li", {}, sentenceElement(one)));
    replace(this.reported, ...orNone(told));
  }

  tellPlayers() {
    const hadFocus = this.players.contains(document.activeElement);
    replace(this.players, ...this.figures().map((figure) => this.figureItem(figure)));
    if (hadFocus) {
      this.players.querySelectorAll("button")[this.selected]?.focus();
    }
  }

  /** @param {Figure} figure */
  figureItem({ id, name, canAct, status }) {
    const order = this.given.get(id);
    return el(
      "li",
      {},
      el(
        "button",
        {
          type: "button", class: "hand-player", disabled: !canAct, "aria-pressed": String(id === this.selected),
          onclick: () => this.select(id),
        },
        el("kbd", {}, num(id + 1)),
        el("strong", {}, bdi(name)),
        order && el("em", {}, orderWords(order)),
        el("span", {}, status.join(t("list_comma"))),
      ),
    );
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.waiting) {
      return;
    }
    const onButton = event.target instanceof HTMLButtonElement || (event.target instanceof Element && event.target.tagName === "SUMMARY");
    if (this.handleKey(event, onButton)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /**
   * @param {KeyboardEvent} event
   * @param {boolean} onButton whether Enter and Space press a button
   * @returns {boolean} whether the key meant something
   */
  handleKey({ key, shiftKey }, onButton) {
    const arrow = ARROWS[key];
    if (arrow) {
      this.inspected ? this.inspectNext(this.inspected, arrow) : this.input(arrow);
      return true;
    }
    if (key === "i" || key === "I" || (key === "Escape" && this.inspected)) {
      this.inspect(this.inspected ? null : this.selectedCell());
      return true;
    }
    if (/^[1-9]$/.test(key)) {
      return this.select(Number(key) - 1);
    }
    if (key === "Tab") {
      return !onButton && this.selectNext(shiftKey ? -1 : 1, false);
    }
    if (key === "Backspace" || key === "Delete") {
      this.clear();
      return true;
    }
    if (key === "f" || key === "F" || (key === " " && !onButton)) {
      this.input("fire");
      return true;
    }
    if (key === "+" || key === "-") {
      this.board.zoomBy(key === "+" ? ZOOM_STEP : 1 / ZOOM_STEP);
      return true;
    }
    if (key === "Enter" && !onButton) {
      this.endTurn();
      return true;
    }
    return false;
  }

  /**
   * @param {number} id
   * @returns {boolean} whether that player can be given orders
   */
  select(id) {
    const figure = this.figures().find((one) => one.id === id && one.canAct);
    if (!figure) {
      return false;
    }
    this.selected = id;
    this.changed();
    return true;
  }

  /**
   * Goes on to the next player that can act.
   * @param {1 | -1} by
   * @param {boolean} around whether the first comes after the last
   */
  selectNext(by, around) {
    const ids = this.figures().filter((figure) => figure.canAct).map((figure) => figure.id);
    const next = ids.indexOf(this.selected) + by;
    const id = around ? ids.at(next % ids.length) : next < 0 ? undefined : ids[next];
    return id !== undefined && this.select(id);
  }

  /** @param {Direction | "fire"} input for the selected player */
  input(input) {
    const figure = this.figures().find((one) => one.id === this.selected && one.canAct);
    const order = figure && this.waiting && this.game.order(this.frame?.state, this.seat, this.selected, input);
    if (order) {
      this.given.set(this.selected, order);
      this.changed();
    }
  }

  clear() {
    this.given.delete(this.selected);
    this.changed();
  }

  changed() {
    this.draw();
    this.tell();
  }

  /** @param {Cell} cell a clicked cell: a player, or where the selected player is to go */
  pick(cell) {
    this.canvas.focus();
    const figures = this.figures();
    const selected = figures.find((figure) => figure.id === this.selected);
    const clicked = figures.find((figure) => figure.canAct && same(figure.at, cell));
    const direction = selected && directionTo(selected.at, cell);
    // A neighbour that is a team mate is selected, not walked into: the keys can still say that.
    if (clicked) {
      this.select(clicked.id);
    } else if (direction) {
      this.input(direction);
    }
  }

  /** Where the selected player is. */
  selectedCell() {
    return this.figures().find((figure) => figure.id === this.selected)?.at ?? { x: 0, y: 0 };
  }

  /** @param {Cell | null} cell that is asked about from now on; null: none */
  inspect(cell) {
    this.inspected = cell;
    this.hover(null);
    if (cell) {
      this.board.reveal(cell);
    }
    this.draw();
  }

  /**
   * @param {Cell} from
   * @param {Direction} direction
   */
  inspectNext(from, direction) {
    this.inspect(cellBeyond(from, direction, this.layout?.size ?? { width: 1, height: 1 }));
  }

  /** @param {Cell | null} hovered */
  hover(hovered) {
    const cell = hovered ?? this.inspected;
    if (!cell || !this.frame) {
      this.cellWords.textContent = "";
      return;
    }
    const words = describeCell(this.gameId, this.frame, this.layout, cell, this.options());
    this.cellWords.textContent = [t("cell", cell), ...words].join(t("list_comma"));
  }

  endTurn() {
    const waiting = this.waiting;
    if (!waiting || !this.match) {
      return;
    }
    this.waiting = null;
    setIdle(this.endButton, true);
    this.turnWords.textContent = t("hand_waiting");
    waiting.resolve(this.match.encode_orders(JSON.stringify(Array.from(this.given.values()))));
  }
}

/** @param {Order} order */
function orderWords({ kind, direction }) {
  return t(`hand_order_${kind}`, { direction: direction ? t(`direction_${direction}`) : "" });
}

/** @param {HTMLElement[]} items */
function orNone(items) {
  return items.length > 0 ? items : [el("li", { class: "faint", t: "hand_nothing" })];
}

/**
 * The direction of a neighbouring cell; null of any other.
 * @param {Cell} from
 * @param {Cell} to
 * @returns {Direction | null}
 */
function directionTo(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (Math.abs(dx) + Math.abs(dy) !== 1) {
    return null;
  }
  return dx === 0 ? (dy < 0 ? "up" : "down") : dx < 0 ? "left" : "right";
}
