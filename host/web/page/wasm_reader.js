// Reads the bytes of a WebAssembly module. What is read of hostile bytes is never more than there is.

import { ModuleRefused } from "./module_refused.js";

/** Bytes of the magic number and the version, before the first section. */
export const HEADER_BYTES = 8;

const FUNCREF = 0x70;
const EXTERNREF = 0x6f;

/** @typedef {{least: number, most: number | null}} Range */

/** The bytes end too early, or a number does not end: the compiler has the better words for such a module. */
export class EndOfBytes extends Error {}

export class Reader {
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

  /** A name; what is no UTF-8 in it is replaced. */
  name() {
    return new TextDecoder().decode(this.bytes(this.number()));
  }

  /**
   * As many of something as a number in front says.
   * @template T
   * @param {() => T} item reads one, of at least one byte
   * @returns {T[]}
   */
  list(item) {
    const count = this.number();
    const items = [];
    for (let index = 0; index < count; index++) {
      items.push(item());
    }
    return items;
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

  /** The type of a memory. */
  memory() {
    return this.range("refused_memory_type");
  }

  /** The type of a table, and of its elements. */
  table() {
    const type = this.byte();
    if (type !== FUNCREF && type !== EXTERNREF) {
      throw new ModuleRefused("refused_table_type");
    }
    return { type, range: this.range("refused_table_type") };
  }
}
