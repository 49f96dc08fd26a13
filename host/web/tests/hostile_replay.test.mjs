// Whatever a replay says, nothing of it becomes markup or script, or breaks the page.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { closePages, dropFile, goToTurn, openPage } from "./page.mjs";
import { edited, sample } from "./replays.mjs";

after(closePages);

const MARKUP = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><b>bold</b>`;
const TURNED = "\u202egnp.exe\u2066\u061c";
const LONG = "x".repeat(100_000);

/** A text mark of the ABI, as a replay has it: its head, place, colour and text. */
function textMark(text) {
  const bytes = Buffer.from(text);
  const head = Buffer.alloc(12);
  head.writeUInt8(3, 0);
  head.writeUInt8(bytes.length, 1);
  head.writeUInt16LE(1, 4);
  head.writeUInt16LE(1, 6);
  head.writeUInt32LE(0xff0000ff, 8);
  return Buffer.concat([head, bytes]).toString("hex");
}

function hostile() {
  return edited(sample("gold-hunter"), "hostile.jsonl", (lines) => {
    const { header } = lines[0];
    header.bots[0].name = MARKUP + TURNED;
    header.bots[0].team_name = MARKUP;
    header.bots[1].name = LONG;
    header.bots[1].team_name = TURNED;
    header.botpit = MARKUP;
    header.sandbox.triple = MARKUP;
    lines[1].leg.map.name = MARKUP;
    const [a, b] = lines[2].turn.seats;
    a.log = `${MARKUP}\n${TURNED}\n${LONG}\n${"line\n".repeat(5000)}`;
    a.draw = textMark(`<b>${TURNED}`);
    a.violations = [{ call: MARKUP, times: 3 }];
    a.log_dropped = Number.MAX_SAFE_INTEGER;
    b.log = "\u0000\u001b[31m\u0007";
    b.draw = "ffffffffffff";
  });
}

test("hostile text stays text, in every page of the viewer and in both languages", async () => {
  const { page, close } = await openPage({ replay: hostile() });
  await goToTurn(page, 1);
  for (const language of ["en", "fa"]) {
    for (const tab of ["turn", "logs", "match", "legend"]) {
      await page.click(`#tab-${tab}`);
      await assertHarmless(page);
    }
    await page.click("#tab-logs");
    assert.match(await page.innerText("#page-logs"), /<img src=x onerror=/);
    assert.equal(await page.evaluate(() => document.documentElement.lang), language);
    await page.click("[data-action=language]");
  }
  await close();
});

test("no text of a replay turns the direction of what stands around it", async () => {
  const { page, close } = await openPage({ replay: hostile() });
  await goToTurn(page, 1);
  for (const tab of ["turn", "logs", "match"]) {
    await page.click(`#tab-${tab}`);
    assert.doesNotMatch(await page.innerText("body"), /[\u202a-\u202e\u061c]/);
  }
  await close();
});

test("long names and logs do not widen the page", async () => {
  for (const width of [1280, 390]) {
    const { page, close } = await openPage({ replay: hostile(), width });
    await goToTurn(page, 1);
    for (const tab of ["turn", "logs", "match"]) {
      await page.click(`#tab-${tab}`);
      const [needed, there] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(needed <= there, `${tab} at ${width}: ${needed}`);
    }
    await close();
  }
});

test("a replay with markup for its name is harmless", async () => {
  const { page, close } = await openPage();
  await dropFile(page, "body", `${MARKUP.replaceAll("/", "")}.jsonl`, Buffer.from("no replay"));
  await page.waitForSelector(".refused");
  await assertHarmless(page);
  await close();
});

test("more marks than are sane are drawn as far as that goes", async () => {
  const replay = edited(sample("gold-hunter"), "many.jsonl", (lines) => {
    lines[2].turn.seats[0].draw = textMark("mark").repeat(20_000);
  });
  const { page, close } = await openPage({ replay });
  await goToTurn(page, 1);
  assert.equal(await page.getAttribute("[data-verified]", "data-verified"), "true");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => window.botpit.viewer.position.turn === 2);
  await close();
});

test("lines of nonsense are no replay", async () => {
  const { page, close } = await openPage();
  for (const [name, text] of [["null", "null\n"], ["list", "[[[[]]]]\n"], ["deep", "[".repeat(50_000)], ["binary", "\u0000\uffff{\"header\":1}"]]) {
    await dropFile(page, "body", `${name}.jsonl`, Buffer.from(text));
    await page.waitForFunction((wanted) => document.querySelector(".refused h1")?.textContent.includes(wanted), name);
  }
  await dropFile(page, "body", "zst.jsonl.zst", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3]));
  await page.waitForFunction(() => document.querySelector(".refused h1")?.textContent.includes("zst"));
  await close();
});

/** Nothing ran, and the page has no element that it does not make itself. */
async function assertHarmless(page) {
  const found = await page.evaluate(() => ({
    hacked: window.hacked,
    images: document.querySelectorAll("img").length,
    scripts: document.querySelectorAll("script").length,
    bold: document.querySelectorAll("b").length,
  }));
  assert.deepEqual(found, { hacked: undefined, images: 0, scripts: 1, bold: 0 });
}
