// The keys of the viewer: what the help sheet shows, and the name of what each does.

/** @satisfies {{show: string[], help: string, keys: Record<string, string>}[]} */
export const VIEWER_KEYS = /** @type {const} */ ([
  { show: ["Space"], help: "help_play", keys: { " ": "toggle" } },
  { show: ["←", "→"], help: "help_step", keys: { ArrowLeft: "stepBack", ArrowRight: "stepOn" } },
  {
    show: ["Shift ←", "Shift →"],
    help: "help_step_ten",
    keys: { "Shift+ArrowLeft": "stepFarBack", "Shift+ArrowRight": "stepFarOn", PageUp: "stepFarBack", PageDown: "stepFarOn" },
  },
  { show: ["Home", "End"], help: "help_ends", keys: { Home: "toStart", End: "toEnd" } },
  { show: ["<", ">"], help: "help_legs", keys: { "<": "legBefore", ">": "legAfter" } },
  { show: ["t"], help: "help_turn", keys: { "t": "typeTurn" } },
  { show: ["[", "]"], help: "help_speed", keys: { "[": "slower", "]": "faster" } },
  { show: ["n", "N"], help: "help_next", keys: { n: "next", N: "previous", e: "next", E: "previous" } },
  { show: ["k"], help: "help_kill", keys: { k: "nextKill", K: "previousKill" } },
  { show: ["g"], help: "help_gold", keys: { g: "nextGold", G: "previousGold" } },
  { show: ["c"], help: "help_capture", keys: { c: "nextCapture", C: "previousCapture" } },
  { show: ["f"], help: "help_fault", keys: { f: "nextFault", F: "previousFault" } },
  { show: ["1", "2", "3", "4", "5"], help: "help_fog", keys: { 1: "fogAll", 2: "fogA", 3: "fogB", 4: "fogEverA", 5: "fogEverB" } },
  { show: ["l"], help: "help_layers", keys: { l: "layers" } },
  { show: ["+", "−", "0"], help: "help_zoom", keys: { "+": "zoomIn", "=": "zoomIn", "-": "zoomOut", 0: "fit" } },
  { show: ["w", "a", "s", "d"], help: "help_pan", keys: { w: "panUp", a: "panLeft", s: "panDown", d: "panRight" } },
  { show: ["Enter"], help: "help_inspect", keys: {} },
  { show: ["Esc"], help: "help_escape", keys: { Escape: "unpin" } },
  { show: ["?"], help: "help_help", keys: {} },
]);

/** @typedef {typeof VIEWER_KEYS[number]["keys"]} Keys */
/** @typedef {Keys extends infer K ? K extends Keys ? K[keyof K] : never : never} Action */
