// What the page says when something is not as it should be, and when it stops saying it.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { closePages, openPage } from "./page.mjs";
import { sample } from "./replays.mjs";

after(closePages);

/** Opens the page with another query. */
async function withQuery(page, query) {
  await page.goto(new URL(query, page.url()).href);
  await page.waitForFunction(() => document.documentElement.dataset.ready === "true");
}

test("an empty name of a replay is none", async () => {
  const { page, close } = await openPage();
  await withQuery(page, "?replay=");
  await page.waitForSelector(".welcome");
  assert.equal(await page.locator(".error").count(), 0);
  await close();
});

test("a replay outside the page's folder is refused, and the error goes away with the section", async () => {
  const { page, close } = await openPage();
  await withQuery(page, "?replay=a/%2e%2e/secret.jsonl");
  await page.waitForSelector(".error");
  assert.match(await page.innerText(".error"), /outside the page's folder/);
  assert.equal(await page.locator(".welcome").count(), 1);
  await page.click('[data-tab="play"]');
  await page.waitForSelector(".play-form");
  assert.equal(await page.locator(".error").count(), 0);
  await close();
});

test("events are picked with the keyboard", async () => {
  const { page, close } = await openPage({ replay: sample("gold-hunter") });
  await page.keyboard.press("ArrowRight");
  await page.locator(".events button").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".cell-card")?.checkVisibility());
  await close();
});
