// Bots for the tests: good, hostile and odd ones, written in WAT.

import wabtModule from "wabt";

const { parseWat } = await wabtModule();

const ABI = `(func (export "botpit_abi") (result i32) (i32.const 0x00030001))`;
const ALLOC = `(func (export "alloc") (param i32) (result i32) (i32.const 65536))`;
const THINK = `(func (export "think") (param i32 i32) (result i64) (i64.const 0))`;
const MEMORY = `(memory (export "memory") 64)`;

/** What no bot may use, and a hostile one does. */
const FEATURES = { exceptions: true, multi_memory: true, reference_types: true };

/** The bytes of a module. */
export function module(...parts) {
  const parsed = parseWat("bot.wat", `(module ${parts.join("\n")})`, FEATURES);
  return Buffer.from(parsed.toBinary({}).buffer);
}

const whole = (...parts) => module(...parts, MEMORY, ABI, ALLOC);

/** Gives no orders. */
export const idle = () => whole(THINK);
/** Draws a random number and logs something each turn: its orders follow from nothing. */
export const talker = () =>
  whole(
    `(import "botpit" "log" (func $log (param i32 i32)))
     (import "botpit" "random" (func $random (result i64)))
     (import "botpit" "fuel_left" (func $fuel (result i64)))
     (data (i32.const 0) "<img src=x onerror=alert(1)>")
     (func (export "think") (param i32 i32) (result i64)
       (call $log (i32.const 0) (i32.const 28))
       (drop (call $random)) (drop (call $fuel)) (i64.const 0))`,
  );
/** Never comes back from a turn. */
export const looper = () => whole(`(func (export "think") (param i32 i32) (result i64) (loop $l (br $l)) (i64.const 0))`);
/** Never comes back from `alloc`. */
export const allocLooper = () =>
  module(MEMORY, ABI, THINK, `(func (export "alloc") (param i32) (result i32) (loop $l (br $l)) (i32.const 0))`);
/** Traps in each turn. */
export const trapper = () => whole(`(func (export "think") (param i32 i32) (result i64) unreachable)`);
/** Calls itself without end. */
export const recursive = () =>
  whole(`(func $f (export "think") (param i32 i32) (result i64) (i64.add (i64.const 1) (call $f (local.get 0) (local.get 1))))`);
/** Never comes back from its start section. */
export const startLooper = () => whole(THINK, `(func $s (loop $l (br $l)))`, `(start $s)`);
/** Answers orders outside its memory. */
export const outside = () => whole(`(func (export "think") (param i32 i32) (result i64) (i64.const 0xfffffff000000020))`);
/** Gives a buffer that is not aligned. */
export const crooked = () => module(MEMORY, ABI, THINK, `(func (export "alloc") (param i32) (result i32) (i32.const 65537))`);
/** Takes all the memory that it can get, in turn 1, and tells in its orders whether it got 4 GiB: it then traps. */
export const greedy = () =>
  whole(`(func (export "think") (param i32 i32) (result i64)
    (block $done (loop $l (br_if $done (i32.eq (memory.grow (i32.const 64)) (i32.const -1))) (br $l)))
    (if (i32.gt_u (memory.size) (i32.const 1024)) (then unreachable)) (i64.const 0))`);
/** Logs a megabyte a turn. */
export const logger = () =>
  whole(`(import "botpit" "log" (func $log (param i32 i32)))
    (func (export "think") (param i32 i32) (result i64) (call $log (i32.const 0) (i32.const 1048576)) (i64.const 0))`);
/** Leaves through WASI. */
export const quitter = () =>
  whole(`(import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
    (func (export "think") (param i32 i32) (result i64) (call $exit (i32.const 7)) (i64.const 0))`);
/** Leaves through WASI, but catches what keeps it from going on. */
export const catcher = () =>
  whole(`(import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
    (func (export "think") (param i32 i32) (result i64)
      (try (do (call $exit (i32.const 7))) (catch_all)) (i64.const 0))`);
/** Imports what no bot can have. */
export const stranger = () =>
  whole(`(import "env" "postMessage" (func $post (param i32)))`, THINK);
/** Has no think. */
export const thoughtless = () => whole();
/** Its think has another type. */
export const mistyped = () => whole(`(func (export "think") (param i32) (result i32) (i32.const 0))`);
/** Its alloc answers 64 bits. */
export const wideAlloc = () => module(MEMORY, ABI, THINK, `(func (export "alloc") (param i32) (result i64) (i64.const 65536))`);
/** Imports a function of Botpit's with another type. */
export const mislogger = () => whole(`(import "botpit" "log" (func (param i32 i64)))`, THINK);
/** Has no memory to speak of, but thousands of tables. */
export const tabular = () => whole(THINK, "(table 1 funcref)".repeat(5000));
/** Has a second memory. */
export const twofold = () => whole(THINK, "(memory 1)");
/** Throws exceptions of its own. */
export const thrower = () => whole(`(tag $t)`, `(func (export "think") (param i32 i32) (result i64) (throw $t))`);
/** Starts with more memory than is allowed. */
export const fat = () => module(`(memory (export "memory") 2048)`, ABI, ALLOC, THINK);
/** Plays another game. */
export const foreign = () =>
  module(MEMORY, ALLOC, THINK, `(func (export "botpit_abi") (result i32) (i32.const 0x00020001))`);
