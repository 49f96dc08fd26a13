// What the tests of the playground, of play by hand and of the editor share.

import { readFileSync } from "node:fs";

import { dropFile } from "./page.mjs";

/** The file that the page saves when something is done. */
export async function savedBy(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Presses Tab until an element has the focus; backwards with -1. */
export async function tabTo(page, selector, by = 1) {
  for (let press = 0; press < 80; press++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) {
      return;
    }
    await page.keyboard.press(by === 1 ? "Tab" : "Shift+Tab");
  }
  throw new Error(`the Tab key does not come to ${selector}`);
}

/** Fills the form in. */
export async function setUp(page, { game = "gold-hunter", a, b, map = "duel", seed = 1, turnSeconds }) {
  await page.goto(page.url().replace(/#.*/, "") + "#play");
  await page.reload();
  await page.selectOption("#play-game", game);
  for (const [seat, bot] of [["a", a], ["b", b]]) {
    if (typeof bot === "string") {
      await page.selectOption(`#seat-${seat}`, bot);
    } else {
      await dropFile(page, `fieldset:has(#seat-${seat})`, bot.name, bot.bytes);
      await page.waitForFunction((id) => document.querySelector(id).value === "file", `#seat-${seat}`);
    }
  }
  await page.selectOption("#play-map-bundled", map);
  await page.fill("#play-seed", String(seed));
  if (turnSeconds !== undefined) {
    await page.click(".play-rules summary");
    await page.fill("#play-turn-seconds", String(turnSeconds));
  }
}

/** Plays to the end and gives the replay that the page saves. */
export async function play(page, setting) {
  await setUp(page, setting);
  await page.click(".play-form [type=submit]");
  await page.waitForFunction(() => location.hash === "#view", null, { timeout: 120_000 });
  await page.click('[data-tab="play"]');
  return savedBy(page, () => page.click("text=Save the replay"));
}
