// The worker that one bot runs in: the bot's module on the browser's own WebAssembly, its imports answered by the
// implementation that Botpit's own sandbox has too. The page talks to it in messages and ends it when its time is over.

import { BotFault, STACK_EXHAUSTED, guarded } from "./bot_faults.js";
import { Stop } from "./bot_stop.js";
import init, { Guest, wasi_functions } from "./botpit_web.js";
import { messageOf } from "./errors.js";
import { capModule } from "./module_caps.js";
import { ModuleRefused } from "./module_refused.js";
import { checkModuleTypes } from "./module_types.js";

/** @typedef {import("./bot").Ask} Ask */
/** @typedef {import("./bot").ToWorker} ToWorker */
/** @typedef {import("./bot").FromWorker} FromWorker */
/** @typedef {{memory: WebAssembly.Memory, think: Function, alloc: Function, botpit_abi: Function, setup?: Function,
 *   team_name?: Function, _initialize?: Function}} Exports */
/** @typedef {{exports: Exports, stop: Stop}} Instance */
/** @typedef {{instance: Instance, buffer: number}} Running */

/** One bot in one leg: its lasting state, and its instance while it has one. */
class Seat {
  /**
   * @param {WebAssembly.Module} module
   * @param {string} identity
   * @param {bigint} drawn how many random numbers an earlier worker's bot has drawn
   */
  constructor(module, identity, drawn) {
    this.module = module;
    this.guest = new Guest(identity);
    this.guest.seek_drawn(drawn);
    this.bound = boundOf(identity);
    /** @type {Running | null} */
    this.running = null;
  }

  /** @param {string} identity of the next leg */
  nextLeg(identity) {
    this.guest.next_leg(identity);
    this.bound = boundOf(identity);
    this.running = null;
  }

  /**
   * @param {Ask} ask
   * @returns {{report: import("./bot").WorkerReport, orders: Uint8Array}}
   */
  answer(ask) {
    this.guest.begin_turn(ask.turn);
    const report = /** @type {import("./bot").WorkerReport} */ ({});
    let orders = new Uint8Array();
    try {
      if (ask.kind !== "think") {
        report.team_name = this.boot(ask);
      }
      if (ask.kind !== "start") {
        orders = this.think(ask);
      }
    } catch (error) {
      if (!(error instanceof BotFault)) {
        throw error;
      }
      report.fault = error.fault;
    }
    // A start that failed before there was a memory took none.
    report.memory = this.running?.instance.exports.memory.buffer.byteLength ?? 0;
    if (report.fault) {
      this.running = null;
    }
    if (report.fault?.detail === STACK_EXHAUSTED) {
      report.spent = true;
    } else {
      report.output = this.guest.end_turn(report.fault !== undefined);
      report.drawn = this.guest.drawn();
    }
    return { report, orders };
  }

  /**
   * Starts the bot in a fresh instance.
   * @param {Ask} ask
   * @returns {string | undefined} the team's name, where it was asked and told
   */
  boot(ask) {
    this.running = null;
    const instance = instantiate(this.module, this.guest);
    const { exports } = instance;
    /** @type {string | undefined} */
    let name;
    this.running = { instance, buffer: 0 };
    if (exports._initialize) {
      call("initialize", instance, "_initialize");
    }
    if (ask.asksTeamName && exports.team_name) {
      const packed = wide(call("team-name", instance, "team_name"));
      name = guarded("team-name", () => this.guest.team_name(bytesOf(exports), packed)) || undefined;
    }
    const buffer = call("alloc", instance, "alloc", this.bound) >>> 0;
    guarded("alloc", () => this.guest.check_buffer(buffer, exports.memory.buffer.byteLength));
    this.running.buffer = buffer;
    if (exports.setup) {
      bytesOf(exports).set(ask.setup, this.running.buffer);
      call("setup", instance, "setup", this.running.buffer, ask.setup.length);
    }
    return name;
  }

  /**
   * @param {Ask} ask
   * @returns {Uint8Array<ArrayBuffer>}
   */
  think(ask) {
    if (!this.running) {
      throw new Error("a bot without an instance was asked");
    }
    const { instance, buffer } = this.running;
    const { exports } = instance;
    bytesOf(exports).set(ask.view, buffer);
    const packed = wide(call("think", instance, "think", buffer, ask.view.length));
    return guarded("think", () => this.guest.orders(bytesOf(exports), packed).slice());
  }
}

/**
 * Compiles a bot's module, and tries whether it can be started and plays the game.
 * @param {Uint8Array} wasm
 * @param {import("./module_caps").SpaceLimits} limits
 * @param {string} identity
 */
async function load(wasm, limits, identity) {
  checkModuleTypes(wasm, wasiFunctions);
  const module = await compile(capModule(wasm, limits));
  const guest = new Guest(identity);
  try {
    guest.check_module(
      JSON.stringify(WebAssembly.Module.exports(module)),
      JSON.stringify(WebAssembly.Module.imports(module)),
    );
  } catch (error) {
    throw new ModuleRefused("refused_module", { why: String(error) });
  }
  const instance = instantiate(module, guest);
  if (instance.exports._initialize) {
    call("initialize", instance, "_initialize");
  }
  const answer = call("abi", instance, "botpit_abi") >>> 0;
  try {
    guest.check_abi(answer);
  } catch (error) {
    throw new ModuleRefused("refused_module", { why: String(error) });
  }
  guest.free();
  return module;
}

/** @param {Uint8Array} wasm */
async function compile(wasm) {
  try {
    return await WebAssembly.compile(/** @type {Uint8Array<ArrayBuffer>} */ (wasm));
  } catch (error) {
    throw new ModuleRefused("refused_compile", { why: messageOf(error) });
  }
}

/**
 * @param {WebAssembly.Module} module
 * @param {Guest} guest
 * @returns {Instance}
 */
function instantiate(module, guest) {
  /** @type {{exports: Exports | null}} */
  const instance = { exports: null };
  const stop = new Stop();
  const imports = importsOf(guest, stop, () => (instance.exports ? bytesOf(instance.exports) : new Uint8Array()));
  guest.begin_instance();
  post({ kind: "phase", phase: "start" });
  const made = guarded("start", () => stop.outcome(() => new WebAssembly.Instance(module, imports)));
  const exports = /** @type {Exports} */ (/** @type {unknown} */ (made.exports));
  instance.exports = exports;
  guest.instance_ready();
  return { exports, stop };
}

/**
 * What a bot may import.
 * @param {Guest} guest
 * @param {Stop} stop
 * @param {() => Uint8Array} memory
 * @returns {WebAssembly.Imports}
 */
function importsOf(guest, stop, memory) {
  return {
    botpit: {
      log: stop.keeping((ptr, len) => guest.log(memory(), ptr >>> 0, len >>> 0)),
      draw: stop.keeping((ptr, len) => guest.draw(memory(), ptr >>> 0, len >>> 0)),
      fuel_left: stop.keeping(() => guest.fuel_left()),
      random: stop.keeping(() => guest.random()),
    },
    wasi_snapshot_preview1: Object.fromEntries(
      wasiFunctions.map(({ name }) => [name, stop.keeping((...args) => guest.wasi(name, memory(), numbers(args)))]),
    ),
  };
}

/** @param {(number | bigint)[]} args of a WASI function: a number has 32 bits, a bigint 64 */
function numbers(args) {
  return BigUint64Array.from(args, (arg) => (typeof arg === "bigint" ? BigInt.asUintN(64, arg) : BigInt(arg >>> 0)));
}

/**
 * Calls an export, and says what its failure means.
 * @param {string} phase
 * @param {Instance} instance
 * @param {Exclude<keyof Exports, "memory">} name
 * @param {...number} args
 */
function call(phase, { exports, stop }, name, ...args) {
  post({ kind: "phase", phase });
  return guarded(phase, () => stop.outcome(() => /** @type {Function} */ (exports[name])(...args)));
}

/** @param {bigint} answer an i64 */
function wide(answer) {
  return BigInt.asUintN(64, answer);
}

/**
 * Bytes of the longest message.
 * @param {string} identity
 * @returns {number}
 */
function boundOf(identity) {
  return JSON.parse(identity).message_bytes_max;
}

/** @param {Exports} exports whose memory may have moved since the last call */
function bytesOf(exports) {
  return new Uint8Array(exports.memory.buffer);
}

/** @param {FromWorker} message */
function post(message) {
  self.postMessage(message);
}

/** @type {import("./module_types").WasiFunction[]} */
let wasiFunctions = [];
/** @type {Seat | null} */
let seat = null;

/** @param {ToWorker} message */
async function receive(message) {
  switch (message.kind) {
    case "page":
      await usePage(message.page);
      break;
    case "load":
      post({ kind: "loaded", module: await load(message.wasm, message.limits, message.identity) });
      break;
    case "begin":
      seat = new Seat(message.module, message.identity, message.drawn);
      break;
    case "leg":
      seat?.nextLeg(message.identity);
      break;
    case "ask":
      post({ kind: "answered", ...mustSit().answer(message.ask) });
      break;
  }
}

function mustSit() {
  if (!seat) {
    throw new Error("a bot was asked before it was there");
  }
  return seat;
}

/** @param {WebAssembly.Module} page the page's own module, compiled once for all workers */
async function usePage(page) {
  await init({ module_or_path: page });
  wasiFunctions = JSON.parse(wasi_functions());
}

/** @param {unknown} error */
function tell(error) {
  if (error instanceof ModuleRefused) {
    post({ kind: "refused", key: error.key, params: error.params });
  } else if (error instanceof BotFault) {
    post({ kind: "refused", key: "refused_start", params: { phase: error.fault.phase, why: error.fault.detail } });
  } else {
    post({ kind: "failed", why: messageOf(error) });
  }
}

// Messages are answered one after the other: a message must not overtake one whose answer is still awaited.
let last = Promise.resolve();
self.onmessage = (event) => {
  last = last.then(() => receive(event.data)).catch(tell);
};
