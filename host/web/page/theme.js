// The colours of the style sheet, for what is drawn on a canvas.

/** What canvases use; each is the custom property `--board-…` or `--…` of the same name. */
const NAMES = /** @type {const} */ ([
  "ink",
  "faint",
  "line",
  "panel",
  "accent",
  "alarm",
  "good",
  "seat-a",
  "seat-b",
  "board-void",
  "board-free",
  "board-half-a",
  "board-half-b",
  "board-grid",
  "board-wall",
  "board-wall-edge",
  "board-wall-hatch",
  "board-unknown",
  "board-unknown-hatch",
  "board-dim",
  "board-never",
  "board-outline",
  "board-casing",
  "board-a",
  "board-a-ink",
  "board-b",
  "board-b-ink",
  "board-gold",
  "board-gold-edge",
  "board-gold-ink",
  "board-bullet",
  "board-mark-casing",
]);

/** @typedef {Record<(typeof NAMES)[number], string>} Theme */

/** @type {Map<string, Theme>} */
const read = new Map();

/**
 * The colours as they are now.
 * @returns {Theme}
 */
export function readTheme() {
  const { theme = "" } = document.documentElement.dataset;
  const colours = read.get(theme) ?? resolve();
  read.set(theme, colours);
  return colours;
}

/**
 * A custom property may hold `light-dark(…)`, which only a real property resolves. All at once, since each change of the
 * page between two answers costs a new computation of its style.
 * @returns {Theme}
 */
function resolve() {
  const probes = NAMES.map((name) => {
    const probe = document.createElement("span");
    probe.style.color = `var(--${name})`;
    return probe;
  });
  const holder = document.createElement("div");
  holder.hidden = true;
  holder.append(...probes);
  document.body.append(holder);
  const colours = Object.fromEntries(probes.map((probe, index) => [NAMES[index], getComputedStyle(probe).color]));
  holder.remove();
  return /** @type {Theme} */ (colours);
}

/** Whether the user wants no movement that is not needed. */
export function wantsStillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
