// One bot of a match in the page: its worker, the time that it has, and what becomes of it when that is over.

import { engineModule } from "./engine.js";
import { t } from "./words.js";

/** @typedef {{kind: string, phase: string, detail: string}} Fault */
/** What a bot is asked: to start, to think, or to start again and then think. */
/** @typedef {{kind: "start" | "think" | "restart", turn: number, setup: Uint8Array, view: Uint8Array,
 *   asksTeamName: boolean}} Ask */
/** What the worker knows of an ask; `spent` tells that the worker must not be used any more. */
/** @typedef {{team_name?: string, fault?: Fault, memory: number, output?: string, drawn?: bigint, spent?: boolean}}
 *   WorkerReport */
/** @typedef {{report: {team_name?: string, fault?: Fault, memory: number, output?: string}, orders: Uint8Array}} Answer */
/** @typedef {{kind: "page", page: WebAssembly.Module}
 *   | {kind: "load", wasm: Uint8Array, limits: import("./module_caps").SpaceLimits, identity: string}
 *   | {kind: "begin", module: WebAssembly.Module, identity: string, drawn: bigint}
 *   | {kind: "leg", identity: string}
 *   | {kind: "ask", ask: Ask}} ToWorker */
/** @typedef {{kind: "loaded", module: WebAssembly.Module}
 *   | {kind: "refused", key: string, params: Record<string, string | number>}
 *   | {kind: "failed", why: string}
 *   | {kind: "phase", phase: string}
 *   | {kind: "answered", report: WorkerReport, orders: Uint8Array}} FromWorker */
/** How long a bot may take, in milliseconds: `perMatch` is for all its turns together, where there is such a limit. */
/** @typedef {{perTurn: number, perStart: number, perMatch: number | null}} TimeLimits */

/** How long compiling and trying a module may take. */
const LOAD_MS = 15_000;
/** An answer that came in time may wait behind other work of the page: it is let in before time is called. */
const GRACE_MS = 30;

/** A file that cannot play, told before the match. */
export class BotRefused extends Error {}

/** An error of the page's own, for which no bot is to blame: the match is not scored. */
export class PageFailure extends Error {}

/** Somebody stopped the match. */
export class Stopped extends Error {}

/** A bot and its worker. */
export class Bot {
  /**
   * @param {{name: string, wasm: Uint8Array}} file
   * @param {TimeLimits} limits
   */
  constructor(file, limits) {
    this.name = file.name;
    this.wasm = file.wasm;
    this.limits = limits;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {WebAssembly.Module | null} */
    this.module = null;
    this.identity = "";
    this.drawn = 0n;
    this.memoryBytes = 0;
    this.usedMs = 0;
    /** The call into the bot that ran last. */
    this.phase = "start";
    this.teamNameAsked = false;
    /** @type {((error: Error) => void) | null} */
    this.abandon = null;
  }

  /**
   * Compiles the module and tries whether it can play.
   * @param {import("./module_caps").SpaceLimits} limits
   * @param {string} identity
   */
  async load(limits, identity) {
    this.identity = identity;
    const worker = await this.hire();
    worker.postMessage(/** @satisfies {ToWorker} */ ({ kind: "load", wasm: this.wasm, limits, identity }));
    const answer = await this.wait(worker, "loaded", LOAD_MS);
    if (answer === null) {
      throw this.refused(t("refused_load_time", { seconds: LOAD_MS / 1000 }));
    }
    this.module = answer.module;
    this.begin(worker);
  }

  /**
   * Goes on to the next leg of the match.
   * @param {string} identity
   */
  nextLeg(identity) {
    this.identity = identity;
    this.drawn = 0n;
    this.worker?.postMessage(/** @satisfies {ToWorker} */ ({ kind: "leg", identity }));
  }

  /**
   * Asks the bot, for as long as it may take.
   * @param {Omit<Ask, "asksTeamName">} what
   * @returns {Promise<Answer>}
   */
  async ask(what) {
    const allowed = this.allowedMs(what.kind);
    if (allowed <= 0) {
      return this.timedOut("think", allowed);
    }
    const worker = this.worker ?? this.begin(await this.hire());
    const ask = { ...what, asksTeamName: !this.teamNameAsked };
    this.teamNameAsked = true;
    worker.postMessage(/** @satisfies {ToWorker} */ ({ kind: "ask", ask }));
    const started = performance.now();
    const answer = await this.wait(worker, "answered", allowed);
    if (what.kind !== "start") {
      this.usedMs += performance.now() - started;
    }
    return answer === null ? this.timedOut(this.phase, allowed) : this.answered(answer);
  }

  /** Ends the bot, in the middle of a call too. */
  stop() {
    this.dismiss();
    this.abandon?.(new Stopped());
  }

  /** @param {Ask["kind"]} kind */
  allowedMs(kind) {
    const { perTurn, perStart, perMatch } = this.limits;
    if (kind === "start") {
      return perStart;
    }
    return perMatch === null ? perTurn : Math.min(perTurn, perMatch - this.usedMs);
  }

  /** @param {Extract<FromWorker, {kind: "answered"}>} answer */
  answered({ report, orders }) {
    const { drawn, spent, ...told } = report;
    this.drawn = drawn ?? this.drawn;
    this.memoryBytes = told.memory;
    if (spent) {
      this.dismiss();
    }
    return { report: told, orders };
  }

  /**
   * @param {string} phase
   * @param {number} allowedMs
   * @returns {Answer}
   */
  timedOut(phase, allowedMs) {
    const { perMatch } = this.limits;
    const ofMatch = perMatch !== null && this.usedMs >= perMatch;
    const [most, where] = ofMatch ? [perMatch, "in the whole match"] : [allowedMs, "in the page"];
    const fault = { kind: "out-of-fuel", phase, detail: `more than ${most} ms of wall-clock time ${where}` };
    return { report: { fault, memory: this.memoryBytes }, orders: new Uint8Array() };
  }

  /** A fresh worker with the page's module in it. */
  async hire() {
    const worker = new Worker(new URL("./bot_worker.js", import.meta.url), { type: "module" });
    this.worker = worker;
    const page = await engineModule();
    if (this.worker !== worker) {
      throw new Stopped();
    }
    worker.postMessage(/** @satisfies {ToWorker} */ ({ kind: "page", page }));
    return worker;
  }

  /**
   * Seats the bot in a worker.
   * @param {Worker} worker
   */
  begin(worker) {
    if (!this.module) {
      throw new Error("a bot that was not loaded is to begin");
    }
    const { module, identity, drawn } = this;
    worker.postMessage(/** @satisfies {ToWorker} */ ({ kind: "begin", module, identity, drawn }));
    return worker;
  }

  /** @param {string} why */
  refused(why) {
    return new BotRefused(`${t("refused_of", { name: this.name })} ${why}`);
  }

  dismiss() {
    this.worker?.terminate();
    this.worker = null;
  }

  /**
   * Waits for a worker's answer. The time runs from where the bot's own code begins to run.
   * @template {"loaded" | "answered"} K
   * @param {Worker} worker
   * @param {K} kind
   * @param {number} allowedMs
   * @returns {Promise<Extract<FromWorker, {kind: K}> | null>} null when the time was over; the worker is then gone
   */
  wait(worker, kind, allowedMs) {
    return new Promise((resolve, reject) => {
      /** @type {ReturnType<typeof setTimeout> | undefined} */
      let timer;
      const end = () => {
        clearTimeout(timer);
        this.abandon = null;
        worker.onmessage = null;
        worker.onerror = null;
      };
      /** @param {Error} error */
      const fail = (error) => {
        end();
        this.dismiss();
        reject(error);
      };
      const timeOut = () => {
        end();
        this.dismiss();
        resolve(null);
      };
      const startTimer = () => {
        timer ??= setTimeout(() => (timer = setTimeout(timeOut, GRACE_MS)), allowedMs);
      };
      // Loading runs from the start: compiling is part of it.
      if (kind === "loaded") {
        startTimer();
      }
      this.abandon = fail;
      worker.onerror = (event) => fail(new PageFailure(t("play_worker_died", { name: this.name, why: event.message ?? "" })));
      worker.onmessage = ({ data }) => {
        const message = /** @type {FromWorker} */ (data);
        if (message.kind === "phase") {
          this.phase = message.phase;
          startTimer();
        } else if (message.kind === "refused") {
          fail(this.refused(t(message.key, message.params)));
        } else if (message.kind === "failed") {
          fail(new PageFailure(t("play_worker_died", { name: this.name, why: message.why })));
        } else if (message.kind === kind) {
          end();
          resolve(/** @type {Extract<FromWorker, {kind: K}>} */ (message));
        }
      };
    });
  }
}
