// The map editor: symmetric edits with keyboard and mouse, the way back, and files that Botpit reads.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";

import { EDITOR_GAMES, EditorMap } from "../page/editor_map.js";
import { imageOf, resizedAxis, symmetriesOf } from "../page/symmetry.js";
import { BOTPIT, closePages, dropFile, openPage, seriousFindings } from "./page.mjs";
import { savedBy, tabTo } from "./play_page.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "botpit-editor-"));
const BRUSH = { tool: "obstacle", seat: "a", facing: "right", value: 3 };

/** @type {Awaited<ReturnType<typeof openPage>>} */
let shown;
before(async () => (shown = await openPage({ hash: "edit" })));
after(async () => {
  await shown.close();
  await closePages();
});

/** A new empty board in the model. */
function emptyMap(game, width, height, symmetry) {
  const map = new EditorMap({ game, layout: EDITOR_GAMES[game].empty({ width, height }) });
  map.symmetry = symmetry;
  return map;
}

test("every symmetry is its own way back, and swaps the teams", () => {
  const size = { width: 5, height: 5 };
  for (const symmetry of symmetriesOf(size)) {
    for (let index = 0; index < 25; index++) {
      const cell = { x: index % 5, y: Math.floor(index / 5) };
      assert.deepEqual(imageOf(symmetry, size, imageOf(symmetry, size, cell)), cell);
    }
    const map = emptyMap("gold-hunter", 5, 5, symmetry);
    map.put({ x: 1, y: 0 }, { ...BRUSH, tool: "hunter" });
    const [[a], [b]] = map.draft.layout.hunters;
    assert.deepEqual(a, { at: { x: 1, y: 0 }, facing: "right" }, symmetry);
    assert.deepEqual(b.at, imageOf(symmetry, size, a.at), symmetry);
  }
});

test("only boards with as many rows as columns have diagonals", () => {
  assert.deepEqual(symmetriesOf({ width: 4, height: 5 }), ["turn", "left-right", "top-bottom"]);
});

test("an axis grows and shrinks in its middle", () => {
  assert.deepEqual(resizedAxis(6, 4), [0, 1, null, null, 2, 3]);
  assert.deepEqual(resizedAxis(6, 7), [0, 1, 2, 4, 5, 6]);
  assert.deepEqual(resizedAxis(5, 3), [0, null, 1, null, 2]);
});

test("a stroke is taken back at once, and brought back", () => {
  const map = emptyMap("gold-hunter", 4, 4, "turn");
  map.beginStroke();
  map.put({ x: 0, y: 0 }, BRUSH);
  map.put({ x: 1, y: 0 }, BRUSH);
  map.endStroke();
  assert.equal(map.draft.layout.obstacles.filter(Boolean).length, 4);
  assert.ok(map.undo());
  assert.equal(map.draft.layout.obstacles.filter(Boolean).length, 0);
  assert.ok(!map.undo());
  assert.ok(map.redo());
  assert.equal(map.draft.layout.obstacles.filter(Boolean).length, 4);
});

test("a cell that is its own image takes no player", () => {
  const map = emptyMap("gold-hunter", 3, 3, "turn");
  assert.ok(!map.put({ x: 1, y: 1 }, { ...BRUSH, tool: "worker" }));
  assert.ok(map.put({ x: 1, y: 1 }, { ...BRUSH, tool: "gold" }));
});

/** Begins an empty board with the keyboard alone. */
async function begin(page, game, width, height) {
  await page.goto(`${shown.address}#edit`);
  await page.reload();
  await tabTo(page, ".edit-open > summary");
  await page.keyboard.press("Enter");
  await tabTo(page, "#edit-game");
  await page.keyboard.type(game);
  await tabTo(page, "#edit-new-width");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(String(width));
  await tabTo(page, "#edit-new-height");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(String(height));
  await page.keyboard.press("Enter");
  await page.waitForSelector(".edit-board:focus");
}

/** Moves the cursor from the top left corner and puts a tool's thing. */
async function put(page, tool, ...moves) {
  await page.keyboard.press(tool);
  for (const move of moves) {
    await page.keyboard.press(`Arrow${move}`);
  }
  await page.keyboard.press("Enter");
}

async function checked(page, words) {
  await page.waitForFunction((text) => document.querySelector(".edit-check").textContent.includes(text), words);
}

/** What `botpit map check` says of a saved file. */
function checkFile({ name, bytes }) {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return execFileSync(BOTPIT, ["map", "check", file], { encoding: "utf8" });
}

test("a map of Gold Hunter is drawn with the keyboard, saved in both formats, and read by the program", async () => {
  const { page } = shown;
  await begin(page, "Gold", 8, 6);
  await page.waitForSelector(".edit-check .problem");
  await put(page, "2", "Down", "Down", "Right", "Right");
  await page.keyboard.press("Shift+ArrowRight");
  await put(page, "3", "Up");
  await put(page, "4", "Left", "Left", "Left");
  await page.keyboard.press("r");
  await put(page, "5", "Up");
  await checked(page, "same after a turn by 180°");
  assert.deepEqual(await seriousFindings(page), []);
  const asks = () => page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
  assert.equal(await asks(), true, "an unsaved map is not lost unasked");
  const own = await savedBy(page, () => page.click("text=Save as .toml"));
  assert.equal(await asks(), false);
  assert.match(own.name, /\.toml$/);
  assert.match(checkFile(own), /8x6, 400 turns, 1 hunter, 1 worker a team, 2 gold/);
  assert.match(String(own.bytes), /workers = \[\[0, 0, "down"\]\]/);
  const contest = await savedBy(page, () => page.click("text=Save as .txt (contest)"));
  assert.match(contest.name, /\.txt$/);
  assert.match(checkFile(contest), /8x6, 400 turns, 1 hunter, 1 worker a team, 2 gold/);
});

test("a map of Capture the Flag is drawn with the keyboard and read by the program", async () => {
  const { page } = shown;
  await begin(page, "Capture", 12, 6);
  await checked(page, "Each team needs a base");
  await put(page, "5");
  await put(page, "3", "Right", "Right");
  await put(page, "4", "Down", "Down", "Down");
  await put(page, "2", "Right", "Right");
  await checked(page, "left and right swapped");
  const saved = await savedBy(page, () => page.click("text=Save as .toml"));
  assert.match(checkFile(saved), /Capture the Flag, 12x6, 1000 turns, 1 player, 1 flag a team|12x6/);
  assert.match(String(saved.bytes), /H\.A\.\.\.\.\.\.B\.h/);
  assert.ok(!(await page.locator("text=Save as .txt (contest)").isVisible()));
});

test("the mouse paints both sides, and undo takes the stroke back", async () => {
  const { page } = shown;
  await begin(page, "Gold", 10, 10);
  await page.keyboard.press("2");
  const box = await page.locator(".edit-board").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const cell = Math.min(box.width, box.height) / 11;
  await page.mouse.move(x - 3.5 * cell, y - 3.5 * cell);
  await page.mouse.down();
  await page.mouse.move(x - 0.5 * cell, y - 3.5 * cell, { steps: 3 });
  await page.mouse.up();
  const count = () => page.evaluate(() => document.querySelector(".edit-cell").textContent);
  assert.match(await count(), /Obstacle/);
  await page.keyboard.press("ControlOrMeta+z");
  assert.equal(await page.locator("text=Redo").getAttribute("aria-disabled"), "false");
  assert.match(await count(), /Free ground/);
  await page.click("text=Redo");
  assert.match(await count(), /Obstacle/);
});

test("a file opens in the editor, is renamed, resized, and goes to the playground", async () => {
  const { page } = shown;
  await page.goto(`${shown.address}#edit`);
  await page.reload();
  await page.waitForSelector(".edit-board");
  const text = execFileSync(BOTPIT, ["map", "generate", "--seed", "7", "--map-option", "width=20", "--map-option", "height=16"]).toString();
  await dropFile(page, "main", "seven.toml", Buffer.from(text));
  await checked(page, "20×16");
  await page.fill("#edit-name", "eight");
  await page.fill("#edit-turns", "250");
  await page.locator("#edit-turns").blur();
  await page.fill("#edit-width", "22");
  await page.click("text=Resize");
  await checked(page, "22×16");
  await checked(page, "250 turns");
  await checked(page, "same after a turn by 180°");
  await page.click("text=Play on this map");
  await page.waitForFunction(() => /eight/.test(document.querySelector(".map-about")?.textContent ?? ""));
  assert.equal(new URL(page.url()).hash, "#play");
});

test("the editor is accessible in Persian", async () => {
  const { page } = shown;
  await page.goto(`${shown.address}#edit`);
  await page.click("[data-action=language]");
  await page.click(".edit-open > summary");
  assert.deepEqual(await seriousFindings(page), []);
  assert.doesNotMatch(await page.locator("#edit").innerText(), /\b(edit|map|tool|option)_[a-z]/);
  await page.click("[data-action=language]");
});
