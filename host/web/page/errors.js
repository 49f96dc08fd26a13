// What errors say.

/**
 * What an error says; the engine's module throws plain sentences.
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
