// Caps on what a bot's module may grow to, written into the module before it is compiled: then `memory.grow` and
// `table.grow` answer -1 at the limits of the match, as they do in Botpit's own sandbox, and a bot cannot take the
// machine's memory.

const HEADER_BYTES = 8;
const TABLE_SECTION = 4;
const MEMORY_SECTION = 5;
const PAGE_BYTES = 65_536;
const FUNCREF = 0x70;
const EXTERNREF = 0x6f;

/** @typedef {{memory_bytes: number, table_elements: number}} SpaceLimits */
/** @typedef {{least: number, most: number | null}} Range */

/** A module that starts with more than it may have, or has a kind of memory or table that no bot may have. */
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
  const reader = new Reader(content, 0);
  const count = reader.number();
  const out = [...number(count)];
  for (let table = 0; table < count; table++) {
    const type = reader.byte();
    if (type !== FUNCREF && type !== EXTERNREF) {
      throw new ModuleRefused("refused_table_type");
    }
    const range = reader.range("refused_table_type");
    if (range.least > most) {
      throw new ModuleRefused("refused_table_size", { least: range.least, most });
    }
    out.push(type, ...capped(range, most));
  }
  return out;
}

/**
 * @param {Uint8Array} content
 * @param {number} mostBytes
 */
function capMemories(content, mostBytes) {
  const reader = new Reader(content, 0);
  const count = reader.number();
  const out = [...number(count)];
  for (let memory = 0; memory < count; memory++) {
    const range = reader.range("refused_memory_type");
    if (range.least * PAGE_BYTES > mostBytes) {
      throw new ModuleRefused("refused_memory_size", { least: range.least * PAGE_BYTES, most: mostBytes });
    }
    out.push(...capped(range, Math.floor(mostBytes / PAGE_BYTES)));
  }
  return out;
}

/**
 * @param {Range} range
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

class EndOfBytes extends Error {}

class Reader {
  /**
   * @param {Uint8Array} source
   * @param {number} at
   */
  constructor(source, at) {
    this.source = source;
    this.at = at;
  }

  isAtEnd() {
    return this.at >= this.source.length;
  }

  byte() {
    const byte = this.source[this.at++];
    if (byte === undefined) {
      throw new EndOfBytes();
    }
    return byte;
  }

  /** @param {number} count */
  bytes(count) {
    if (this.at + count > this.source.length) {
      throw new EndOfBytes();
    }
    this.at += count;
    return this.source.subarray(this.at - count, this.at);
  }

  /** A LEB128 number of 32 bits. */
  number() {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) {
        return value;
      }
    }
    throw new EndOfBytes();
  }

  /**
   * How much there is at the start, and at most.
   * @param {string} refusal the words for a range that is shared or of 64 bits
   * @returns {Range}
   */
  range(refusal) {
    const flags = this.byte();
    if (flags > 1) {
      throw new ModuleRefused(refusal);
    }
    const least = this.number();
    return { least, most: flags === 1 ? this.number() : null };
  }
}
