// In a team's view nothing is told that the team is not told: not by the scoreboard, the timeline or the jumps.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { trapper } from "./bots.mjs";
import { closePages, goToTurn, openPage, shown } from "./page.mjs";
import { file, play, sample } from "./replays.mjs";

after(closePages);

const labels = (page) => page.innerText(".timeline-labels");

test("of the other team only the score is told: no faults, fuel, memory or tie breaks", async () => {
  const bot = file("trapper.wasm", trapper());
  const { page, close } = await openPage({ replay: play("fog-crash.jsonl", "builtin:prospector", bot, "--seed", "2") });
  await goToTurn(page, 3);
  assert.match(await page.innerText(".card-b"), /Faults 3/);
  assert.match(await labels(page), /fault/);
  const box = await page.locator(".timeline-slider").boundingBox();
  const hover = () => page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await hover();
  assert.match(await page.innerText(".timeline-tip"), /memory .?A .*, B /);
  await page.keyboard.press("2");
  assert.doesNotMatch(await page.innerText(".card-b"), /Faults|Fuel|Memory|lost|fired|restarted/i);
  assert.match(await page.innerText(".card-a"), /Fuel[^]*Memory/);
  assert.doesNotMatch(await labels(page), /fault/);
  await page.mouse.move(0, 0);
  await hover();
  assert.match(await page.innerText(".timeline-tip"), /memory .?A /);
  assert.doesNotMatch(await page.innerText(".timeline-tip"), /B \d|fault/);
  assert.ok((await page.locator(".jump-group option").allInnerTexts()).every((text) => !/\d/.test(text)));
  await page.keyboard.press("f");
  await page.waitForFunction(() => /No more of that/.test(document.querySelector("[aria-live]").textContent));
  assert.equal((await shown(page)).turn, 3);
  await page.keyboard.press("3");
  assert.match(await page.innerText(".card-b"), /Faults 3/);
  assert.doesNotMatch(await page.innerText(".card-a"), /Fuel|Memory/);
  await page.keyboard.press("f");
  assert.equal((await shown(page)).turn, 4);
  await close();
});

for (const [game, key, kinds] of [
  ["gold-hunter", "g", ["extracted", "scored"]],
  ["gold-hunter", "k", ["killed"]],
  ["capture-the-flag", "c", ["captured"]],
]) {
  test(`${game}: ${key} stops where the team is told, and only there`, async () => {
    const { page, close } = await openPage({ replay: sample(game) });
    await page.keyboard.press("2");
    const told = await page.evaluate((wanted) => {
      const { film } = window.botpit.viewer;
      const turns = Array.from({ length: film.info.legs[0].turns }, (_, turn) => turn + 1);
      return turns.filter((turn) => film.frame(0, turn, "a").events.some(({ kind }) => wanted.includes(kind)));
    }, kinds);
    const stops = [];
    for (let turn = 0; ; ) {
      await page.keyboard.press(key);
      const next = (await shown(page)).turn;
      if (next === turn || (await shown(page)).leg > 0) {
        break;
      }
      stops.push((turn = next));
    }
    assert.deepEqual(stops, told);
    await close();
  });
}
