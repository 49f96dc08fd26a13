// Matches of two bots in the page: the same as the host's, and safe from bots that are no good.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";

import * as bots from "./bots.mjs";
import { BOTPIT, closePages, openPage, seriousFindings } from "./page.mjs";
import { play, savedBy, setUp } from "./play_page.mjs";
import { linesOf } from "./replays.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "botpit-page-"));
/** @type {Awaited<ReturnType<typeof openPage>>} */
let shown;
before(async () => (shown = await openPage({ hash: "play" })));
after(async () => {
  await shown.close();
  await closePages();
});

/** What a replay is compared by: every turn's orders and hash. */
function gist(bytes) {
  return linesOf(bytes).flatMap(({ turn }) => (turn ? [{ turn: turn.turn, orders: turn.seats.map((seat) => seat.orders ?? ""), hash: turn.hash }] : []));
}

/** The bytes at an address. */
async function fetched(url) {
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

for (const { game, a, b, map } of [
  { game: "gold-hunter", a: "foreman", b: "marksman", map: "duel" },
  { game: "capture-the-flag", a: "captain", b: "sentinel", map: "lanes" },
]) {
  test(`a dropped bot plays ${game} as the host plays it`, async () => {
    const file = path.join(folder, `${a}.wasm`);
    writeFileSync(file, await fetched(new URL(`bots/${a}.wasm`, shown.address)));
    const saved = await play(shown.page, { game, a: { name: "mine.wasm", bytes: readFileSync(file) }, b, map, seed: 7 });
    const [ours, theirs] = [path.join(folder, `${game}-page.jsonl`), path.join(folder, `${game}-host.jsonl`)];
    writeFileSync(ours, saved.bytes);
    execFileSync(BOTPIT, ["play", file, `builtin:${b}`, "--map", map, "--seed", "7", "--replay", theirs]);
    assert.deepEqual(gist(saved.bytes), gist(readFileSync(theirs)));
    assert.equal(linesOf(saved.bytes)[0].header.meter, "none");

    const verified = spawnSync(BOTPIT, ["replay", "verify", ours], { encoding: "utf8" });
    assert.equal(verified.status, 0, verified.stderr);
    const rerun = spawnSync(BOTPIT, ["replay", "rerun", ours, "--a", file], { encoding: "utf8" });
    assert.notEqual(rerun.status, 0);
    assert.match(rerun.stderr, /meter|fuel/);
  });
}

test("a tie goes on to the next generated map in both, with fresh bots", async () => {
  const page = shown.page;
  await setUp(page, { a: { name: "idle.wasm", bytes: bots.talker() }, b: { name: "idle.wasm", bytes: bots.talker() } });
  await page.check("[name=play-map-source][value=seed]");
  await page.fill("#play-map-seed", "3");
  await page.click(".map-choice details summary");
  await page.fill("#play-map-generator-turns", "20");
  await page.locator("#play-map-generator-turns").blur();
  await page.click(".play-form [type=submit]");
  await page.waitForFunction(() => location.hash === "#view");
  await page.click('[data-tab="play"]');
  const saved = await savedBy(page, () => page.click("text=Save the replay"));
  const file = path.join(folder, "talker.wasm");
  const replay = path.join(folder, "tie.jsonl");
  writeFileSync(file, bots.talker());
  execFileSync(BOTPIT, ["play", file, file, "--map", "seed:3", "--map-option", "turns=20", "--replay", replay]);
  const host = readFileSync(replay);
  assert.equal(linesOf(saved.bytes).filter((line) => line.leg).length, 4);
  assert.deepEqual(gist(saved.bytes), gist(host));
});

test("a match is stopped in the middle of an endless turn, and the page answers all the while", async () => {
  const page = shown.page;
  await setUp(page, { a: { name: "looper.wasm", bytes: bots.looper() }, b: "random", turnSeconds: 600 });
  await page.click(".play-form [type=submit]");
  const stop = page.locator("text=Stop");
  await stop.waitFor();
  await page.waitForSelector("text=The match runs.");
  assert.deepEqual(await seriousFindings(page), []);
  const began = Date.now();
  await stop.click();
  await page.waitForSelector("text=/Stopped after/");
  assert.ok(Date.now() - began < 5000);
  const saved = await savedBy(page, () => page.click("text=Save the replay"));
  assert.equal(linesOf(saved.bytes).filter((line) => line.footer).length, 0);
  await page.click("text=Open in the viewer");
  await page.waitForFunction(() => location.hash === "#view");
});

test("an error of the page's own is told as such, and no bot is blamed", async () => {
  const broken = await openPage({ hash: "play" });
  const { page } = broken;
  await page.route("**/bot_worker.js", (route) => route.fulfill({ contentType: "text/javascript", body: "throw new Error('broken page')" }));
  await setUp(page, { a: "random", b: "random" });
  await page.click(".play-form [type=submit]");
  const alert = page.locator("#play .problem");
  await alert.waitFor();
  assert.match(await alert.innerText(), /The page failed while it ran .*not the bot's fault.*broken page/);
  // Browsers differ in whether a worker's error is told in the page's console too.
  broken.errors.length = 0;
  await broken.close();
});

test("what a bot writes never becomes markup", async () => {
  const { page } = shown;
  const bytes = bots.talker();
  await play(page, { a: { name: "<img src=x onerror=alert(1)>.wasm", bytes }, b: "random" });
  assert.equal(await page.locator("img").count(), 0);
  await page.click("text=Open in the viewer");
  assert.equal(await page.locator("img").count(), 0);
});

test("the form and the end of a match are accessible, in both languages", async () => {
  const { page } = shown;
  await play(page, { a: "random", b: "random" });
  assert.deepEqual(await seriousFindings(page), []);
  await page.click("text=Change the match");
  assert.deepEqual(await seriousFindings(page), []);
  await page.click("[data-action=language]");
  assert.deepEqual(await seriousFindings(page), []);
  assert.equal(await page.locator("html").getAttribute("dir"), "rtl");
  const text = await page.locator("#play").innerText();
  assert.doesNotMatch(text, /\b(play|map|option|refused)_[a-z]/, "a text is missing in the table");
  await page.click("[data-action=language]");
});

test("swapped seats and the next seed are played again by a button", async () => {
  const { page } = shown;
  await play(page, { a: "random", b: "prospector", seed: 18 });
  await page.click("text=Again with the next seed");
  await page.waitForFunction(() => location.hash === "#view");
  await page.click('[data-tab="play"]');
  const next = await savedBy(page, () => page.click("text=Save the replay"));
  assert.equal(Number(linesOf(next.bytes)[0].header.seed), 19);
  await page.click("text=Again with the seats swapped");
  await page.waitForFunction(() => location.hash === "#view");
  await page.click('[data-tab="play"]');
  const swapped = await savedBy(page, () => page.click("text=Save the replay"));
  assert.deepEqual(linesOf(swapped.bytes)[0].header.bots.map((bot) => bot.name), ["builtin:prospector", "builtin:random"]);
});

test("the page says why there is no fuel", async () => {
  await shown.page.click("text=Why no fuel here?");
  assert.match(await shown.page.locator(".play-note").innerText(), /does not meter fuel[^]*meter: none[^]*rerun/);
});
