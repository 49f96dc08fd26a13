// What a self-contained page carries in itself.

/** Whether this is the page of one replay, with nothing but the viewer. */
export function isReplayPage() {
  return document.documentElement.dataset.mode === "replay";
}

/**
 * The file in an element of the page, if there is one.
 * @param {"botpit-replay" | "botpit-engine"} id
 * @returns {import("./types").OpenedFile | null}
 */
export function embedded(id) {
  const element = document.getElementById(id);
  if (!element) {
    return null;
  }
  const binary = atob((element.textContent ?? "").trim());
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return { name: element.dataset.name ?? id, bytes };
}
