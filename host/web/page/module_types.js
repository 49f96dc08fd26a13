// What a bot's module must not have, and the types that its functions must have: what Botpit's own sandbox refuses and
// a browser lets pass. Looked at before the module is compiled.

import { ModuleRefused } from "./module_refused.js";
import { EndOfBytes, HEADER_BYTES, Reader } from "./wasm_reader.js";

/** @typedef {{params: string[], results: string[]}} FunctionType */
/** @typedef {{module: string, name: string, type: number}} FunctionImport */
/** @typedef {{name: string, kind: number, index: number}} Export */
/** @typedef {{name: string, params: string[], result: boolean}} WasiFunction */

const TYPE_SECTION = 1;
const IMPORT_SECTION = 2;
const FUNCTION_SECTION = 3;
const TABLE_SECTION = 4;
const MEMORY_SECTION = 5;
const EXPORT_SECTION = 7;
const TAG_SECTION = 13;

/** Kinds of what is imported or exported. */
const FUNCTION = 0;
const TABLE = 1;
const MEMORY = 2;
const GLOBAL = 3;

const FUNCTION_TYPE = 0x60;
/** @type {Record<number, string>} */
const VALUE_TYPES = { 0x7f: "i32", 0x7e: "i64", 0x7d: "f32", 0x7c: "f64", 0x7b: "v128", 0x70: "funcref", 0x6f: "externref" };

/** The host's pool has one slot of each for a bot. */
const TABLES_MOST = 1;
const MEMORIES_MOST = 1;

/** @type {Map<string, string>} */
const EXPORT_TYPES = new Map([
  ["botpit_abi", "() -> i32"],
  ["alloc", "(i32) -> i32"],
  ["think", "(i32, i32) -> i64"],
  ["setup", "(i32, i32) -> ()"],
  ["team_name", "() -> i64"],
  ["_initialize", "() -> ()"],
]);

/** The functions of Botpit's own, by module and name. */
const OWN_IMPORTS = /** @type {const} */ ([
  ["botpit log", "(i32, i32) -> ()"],
  ["botpit draw", "(i32, i32) -> ()"],
  ["botpit fuel_left", "() -> i64"],
  ["botpit random", "() -> i64"],
]);

/**
 * Refuses a module that Botpit's sandbox would not take for what it is made of. Bytes that are no module pass: the
 * compiler has the better words for them.
 * @param {Uint8Array} wasm
 * @param {WasiFunction[]} wasiFunctions
 */
export function checkModuleTypes(wasm, wasiFunctions) {
  const outline = new Outline();
  try {
    outline.read(new Reader(wasm, HEADER_BYTES));
  } catch (error) {
    if (!(error instanceof EndOfBytes)) {
      throw error;
    }
    // A module that only the browser can read is not one that was looked at.
    if (WebAssembly.validate(/** @type {Uint8Array<ArrayBuffer>} */ (wasm))) {
      throw new ModuleRefused("refused_unread");
    }
    return;
  }
  checkCounts(outline);
  checkImports(outline, wasiFunctions);
  checkExports(outline);
}

/** What the sections of a module say. */
class Outline {
  /** @type {FunctionType[]} */
  types = [];
  /** @type {FunctionImport[]} */
  imports = [];
  /** The type of each function of the module's own. @type {number[]} */
  functions = [];
  /** @type {Export[]} */
  exports = [];
  tables = 0;
  memories = 0;

  /** @param {Reader} reader after the header */
  read(reader) {
    while (!reader.isAtEnd()) {
      const id = reader.byte();
      this.section(id, new Reader(reader.bytes(reader.number()), 0));
    }
  }

  /**
   * @param {number} id
   * @param {Reader} content
   */
  section(id, content) {
    switch (id) {
      case TYPE_SECTION:
        this.types = content.list(() => functionType(content));
        break;
      case IMPORT_SECTION:
        content.list(() => this.import(content));
        break;
      case FUNCTION_SECTION:
        this.functions = content.list(() => content.number());
        break;
      case TABLE_SECTION:
        this.tables += content.number();
        break;
      case MEMORY_SECTION:
        this.memories += content.number();
        break;
      case EXPORT_SECTION:
        this.exports = content.list(() => ({ name: content.name(), kind: content.byte(), index: content.number() }));
        break;
      case TAG_SECTION:
        throw new ModuleRefused("refused_tags");
    }
  }

  /** @param {Reader} content */
  import(content) {
    const module = content.name();
    const name = content.name();
    const kind = content.byte();
    switch (kind) {
      case FUNCTION:
        this.imports.push({ module, name, type: content.number() });
        break;
      case TABLE:
        content.table();
        this.tables += 1;
        break;
      case MEMORY:
        content.memory();
        this.memories += 1;
        break;
      case GLOBAL:
        valueType(content);
        content.byte();
        break;
      default:
        // Tags, and what is newer than this page.
        throw new ModuleRefused("refused_tags");
    }
  }

  /**
   * The type of a function in words; null where the module is broken, which the compiler tells.
   * @param {number} index imported functions come first
   */
  typeOf(index) {
    const type = index < this.imports.length ? this.imports[index].type : this.functions[index - this.imports.length];
    return this.typeWords(type);
  }

  /** @param {number} type */
  typeWords(type) {
    const found = this.types[type];
    return found ? words(found.params, found.results) : null;
  }
}

/**
 * @param {Reader} reader
 * @returns {FunctionType}
 */
function functionType(reader) {
  if (reader.byte() !== FUNCTION_TYPE) {
    throw new ModuleRefused("refused_gc");
  }
  return { params: reader.list(() => valueType(reader)), results: reader.list(() => valueType(reader)) };
}

/** @param {Reader} reader */
function valueType(reader) {
  const type = VALUE_TYPES[reader.byte()];
  if (type === undefined) {
    throw new ModuleRefused("refused_gc");
  }
  return type;
}

/** @param {Outline} outline */
function checkCounts({ tables, memories }) {
  if (tables > TABLES_MOST) {
    throw new ModuleRefused("refused_tables", { count: tables, most: TABLES_MOST });
  }
  if (memories > MEMORIES_MOST) {
    throw new ModuleRefused("refused_memories", { count: memories, most: MEMORIES_MOST });
  }
}

/**
 * @param {Outline} outline
 * @param {WasiFunction[]} wasiFunctions
 */
function checkImports(outline, wasiFunctions) {
  const wasi = wasiFunctions.map(({ name, params, result }) => [`wasi_snapshot_preview1 ${name}`, words(params, result ? ["i32"] : [])]);
  const known = new Map([...OWN_IMPORTS, ...wasi].map(([name, type]) => [name, type]));
  for (const { module, name, type } of outline.imports) {
    const expected = known.get(`${module} ${name}`);
    const found = outline.typeWords(type);
    if (expected !== undefined && found !== null && found !== expected) {
      throw new ModuleRefused("refused_import_type", { name: `${module}.${name}`, type: expected });
    }
  }
}

/** @param {Outline} outline */
function checkExports(outline) {
  for (const { name, kind, index } of outline.exports) {
    const expected = EXPORT_TYPES.get(name);
    const found = kind === FUNCTION && expected !== undefined ? outline.typeOf(index) : null;
    if (expected !== undefined && found !== null && found !== expected) {
      throw new ModuleRefused("refused_type", { name, type: expected });
    }
  }
}

/**
 * A function's type as `botpit check` writes it.
 * @param {string[]} params
 * @param {string[]} results
 */
function words(params, results) {
  const result = results.length === 1 ? results[0] : `(${results.join(", ")})`;
  return `(${params.join(", ")}) -> ${result}`;
}
