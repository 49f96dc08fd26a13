// The page: its shell, where it is, and the files that come to it.

import init, { facts } from "./botpit_web.js";
import { bdi, el, replace } from "./dom.js";
import { createEditor } from "./editor.js";
import { FilmReader } from "./film.js";
import { HelpSheet } from "./help.js";
import { icon } from "./icons.js";
import { toldFacts } from "./match_page.js";
import { createPlayground } from "./playground.js";
import { embedded, isReplayPage } from "./embedded.js";
import { engineModule } from "./engine.js";
import { messageOf } from "./errors.js";
import { iconButton } from "./form_parts.js";
import { chosenLanguage, chosenTheme, keep } from "./preferences.js";
import { Viewer } from "./viewer.js";
import { language, setLanguage, t } from "./words.js";

/** @typedef {"view" | "play" | "edit"} Tab */
/** @typedef {import("./types").Section} Section */
/** @typedef {import("./types").OpenedFile} OpenedFile */

/** @type {Tab[]} */
const TABS = ["view", "play", "edit"];
/** How long an announcement is kept before the next one, so that both are read. */
const SAY_MS = 60;
/** The most characters of an error's sentence. */
const ERROR_CHARS = 500;

class Page {
  /** @type {Viewer | null} */
  viewer = null;
  /** @type {Record<"play" | "edit", Section> | null} */
  #sections = null;
  #roots = { view: root("view"), play: root("play"), edit: root("edit") };
  #help = new HelpSheet();
  #said = el("div", { class: "visually-hidden", "aria-live": "polite", role: "status" });
  #errors = el("div", { class: "errors" });
  #dropMessage = el("div", { class: "drop-message", t: "drop_here" });
  #main = el("main", { id: "main" });
  #nav = el("nav", { class: "tabs-nav", tLabel: "sections" });
  #sayDue = 0;
  /** @type {import("./types").App} */
  #app = {
    openReplay: (name, bytes) => this.openReplay(name, bytes),
    playMap: (map) => this.#useMap("play", map),
    editMap: (map) => this.#useMap("edit", map),
    say: (text) => this.#say(text),
    fail: (text) => this.#fail(text),
  };

  async start() {
    this.#build();
    this.#welcome(replayName() !== null || isReplayPage());
    this.#listen();
    this.#route();
    const file = firstFile();
    file.catch(() => {});
    try {
      await init({ module_or_path: await engineModule() });
    } catch (error) {
      this.#fail(t("boot_failed", { reason: messageOf(error) }));
      return;
    }
    await this.#openFirst(file);
    if (!isReplayPage()) {
      this.#sections = { play: createPlayground(this.#roots.play, this.#app), edit: createEditor(this.#roots.edit, this.#app) };
      this.#route();
    }
    document.documentElement.dataset.ready = "true";
  }

  /**
   * Shows a replay, or why it cannot be shown.
   * @param {string} name
   * @param {Uint8Array} bytes
   */
  openReplay(name, bytes) {
    this.viewer?.close();
    this.viewer = null;
    replace(this.#errors);
    try {
      const film = new FilmReader(name, bytes);
      this.viewer = new Viewer(film, this.#app);
      replace(this.#roots.view, this.viewer.element);
      document.title = `${name.slice(0, 60)} – ${t("title")}`;
    } catch (error) {
      this.#refuse(name, bytes, messageOf(error));
    }
    this.#go("view");
  }

  /**
   * @param {Promise<OpenedFile | null>} file
   */
  async #openFirst(file) {
    try {
      const opened = await file;
      if (opened) {
        this.openReplay(opened.name, opened.bytes);
      }
    } catch (error) {
      this.#welcome(false);
      this.#fail(t("fetch_failed", { name: replayName() ?? "", reason: messageOf(error) }));
    }
  }

  #build() {
    const tabs = TABS.map((tab) => el("a", { href: `#${tab}`, class: "tab-link", "data-tab": tab, t: `tab_${tab}` }));
    this.#nav.append(...tabs);
    this.#nav.removeAttribute("title");
    const header = el(
      "header",
      { class: "top" },
      el("a", { class: "skip", href: "#board", t: "skip", onclick: (/** @type {Event} */ event) => skipToBoard(event) }),
      el("span", { class: "brand" }, brandMark(), el("span", { t: "title" })),
      !isReplayPage() && this.#nav,
      el(
        "div",
        { class: "top-tools" },
        el("button", { type: "button", class: "button quiet open-button", onclick: () => this.#choose() }, icon("open"), el("span", { t: "open_file" })),
        el("button", { type: "button", class: "button quiet", tLabel: "language", "data-action": "language", onclick: () => this.#switchLanguage() }, el("span", { t: "language_other" })),
        el("button", { type: "button", class: "icon-button", tLabel: "theme", "data-action": "theme", onclick: switchTheme }, icon("theme")),
        el("button", { type: "button", class: "icon-button", tLabel: "help", "data-action": "help", onclick: () => this.#openHelp() }, icon("help")),
      ),
    );
    this.#main.append(this.#errors, ...Object.values(this.#roots));
    this.#dropMessage.hidden = true;
    document.body.prepend(header, this.#main, this.#said, this.#dropMessage);
  }

  /** @param {boolean} isComing whether a replay is on its way */
  #welcome(isComing) {
    replace(
      this.#roots.view,
      isComing
        ? el("p", { class: "loading", t: "loading" })
        : el(
            "div",
            { class: "welcome" },
            el("h1", { t: "welcome" }),
            el("p", { t: "welcome_drop" }),
            el(
              "div",
              { class: "welcome-buttons" },
              el("button", { type: "button", class: "button primary", onclick: () => this.#choose() }, icon("open"), el("span", { t: "welcome_choose" })),
              el("a", { class: "button", href: "#play", t: "welcome_play" }),
              el("a", { class: "button", href: "#edit", t: "welcome_edit" }),
            ),
          ),
    );
  }

  /**
   * @param {string} name
   * @param {Uint8Array} bytes
   * @param {string} reason
   */
  #refuse(name, bytes, reason) {
    const told = factsOf(bytes);
    replace(
      this.#roots.view,
      el(
        "div",
        { class: "refused" },
        el(
          "div",
          { class: "welcome", role: "alert" },
          icon("warning"),
          el("h1", {}, t("open_failed", { name: name.slice(0, 80) })),
          el("p", { class: "reason" }, bdi(reason, ERROR_CHARS)),
          !told && el("p", { class: "faint", t: "open_failed_hint" }),
          el("button", { type: "button", class: "button primary", onclick: () => this.#choose() }, icon("open"), el("span", { t: "welcome_choose" })),
        ),
        told && toldFacts(told),
      ),
    );
  }

  #listen() {
    window.addEventListener("hashchange", () => this.#route());
    document.addEventListener("dragover", (event) => {
      if (!event.defaultPrevented && event.dataTransfer?.types.includes("Files")) {
        event.preventDefault();
        this.#dropMessage.hidden = false;
      }
    });
    document.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) {
        this.#dropMessage.hidden = true;
      }
    });
    document.addEventListener("drop", (event) => {
      this.#dropMessage.hidden = true;
      const file = event.dataTransfer?.files[0];
      if (file && !event.defaultPrevented) {
        event.preventDefault();
        void this.#take(file);
      }
    });
    window.addEventListener("beforeunload", (event) => {
      if (this.#sections?.play.hasUnsaved() || this.#sections?.edit.hasUnsaved()) {
        event.preventDefault();
      }
    });
    document.addEventListener("keydown", (event) => {
      const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
      if (event.key === "?" && !event.defaultPrevented && !typing) {
        event.preventDefault();
        this.#openHelp();
      }
    });
  }

  #openHelp() {
    this.#help.open(shownTab());
  }

  #choose() {
    const input = el("input", { type: "file" });
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      if (file) {
        void this.#take(file);
      }
    });
    input.click();
  }

  /** @param {File} file */
  async #take(file) {
    replace(this.#errors);
    try {
      const opened = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
      const tab = this.#sections ? tabFor(opened, currentTab()) : "view";
      const section = tab === "view" ? null : this.#sections?.[tab];
      if (section?.receive) {
        this.#go(tab);
        section.receive(opened);
      } else {
        this.openReplay(opened.name, opened.bytes);
      }
    } catch (error) {
      this.#fail(t("fetch_failed", { name: file.name.slice(0, 80), reason: messageOf(error) }));
    }
  }

  /**
   * @param {"play" | "edit"} tab
   * @param {import("./types").MapText} map
   */
  #useMap(tab, map) {
    this.#go(tab);
    this.#sections?.[tab].useMap?.(map);
  }

  /** @param {Tab} tab */
  #go(tab) {
    if (currentTab() !== tab) {
      // Replacing tells nobody of the change, unlike assigning, and needs no way back.
      history.replaceState(null, "", `#${tab}`);
    }
    this.#route();
  }

  #route() {
    const tab = shownTab();
    if (document.documentElement.dataset.tab !== tab) {
      // What went wrong elsewhere is no concern of this section.
      replace(this.#errors);
    }
    for (const other of TABS) {
      this.#roots[other].hidden = other !== tab;
    }
    document.documentElement.dataset.tab = tab;
    this.#nav.querySelectorAll("a").forEach((link) => {
      if (link.dataset.tab === tab) {
        link.setAttribute("aria-current", "page");
      } else {
        link.removeAttribute("aria-current");
      }
    });
    if (tab !== "view") {
      this.viewer?.pause();
    }
    for (const other of /** @type {const} */ (["play", "edit"])) {
      this.#sections?.[other][other === tab ? "show" : "hide"]();
    }
  }

  #switchLanguage() {
    setLanguage(language() === "fa" ? "en" : "fa");
    keep("language", language());
  }

  /** @param {string} text */
  #say(text) {
    clearTimeout(this.#sayDue);
    // The same words twice are only read again after a change.
    this.#said.textContent = "";
    this.#sayDue = window.setTimeout(() => {
      this.#said.textContent = text;
    }, SAY_MS);
  }

  /** @param {string} text */
  #fail(text) {
    const bar = el("div", { class: "error", role: "alert" }, icon("warning"), bdi(text, ERROR_CHARS));
    bar.append(iconButton("close", "close", () => bar.remove()));
    replace(this.#errors, bar);
  }
}

/** @param {Tab} tab */
function root(tab) {
  return el("section", { id: tab, class: "section", tLabel: `tab_${tab}` });
}

/** @returns {Tab} */
function currentTab() {
  return TABS.find((tab) => location.hash === `#${tab}`) ?? "view";
}

/** @returns {Tab} */
function shownTab() {
  return isReplayPage() ? "view" : currentTab();
}

/** The file that the address names, if it names one. */
function replayName() {
  return new URLSearchParams(location.search).get("replay") || null;
}

/**
 * The replay that the page was opened for.
 * @returns {Promise<OpenedFile | null>}
 */
async function firstFile() {
  const within = embedded("botpit-replay");
  const name = replayName();
  if (within || name === null) {
    return within;
  }
  // Beside the page or below it, and nowhere else.
  const segments = name.split("/");
  if (segments.includes("..")) {
    throw new Error(t("replay_outside"));
  }
  const path = segments.map(encodeURIComponent).join("/");
  const response = await fetch(`./${path}`);
  if (!response.ok) {
    throw new Error(`${response.status} ${response.statusText}`);
  }
  return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/**
 * Where a file belongs.
 * @param {OpenedFile} file
 * @param {Tab} tab the one of now
 * @returns {Tab}
 */
function tabFor({ name, bytes }, tab) {
  const startsWith = (/** @type {number[]} */ magic) => magic.every((byte, index) => bytes[index] === byte);
  const isWasm = startsWith([0x00, 0x61, 0x73, 0x6d]) || /\.wasm$/i.test(name);
  const isReplay = startsWith([0x28, 0xb5, 0x2f, 0xfd]) || startsWith([0x7b, 0x22]) || /\.(jsonl|zst|json)$/i.test(name);
  if (isWasm) {
    return "play";
  }
  const isMap = !isReplay && (tab !== "view" || /\.(toml|map|txt)$/i.test(name));
  return isMap ? (tab === "play" ? "play" : "edit") : "view";
}

/**
 * What a replay says of itself, if it is one.
 * @param {Uint8Array} bytes
 * @returns {import("./types").Facts | null}
 */
function factsOf(bytes) {
  try {
    return JSON.parse(facts(bytes));
  } catch {
    return null;
  }
}

/** @param {Event} event */
function skipToBoard(event) {
  event.preventDefault();
  (document.getElementById("board") ?? document.getElementById("main"))?.focus();
}

function switchTheme() {
  const isDark = getComputedStyle(document.documentElement).colorScheme === "dark";
  const theme = isDark ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  keep("theme", theme);
  document.dispatchEvent(new Event("themechange"));
}

/** A bot's face: a pit with two eyes. */
function brandMark() {
  const mark = icon("theme");
  mark.setAttribute("class", "brand-mark");
  mark.querySelector("path")?.setAttribute("d", "M5 4h14a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3zm3 5.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm8 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM8 16v1.5h8V16z");
  return mark;
}

document.documentElement.dataset.theme = chosenTheme();
setLanguage(chosenLanguage());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  document.documentElement.dataset.theme = chosenTheme();
  document.dispatchEvent(new Event("themechange"));
});
const shell = new Page();
// A handle for tests and for looking around in a debugger.
Object.defineProperty(window, "botpit", { value: { get viewer() { return shell.viewer; }, openReplay: shell.openReplay.bind(shell) } });
void shell.start();
