// The editor's tools: what is put on a cell, whose it is, where it looks and what it is worth.

import { el, replace } from "./dom.js";
import { row } from "./form_parts.js";
import { DIRECTIONS, SEATS, opponent } from "./grid.js";

/** @typedef {import("./editor_map").Brush} Brush */
/** @typedef {import("./editor_map").EditorGame} EditorGame */
/** @typedef {import("./editor_map").Tool} Tool */
/** @typedef {import("./types").Direction} Direction */

/** The tool box. */
export class EditorTools {
  /** @param {() => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    /** @type {EditorGame | null} */
    this.game = null;
    /** @type {Brush} */
    this.brush = { tool: "obstacle", seat: "a", facing: "right", value: 1 };
    this.buttons = el("div", { class: "edit-tool-list", role: "group", tLabel: "edit_tools" });
    this.seat = select("edit-seat", SEATS, "edit_seat", (value) => this.set({ seat: /** @type {Brush["seat"]} */ (value) }));
    this.facing = select("edit-facing", DIRECTIONS, "direction", (value) => this.set({ facing: /** @type {Direction} */ (value) }));
    this.value = el("input", {
      id: "edit-value", type: "number", min: 1, max: 4_294_967_295, value: 1,
      oninput: () => (this.brush.value = Math.max(1, Math.trunc(this.value.valueAsNumber || 1))),
    });
    this.seatRow = row("edit_team", this.seat);
    this.facingRow = row("edit_facing", this.facing);
    this.valueRow = row("edit_value", this.value);
    this.element = el("div", { class: "edit-tools" }, this.buttons, this.seatRow, this.facingRow, this.valueRow);
  }

  /** @param {EditorGame} game */
  setGame(game) {
    if (game !== this.game) {
      this.game = game;
      this.brush.tool = game.tools[1];
      replace(this.buttons, ...game.tools.map((tool, index) => this.button(tool, index)));
    }
    this.tell();
  }

  /**
   * @param {Tool} tool
   * @param {number} index
   */
  button(tool, index) {
    return el(
      "button",
      { type: "button", class: "button edit-tool", "data-tool": tool, onclick: () => this.set({ tool }) },
      el("kbd", {}, String(index + 1)),
      " ",
      el("span", { t: `tool_${tool}` }),
    );
  }

  /** @param {Partial<Brush>} change */
  set(change) {
    this.brush = { ...this.brush, ...change };
    this.tell();
    this.onChange();
  }

  /**
   * @param {string} key
   * @returns {boolean} whether the key chose something
   */
  key(key) {
    const tool = /^[1-9]$/.test(key) ? this.game?.tools[Number(key) - 1] : undefined;
    if (tool) {
      this.set({ tool });
    } else if (key === "r" || key === "R") {
      this.set({ facing: DIRECTIONS[(DIRECTIONS.indexOf(this.brush.facing) + 1) % DIRECTIONS.length] });
    } else if (key === "t" || key === "T") {
      this.set({ seat: opponent(this.brush.seat) });
    } else {
      return false;
    }
    return true;
  }

  tell() {
    const { tool, seat, facing } = this.brush;
    for (const button of this.buttons.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
    }
    this.seat.value = seat;
    this.facing.value = facing;
    const isPlayer = tool === "hunter" || tool === "worker";
    this.seatRow.hidden = !isPlayer || !this.game?.hasTeams;
    this.facingRow.hidden = !isPlayer;
    this.valueRow.hidden = tool !== "gold";
  }
}

/**
 * @param {string} id
 * @param {string[]} values
 * @param {string} key what the keys of the values' words start with
 * @param {(value: string) => void} choose
 */
function select(id, values, key, choose) {
  /** @type {HTMLSelectElement} */
  const element = el(
    "select",
    { id, onchange: () => choose(element.value) },
    ...values.map((value) => el("option", { value, t: `${key}_${value}` })),
  );
  return element;
}
