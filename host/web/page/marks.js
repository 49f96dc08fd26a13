// What lies over the figures: the bots' drawings, orders given by hand, cells that stand out.

import { cut } from "./dom.js";

/** @typedef {import("./types").Mark} Mark */
/** @typedef {import("./types").Path} Path */
/** @typedef {import("./types").Cell} Cell */
/** @typedef {import("./theme.js").Theme} Theme */
/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {{toX: (x: number) => number, toY: (y: number) => number, size: number, theme: Theme}} Stage */

/** The most characters of a text that a bot draws. */
const TEXT_CHARS = 80;
/** The most marks of a layer; a hostile replay may have any number. */
const MARKS_MAX = 5000;

/**
 * @param {number} colour 0xRRGGBBAA
 */
function css(colour) {
  const [r, g, b, a] = [24, 16, 8, 0].map((shift) => (colour >>> shift) & 255);
  return `rgb(${r} ${g} ${b} / ${a / 255})`;
}

/**
 * @param {Context} context
 * @param {Mark[]} marks
 * @param {Stage} stage
 */
export function drawMarks(context, marks, stage) {
  for (const mark of marks.slice(0, MARKS_MAX)) {
    if ((mark.colour & 255) !== 0) {
      drawMark(context, mark, stage);
    }
  }
}

/**
 * @param {Context} context
 * @param {Mark} mark
 * @param {Stage} stage
 */
function drawMark(context, mark, { toX, toY, size, theme }) {
  const colour = css(mark.colour);
  if (mark.kind === "cell") {
    context.fillStyle = colour;
    context.globalAlpha = 0.55;
    context.fillRect(toX(mark.at[0]) - size / 2, toY(mark.at[1]) - size / 2, size, size);
    context.globalAlpha = 1;
    context.strokeStyle = colour;
    context.lineWidth = Math.max(1, size * 0.06);
    const inset = context.lineWidth / 2;
    context.strokeRect(toX(mark.at[0]) - size / 2 + inset, toY(mark.at[1]) - size / 2 + inset, size - 2 * inset, size - 2 * inset);
  } else if (mark.kind === "line") {
    context.strokeStyle = colour;
    context.lineCap = "round";
    context.lineWidth = Math.max(1.5, size * 0.1);
    context.beginPath();
    context.moveTo(toX(mark.from[0]), toY(mark.from[1]));
    context.lineTo(toX(mark.to[0]), toY(mark.to[1]));
    context.stroke();
  } else {
    drawText(context, cut(mark.text, TEXT_CHARS), toX(mark.at[0]) - size / 2, toY(mark.at[1]), colour, { size, theme });
  }
}

/**
 * @param {Context} context
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 * @param {{size: number, theme: Theme}} stage
 */
function drawText(context, text, x, y, colour, { size, theme }) {
  context.font = `600 ${Math.round(Math.min(Math.max(size * 0.5, 10), 28))}px ui-monospace, monospace`;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.direction = "ltr";
  context.lineJoin = "round";
  context.strokeStyle = theme["board-mark-casing"];
  context.lineWidth = 3;
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

/**
 * Frames around cells.
 * @param {Context} context
 * @param {Cell[]} cells
 * @param {Stage} stage
 */
export function drawHighlights(context, cells, { toX, toY, size, theme }) {
  for (const { x, y } of cells) {
    const [left, top] = [toX(x) - size / 2, toY(y) - size / 2];
    for (const [colour, width] of /** @type {[string, number][]} */ ([[theme["board-casing"], 0.16], [theme.accent, 0.08]])) {
      context.strokeStyle = colour;
      context.lineWidth = Math.max(width * 25, width * size);
      context.strokeRect(left, top, size, size);
    }
  }
}

/**
 * Arrows: where a player is ordered to move, turn or fire.
 * @param {Context} context
 * @param {Path[]} paths
 * @param {Stage} stage
 */
export function drawPaths(context, paths, { toX, toY, size, theme }) {
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const { from, to, kind } of paths) {
    const [x, y] = [toX(from[0]), toY(from[1])];
    const [tox, toy] = [toX(to[0]), toY(to[1])];
    const angle = Math.atan2(toy - y, tox - x);
    const head = size * 0.24;
    context.setLineDash(kind === "move" ? [] : kind === "fire" ? [size * 0.16, size * 0.14] : [1, size * 0.12]);
    for (const [colour, width] of /** @type {[string, number][]} */ ([
      [theme["board-casing"], 0.16],
      [kind === "fire" ? theme.alarm : theme.accent, 0.09],
    ])) {
      context.strokeStyle = colour;
      context.lineWidth = width * size;
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(tox, toy);
      context.stroke();
      context.beginPath();
      context.moveTo(tox - head * Math.cos(angle - 0.6), toy - head * Math.sin(angle - 0.6));
      context.lineTo(tox, toy);
      context.lineTo(tox - head * Math.cos(angle + 0.6), toy - head * Math.sin(angle + 0.6));
      context.stroke();
    }
  }
  context.setLineDash([]);
}
