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
  "chart-score",
  "chart-cursor",
]);

/** @typedef {Record<(typeof NAMES)[number], string>} Theme */

/**
 * Reads the colours as they are now.
 * @returns {Theme}
 */
export function readTheme() {
  // A custom property may hold `light-dark(…)`, which only a real property resolves.
  const probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);
  const colours = NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(colours);
}

/** Whether the user wants no movement that is not needed. */
export function wantsStillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
