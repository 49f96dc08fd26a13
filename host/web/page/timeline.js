// The timeline of a leg: what happened when, the score, fuel and memory of both bots, and where one is.

import { el, replace } from "./dom.js";
import { SEATS } from "./grid.js";
import { readTheme } from "./theme.js";
import { kindName } from "./transport.js";
import { bytesWords, compact, num, t } from "./words.js";

/** @typedef {import("./theme.js").Theme} Theme */
/** @typedef {import("./types").Charts} Charts */
/** @typedef {import("./types").Pair<number[]>} Curves */
/** @typedef {import("./types").Seat} Seat */
/** @typedef {CanvasRenderingContext2D} Context */

/**
 * A leg as the timeline needs it, with the seats whose fuel and memory may be shown.
 * @typedef {{turns: number, charts: Charts, metered: boolean, seats: Seat[], turnsOf: (kind: string) => number[]}} TimelineLeg
 */

/** The rows of events, from the top: their kinds, and the shape and colour that tell them apart. */
const ROWS = /** @type {const} */ ([
  { name: "killed", kinds: ["killed"], shape: "cross", colour: "alarm" },
  { name: "captured", kinds: ["captured"], shape: "square", colour: "alarm" },
  { name: "extracted", kinds: ["extracted"], shape: "diamond", colour: "board-gold-edge" },
  { name: "scored", kinds: ["scored"], shape: "diamond", colour: "board-gold-edge" },
  { name: "fault", kinds: ["fault", "violation"], shape: "triangle", colour: "ink" },
]);

const HEIGHTS = { row: 11, score: 32, fuel: 24, bank: 20, memory: 16 };
/** The height of a note's line. */
const NOTE_HEIGHT = 10;
/** Free space between lanes, and at both ends of the time. */
const GAP = 5;
const SIDE = 8;
/** Two symbols of a row are at least so far apart. */
const SYMBOL_GAP = 4;

/** @typedef {{top: number, height: number, label: string, note?: string, draw: (context: Context, view: View) => void}} Lane */
/** @typedef {{leg: TimelineLeg, theme: Theme, x: (turn: number) => number, width: number, top: number, height: number}} View */

export class Timeline {
  element;
  /** Whether only events and score are shown. */
  folded = false;
  #slider;
  #canvas;
  #labels;
  #notes;
  #tip;
  #cursor = el("div", { class: "timeline-cursor", "aria-hidden": "true" });
  #width = 0;
  #theme = readTheme();
  /** @type {TimelineLeg | null} */
  #leg = null;
  #turn = 0;
  #progress = 1;
  #observer;
  #seek;

  /**
   * @param {(turn: number) => void} seek
   */
  constructor(seek) {
    this.#seek = seek;
    this.#canvas = el("canvas", { "aria-hidden": "true" });
    this.#labels = el("div", { class: "timeline-labels", "aria-hidden": "true" });
    this.#notes = el("div", { class: "timeline-notes", "aria-hidden": "true" });
    this.#tip = el("div", { class: "timeline-tip", "aria-hidden": "true" });
    this.#tip.hidden = true;
    this.#slider = el("div", { class: "timeline-slider", role: "slider", tabindex: "0", "aria-valuemin": "0", tLabel: "timeline" }, this.#canvas, this.#cursor, this.#tip);
    this.#slider.removeAttribute("title");
    this.element = el("div", { class: "timeline", dir: "ltr" }, this.#labels, this.#slider, this.#notes);
    this.#listen();
    this.#observer = new ResizeObserver(() => this.#layOut());
    this.#observer.observe(this.#slider);
  }

  /** @param {TimelineLeg} leg */
  setLeg(leg) {
    this.#leg = leg;
    this.#slider.setAttribute("aria-valuemax", String(leg.turns));
    this.#layOut();
  }

  /**
   * @param {number} turn
   * @param {number} progress
   */
  setTurn(turn, progress) {
    if (this.#turn !== turn) {
      this.#slider.setAttribute("aria-valuenow", String(turn));
      this.#slider.setAttribute("aria-valuetext", t("turn_of", { turn, turns: this.#leg?.turns ?? 0 }));
    }
    this.#turn = turn;
    this.#progress = progress;
    this.#moveCursor();
  }

  /** @param {boolean} folded */
  fold(folded) {
    this.folded = folded;
    this.#layOut();
  }

  /** Draws anew, with the colours and the language of now. */
  refresh() {
    this.#theme = readTheme();
    this.#layOut();
  }

  destroy() {
    this.#observer.disconnect();
  }

  #listen() {
    const slider = this.#slider;
    slider.addEventListener("pointerdown", (event) => {
      slider.setPointerCapture(event.pointerId);
      this.#seek(this.#turnAt(event.clientX));
    });
    slider.addEventListener("pointermove", (event) => {
      const turn = this.#turnAt(event.clientX);
      if (slider.hasPointerCapture(event.pointerId)) {
        this.#seek(turn);
      }
      this.#showTip(turn);
    });
    slider.addEventListener("pointerleave", () => {
      this.#tip.hidden = true;
    });
  }

  /** @param {number} clientX */
  #turnAt(clientX) {
    const { left, width } = this.#slider.getBoundingClientRect();
    const share = (clientX - left - SIDE) / Math.max(1, width - 2 * SIDE);
    return Math.round(Math.min(Math.max(share, 0), 1) * (this.#leg?.turns ?? 0));
  }

  /** @param {number} turn */
  #x(turn) {
    return SIDE + ((this.#width - 2 * SIDE) * turn) / Math.max(1, this.#leg?.turns ?? 1);
  }

  /** @returns {Lane[]} */
  #lanes() {
    const leg = this.#leg;
    if (!leg) {
      return [];
    }
    /** @type {Omit<Lane, "top">[]} */
    const lanes = ROWS.filter(({ kinds }) => kinds.some((kind) => leg.turnsOf(kind).length > 0)).map((row) => ({
      height: HEIGHTS.row,
      label: kindName(row.name),
      draw: (context, view) => drawEvents(context, view, row),
    }));
    const { charts, metered } = leg;
    lanes.push({ height: HEIGHTS.score, label: t("lane_score"), note: num(most(charts.score)), draw: drawScore });
    if (!this.folded) {
      lanes.push({ height: HEIGHTS.fuel, label: t("lane_fuel"), note: fuelNote(leg), draw: drawFuel });
      if (charts.bank && metered) {
        lanes.push({ height: HEIGHTS.bank, label: t("lane_fuel_bank"), note: compact(charts.fuel_limit), draw: drawBank });
      }
      lanes.push({ height: HEIGHTS.memory, label: t("lane_memory"), note: limitWords(bytesWords(charts.memory_limit)), draw: drawMemory });
    }
    let top = GAP;
    return lanes.map((lane) => {
      const placed = { ...lane, top };
      top += lane.height + (lane.height === HEIGHTS.row ? 1 : GAP);
      return placed;
    });
  }

  /** Draws all that does not move. */
  #layOut() {
    const lanes = this.#lanes();
    const leg = this.#leg;
    const last = lanes.at(-1);
    const width = (this.#width = this.#slider.clientWidth);
    if (!leg || !last || width === 0) {
      return;
    }
    const density = devicePixelRatio || 1;
    const height = last.top + last.height + GAP;
    this.#canvas.style.height = `${height}px`;
    this.#canvas.width = Math.round(width * density);
    this.#canvas.height = Math.round(height * density);
    const context = this.#canvas.getContext("2d");
    if (context) {
      context.scale(density, density);
      for (const { top, height: laneHeight, draw } of lanes) {
        context.save();
        draw(context, { leg, theme: this.#theme, x: (turn) => this.#x(turn), width, top, height: laneHeight });
        context.restore();
      }
    }
    replace(this.#labels, ...lanes.map(({ top, height: laneHeight, label }) => laneLabel(label, top + laneHeight / 2)));
    replace(this.#notes, ...lanes.map(({ top, note }) => laneLabel(note ?? "", top + NOTE_HEIGHT / 2)));
    this.#moveCursor();
  }

  #moveCursor() {
    const x = this.#x(Math.max(0, this.#turn - 1 + this.#progress));
    this.#cursor.style.transform = `translateX(${x}px)`;
  }

  /** @param {number} turn */
  #showTip(turn) {
    const leg = this.#leg;
    if (!leg) {
      return;
    }
    const { score, fuel, memory } = leg.charts;
    const happened = ROWS.flatMap(({ kinds }) => kinds).filter((kind) => leg.turnsOf(kind).includes(turn));
    const lines = [
      t("turn_of", { turn, turns: leg.turns }),
      t("tip_score", { a: score[0][turn] ?? 0, b: score[1][turn] ?? 0 }),
      ...(leg.metered ? [t("tip_fuel", { each: eachSeat(leg, fuel, turn, compact) })] : []),
      t("tip_memory", { each: eachSeat(leg, memory, turn, bytesWords) }),
      ...happened.map(kindName),
    ];
    replace(this.#tip, ...lines.map((line) => el("div", { dir: "auto" }, line)));
    this.#tip.hidden = false;
    const half = this.#tip.offsetWidth / 2;
    const x = Math.min(Math.max(this.#x(turn), half), this.#slider.clientWidth - half);
    this.#tip.style.left = `${x - half}px`;
  }
}

/**
 * @param {string} label
 * @param {number} middle
 */
function laneLabel(label, middle) {
  const element = el("span", { dir: "auto" }, label);
  element.style.top = `${middle}px`;
  return element;
}

/**
 * A value of every seat that may be shown.
 * @param {TimelineLeg} leg
 * @param {Curves} curves
 * @param {number} turn
 * @param {(value: number) => string} words
 */
function eachSeat({ seats }, curves, turn, words) {
  return seats.map((seat) => `${seat.toUpperCase()} ${words(curves[SEATS.indexOf(seat)][turn] ?? 0)}`).join(t("list_comma"));
}

/** @param {string} limit */
function limitWords(limit) {
  return `≤ ${limit}`;
}

/** @param {Curves} curves */
function most(curves) {
  return Math.max(1, ...curves[0], ...curves[1]);
}

/**
 * The curves with none for a seat of which nothing may be shown.
 * @param {TimelineLeg} leg
 * @param {Curves} curves
 * @returns {Curves}
 */
function shownOf({ seats }, [a, b]) {
  return [seats.includes("a") ? a : [], seats.includes("b") ? b : []];
}

/** @param {TimelineLeg} leg */
function fuelNote(leg) {
  const { charts, metered } = leg;
  if (!metered) {
    return "";
  }
  return charts.bank ? compact(most(shownOf(leg, charts.fuel))) : limitWords(compact(charts.fuel_limit));
}

/**
 * @param {Context} context
 * @param {View} view
 * @param {(typeof ROWS)[number]} row
 */
function drawEvents(context, { leg, theme, x, width, top, height }, { kinds, shape, colour }) {
  const middle = top + height / 2;
  context.fillStyle = theme.line;
  context.fillRect(SIDE, middle, width - 2 * SIDE, 1);
  context.fillStyle = context.strokeStyle = theme[colour];
  context.lineWidth = 2;
  let last = -Infinity;
  const turns = kinds.flatMap((kind) => leg.turnsOf(kind)).sort((one, other) => one - other);
  for (const turn of turns) {
    if (x(turn) - last >= SYMBOL_GAP) {
      last = x(turn);
      drawSymbol(context, shape, last, middle);
    }
  }
}

/**
 * @param {Context} context
 * @param {"cross" | "square" | "diamond" | "triangle"} shape
 * @param {number} x
 * @param {number} y
 */
function drawSymbol(context, shape, x, y) {
  context.beginPath();
  if (shape === "cross") {
    context.moveTo(x - 3, y - 3);
    context.lineTo(x + 3, y + 3);
    context.moveTo(x + 3, y - 3);
    context.lineTo(x - 3, y + 3);
    context.stroke();
    return;
  }
  const points = {
    square: [[-3, -3], [3, -3], [3, 3], [-3, 3]],
    diamond: [[0, -4.5], [4, 0], [0, 4.5], [-4, 0]],
    triangle: [[0, -4.5], [4.5, 4], [-4.5, 4]],
  }[shape];
  points.forEach(([dx, dy]) => context.lineTo(x + dx, y + dy));
  context.fill();
}

/**
 * A curve of both bots: A's line is whole, B's is dashed. Of many turns in one pixel the largest counts.
 * @param {Context} context
 * @param {View} view
 * @param {Curves} curves
 * @param {(value: number) => number} share of the lane's height
 */
function drawCurves(context, view, curves, share) {
  const { theme } = view;
  curves.forEach((values, seat) => {
    context.strokeStyle = theme[seat === 0 ? "seat-a" : "seat-b"];
    context.lineWidth = seat === 0 ? 2 : 1.75;
    context.setLineDash(seat === 0 ? [] : [5, 3]);
    context.lineJoin = "round";
    context.beginPath();
    peaks(values, view).forEach(({ x, value }) => context.lineTo(x, yOf(view, share(value))));
    context.stroke();
  });
  context.setLineDash([]);
}

/**
 * @param {number[]} values
 * @param {View} view
 */
function peaks(values, { x }) {
  /** @type {{x: number, value: number}[]} */
  const points = [];
  values.forEach((value, turn) => {
    const last = points.at(-1);
    if (last && x(turn) - last.x < 1) {
      last.value = Math.max(last.value, value);
    } else {
      points.push({ x: x(turn), value });
    }
  });
  return points;
}

/**
 * @param {View} view
 * @param {number} share
 */
function yOf({ top, height }, share) {
  return top + height - 1 - (height - 2) * Math.min(Math.max(share, 0), 1);
}

/**
 * @param {Context} context
 * @param {View} view
 */
function drawFloor(context, { theme, width, top, height }) {
  context.fillStyle = theme.line;
  context.fillRect(SIDE, top + height, width - 2 * SIDE, 1);
}

/**
 * @param {Context} context
 * @param {View} view
 */
function drawScore(context, view) {
  const { score } = view.leg.charts;
  const whole = most(score);
  drawFloor(context, view);
  drawCurves(context, view, score, (value) => value / whole);
}

/**
 * Fuel spans many powers of ten, and what is far below the limit is to be seen too.
 * @param {number} limit
 */
function logarithmic(limit) {
  const whole = Math.log10(1 + limit);
  return (/** @type {number} */ value) => Math.log10(1 + value) / whole;
}

/**
 * @param {Context} context
 * @param {View} view
 */
function drawFuel(context, view) {
  const { charts, metered } = view.leg;
  drawFloor(context, view);
  if (!metered) {
    drawWords(context, view, t("not_metered"));
    return;
  }
  const fuel = shownOf(view.leg, charts.fuel);
  const limit = charts.bank ? most(fuel) : charts.fuel_limit;
  if (!charts.bank) {
    drawLimit(context, view);
  }
  drawCurves(context, view, fuel, charts.bank ? (value) => value / limit : logarithmic(limit));
}

/**
 * @param {Context} context
 * @param {View} view
 */
function drawBank(context, view) {
  const { bank_left: left, fuel_limit: limit } = view.leg.charts;
  drawFloor(context, view);
  drawCurves(context, view, shownOf(view.leg, left), (value) => value / Math.max(1, limit));
}

/**
 * @param {Context} context
 * @param {View} view
 */
function drawMemory(context, view) {
  const { memory, memory_limit: limit } = view.leg.charts;
  drawFloor(context, view);
  drawLimit(context, view);
  // From one wasm page up.
  const whole = Math.log2(limit / 65536);
  drawCurves(context, view, shownOf(view.leg, memory), (value) => (value < 65536 ? 0 : Math.log2(value / 65536) / whole));
}

/**
 * @param {Context} context
 * @param {View} view
 */
function drawLimit(context, { theme, width, top }) {
  context.strokeStyle = theme.alarm;
  context.lineWidth = 1;
  context.setLineDash([2, 3]);
  context.beginPath();
  context.moveTo(SIDE, top + 0.5);
  context.lineTo(width - SIDE, top + 0.5);
  context.stroke();
  context.setLineDash([]);
}

/**
 * A small text in the middle of a lane without curves.
 * @param {Context} context
 * @param {View} view
 * @param {string} words
 */
function drawWords(context, { theme, width, top, height }, words) {
  context.font = "12px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = theme.faint;
  context.fillText(words, width / 2, top + height / 2);
}
