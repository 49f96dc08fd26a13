// Replays for the tests, played by the program that is tested.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** The program. */
export const BOTPIT = process.env.BOTPIT ?? "botpit";

const folder = mkdtempSync(join(tmpdir(), "botpit-web-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Writes a file of a test. */
export function file(name, content) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Plays a match; the replay's path. */
export function play(name, ...args) {
  const path = join(folder, name);
  execFileSync(BOTPIT, ["play", ...args, "--replay", path], { stdio: "pipe" });
  return path;
}

/** A replay with its lines changed: `change` gets them as values and gives them back. */
export function edited(path, name, change) {
  const lines = readLines(path);
  const changed = change(lines) ?? lines;
  return file(name, changed.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** The lines of a replay's file, as values. */
export function readLines(path) {
  return linesOf(readFileSync(path));
}

/** The lines of a replay, as values. */
export function linesOf(bytes) {
  return String(bytes).trimEnd().split("\n").map((line) => JSON.parse(line));
}

/** The hash after each turn of the first leg, the start's first. */
export function hashes(lines) {
  return [lines.find((line) => line.leg).leg.hash, ...lines.filter((line) => line.turn).map((line) => line.turn.hash)];
}

/** The footer. */
export function footer(lines) {
  return lines.at(-1).footer;
}

const made = new Map();

/** A replay that several tests look at, played once. */
export function sample(name) {
  if (!made.has(name)) {
    made.set(name, SAMPLES[name]());
  }
  return made.get(name);
}

const SAMPLES = {
  "gold-hunter": () => play("gold-hunter.jsonl", "builtin:foreman", "builtin:marksman", "--seed", "7"),
  "capture-the-flag": () => play("capture-the-flag.jsonl", "builtin:captain", "builtin:sentinel", "--seed", "3"),
  large: () => play("large.jsonl", "builtin:random", "builtin:random", "--game", "gold-hunter", "--map", "plains", "--seed", "5"),
};

export const nameOf = basename;
