// What the help sheet says of each section of the page.

import { VIEWER_KEYS } from "./viewer_keys.js";

/** @typedef {import("./keyboard.js").ShownKeys} ShownKeys */
/** @typedef {{about: string, keys: readonly ShownKeys[], notes: string[]}} HelpPage */

const CLOSE = { show: ["?", "Esc"], help: "help_help" };

/** @type {ShownKeys[]} */
const HAND_KEYS = [
  { show: ["↑", "→", "↓", "←"], help: "help_hand_go" },
  { show: ["1", "…", "9"], help: "help_hand_choose" },
  { show: ["Tab", "Shift Tab"], help: "help_hand_next" },
  { show: ["f", "Space"], help: "help_hand_fire" },
  { show: ["Backspace"], help: "help_hand_clear" },
  { show: ["Enter"], help: "help_hand_end" },
  { show: ["i"], help: "help_hand_inspect" },
  { show: ["+", "−"], help: "help_zoom_only" },
  CLOSE,
];

/** @type {ShownKeys[]} */
const EDITOR_KEYS = [
  { show: ["↑", "→", "↓", "←"], help: "help_edit_move" },
  { show: ["Enter", "Space"], help: "help_edit_put" },
  { show: ["Shift ↑", "Shift →", "Shift ↓", "Shift ←"], help: "help_edit_paint" },
  { show: ["Delete"], help: "help_edit_erase" },
  { show: ["1", "…", "9"], help: "help_edit_tool" },
  { show: ["t"], help: "help_edit_team" },
  { show: ["r"], help: "help_edit_turn" },
  { show: ["Ctrl Z", "Ctrl Y"], help: "help_edit_undo" },
  { show: ["+", "−"], help: "help_zoom_only" },
  CLOSE,
];

/** By section. */
export const HELP_PAGES = {
  view: { about: "help_about_view", keys: VIEWER_KEYS, notes: ["help_shift", "help_mouse"] },
  play: { about: "help_about_play", keys: HAND_KEYS, notes: ["help_hand_mouse"] },
  edit: { about: "help_about_edit", keys: EDITOR_KEYS, notes: ["help_edit_mouse"] },
};
