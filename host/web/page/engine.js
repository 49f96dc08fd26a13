// The engine's module, which the page carries compressed.

import { embedded } from "./embedded.js";

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** The engine, compiled once for the page and for all of its workers. */
export function engineModule() {
  compiled ??= compile();
  return compiled;
}

async function compile() {
  const expanded = (await packed()).pipeThrough(new DecompressionStream("gzip"));
  const response = new Response(expanded, { headers: { "content-type": "application/wasm" } });
  return WebAssembly.compileStreaming(response);
}

/** @returns {Promise<ReadableStream<Uint8Array<ArrayBuffer>>>} */
async function packed() {
  const within = embedded("botpit-engine");
  if (within) {
    return new Blob([within.bytes]).stream();
  }
  const name = "engine.bin";
  const response = await fetch(`./${name}`);
  if (!response.ok || !response.body) {
    throw new Error(`${name}: ${response.status} ${response.statusText}`);
  }
  return response.body;
}
