// Bots that are no good: each is told as what it is, and neither the page nor the other bot suffers.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";

import * as bots from "./bots.mjs";
import { BOTPIT, closePages, openPage } from "./page.mjs";
import { play, setUp } from "./play_page.mjs";
import { linesOf } from "./replays.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "botpit-bots-"));
/** @type {Awaited<ReturnType<typeof openPage>>} */
let shown;
before(async () => (shown = await openPage({ hash: "play" })));
after(async () => {
  await shown.close();
  await closePages();
});

/** The faults of a seat, by kind. */
function faultsOf(bytes, seat) {
  return linesOf(bytes).flatMap((line) => {
    const record = line.turn?.seats[seat] ?? line.leg?.start?.[seat];
    return record?.fault ? [record.fault] : [];
  });
}

/** The page's words after a match that did not begin. */
async function refusalOf(page, bot) {
  await setUp(page, { a: { name: "odd.wasm", bytes: bot }, b: "random" });
  await page.click(".play-form [type=submit]");
  const alert = page.locator("#play .problem");
  await alert.waitFor({ state: "visible", timeout: 60_000 });
  return (await alert.innerText()).replace(/[\u2068\u2069]/g, "");
}

for (const [name, kind, detail] of [
  ["looper", "out-of-fuel", /more than 100 ms of wall-clock time in the page/],
  ["allocLooper", "out-of-fuel", /more than 100?0 ms of wall-clock time in the page/],
  ["trapper", "trap", /unreachable/],
  ["recursive", "trap", /call stack exhausted/],
  ["outside", "bad-orders", /lie outside memory/],
  ["crooked", "bad-alloc", /aligned/],
  ["quitter", "exited", /7/],
  ["catcher", "exited", /7/],
]) {
  test(`a bot that is a ${name} faults with ${kind}, and the match goes on`, async () => {
    const saved = await play(shown.page, { a: { name: `${name}.wasm`, bytes: bots[name]() }, b: "random", turnSeconds: 0.1 });
    const faults = faultsOf(saved.bytes, 0);
    assert.equal(faults.length, 10, "after ten faults it is not asked any more");
    for (const fault of faults) {
      assert.equal(fault.kind, kind);
      assert.match(fault.detail, detail);
    }
    assert.equal(faultsOf(saved.bytes, 1).length, 0);
    assert.match(await shown.page.locator(".play-faults").innerText(), new RegExp(kind));
    const replay = path.join(folder, `${name}.jsonl`);
    writeFileSync(replay, saved.bytes);
    execFileSync(BOTPIT, ["replay", "verify", replay]);
  });
}

test("memory ends where the match's limit is, and a megabyte of log is cut", async () => {
  const saved = await play(shown.page, {
    a: { name: "greedy.wasm", bytes: bots.greedy() },
    b: { name: "logger.wasm", bytes: bots.logger() },
  });
  assert.deepEqual([faultsOf(saved.bytes, 0), faultsOf(saved.bytes, 1)], [[], []]);
  const turn = linesOf(saved.bytes).find((line) => line.turn?.turn === 1).turn;
  assert.equal(turn.seats[0].memory, 64 << 20);
  assert.ok(turn.seats[1].log.length <= 4096);
});

for (const [name, words] of [
  ["stranger", /odd\.wasm cannot play: it imports function `postMessage` from `env`.*botpit check/],
  ["startLooper", /loading it took more than 15 s.*botpit check/],
  ["thoughtless", /exports no function `think`.*botpit check/],
  ["mistyped", /`think` is not of the type \(i32, i32\) -> i64.*botpit check/],
  ["wideAlloc", /`alloc` is not of the type \(i32\) -> i32.*botpit check/],
  ["mislogger", /import `botpit\.log` is not of the type \(i32, i32\) -> \(\).*botpit check/],
  ["tabular", /5,000 tables.*botpit check/],
  ["twofold", /2 memories.*botpit check/],
  ["thrower", /exceptions of WebAssembly.*botpit check/],
  ["fat", /starts with 134,217,728 bytes of memory, and 67,108,864 are allowed/],
  ["foreign", /does not play Gold Hunter/],
]) {
  test(`a module that is ${name} is refused before the match`, async () => {
    assert.match(await refusalOf(shown.page, bots[name]()), words);
  });
}

test("bytes that are no module are refused before the match", async () => {
  assert.match(await refusalOf(shown.page, Buffer.from("no module")), /no WebAssembly module that this browser can compile.*botpit check/);
});
