// Why a module cannot play, as a sentence of the table of words.

/** A module that no bot may be: told before the match. */
export class ModuleRefused extends Error {
  /**
   * @param {string} key of the sentence in the table of words
   * @param {Record<string, string | number>} [params]
   */
  constructor(key, params = {}) {
    super(key);
    this.key = key;
    this.params = params;
  }
}
