// What a failed call into a bot means: the bot's fault, a module that cannot play, or an error of the page's own.

import { messageOf } from "./errors.js";
import { ModuleRefused } from "./module_refused.js";

/** @typedef {import("./bot").Fault} Fault */

/**
 * The detail of the fault of a recursion without end. It may have struck inside an import, in the middle of the page's
 * own code: the worker is then not to be used any more.
 */
export const STACK_EXHAUSTED = "call stack exhausted";

/** A bot's fault, on its way out of the phase in which it happened. */
export class BotFault extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault.detail);
    this.fault = fault;
  }
}

/**
 * Runs a call into a bot, and says what its failure means.
 * @template T
 * @param {string} phase
 * @param {() => T} run
 * @returns {T}
 */
export function guarded(phase, run) {
  try {
    return run();
  } catch (error) {
    const fault = faultOf(error);
    throw fault ? new BotFault({ ...fault, phase }) : error;
  }
}

/**
 * What the bot did wrong, if it was the bot.
 * @param {unknown} error
 * @returns {{kind: string, detail: string} | null}
 */
function faultOf(error) {
  if (typeof error === "string") {
    return importFault(error);
  }
  if (error instanceof WebAssembly.LinkError) {
    throw new ModuleRefused("refused_link", { why: error.message });
  }
  if (error instanceof WebAssembly.RuntimeError) {
    return { kind: "trap", detail: messageOf(error) };
  }
  if (error instanceof WebAssembly.Exception) {
    return { kind: "trap", detail: "an exception that nobody caught" };
  }
  if (isStackOverflow(error)) {
    return { kind: "trap", detail: STACK_EXHAUSTED };
  }
  return null;
}

/**
 * The fault in what the shared implementation of the imports threw.
 * @param {string} thrown
 */
function importFault(thrown) {
  try {
    return JSON.parse(thrown).fault ?? null;
  } catch {
    return null;
  }
}

/**
 * Browsers tell of a deep recursion in a `RangeError` or in an `InternalError` of their own. The first also tells that
 * the machine has no memory for an instance, which is not the bot's fault.
 * @param {unknown} error
 */
function isStackOverflow(error) {
  return error instanceof Error && /call stack|recursion/i.test(error.message);
}
