// Play by hand: with the keyboard alone, with mouse and touch, and never with more than the team may know.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";

import { BOTPIT, closePages, openPage, seriousFindings } from "./page.mjs";
import { trapper } from "./bots.mjs";
import { savedBy, setUp, tabTo } from "./play_page.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "botpit-hand-"));
const TURNS = 12;
const FIGURES = ["hunter", "worker", "runner"];
/** Hex digits of an answer without orders. */
const HEADER_DIGITS = 32;
const GOLD_HUNTER = `format = "botpit-map 1"
game = "gold-hunter"
name = "corridor"
turns = ${TURNS}
ammo = 10
grid = """
......#..
.###.....
....1....
.....###.
..#......
"""
gold = [[4, 0, 12], [4, 4, 12], [2, 2], [6, 2]]
[a]
hunters = [[0, 1, "right"]]
workers = [[0, 2, "right"], [0, 3, "down"]]
[b]
hunters = [[8, 3, "left"]]
workers = [[8, 2, "left"], [8, 1, "up"]]
`;
const CAPTURE_THE_FLAG = `format = "botpit-map 1"
game = "capture-the-flag"
name = "garden"
turns = ${TURNS}
grid = """
..A....##....B..
H....a....b....h
..A..........B..
....#.a..b.#....
"""
`;

/** @type {Awaited<ReturnType<typeof openPage>>} */
let shown;
before(async () => (shown = await openPage({ hash: "play" })));
after(async () => {
  await shown.close();
  await closePages();
});

/** Keeps every scene that the page draws, with its canvas. */
async function watchScenes(page) {
  await page.evaluate(async () => {
    const { Board } = await import("./board.js");
    const show = Board.prototype.show;
    window.scenes = [];
    Board.prototype.show = function (scene, ...rest) {
      window.scenes.push(structuredClone(scene));
      return show.call(this, scene, ...rest);
    };
  });
}

/** Sets up a match by hand with the keyboard alone. */
async function beginByKeyboard(page, { game, map, seat }) {
  await page.goto(`${shown.address}#play`);
  await page.reload();
  await page.waitForSelector("#play-game");
  await watchScenes(page);
  await tabTo(page, "#play-game");
  await page.keyboard.type(game);
  // The weakest bot comes first in the list, and the person last.
  for (const [which, key] of seat === "a" ? [["a", "End"], ["b", "Home"]] : [["a", "Home"], ["b", "End"]]) {
    await tabTo(page, `#seat-${which}`);
    await page.keyboard.press(key);
  }
  await tabTo(page, "[name=play-map-source]");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await tabTo(page, "#play-map-text");
  await page.keyboard.insertText(map);
  await page.waitForFunction(() => /corridor|garden/.test(document.querySelector(".map-about").textContent));
  await page.evaluate(() => (window.scenes = []));
  await tabTo(page, ".play-form [type=submit]", -1);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".hand-board:focus");
  await turnIs(page, 1);
}

const turnIs = (page, turn) =>
  page.waitForFunction((n) => document.querySelector(".hand-turn").textContent.includes(`Turn ${n} of`), turn);

/** Whose sprites were drawn on cells that the team did not see. */
async function hiddenSprites(page, own) {
  return page.evaluate((seat) => {
    const hidden = [];
    for (const { width, dim, sprites } of window.scenes) {
      for (const sprite of sprites) {
        const isFigure = ["hunter", "worker", "runner", "bullet"].includes(sprite.shape);
        if (isFigure && sprite.seat !== seat && dim?.[sprite.y * width + sprite.x] !== 0) {
          hidden.push(sprite);
        }
      }
      if (!dim) {
        hidden.push("a scene that shows everything");
      }
    }
    return hidden;
  }, own);
}

for (const [game, map, seat] of [
  ["Gold", GOLD_HUNTER, "a"],
  ["Capture", CAPTURE_THE_FLAG, "b"],
]) {
  test(`a whole match of ${game} is played with the keyboard alone, and shows nothing hidden`, async () => {
    const { page } = shown;
    await beginByKeyboard(page, { game, map, seat });
    assert.deepEqual(await seriousFindings(page), []);
    const players = (scene, own) => scene.sprites.filter(({ shape, seat: whose }) => FIGURES.includes(shape) && (whose === seat) === own);
    const first = await page.evaluate(() => window.scenes.at(-1));
    assert.equal(players(first, true).length, await page.locator(".hand-player").count());
    assert.ok(players(first, false).length < players(first, true).length, "not all opponents are in sight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("1");
    await page.keyboard.press("f");
    await page.keyboard.press("2");
    assert.equal(await page.locator('.hand-player[aria-pressed="true"] kbd').innerText(), "2");
    assert.equal(await page.locator(".hand-player em").count(), 2);
    for (let turn = 1; turn < TURNS; turn++) {
      await page.keyboard.press(["ArrowRight", "ArrowLeft", "ArrowDown"][turn % 3]);
      await page.keyboard.press("Enter");
      await turnIs(page, turn + 1);
    }
    assert.deepEqual(await hiddenSprites(page, seat), []);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.hash === "#view");
    await page.click('[data-tab="play"]');
    const saved = await savedBy(page, () => page.click("text=Save the replay"));
    const file = path.join(folder, `${game}.jsonl`);
    writeFileSync(file, saved.bytes);
    execFileSync(BOTPIT, ["replay", "verify", file]);
    const lines = String(saved.bytes).trim().split("\n").map((line) => JSON.parse(line));
    assert.equal(lines[0].header.bots[seat === "a" ? 0 : 1].name, "by-hand");
    const given = lines.filter((line) => line.turn?.seats[seat === "a" ? 0 : 1].orders.length > HEADER_DIGITS);
    assert.equal(given.length, TURNS - 1, "an order was given in every turn but the last");
  });
}

test("mouse: a neighbouring cell orders, a player is selected, and held Enter lets turns pass", async () => {
  const { page } = shown;
  await beginByKeyboard(page, { game: "Gold", map: GOLD_HUNTER, seat: "a" });
  const box = await page.locator(".hand-board").boundingBox();
  // 9×5 cells fill the width, with a margin that does not matter in the middle of a cell.
  const cell = await page.evaluate(() => window.scenes.at(-1).width) && box.width / 9.6;
  const at = (x, y) => [box.x + box.width / 2 + (x - 4) * cell, box.y + box.height / 2 + (y - 2) * cell];
  await page.mouse.click(...at(0, 2));
  assert.match(await page.locator('.hand-player[aria-pressed="true"]').innerText(), /a1/);
  await page.mouse.click(...at(1, 2));
  assert.match(await page.locator('.hand-player[aria-pressed="true"] em').innerText(), /moves/);
  await page.mouse.click(...at(0, 3));
  await page.click(".pad-up");
  assert.match(await page.locator('.hand-player[aria-pressed="true"] em').innerText(), /turns.*up/);
  await page.click("text=End turn");
  await turnIs(page, 2);
  assert.match(await page.locator(".hand-reported").innerText(), /a1 moves/);
  await page.locator(".hand-board").focus();
  for (let press = 0; press < 40 && new URL(page.url()).hash !== "#view"; press++) {
    await page.keyboard.down("Enter");
    await page.waitForTimeout(20);
  }
  await page.keyboard.up("Enter");
  await page.waitForFunction(() => location.hash === "#view");
});

test("cells are asked about by keyboard, and the turn goes on after that", async () => {
  const { page } = shown;
  await beginByKeyboard(page, { game: "Capture", map: CAPTURE_THE_FLAG, seat: "a" });
  await page.keyboard.press("i");
  const first = await page.innerText(".hand-cell");
  assert.match(first, /^Cell \(.*Runner/);
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await page.innerText(".hand-cell"), first);
  assert.equal(await page.locator(".hand-player em").count(), 0, "no order was given");
  await page.keyboard.press("Escape");
  assert.equal(await page.innerText(".hand-cell"), "");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator(".hand-player em").count(), 1);
});

test("closing the page asks while a match is played by hand", async () => {
  const { page } = shown;
  const asks = () => page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
  await beginByKeyboard(page, { game: "Capture", map: CAPTURE_THE_FLAG, seat: "a" });
  assert.equal(await asks(), true);
  await page.click("text=Stop");
  await page.waitForSelector("text=/Stopped after/");
  assert.equal(await asks(), false);
});

test("the opponent's faults are not told during the match", async () => {
  const { page } = shown;
  await setUp(page, { a: { name: "trapper.wasm", bytes: trapper() }, b: "hand" });
  await page.click(".play-form [type=submit]");
  await page.waitForSelector(".hand-board:focus");
  for (let turn = 1; turn < 4; turn++) {
    await page.keyboard.press("Enter");
    await turnIs(page, turn + 1);
  }
  assert.doesNotMatch(await page.innerText("#play"), /trap,|unreachable/);
  await page.click("text=Stop");
  await page.waitForSelector("text=/Stopped after/");
});

test("a match by hand can be stopped, and left", async () => {
  const { page } = shown;
  await beginByKeyboard(page, { game: "Capture", map: CAPTURE_THE_FLAG, seat: "a" });
  await page.click("text=Stop");
  await page.waitForSelector("text=/Stopped after/");
  await page.click("text=Change the match");
  await page.waitForSelector(".play-form");
});
