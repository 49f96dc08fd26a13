// What holds for the page's sources.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { WORDS } from "../page/words.js";

const page = new URL("../page/", import.meta.url);
const names = readdirSync(page);
const read = (name) => readFileSync(new URL(name, page), "utf8");
const scripts = names.filter((name) => name.endsWith(".js"));

test("no script makes elements from text", () => {
  for (const name of scripts) {
    assert.doesNotMatch(read(name), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setTimeout\(["'`]/, name);
  }
});

test("modules are named in the one form that the self-contained page understands", () => {
  for (const name of scripts) {
    const imported = [...read(name).matchAll(/^(?:import|export)\s(?:[^"'`;=]*?\bfrom\s+)?(["'`].+);$/gm)].map(([, from]) => from);
    assert.deepEqual(imported.filter((from) => !/^"\.\/\w+\.js"$/.test(from)), [], name);
  }
});

test("the page loads nothing from elsewhere and has no script or style of its own in its markup", () => {
  const html = read("index.html");
  assert.doesNotMatch(html, /<style|style=|\son\w+=|(?:src|href)="(?:https?:)?\/\//);
  assert.doesNotMatch(html, /<script(?![^>]*src="\.\/)/);
  for (const name of names.filter((file) => file.endsWith(".css"))) {
    assert.doesNotMatch(read(name), /url\(|@import/, name);
  }
});

test("every text is there in both languages, with the same parameters", () => {
  const parameters = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
  for (const [key, texts] of Object.entries(WORDS)) {
    assert.equal(texts.length, 2, key);
    assert.ok(texts.every((text) => text.length > 0), key);
    assert.deepEqual(parameters(texts[0]), parameters(texts[1]), key);
  }
});

test("every text that is named is in the table", () => {
  // dom.js has names of the attributes themselves.
  for (const name of scripts.filter((script) => script !== "dom.js")) {
    const source = read(name);
    const keys = [...source.matchAll(/\bt\("([^"]+)"|\bt(?:Label|Title|Placeholder)?: "([^"]+)"/g)].map(([, called, named]) => called ?? named);
    assert.deepEqual(keys.filter((key) => !Object.hasOwn(WORDS, key)), [], name);
  }
});
