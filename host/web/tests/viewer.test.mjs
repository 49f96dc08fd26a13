// The viewer, looked at in a browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";

import { trapper } from "./bots.mjs";
import { closePages, dropFile, goToTurn, openPage, panelAt, shown } from "./page.mjs";
import { edited, file, footer, hashes, play, readLines, sample } from "./replays.mjs";

after(closePages);

for (const game of ["gold-hunter", "capture-the-flag"]) {
  test(`${game}: every state is computed again, and is the file's`, async () => {
    const replay = sample(game);
    const lines = readLines(replay);
    const all = hashes(lines);
    const { page, close } = await openPage({ replay });
    assert.equal(await page.getAttribute("[data-verified]", "data-verified"), "true");
    for (const turn of [0, 1, Math.floor(all.length / 2), all.length - 1]) {
      await goToTurn(page, turn);
      await panelAt(page, all[turn]);
    }
    const { scores } = await shown(page);
    assert.deepEqual(scores, footer(lines).legs[0].standings.map(({ score }) => score));
    await close();
  });

  test(`${game}: the winner shown is the engine's`, async () => {
    const replay = sample(game);
    const { page, close } = await openPage({ replay });
    await page.keyboard.press("End");
    const { win } = footer(readLines(replay)).outcome;
    assert.equal(await page.getAttribute(".outcome", "data-winner"), win);
    assert.equal(await page.locator(".won").count(), 1);
    assert.equal(await page.locator(`.card-${win} .won`).count(), 1);
    await page.keyboard.press("Home");
    assert.equal(await page.locator(".outcome").count(), 0);
    await close();
  });

  test(`${game}: under fog nobody is drawn whom the team does not see`, async () => {
    const { page, close } = await openPage({ replay: sample(game) });
    let hidden = 0;
    for (const turn of [0, 10, 25]) {
      await goToTurn(page, turn);
      await page.keyboard.press("1");
      const everybody = (await shown(page)).sprites.filter(({ key }) => key.startsWith("player:"));
      for (const [key, seat] of [["2", "a"], ["3", "b"], ["4", "a"], ["5", "b"]]) {
        await page.keyboard.press(key);
        const { sprites, dim, width } = await shown(page);
        const players = sprites.filter((sprite) => sprite.key.startsWith("player:"));
        const others = players.filter((sprite) => sprite.seat !== seat);
        assert.deepEqual(others.filter(({ x, y }) => dim[y * width + x] !== 0), []);
        assert.deepEqual(players.filter((sprite) => sprite.seat === seat), everybody.filter((sprite) => sprite.seat === seat));
        hidden += everybody.length - players.length;
      }
    }
    assert.ok(hidden > 0, "somebody was hidden");
    await close();
  });
}

test("what a team has ever seen grows, and tells no obstacle that it has not seen", async () => {
  const { page, close } = await openPage({ replay: sample("gold-hunter") });
  await page.keyboard.press("4");
  const known = [];
  for (const turn of [0, 20, 60]) {
    await goToTurn(page, turn);
    known.push((await shown(page)).ground.filter((kind) => kind !== 0).length);
  }
  assert.ok(known[0] < known[1] && known[1] <= known[2], String(known));
  await page.keyboard.press("2");
  const { ground, dim } = await shown(page);
  assert.ok(ground.every((kind, cell) => (kind === 0) === (dim[cell] !== 0)));
  await close();
});

test("in one team's view the other's log, orders and rejections are not told", async () => {
  const replay = edited(sample("gold-hunter"), "logs.jsonl", (lines) => {
    lines[2].turn.seats[1].log = "secret of b\n";
    lines[2].turn.seats[1].log_dropped = 17;
  });
  const { page, close } = await openPage({ replay });
  await goToTurn(page, 1);
  await page.click("#tab-logs");
  assert.match(await page.innerText("#page-logs"), /secret of b/);
  assert.match(await page.innerText("#page-logs"), /17 bytes dropped/);
  await page.keyboard.press("2");
  assert.doesNotMatch(await page.innerText("body"), /secret of b/);
  await close();
});

test("a bad file is refused with the reason, and the next one opens", async () => {
  const { page, close } = await openPage();
  await dropFile(page, "body", "bad.jsonl", Buffer.from("nothing of the kind\n"));
  await page.waitForSelector(".refused [role=alert]");
  assert.match(await page.innerText(".refused"), /bad\.jsonl/);
  await dropFile(page, "body", "good.jsonl", readFileSync(sample("gold-hunter")));
  await page.waitForSelector(".viewer");
  await dropFile(page, "body", "empty.jsonl", Buffer.alloc(0));
  await page.waitForSelector(".refused");
  await close();
});

test("a cut replay shows what there is and says that it is cut", async () => {
  const whole = readFileSync(sample("gold-hunter"));
  const replay = file("cut.jsonl", whole.subarray(0, Math.floor(whole.length / 2)));
  const { page, close } = await openPage({ replay });
  assert.match(await page.innerText(".trouble"), /cut|end/i);
  assert.equal(await page.getAttribute("[data-verified]", "data-verified"), "part");
  await page.keyboard.press("End");
  const { turn } = await shown(page);
  assert.ok(turn > 20 && turn < hashes(readLines(sample("gold-hunter"))).length - 1);
  assert.equal(await page.locator(".won").count(), 0);
  await close();
});

test("a replay that does not follow from the rules is shown as far as it does", async () => {
  const replay = edited(sample("gold-hunter"), "forged.jsonl", (lines) => {
    lines[30].turn.hash = "0".repeat(32);
  });
  const { page, close } = await openPage({ replay });
  assert.equal(await page.getAttribute("[data-verified]", "data-verified"), "false");
  assert.match(await page.innerText(".trouble"), /turn 29/);
  await page.keyboard.press("End");
  assert.equal((await shown(page)).turn, 28);
  await close();
});

test("a replay of a newer format says so", async () => {
  const replay = edited(sample("gold-hunter"), "newer.jsonl", (lines) => {
    lines[0].header.format = 99;
  });
  // `botpit view` refuses it by itself.
  const { page, close } = await openPage();
  await dropFile(page, "body", "newer.jsonl", readFileSync(replay));
  assert.match(await page.innerText(".refused"), /99/);
  await close();
});

test("a replay of newer rules tells what its file says", async () => {
  const replay = edited(sample("gold-hunter"), "newer-rules.jsonl", (lines) => {
    lines[0].header.ruleset_version = 99;
  });
  const { page, close } = await openPage({ replay });
  const told = await page.innerText(".refused");
  assert.match(told, /version 99/);
  assert.match(told, /builtin:marksman won/);
  await close();
});

test("a crashed bot's faults are told, and can be jumped to", async () => {
  const bot = file("trapper.wasm", trapper());
  const replay = play("crash.jsonl", "builtin:prospector", bot, "--seed", "2");
  const { page, close } = await openPage({ replay });
  await page.keyboard.press("f");
  assert.equal((await shown(page)).turn, 1);
  assert.match(await page.innerText("#page-turn .alarm-line"), /trap/);
  assert.match(await page.innerText(".card-b"), /Faults 1/);
  await page.keyboard.press("End");
  assert.equal(await page.locator(".card-a .won").count(), 1);
  await close();
});

test("a match without a meter says so and draws no limits", async () => {
  const replay = edited(sample("gold-hunter"), "unmetered.jsonl", (lines) => {
    lines[0].header.meter = "none";
    delete lines[0].header.sandbox;
  });
  const { page, close } = await openPage({ replay });
  assert.match(await page.innerText(".title-line"), /not metered/);
  assert.equal(await page.locator(".bar").count(), 0);
  await page.click("#tab-match");
  assert.match(await page.innerText("#page-match"), /played in a page/);
  await close();
});

test("a compressed replay opens too", async () => {
  const replay = play("compressed.jsonl.zst", "builtin:prospector", "builtin:random", "--seed", "4");
  const { page, close } = await openPage({ replay });
  assert.equal(await page.getAttribute("[data-verified]", "data-verified"), "true");
  await close();
});

test("the match page tells all of the header", async () => {
  const replay = sample("capture-the-flag");
  const { header } = readLines(replay)[0];
  const { page, close } = await openPage({ replay });
  await page.click("#tab-match");
  const told = await page.innerText("#page-match");
  const facts = [header.seed, header.botpit, header.sandbox.wasmtime, ...header.bots.flatMap(({ name, sha256 }) => [name, sha256])];
  for (const fact of facts) {
    assert.ok(told.includes(fact), fact);
  }
  await close();
});

test("it plays, faster and slower, and stops at the end", async () => {
  const { page, close } = await openPage({ replay: sample("gold-hunter") });
  for (let press = 0; press < 6; press++) {
    await page.keyboard.press("]");
  }
  await page.keyboard.press("Space");
  await page.waitForFunction(() => {
    const { turn } = window.botpit.viewer.position;
    return turn === window.botpit.viewer.film.info.legs[0].turns;
  });
  await page.waitForSelector(".outcome");
  assert.equal(await page.getAttribute(".play-button", "aria-label"), "Play from the start");
  await close();
});

test("turns slide into each other, and jump where movement is not wanted", async () => {
  for (const [reducedMotion, slides] of [["no-preference", true], ["reduce", false]]) {
    const { page, close } = await openPage({ replay: sample("gold-hunter"), reducedMotion });
    const seen = await page.evaluate(async () => {
      document.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
      const progress = [];
      for (let frame = 0; frame < 30; frame++) {
        await new Promise(requestAnimationFrame);
        progress.push(window.botpit.viewer.position.progress);
      }
      return progress;
    });
    assert.equal(seen.some((progress) => progress > 0 && progress < 1), slides);
    await close();
  }
});

test("the timeline scrubs by pointer", async () => {
  const { page, close } = await openPage({ replay: sample("gold-hunter") });
  const { x, y, width, height } = await page.locator(".timeline-slider").boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 2, y + height / 2, { steps: 5 });
  await page.mouse.up();
  const turns = await page.evaluate(() => window.botpit.viewer.film.info.legs[0].turns);
  assert.equal((await shown(page)).turn, turns);
  assert.equal(await page.getAttribute("[role=slider]", "aria-valuenow"), String(turns));
  await close();
});

test("a tap on a player tells all that is known of it", async () => {
  const { page, close } = await openPage({ replay: sample("gold-hunter") });
  const at = await page.evaluate(() => {
    const { viewer } = window.botpit;
    return viewer.clientOf(viewer.scene.sprites.find(({ key }) => key === "player:a:0"));
  });
  await page.mouse.click(at.x, at.y);
  const card = await page.innerText(".cell-card.pinned");
  assert.match(card, /Hunter .*a0.*facing right/);
  assert.match(card, /20 bullets left/);
  await page.keyboard.press("Escape");
  assert.equal(await page.isVisible(".cell-card.pinned"), false);
  await close();
});

test("drawings are layers", async () => {
  const replay = edited(sample("gold-hunter"), "drawn.jsonl", (lines) => {
    lines[2].turn.seats[0].draw_dropped = 5;
  });
  const { page, close } = await openPage({ replay });
  const pressed = () => page.$$eval("[data-layer]", (buttons) => buttons.map((button) => button.getAttribute("aria-pressed")));
  await page.keyboard.press("l");
  assert.deepEqual(await pressed(), ["false", "false"]);
  await page.click("[data-layer=b]");
  assert.deepEqual(await pressed(), ["false", "true"]);
  await goToTurn(page, 1);
  assert.match(await page.innerText("#page-turn"), /5 bytes of .*A.* drawing dropped/);
  await close();
});

test("a board of 100×100 cells is drawn", async (context) => {
  const { page, close } = await openPage({ replay: sample("large") });
  const { width, ground } = await shown(page);
  assert.deepEqual([width, ground.length], [100, 10_000]);
  const frames = await page.evaluate(async () => {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
    const start = performance.now();
    for (let frame = 0; frame < 60; frame++) {
      await new Promise(requestAnimationFrame);
    }
    return 60_000 / (performance.now() - start);
  });
  context.diagnostic(`${frames.toFixed(0)} frames a second`);
  assert.ok((await shown(page)).turn > 0);
  await close();
});
