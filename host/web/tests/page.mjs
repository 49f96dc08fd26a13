// The page in a browser, with what must never happen in any test.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

import { BOTPIT, nameOf } from "./replays.mjs";
import { serveFolders } from "./static.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The folder of the built module, where the tests serve the page themselves. */
export const DIST = process.env.BOTPIT_WEB_DIST;

const PAGE = fileURLToPath(new URL("../page", import.meta.url));

export { BOTPIT };

let browser;
/** What is still served. */
const servers = new Set();

/** The browser of a file's tests; `closePages` ends it. */
async function theBrowser() {
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
  return browser;
}

export async function closePages() {
  await browser?.close();
  servers.forEach((server) => server.close());
}

/**
 * Opens the page in a context of its own, with a replay or empty. `botpit view` serves it, or the tests themselves where
 * BOTPIT_WEB_DIST names the folder of the built module.
 */
export async function openPage({ replay, hash = "", language = "en", theme = "light", width = 1280, height = 800, ...context } = {}) {
  const server = await (DIST ? serveSources(replay) : serveByProgram(replay));
  servers.add(server);
  const tab = await (await theBrowser()).newContext({
    viewport: { width, height },
    locale: language === "fa" ? "fa-IR" : "en-US",
    colorScheme: theme,
    ...context,
  });
  const page = await tab.newPage();
  const { errors, foreign } = watch(page, server.address);
  await page.goto(hash ? `${server.address}#${hash}` : server.address);
  await page.waitForFunction(() => document.documentElement.dataset.ready === "true").catch((error) => {
    throw new Error(`the page does not start: ${errors.join("; ")}`, { cause: error });
  });
  if (replay) {
    await page.waitForFunction(() => window.botpit.viewer || document.querySelector(".refused"));
  }
  return {
    page,
    errors,
    foreign,
    address: server.address,
    /** Ends, and fails the test when something happened that never may. */
    close: async () => {
      await tab.close();
      server.close();
      servers.delete(server);
      assert.deepEqual({ errors, foreign }, { errors: [], foreign: [] });
    },
  };
}

/** Notes errors of the page and requests that leave it. */
function watch(page, address) {
  const errors = [];
  const foreign = [];
  const { host } = new URL(address);
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      errors.push(`console: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => errors.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    // The page asks before something unsaved is lost; a test that leaves means it.
    if (dialog.type() === "beforeunload") {
      void dialog.accept();
      return;
    }
    errors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["data:", "blob:"].includes(url.protocol) && url.host !== host) {
      foreign.push(request.url());
    }
  });
  return { errors, foreign };
}

async function serveSources(replay) {
  const { address, close } = await serveFolders([PAGE, DIST], new Map(replay ? [[nameOf(replay), replay]] : []));
  return { address: replay ? `${address}?replay=${encodeURIComponent(nameOf(replay))}` : address, close };
}

async function serveByProgram(replay) {
  const child = spawn(BOTPIT, ["view", "--no-open", ...(replay ? [replay] : [])], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(line)?.[0];
    if (address) {
      return { address, close: () => child.kill() };
    }
  }
  throw new Error("botpit view printed no address");
}

/** What axe-core finds that keeps somebody from using the page. */
export async function seriousFindings(page) {
  // Through the debugger: the page's policy lets in no script of another origin, and inline ones neither.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document));
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`).join(" | ")}`);
}

/** Drops a file on an element, as a user does. */
export async function dropFile(page, selector, name, bytes) {
  const data = await page.evaluateHandle(
    ([fileName, base64]) => {
      const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], fileName));
      return transfer;
    },
    [name, Buffer.from(bytes).toString("base64")],
  );
  for (const event of ["dragover", "drop"]) {
    await page.dispatchEvent(selector, event, { dataTransfer: data });
  }
}

/** Goes to a turn as a user does. */
export async function goToTurn(page, turn) {
  await page.keyboard.press("t");
  await page.keyboard.type(String(turn));
  await page.keyboard.press("Enter");
  await page.waitForFunction((wanted) => window.botpit.viewer.position.turn === wanted, turn);
}

/** What the viewer shows. */
export async function shown(page) {
  return page.evaluate(() => {
    const { viewer } = window.botpit;
    return {
      ...viewer.position,
      fog: viewer.fog,
      hash: document.querySelector("[data-hash]")?.getAttribute("data-hash"),
      scores: [...document.querySelectorAll("[data-score]")].map((score) => Number(score.getAttribute("data-score"))),
      sprites: viewer.scene.sprites.map(({ key, shape, seat, x, y }) => ({ key, shape, seat, x, y })),
      width: viewer.scene.width,
      dim: viewer.scene.dim ? [...viewer.scene.dim] : null,
      ground: [...viewer.scene.ground],
    };
  });
}

/** Waits until the panel tells of a turn. */
export async function panelAt(page, hash) {
  await page.waitForFunction((wanted) => document.querySelector("[data-hash]")?.getAttribute("data-hash") === wanted, hash);
}
