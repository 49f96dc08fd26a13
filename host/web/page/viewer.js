// The viewer of one replay: board, transport, timeline and panel, and what the user does with them.

import { outcomePill, titleLine, troubleBar } from "./banner.js";
import { Board } from "./board.js";
import { ZOOM_STEP } from "./camera.js";
import { CellCard, cellLines, spoken } from "./cell_card.js";
import { el, replace } from "./dom.js";
import { iconButton } from "./form_parts.js";
import { ARROWS, SEATS, cellBeyond } from "./grid.js";
import { icon } from "./icons.js";
import { QUICK, nearest, remarkable } from "./jump.js";
import { listenToKeys } from "./keyboard.js";
import { showLegend } from "./legend_page.js";
import { showLogs } from "./log_page.js";
import { showMatch } from "./match_page.js";
import { Player } from "./player.js";
import { sceneOf } from "./scenes.js";
import { Scoreboard } from "./scoreboard.js";
import { Tabs } from "./tabs.js";
import { wantsStillness } from "./theme.js";
import { Timeline } from "./timeline.js";
import { Transport, kindName } from "./transport.js";
import { showTurn } from "./turn_page.js";
import { VIEWER_KEYS } from "./viewer_keys.js";
import { onLanguage, t } from "./words.js";

/** @typedef {import("./types").Cell} Cell */
/** @typedef {import("./types").Fog} Fog */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./film.js").FilmReader} FilmReader */

/** @type {Fog[]} */
const FOGS = ["all", "a", "b", "ever-a", "ever-b"];
/** While it plays the panel follows at most so often, in milliseconds. */
const PANEL_MS = 250;
/** How far a key moves the board, in CSS pixels. */
const PAN_STEP = 80;
/** How many turns a large step has. */
const LARGE_STEP = 10;

export class Viewer {
  element;
  /** @type {Fog} */
  fog = "all";
  /** Whose drawings are shown.
   * @type {Set<Seat>} */
  layers = new Set(["a", "b"]);
  #film;
  #app;
  #player;
  #board;
  #transport;
  #timeline;
  #scoreboard;
  #tabs;
  #pages;
  #card;
  #stop = new AbortController();
  #remarkable;
  #kind = "";
  #wasPlaying = false;
  #leg = -1;
  #painted = "";
  #panelDrawn = "";
  #panelTime = 0;
  #panelDue = 0;
  /** @type {Cell | null} */
  #hovered = null;
  /** @type {Cell | null} */
  #pinned = null;
  #inspecting = false;
  /** @type {{key: string, scene: Scene}[]} */
  #scenes = [];
  #boardFrame;
  #titleLine = el("div", { class: "title-line" });
  #outcome = el("div", { class: "outcome-place" });
  #fogSelect;

  /**
   * @param {FilmReader} film
   * @param {import("./types").App} app
   */
  constructor(film, app) {
    this.#film = film;
    this.#app = app;
    this.#remarkable = remarkable(film);
    this.#player = new Player(
      film.info.legs.map(({ turns }) => turns),
      () => this.#update(),
    );
    this.#transport = new Transport(film, this.#transportActions());
    this.#timeline = new Timeline((turn) => this.#player.go(this.#player.position.leg, turn));
    this.#scoreboard = new Scoreboard(film);
    this.#pages = { turn: page(), logs: page(), match: page(), legend: page() };
    this.#card = new CellCard(() => this.#unpin());
    this.#fogSelect = el("select", { tLabel: "fog", onchange: () => this.setFog(/** @type {Fog} */ (this.#fogSelect.value)) });
    const canvas = el("canvas", { class: "board" });
    this.#boardFrame = el(
      "div",
      { class: "board-frame", id: "board", tabindex: "0", role: "application", "aria-describedby": "board-help", tLabel: "board", onkeydown: (/** @type {KeyboardEvent} */ event) => this.#boardKey(event) },
      canvas,
    );
    this.#boardFrame.removeAttribute("title");
    this.#tabs = new Tabs(
      "panel",
      [
        { id: "turn", t: "page_turn", page: this.#pages.turn },
        { id: "logs", t: "page_logs", page: this.#pages.logs },
        { id: "match", t: "page_match", page: this.#pages.match },
        { id: "legend", t: "page_legend", page: this.#pages.legend },
      ],
      () => this.#drawPanel(),
    );
    this.element = this.#assemble();
    this.#board = new Board(canvas, { onPick: (cell) => this.#pick(cell), onHover: (cell) => this.#hover(cell) });
    this.#watchSurroundings();
    this.#retranslate();
    this.#update();
  }

  /** The scene that the board shows; for tests and for looking at in a debugger. */
  get scene() {
    return this.#board.scene;
  }

  get position() {
    return this.#player.position;
  }

  get film() {
    return this.#film;
  }

  /** Where a cell is on the page; for tests. */
  clientOf(/** @type {Cell} */ cell) {
    return this.#board.clientOf(cell);
  }

  /** @param {Fog} fog */
  setFog(fog) {
    this.fog = fog;
    this.#fogSelect.value = fog;
    this.#transport.hideCounts(fog !== "all");
    // The timeline shows what the team may know, too.
    this.#leg = -1;
    this.#redraw();
    this.#app.say(t(`fog_${fog.replace("-", "_")}`));
  }

  /** The page is about something else now. */
  pause() {
    this.#player.pause();
  }

  close() {
    this.#player.stop();
    clearTimeout(this.#panelDue);
    this.#board.destroy();
    this.#timeline.destroy();
    this.#stop.abort();
    this.#film.close();
  }

  /** What the keys of the viewer do, by the names in the table of keys.
   * @returns {Record<import("./viewer_keys.js").Action, () => void>} */
  get #keyActions() {
    const player = this.#player;
    return {
      toggle: () => player.toggle(),
      stepBack: () => player.step(-1),
      stepOn: () => player.step(1),
      stepFarBack: () => player.step(-LARGE_STEP),
      stepFarOn: () => player.step(LARGE_STEP),
      toStart: () => this.#toStart(),
      toEnd: () => this.#toEnd(),
      legBefore: () => this.#goToLeg(this.position.leg - 1),
      legAfter: () => this.#goToLeg(this.position.leg + 1),
      typeTurn: () => this.#transport.focusTurn(),
      slower: () => player.changeSpeed(-1),
      faster: () => player.changeSpeed(1),
      next: () => this.#jumpChosen(1),
      previous: () => this.#jumpChosen(-1),
      nextKill: () => this.#jump(QUICK.kill, 1, "kind_killed"),
      previousKill: () => this.#jump(QUICK.kill, -1, "kind_killed"),
      nextGold: () => this.#jump(QUICK.gold, 1, "kind_extracted"),
      previousGold: () => this.#jump(QUICK.gold, -1, "kind_extracted"),
      nextCapture: () => this.#jump(QUICK.capture, 1, "kind_captured"),
      previousCapture: () => this.#jump(QUICK.capture, -1, "kind_captured"),
      nextFault: () => this.#jump(QUICK.fault, 1, "kind_fault"),
      previousFault: () => this.#jump(QUICK.fault, -1, "kind_fault"),
      fogAll: () => this.setFog("all"),
      fogA: () => this.setFog("a"),
      fogB: () => this.setFog("b"),
      fogEverA: () => this.setFog("ever-a"),
      fogEverB: () => this.setFog("ever-b"),
      layers: () => this.#toggleLayers(),
      zoomIn: () => this.#zoom(ZOOM_STEP),
      zoomOut: () => this.#zoom(1 / ZOOM_STEP),
      fit: () => this.#board.fit(),
      panUp: () => this.#pan(0, 1),
      panLeft: () => this.#pan(1, 0),
      panDown: () => this.#pan(0, -1),
      panRight: () => this.#pan(-1, 0),
      unpin: () => this.#unpin(),
    };
  }

  #assemble() {
    const tools = el(
      "div",
      { class: "board-tools", dir: "ltr" },
      iconButton("zoom_in", "plus", () => this.#zoom(ZOOM_STEP)),
      iconButton("zoom_out", "minus", () => this.#zoom(1 / ZOOM_STEP)),
      iconButton("fit", "fit", () => this.#board.fit()),
    );
    const fold = el("button", { type: "button", class: "icon-button fold", tLabel: "timeline_fold", "aria-expanded": "true" }, icon("fold"));
    fold.addEventListener("click", () => {
      this.#timeline.fold(!this.#timeline.folded);
      fold.setAttribute("aria-expanded", String(!this.#timeline.folded));
    });
    const layer = (/** @type {Seat} */ seat) =>
      el("button", { type: "button", class: `layer layer-${seat}`, "aria-pressed": "true", "data-layer": seat, tLabel: `layer_${seat}`, onclick: () => this.#toggleLayer(seat) }, `✎ ${seat.toUpperCase()}`);
    this.#transport.element.append(el("div", { class: "group" }, this.#fogSelect, el("span", { class: "layers", dir: "ltr" }, layer("a"), layer("b"))), fold);
    return el(
      "div",
      { class: "viewer" },
      troubleBar(this.#film.info),
      this.#titleLine,
      this.#scoreboard.element,
      el("div", { class: "stage" }, this.#boardFrame, tools, this.#card.element, this.#outcome, el("p", { id: "board-help", class: "visually-hidden", t: "board_help" })),
      this.#transport.element,
      this.#timeline.element,
      this.#tabs.element,
    );
  }

  #watchSurroundings() {
    const { signal } = this.#stop;
    listenToKeys(VIEWER_KEYS, this.#keyActions, () => this.element.isConnected && this.element.closest("[hidden]") === null, signal);
    document.addEventListener("themechange", () => this.#rethemed(), { signal });
    const motion = matchMedia("(prefers-reduced-motion: reduce)");
    const follow = () => {
      this.#player.still = wantsStillness();
    };
    motion.addEventListener("change", follow, { signal });
    follow();
    signal.addEventListener("abort", onLanguage(() => this.#retranslate()));
  }

  #rethemed() {
    this.#timeline.refresh();
    this.#drawPanel();
  }

  /** Writes all that depends on the language, anew. */
  #retranslate() {
    replace(this.#fogSelect, ...FOGS.map((fog) => el("option", { value: fog }, t(`fog_${fog.replace("-", "_")}`))));
    this.#fogSelect.value = this.fog;
    this.#transport.retranslate();
    this.#timeline.refresh();
    this.#leg = -1;
    this.#redraw();
  }

  /** Shows the place of now as if nothing had been shown. */
  #redraw() {
    this.#painted = "";
    this.#panelDrawn = "";
    this.#scenes = [];
    this.#update();
  }

  #update() {
    const { leg, turn, progress } = this.position;
    if (leg !== this.#leg) {
      this.#enterLeg(leg);
    }
    this.#transport.update(this.#player);
    this.#timeline.setTurn(turn, progress);
    // At high speeds the last turn is shown whole before it is over.
    const painted = `${leg} ${turn} ${progress} ${this.#player.atEnd}`;
    if (painted !== this.#painted) {
      this.#painted = painted;
      this.#paint(leg, turn, progress);
    }
    this.#followPanel(leg, turn);
    this.#announce(leg, turn);
  }

  /** @param {number} leg */
  #enterLeg(leg) {
    this.#leg = leg;
    const { info } = this.#film;
    replace(this.#titleLine, titleLine(info, leg));
    const seenBy = this.#seenBy;
    this.#timeline.setLeg({
      turns: info.legs[leg].turns,
      charts: this.#film.charts(leg),
      metered: info.header.meter !== "none",
      seats: seenBy === "all" ? SEATS : [seenBy],
      turnsOf: (kind) => this.#film.toldTurns(kind, leg, seenBy),
    });
  }

  /**
   * @param {number} leg
   * @param {number} turn
   * @param {number} progress
   */
  #paint(leg, turn, progress) {
    const frame = this.#film.frame(leg, turn, this.#seenBy);
    this.#board.marks = frame.records.flatMap((record, index) => (record && this.layers.has(index === 0 ? "a" : "b") ? [record.marks] : []));
    this.#board.highlight = this.#pinned ? [this.#pinned] : [];
    const previous = progress < 1 && turn > 0 ? this.#sceneAt(leg, turn - 1) : undefined;
    this.#board.show(this.#sceneAt(leg, turn), previous, progress);
    const isEnd = this.#player.atEnd;
    replace(this.#outcome, isEnd && outcomePill(this.#film.info));
  }

  /** @returns {import("./types").SeenBy} */
  get #seenBy() {
    return this.fog === "all" ? "all" : this.fog.endsWith("a") ? "a" : "b";
  }

  /**
   * @param {number} leg
   * @param {number} turn
   */
  #sceneAt(leg, turn) {
    const key = `${leg} ${turn}`;
    const kept = this.#scenes.find((other) => other.key === key);
    if (kept) {
      return kept.scene;
    }
    const frame = this.#film.frame(leg, turn, this.#seenBy);
    const scene = sceneOf(this.#film.info.game.id, frame, this.#film.info.legs[leg].layout, this.#optionsAt(leg, turn));
    // The way from one turn to the next needs two.
    this.#scenes = [...this.#scenes.slice(-1), { key, scene }];
    return scene;
  }

  /**
   * @param {number} leg
   * @param {number} turn
   * @returns {import("./types").SceneOptions}
   */
  #optionsAt(leg, turn) {
    const seenBy = this.#seenBy;
    const corpses = this.#film.corpses(leg, turn, seenBy);
    if (seenBy === "all" || !this.fog.startsWith("ever")) {
      return { seenBy, corpses };
    }
    return { seenBy, corpses, known: this.#film.known(leg, turn, seenBy), extracted: this.#film.extracted(leg) };
  }

  /**
   * @param {number} leg
   * @param {number} turn
   */
  #followPanel(leg, turn) {
    const place = `${leg} ${turn} ${this.#player.playing}`;
    if (place === this.#panelDrawn) {
      return;
    }
    const wait = this.#player.playing ? this.#panelTime + PANEL_MS - performance.now() : 0;
    clearTimeout(this.#panelDue);
    if (wait > 0) {
      this.#panelDue = window.setTimeout(() => this.#update(), wait);
      return;
    }
    this.#panelTime = performance.now();
    this.#panelDrawn = place;
    this.#drawPanel();
  }

  #drawPanel() {
    // The tabs call back while they are made.
    if (!this.#tabs) {
      return;
    }
    const { leg, turn } = this.position;
    const frame = this.#film.frame(leg, turn, this.#seenBy);
    this.#scoreboard.update(frame, this.#player.atEnd, this.#seenBy);
    const { shown } = this.#tabs;
    if (shown === "turn") {
      showTurn(this.#pages.turn, frame, { seenBy: this.#seenBy, remarkable: this.#remarkable, passing: this.#player.playing, pick: (event) => this.#pick(event.at) });
    } else if (shown === "logs") {
      showLogs(this.#pages.logs, frame, (direction) => this.#jump(["log"], direction, "kind_log"));
    } else if (shown === "match") {
      showMatch(this.#pages.match, this.#film, leg);
    } else {
      showLegend(this.#pages.legend, this.#film.info.game);
    }
    this.#drawCard();
  }

  /**
   * While turns pass by themselves nothing is said.
   * @param {number} leg
   * @param {number} turn
   */
  #announce(leg, turn) {
    const place = `${leg} ${turn}`;
    const { playing } = this.#player;
    if (!playing && (place !== this.#announced || this.#wasPlaying)) {
      const { score } = this.#film.charts(leg);
      this.#announced = place;
      this.#app.say(`${t("turn_of", { turn, turns: this.#film.info.legs[leg].turns })}. ${t("tip_score", { a: score[0][turn], b: score[1][turn] })}`);
    }
    this.#wasPlaying = playing;
  }

  #announced = "0 0";

  /** @returns {import("./transport.js").TransportActions} */
  #transportActions() {
    return {
      toggle: () => this.#player.toggle(),
      step: (turns) => this.#player.step(turns),
      toStart: () => this.#toStart(),
      toEnd: () => this.#toEnd(),
      setSpeed: (speed) => {
        this.#player.speed = speed;
        this.#update();
      },
      goToTurn: (turn) => this.#goToTurn(turn),
      goToLeg: (leg) => this.#goToLeg(leg),
      chooseJump: (kind) => {
        this.#kind = kind;
        this.#transport.showJump(kind);
      },
      jump: (direction) => this.#jumpChosen(direction),
    };
  }

  #toStart() {
    this.#player.go(this.position.leg, 0);
  }

  #toEnd() {
    this.#player.go(this.position.leg, Infinity);
  }

  /** @param {number} leg */
  #goToLeg(leg) {
    if (leg >= 0 && leg < this.#film.info.legs.length) {
      this.#player.go(leg, 0);
    }
  }

  /** @param {number} turn */
  #goToTurn(turn) {
    const { leg } = this.position;
    const { turns } = this.#film.info.legs[leg];
    // The number in the field is only written anew when the field is left.
    this.#boardFrame.focus();
    if (turn >= 0 && turn <= turns) {
      this.#player.go(leg, turn);
    } else {
      this.#app.say(t("no_such_turn", { turn: String(turn), turns }));
      this.#update();
    }
  }

  /** @param {1 | -1} direction */
  #jumpChosen(direction) {
    const kinds = this.#kind ? [this.#kind] : this.#remarkable;
    this.#jump(kinds, direction, this.#kind ? `kind_${this.#kind}` : "kind_all");
  }

  /**
   * @param {string[]} kinds
   * @param {1 | -1} direction
   * @param {string} name
   */
  #jump(kinds, direction, name) {
    const { leg, turn } = this.position;
    const place = nearest(this.#film, kinds, [leg, turn], direction, this.#seenBy);
    if (place) {
      this.#player.go(...place);
      this.#reveal(kinds);
    } else {
      this.#app.say(t(direction > 0 ? "jump_none_after" : "jump_none_before", { what: kindName(name.replace("kind_", "")) }));
    }
  }

  /**
   * Moves the board to where something of the kinds happens.
   * @param {string[]} kinds
   */
  #reveal(kinds) {
    const { leg, turn } = this.position;
    const event = this.#film.frame(leg, turn, this.#seenBy).events.find(({ kind }) => kinds.includes(kind));
    if (event) {
      this.#board.reveal(event.at);
    }
  }

  /** @param {Seat} seat */
  #toggleLayer(seat) {
    if (!this.layers.delete(seat)) {
      this.layers.add(seat);
    }
    this.#showLayers();
  }

  #toggleLayers() {
    const show = this.layers.size === 0;
    this.layers = new Set(show ? ["a", "b"] : []);
    this.#showLayers();
    this.#app.say(t(show ? "layers_on" : "layers_off"));
  }

  #showLayers() {
    this.element.querySelectorAll("[data-layer]").forEach((button) => {
      const seat = /** @type {Seat} */ (button.getAttribute("data-layer"));
      button.setAttribute("aria-pressed", String(this.layers.has(seat)));
    });
    this.#redraw();
  }

  /** @param {number} factor */
  #zoom(factor) {
    const at = this.#inspecting && this.#pinned ? this.#board.clientOf(this.#pinned) : undefined;
    this.#board.zoomBy(factor, at?.x, at?.y);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  #pan(dx, dy) {
    this.#board.panBy(dx * PAN_STEP, dy * PAN_STEP);
  }

  /** @param {Cell} cell */
  #pick(cell) {
    const isSame = this.#pinned?.x === cell.x && this.#pinned.y === cell.y;
    this.#pin(isSame ? null : cell);
  }

  /** @param {Cell | null} cell */
  #pin(cell) {
    this.#pinned = cell;
    this.#board.highlight = cell ? [cell] : [];
    if (cell) {
      this.#board.reveal(cell);
    }
    this.#board.refresh();
    this.#drawCard();
  }

  #unpin() {
    this.#pin(null);
    this.#inspecting = false;
  }

  /** @param {Cell | null} cell */
  #hover(cell) {
    const { x, y } = this.#hovered ?? { x: -1, y: -1 };
    if (cell?.x !== x || cell.y !== y) {
      this.#hovered = cell;
      this.#drawCard();
    }
  }

  #drawCard() {
    const cell = this.#pinned ?? this.#hovered;
    const { leg, turn } = this.position;
    const { width, height } = this.#film.info.legs[leg].size;
    if (!cell || cell.x >= width || cell.y >= height) {
      this.#card.hide();
      return;
    }
    this.#card.show(this.#film, this.#film.frame(leg, turn, this.#seenBy), cell, this.#optionsAt(leg, turn), this.#pinned !== null);
  }

  /**
   * Keys that the board itself takes: those that walk through its cells.
   * @param {KeyboardEvent} event
   */
  #boardKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    if (event.key === "Enter") {
      event.preventDefault();
      this.#toggleInspection();
      return;
    }
    const arrow = ARROWS[event.key];
    if (!this.#inspecting || !arrow) {
      return;
    }
    event.preventDefault();
    const { size } = this.#film.info.legs[this.position.leg];
    this.#inspect(cellBeyond(this.#pinned ?? { x: 0, y: 0 }, arrow, size, event.shiftKey ? LARGE_STEP : 1));
  }

  #toggleInspection() {
    if (this.#inspecting) {
      this.#unpin();
      this.#app.say(t("inspect_off"));
      return;
    }
    this.#inspecting = true;
    this.#player.pause();
    const { width, height } = this.#film.info.legs[this.position.leg].size;
    this.#inspect(this.#pinned ?? { x: Math.floor(width / 2), y: Math.floor(height / 2) });
    this.#app.say(t("inspect_on"));
  }

  /** @param {Cell} cell */
  #inspect(cell) {
    const { leg, turn } = this.position;
    this.#pin(cell);
    this.#app.say(spoken(cell, cellLines(this.#film, this.#film.frame(leg, turn, this.#seenBy), cell, this.#optionsAt(leg, turn))));
  }
}

function page() {
  return el("div", { class: "page" });
}
