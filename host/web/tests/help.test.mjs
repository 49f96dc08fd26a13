// The help sheet tells the keys of the section that is shown, with a replay or without.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { closePages, openPage } from "./page.mjs";

after(closePages);

for (const [hash, ready, words] of [
  ["view", ".welcome", /play, or pause/],
  ["play", ".play-form", /end the turn/],
  ["edit", ".edit-board", /undo, redo/],
]) {
  test(`? helps in ${hash} when no replay is open`, async () => {
    const { page, close } = await openPage({ hash });
    await page.waitForSelector(ready);
    await page.keyboard.press("?");
    assert.match(await page.innerText("dialog[open]"), words);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("dialog[open]").count(), 0);
    await page.keyboard.press("?");
    await page.click("dialog[open] .icon-button");
    assert.equal(await page.locator("dialog[open]").count(), 0);
    await page.keyboard.press("?");
    await page.keyboard.press("?");
    assert.equal(await page.locator("dialog[open]").count(), 0);
    await close();
  });
}
