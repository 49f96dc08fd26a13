// A stop that an import threw: a bot that catches it must not get past it.

import { messageOf } from "./errors.js";

/** What ended an instance from within one of its imports, if something did. */
export class Stop {
  /** @type {{error: unknown} | null} */
  #thrown = null;

  /**
   * An import that keeps what it throws, and throws it again whenever the instance calls any import afterwards.
   * @param {(...args: any[]) => any} answer
   */
  keeping(answer) {
    return /** @param {...any} args */ (...args) => {
      this.#throwKept();
      try {
        return answer(...args);
      } catch (error) {
        // A trap of the page's own code is none of the bot's.
        const own = error instanceof WebAssembly.RuntimeError ? new Error(messageOf(error)) : error;
        this.#thrown = { error: own };
        throw own;
      }
    };
  }

  /**
   * Runs a call into the instance. What an import threw is its outcome, whether the bot caught that or not.
   * @template T
   * @param {() => T} call
   * @returns {T}
   */
  outcome(call) {
    try {
      return call();
    } finally {
      this.#throwKept();
    }
  }

  #throwKept() {
    if (this.#thrown) {
      throw this.#thrown.error;
    }
  }
}
