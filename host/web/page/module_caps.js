// Caps on what a bot's module may grow to, written into the module before it is compiled: then `memory.grow` and
// `table.grow` answer -1 at the limits of the match, as they do in Botpit's own sandbox, and a bot cannot take the
// machine's memory.

import { ModuleRefused } from "./module_refused.js";
import { EndOfBytes, HEADER_BYTES, Reader } from "./wasm_reader.js";

const TABLE_SECTION = 4;
const MEMORY_SECTION = 5;
const PAGE_BYTES = 65_536;

/** @typedef {{memory_bytes: number, table_elements: number}} SpaceLimits */

/**
 * The module with its own memories and tables limited. Bytes that are no module come back as they are: the compiler
 * has the better words for them.
 * @param {Uint8Array} wasm
 * @param {SpaceLimits} limits
 * @returns {Uint8Array}
 */
export function capModule(wasm, limits) {
  try {
    return capSections(wasm, limits);
  } catch (error) {
    if (error instanceof EndOfBytes) {
      return wasm;
    }
    throw error;
  }
}

/**
 * @param {Uint8Array} wasm
 * @param {SpaceLimits} limits
 */
function capSections(wasm, limits) {
  const reader = new Reader(wasm, HEADER_BYTES);
  /** @type {Uint8Array[]} */
  const parts = [wasm.subarray(0, HEADER_BYTES)];
  while (!reader.isAtEnd()) {
    const start = reader.at;
    const id = reader.byte();
    const content = reader.bytes(reader.number());
    if (id === TABLE_SECTION) {
      parts.push(section(id, capTables(content, limits.table_elements)));
    } else if (id === MEMORY_SECTION) {
      parts.push(section(id, capMemories(content, limits.memory_bytes)));
    } else {
      parts.push(wasm.subarray(start, reader.at));
    }
  }
  return joined(parts);
}

/**
 * @param {Uint8Array} content
 * @param {number} most elements
 */
function capTables(content, most) {
  const tables = new Reader(content, 0);
  const out = tables.list(() => {
    const { type, range } = tables.table();
    if (range.least > most) {
      throw new ModuleRefused("refused_table_size", { least: range.least, most });
    }
    return [type, ...capped(range, most)];
  });
  return [...number(out.length), ...out.flat()];
}

/**
 * @param {Uint8Array} content
 * @param {number} mostBytes
 */
function capMemories(content, mostBytes) {
  const memories = new Reader(content, 0);
  const out = memories.list(() => {
    const range = memories.memory();
    if (range.least * PAGE_BYTES > mostBytes) {
      throw new ModuleRefused("refused_memory_size", { least: range.least * PAGE_BYTES, most: mostBytes });
    }
    return capped(range, Math.floor(mostBytes / PAGE_BYTES));
  });
  return [...number(out.length), ...out.flat()];
}

/**
 * @param {import("./wasm_reader").Range} range
 * @param {number} most
 */
function capped({ least, most: own }, most) {
  return [1, ...number(least), ...number(Math.min(own ?? most, most))];
}

/**
 * @param {number} id
 * @param {number[]} content
 */
function section(id, content) {
  return Uint8Array.from([id, ...number(content.length), ...content]);
}

/**
 * A number as LEB128.
 * @param {number} value
 */
function number(value) {
  const out = [];
  do {
    const rest = Math.floor(value / 128);
    out.push((value % 128) + (rest > 0 ? 128 : 0));
    value = rest;
  } while (value > 0);
  return out;
}

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
