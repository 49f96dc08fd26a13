// The page's icons, as paths in a square of 24.

const SVG = "http://www.w3.org/2000/svg";

/** Filled shapes. */
const PATHS = {
  play: "M7 4.5v15l13-7.5z",
  pause: "M6 4.5h4.5v15H6zM13.5 4.5H18v15h-4.5z",
  again: "M12 4V0.8L6.8 5.4 12 10V6.6a5.7 5.7 0 1 1-5.7 5.7H3.7A8.3 8.3 0 1 0 12 4z",
  stepOn: "M5 5v14l9-7zM15.5 5H18v14h-2.5z",
  stepBack: "M19 5v14l-9-7zM8.5 5H6v14h2.5z",
  toStart: "M20 5v14l-8-7zM12 5v14l-8-7zM3 5h2v14H3z",
  toEnd: "M4 5v14l8-7zM12 5v14l8-7zM19 5h2v14h-2z",
  next: "M8.2 5.4 10 3.6 18.4 12 10 20.4 8.2 18.6 14.8 12z",
  previous: "M15.8 5.4 14 3.6 5.6 12 14 20.4 15.8 18.6 9.2 12z",
  plus: "M10.8 4h2.4v6.8H20v2.4h-6.8V20h-2.4v-6.8H4v-2.4h6.8z",
  minus: "M4 10.8h16v2.4H4z",
  fit: "M3 3h7v2.4H5.4V10H3zM14 3h7v7h-2.4V5.4H14zM3 14h2.4v4.6H10V21H3zM18.6 14H21v7h-7v-2.4h4.6z",
  close: "M5.6 4 12 10.4 18.4 4 20 5.6 13.6 12 20 18.4 18.4 20 12 13.6 5.6 20 4 18.4 10.4 12 4 5.6z",
  theme: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2.4v13.2a6.6 6.6 0 0 1 0-13.2z",
  help: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zm-1.2 13.2h2.3v2.3h-2.3zm1.3-9.9c2.2 0 3.8 1.3 3.8 3.2 0 1.4-.7 2.1-1.7 2.9-.9.7-1.1 1-1.1 1.9v.5h-2.2v-.8c0-1.5.6-2.2 1.6-3 .8-.6 1.1-.9 1.1-1.5 0-.7-.6-1.2-1.5-1.2-1 0-1.7.6-1.8 1.7H8c.1-2.3 1.7-3.7 4.1-3.7z",
  open: "M3 5h6.5l2 2.5H21V19H3zm2.3 4.8v6.9h13.4V9.8z",
  check: "M9.6 18.2 3.8 12.4l1.9-1.9 3.9 3.9 8.7-8.7 1.9 1.9z",
  warning: "M12 2.8 22.5 21h-21zm-1.2 6.7v5.7h2.4V9.5zm0 7.2v2.3h2.4v-2.3z",
  fold: "M4 6h16v2.3H4zM4 10.8h16v2.3H4zM4 15.7h10V18H4z",
  save: "M10.8 3h2.4v8.2l3.1-3.1 1.7 1.7-6 6-6-6 1.7-1.7 3.1 3.1zM4 17.6h16V20H4z",
  file: "M5 2.5h9l5 5v14H5zm7.6 2.3H7.3v14.4h9.4V8.9h-4.1z",
};

/** @typedef {keyof typeof PATHS} IconName */

/**
 * An icon that says nothing to those who do not see it.
 * @param {IconName} name
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/**
 * Shows another icon in a button.
 * @param {Element} button
 * @param {IconName} name
 */
export function setIcon(button, name) {
  button.querySelector("path")?.setAttribute("d", PATHS[name]);
}
