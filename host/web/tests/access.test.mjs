// The viewer by keyboard alone, in both languages, light and dark, wide and narrow, and for those who do not see it.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { closePages, goToTurn, openPage, seriousFindings, shown } from "./page.mjs";
import { hashes, readLines, sample } from "./replays.mjs";

after(closePages);

const turnOf = async (page) => (await shown(page)).turn;

/** The turns of the first leg in which something of a kind happens. */
const turnsOf = (page, kind) => page.evaluate((wanted) => window.botpit.viewer.film.turnsOf(wanted, 0), kind);

test("keys play, step and go to both ends", async () => {
  const replay = sample("gold-hunter");
  const last = hashes(readLines(replay)).length - 1;
  const { page, close } = await openPage({ replay });
  for (const [key, turn] of [
    ["ArrowRight", 1],
    ["ArrowRight", 2],
    ["ArrowLeft", 1],
    ["Shift+ArrowRight", 11],
    ["PageDown", 21],
    ["Shift+ArrowLeft", 11],
    ["End", last],
    ["ArrowRight", last],
    ["Home", 0],
    ["ArrowLeft", 0],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await turnOf(page), turn, key);
  }
  await page.keyboard.press("Space");
  assert.equal(await page.getAttribute(".play-button", "aria-label"), "Pause");
  await page.waitForFunction(() => window.botpit.viewer.position.turn > 1);
  await page.keyboard.press("Space");
  assert.equal(await page.getAttribute(".play-button", "aria-label"), "Play");
  await close();
});

test("keys jump to what happens, on and back", async () => {
  const { page, close } = await openPage({ replay: sample("gold-hunter") });
  for (const [key, kind] of [["k", "killed"], ["g", "extracted"]]) {
    const turns = await turnsOf(page, kind);
    await page.keyboard.press("Home");
    await page.keyboard.press(key);
    await page.keyboard.press(key);
    assert.equal(await turnOf(page), turns[1]);
    await page.keyboard.press(key.toUpperCase());
    assert.equal(await turnOf(page), turns[0]);
  }
  await page.keyboard.press("f");
  await page.waitForFunction(() => /No more of that/.test(document.querySelector("[aria-live]").textContent));
  await close();
});

test("keys jump to captures and points", async () => {
  const { page, close } = await openPage({ replay: sample("capture-the-flag") });
  for (const [key, kind] of [["c", "captured"], ["g", "scored"]]) {
    const turns = await turnsOf(page, kind);
    await page.keyboard.press("Home");
    await page.keyboard.press(key);
    assert.equal(await turnOf(page), turns[0]);
  }
  await close();
});

test("keys of a Persian keyboard do the same", async () => {
  const { page, close } = await openPage({ replay: sample("gold-hunter"), language: "fa" });
  const [first] = await turnsOf(page, "killed");
  await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ن", code: "KeyK", bubbles: true })));
  assert.equal(await turnOf(page), first);
  await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "۲", code: "Digit2", bubbles: true })));
  assert.equal((await shown(page)).fog, "a");
  await close();
});

test("cells are walked through by keyboard and told", async () => {
  const { page, close } = await openPage({ replay: sample("gold-hunter") });
  await page.focus("#board");
  await page.keyboard.press("Enter");
  const first = await page.innerText(".cell-card.pinned");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await page.innerText(".cell-card.pinned"), first);
  assert.equal(await turnOf(page), 0);
  await page.waitForFunction(() => /^\(16, 16\): /.test(document.querySelector("[aria-live]").textContent));
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
  assert.equal(await turnOf(page), 1);
  await close();
});

test("every control is reached with the Tab key and has a name", async () => {
  const { page, close } = await openPage({ replay: sample("gold-hunter") });
  const reached = new Set();
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => {
      const { tagName, className, id } = document.activeElement;
      return `${tagName} ${id} ${className}`;
    }));
  }
  const focusable = await page.$$eval(".viewer button, .viewer select, .viewer input, .viewer [tabindex='0']", (elements) =>
    elements
      .filter((element) => element.checkVisibility() && element.tabIndex >= 0)
      .map(({ tagName, className, id }) => `${tagName} ${id} ${className}`),
  );
  assert.deepEqual(focusable.filter((control) => !reached.has(control)), []);
  const nameless = await page.$$eval("button, select, input", (controls) =>
    controls.filter((control) => !control.getAttribute("aria-label") && !control.textContent.trim()).map(({ outerHTML }) => outerHTML),
  );
  assert.deepEqual(nameless, []);
  await close();
});

test("the help sheet opens and closes by keyboard and tells every key", async () => {
  const { page, close } = await openPage({ replay: sample("gold-hunter") });
  await page.keyboard.press("?");
  const sheet = await page.innerText("dialog[open]");
  for (const key of ["Space", "Home", "Esc", "k", "0"]) {
    assert.ok(sheet.includes(key), key);
  }
  await page.keyboard.press("ArrowRight");
  assert.equal(await turnOf(page), 0);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await close();
});

test("turns are announced when one steps, and not while it plays", async () => {
  const { page, close } = await openPage({ replay: sample("gold-hunter") });
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => /Turn 1 of/.test(document.querySelector("[aria-live]").textContent));
  await page.keyboard.press("Space");
  await page.waitForFunction(() => window.botpit.viewer.position.turn > 2);
  assert.match(await page.textContent("[aria-live]"), /Turn 1 of/);
  await close();
});

test("letters typed into a field are no shortcuts", async () => {
  const { page, close } = await openPage({ replay: sample("gold-hunter") });
  await page.focus(".turn-input");
  await page.keyboard.type("2k");
  assert.deepEqual([(await shown(page)).fog, await turnOf(page)], ["all", 0]);
  await close();
});

test("Persian is right to left with its own digits, and the board is not turned around", async () => {
  const { page, close } = await openPage({ replay: sample("gold-hunter") });
  await goToTurn(page, 45);
  await page.click("[data-action=language]");
  assert.deepEqual(await page.evaluate(() => [document.documentElement.dir, document.documentElement.lang]), ["rtl", "fa"]);
  assert.equal(await page.inputValue(".turn-input"), "۴۵");
  assert.match(await page.innerText("#page-turn"), /[\u0600-\u06ff]/);
  const english = await page.$$eval("[data-t]", (elements) => elements.filter((element) => /^[A-Za-z ]{4,}$/.test(element.textContent)).map((element) => element.dataset.t));
  assert.deepEqual(english.filter((key) => key !== "language_other"), []);
  const { left, right } = await page.evaluate(() => {
    const { viewer } = window.botpit;
    return { left: viewer.clientOf({ x: 0, y: 0 }).x, right: viewer.clientOf({ x: 29, y: 0 }).x };
  });
  assert.ok(left < right);
  await page.keyboard.press("t");
  await page.keyboard.type("۵۰");
  await page.keyboard.press("Enter");
  assert.equal(await turnOf(page), 50);
  await page.click("[data-action=language]");
  assert.equal(await page.evaluate(() => document.documentElement.dir), "ltr");
  await close();
});

test("the browser's language and colours are taken at first, the user's choice afterwards", async () => {
  const { page, close } = await openPage({ language: "fa", theme: "dark" });
  const state = () => page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme]);
  assert.deepEqual(await state(), ["fa", "dark"]);
  await page.click("[data-action=language]");
  await page.click("[data-action=theme]");
  await page.reload();
  assert.deepEqual(await state(), ["en", "light"]);
  await close();
});

for (const theme of ["light", "dark"]) {
  for (const language of ["en", "fa"]) {
    for (const width of [1280, 390]) {
      test(`nothing serious for axe: ${theme}, ${language}, ${width} wide`, async () => {
        const { page, close } = await openPage({ replay: sample("gold-hunter"), theme, language, width });
        await goToTurn(page, 45);
        for (const tab of ["turn", "logs", "match", "legend"]) {
          await page.click(`#tab-${tab}`);
          assert.deepEqual(await seriousFindings(page), [], tab);
        }
        await page.keyboard.press("?");
        assert.deepEqual(await seriousFindings(page), [], "help");
        const [needed, there] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(needed <= there, `${needed} of ${there}`);
        await close();
      });
    }
  }
}

test("nothing serious for axe before and instead of a replay", async () => {
  const { page, close } = await openPage();
  assert.deepEqual(await seriousFindings(page), []);
  await page.evaluate(() => window.botpit.openReplay("bad", new Uint8Array([1, 2, 3])));
  assert.deepEqual(await seriousFindings(page), []);
  await close();
});
