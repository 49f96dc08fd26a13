// On a narrow screen nothing has to be scrolled sideways.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { closePages, openPage } from "./page.mjs";
import { sample } from "./replays.mjs";

after(closePages);

for (const width of [320, 360]) {
  for (const language of ["en", "fa"]) {
    test(`every section fits into ${width} pixels in ${language}`, async () => {
      const { page, close } = await openPage({ replay: sample("gold-hunter"), language, width, height: 640 });
      for (const [tab, ready] of [["view", ".viewer"], ["play", ".play-form"], ["edit", ".edit-board"]]) {
        await page.click(`[data-tab="${tab}"]`);
        await page.waitForSelector(ready, { state: "visible" });
        const [whole, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(whole <= shown, `${tab}: ${whole} of ${shown}`);
      }
      await close();
    });
  }
}
