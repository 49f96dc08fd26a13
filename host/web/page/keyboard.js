// Keys of the viewer.

/**
 * Keys as the help sheet shows them.
 * @typedef {{show: readonly string[], help: string}} ShownKeys
 */
/**
 * Keys that do something, each with the name of its action. Shifted keys are written as they are typed, and named ones
 * as `Shift+ArrowLeft`.
 * @typedef {ShownKeys & {keys: Record<string, string>}} Shortcut
 */

/** Where typed keys are text or choose something. */
const TYPING = "input, textarea, select, [contenteditable]";
/** Where Space and Enter press. */
const PRESSING = "button, a, summary, [role=tab]";

/**
 * Listens to the keys on the whole page until the signal is aborted.
 * @param {readonly Shortcut[]} shortcuts
 * @param {Record<string, () => void>} actions by name
 * @param {() => boolean} isActive
 * @param {AbortSignal} signal
 */
export function listenToKeys(shortcuts, actions, isActive, signal) {
  const names = new Map(shortcuts.flatMap(({ keys }) => Object.entries(keys)));
  document.addEventListener(
    "keydown",
    (event) => {
      if (!isActive() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || belongsElsewhere(event)) {
        return;
      }
      const action = names.get(nameOf(event));
      if (action !== undefined) {
        event.preventDefault();
        actions[action]();
      }
    },
    { signal },
  );
}

/** @param {KeyboardEvent} event */
function belongsElsewhere(event) {
  const target = event.target instanceof Element ? event.target : null;
  if (!target || document.querySelector("dialog[open]")) {
    return target !== null;
  }
  const presses = event.key === " " || event.key === "Enter";
  return target.closest(TYPING) !== null || (presses && target.closest(PRESSING) !== null);
}

/**
 * The key's name; on a keyboard of another script, that of the Latin letter at its place.
 * @param {KeyboardEvent} event
 */
function nameOf({ key, code, shiftKey }) {
  if (key.length > 1) {
    return shiftKey ? `Shift+${key}` : key;
  }
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1];
  if (key.charCodeAt(0) > 126 && (letter || digit)) {
    return digit ?? (shiftKey ? letter : letter?.toLowerCase()) ?? key;
  }
  return key;
}
