// What the shapes on the board mean, drawn by the same code as the board's.

import { el, replace } from "./dom.js";
import { drawEffect } from "./effects.js";
import { drawSprite } from "./sprites.js";
import { readTheme } from "./theme.js";
import { t } from "./words.js";

/** @typedef {import("./types").Sprite} Sprite */
/** @typedef {import("./types").Effect} Effect */

/** The side of a sample, in CSS pixels. */
const SAMPLE = 40;

/**
 * A row: words for one or two samples.
 * @typedef {{t: string, samples: (Partial<Sprite> | Effect | "dim" | "unknown" | "wall")[]}} Row
 */

/** @type {Record<string, Row[]>} */
const GAMES = {
  "gold-hunter": [
    { t: "legend_hunter", samples: [{ shape: "hunter", seat: "a", facing: 1, label: "0" }, { shape: "hunter", seat: "b", facing: 0, label: "1" }] },
    { t: "legend_worker", samples: [{ shape: "worker", seat: "a", facing: 0, label: "4" }, { shape: "worker", seat: "b", facing: 1, label: "5" }] },
    { t: "legend_bullet", samples: [{ shape: "bullet", facing: 0 }] },
    { t: "legend_gold", samples: [{ shape: "gold", label: "2", progress: 0 }, { shape: "gold", label: "3", progress: 2 / 3 }] },
    { t: "legend_death", samples: [{ shape: "corpse", seat: "a" }, { shape: "corpse", seat: "b", progress: 0.6 }] },
    { t: "legend_extract", samples: [{ kind: "extract", x: 0, y: 0, value: 2 }] },
    { t: "legend_blocked", samples: [{ kind: "blocked", x: 0, y: 0, tox: 1, toy: 0 }] },
  ],
  "capture-the-flag": [
    { t: "legend_runner", samples: [{ shape: "runner", seat: "a", label: "0" }, { shape: "runner", seat: "b", label: "1", badge: "2" }] },
    { t: "legend_captured", samples: [{ shape: "runner", seat: "a", captive: { place: 0, of: 1 } }, { shape: "runner", seat: "b", captive: { place: 0, of: 1 } }] },
    { t: "legend_flag", samples: [{ shape: "flag", seat: "a", label: "0" }, { shape: "flag", seat: "b", label: "1" }] },
    { t: "legend_spawn", samples: [{ shape: "spawn", seat: "a" }, { shape: "spawn", seat: "b" }] },
    { t: "legend_base", samples: [{ shape: "base", seat: "a", label: "A" }, { shape: "base", seat: "b", label: "B" }] },
    { t: "legend_capture", samples: [{ kind: "capture", x: 0, y: 0, seat: "a" }] },
    { t: "legend_score", samples: [{ kind: "score", x: 0, y: 0, seat: "b", value: 1 }] },
    { t: "legend_blocked", samples: [{ kind: "blocked", x: 0, y: 0, tox: 1, toy: 0 }] },
  ],
};

/** @type {Row[]} */
const GROUND = [
  { t: "legend_wall", samples: ["wall"] },
  { t: "legend_dim", samples: ["dim"] },
  { t: "legend_unknown", samples: ["unknown"] },
];

/**
 * @param {HTMLElement} page
 * @param {{id: string, legend: string}} game
 */
export function showLegend(page, { id, legend }) {
  const rows = GAMES[id];
  replace(
    page,
    rows && el("p", {}, t("legend_teams")),
    rows && el("ul", { class: "legend" }, ...[...rows, ...GROUND].map(row)),
    el("h3", {}, t("legend_symbols")),
    el("p", { class: "mono", dir: "ltr" }, legend),
  );
}

/** @param {Row} row */
function row({ t: key, samples }) {
  return el("li", {}, el("span", { class: "samples", dir: "ltr" }, ...samples.map(sampleCanvas)), el("span", {}, t(key)));
}

/** @param {Row["samples"][number]} sample */
function sampleCanvas(sample) {
  const density = devicePixelRatio || 1;
  const size = SAMPLE * density;
  const canvas = el("canvas", { width: size, height: size, "aria-hidden": "true" });
  const context = canvas.getContext("2d");
  if (!context) {
    return canvas;
  }
  const theme = readTheme();
  if (typeof sample === "string") {
    const fills = { wall: ["board-wall"], dim: ["board-free", "board-dim"], unknown: ["board-unknown"] }[sample];
    for (const fill of /** @type {(keyof typeof theme)[]} */ (fills)) {
      context.fillStyle = theme[fill];
      context.fillRect(0, 0, size, size);
    }
    return canvas;
  }
  context.fillStyle = theme["board-free"];
  context.fillRect(0, 0, size, size);
  const middle = size / 2;
  // A little smaller than the sample, since guns and rays reach beyond a cell.
  const cell = size * ("kind" in sample ? 0.62 : 0.8);
  if ("kind" in sample) {
    const lower = middle + ("value" in sample ? cell * 0.16 : 0);
    const stage = { toX: (/** @type {number} */ x) => middle + x * cell, toY: (/** @type {number} */ y) => lower + y * cell, size: cell, progress: 1, theme };
    drawEffect(context, /** @type {Effect} */ (sample), stage);
  } else {
    const sprite = /** @type {Sprite} */ ({ key: "sample", x: 0, y: 0, ...sample });
    const lift = sprite.captive ? cell * 0.34 : 0;
    drawSprite(context, sprite, { x: middle, y: middle - lift, size: cell, cell: SAMPLE * 0.8, turn: ((sprite.facing ?? 0) * Math.PI) / 2, theme }, 1);
  }
  return canvas;
}
