// The section in which maps are drawn.

import { Board } from "./board.js";
import { bundled_map, games, map_of_layout, read_map } from "./botpit_web.js";
import { ZOOM_STEP } from "./camera.js";
import { el, replace } from "./dom.js";
import { EDITOR_GAMES, EditorMap, line, symmetryOf } from "./editor_map.js";
import { EditorOpen } from "./editor_open.js";
import { EditorTools } from "./editor_tools.js";
import { messageOf } from "./errors.js";
import { nameOfFile, saveFile } from "./files.js";
import { button, namedCanvas, row, setIdle, told } from "./form_parts.js";
import { ARROWS, cellBeyond } from "./grid.js";
import { mapWords } from "./map_choice.js";
import { describeCell, sceneOf } from "./scenes.js";
import { SizeForm } from "./size_form.js";
import { stillFrame } from "./still_frame.js";
import { symmetriesOf } from "./symmetry.js";
import { onLanguage, t } from "./words.js";

/** @typedef {import("./types").App} App */
/** @typedef {import("./types").Cell} Cell */
/** @typedef {import("./types").MapInfo} MapInfo */
/** @typedef {import("./symmetry").Symmetry} Symmetry */

/** The check follows when the hand rests. */
const CHECK_MS = 200;
const NO_SYMMETRY = "none";

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @returns {import("./types").Section}
 */
export function createEditor(root, app) {
  return new EditorSection(root, app);
}

/** The editor is made when it is first shown. */
class EditorSection {
  /**
   * @param {HTMLElement} root
   * @param {App} app
   */
  constructor(root, app) {
    this.root = root;
    this.app = app;
    /** @type {Editor | null} */
    this.made = null;
  }

  get editor() {
    if (!this.made) {
      this.made = new Editor(this.app);
      replace(this.root, this.made.element);
    }
    return this.made;
  }

  show() {
    this.editor.resize();
  }

  hide() {}

  hasUnsaved() {
    return this.made?.isUnsaved ?? false;
  }

  /** @param {import("./types").OpenedFile} file */
  receive({ name, bytes }) {
    this.useMap({ name: nameOfFile(name), text: new TextDecoder().decode(bytes) });
  }

  /** @param {import("./types").MapText} map */
  useMap({ name, text }) {
    try {
      this.editor.open(JSON.parse(read_map(name, new TextEncoder().encode(text))));
    } catch (error) {
      this.app.fail(messageOf(error));
    }
  }
}

/** The editor of one map. */
class Editor {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {import("./types").Game[]} */
    this.games = JSON.parse(games());
    const first = this.games[0];
    /** @type {MapInfo} */
    const start = JSON.parse(bundled_map(first.id, first.maps[0].name));
    this.map = new EditorMap({ game: start.game, layout: start.layout });
    this.map.symmetry = symmetryOf(start);
    /** The draft that is in a file, or came from elsewhere. */
    this.kept = this.map.draft;
    /** @type {Cell} */
    this.cursor = { x: 0, y: 0 };
    /** Where the pointer is. @type {Cell | null} */
    this.hovered = null;
    /** @type {Cell | null} */
    this.lastPainted = null;
    /** @type {MapInfo | null} */
    this.info = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.checking = undefined;

    this.tools = new EditorTools(() => this.draw());
    this.opener = new EditorOpen(this.games, (draft, symmetry) => this.use(draft, symmetry));
    const { canvas, name } = namedCanvas("edit-board", "edit_board", {
      class: "edit-board", tabindex: 0, role: "application", "aria-describedby": "edit-keys edit-cell",
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.boardKey(event),
      onpointerup: () => this.endStroke(), onpointercancel: () => this.endStroke(),
      onfocus: () => this.draw(), onblur: () => this.draw(),
    });
    this.canvas = canvas;
    this.canvasName = name;
    this.board = new Board(this.canvas, {
      onDrag: (/** @type {Cell} */ cell) => this.drag(cell),
      onHover: (/** @type {Cell | null} */ cell) => this.hover(cell),
    });
    this.cellWords = el("p", { class: "faint edit-cell", id: "edit-cell", role: "status" });
    this.name = field("edit-name", { type: "text", maxlength: 64, onchange: () => this.setNames() });
    this.turns = field("edit-turns", { type: "number", min: 1, max: 10_000, onchange: () => this.setNames() });
    this.ammo = field("edit-ammo", { type: "number", min: 0, max: 1_000_000, onchange: () => this.setNames() });
    this.size = new SizeForm("edit", "edit_resize", (size) => this.setSize(size));
    this.symmetry = el("select", { id: "edit-symmetry", onchange: () => this.setSymmetry() });
    this.ammoRow = row("edit_ammo", this.ammo);
    this.check = el("div", { class: "edit-check", role: "status" });
    this.undoButton = button("edit_undo", () => this.undo());
    this.redoButton = button("edit_redo", () => this.redo());
    this.saveButton = button("edit_save", () => this.save());
    this.contestButton = button("edit_save_contest", () => this.saveContest());
    this.playButton = button("edit_play", () => this.play());
    this.element = this.makeElement();
    this.changed();
    onLanguage(() => this.changed());
  }

  makeElement() {
    return el(
      "div",
      { class: "edit", onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event) },
      el("h2", { t: "edit_title" }),
      this.opener.element,
      el("div", { class: "edit-bar toolbar", role: "toolbar", tLabel: "edit_actions" },
        this.undoButton, this.redoButton, this.saveButton, this.contestButton, this.playButton),
      el(
        "div",
        { class: "edit-body" },
        this.tools.element,
        el(
          "div",
          { class: "edit-main" },
          this.canvasName,
          this.canvas,
          this.cellWords,
          el("p", { class: "faint", id: "edit-keys", t: "edit_keys" }),
        ),
        el(
          "div",
          { class: "edit-side" },
          row("edit_name", this.name),
          row("edit_turns", this.turns),
          this.ammoRow,
          row("edit_symmetry", this.symmetry),
          this.size.element,
          el("p", { class: "faint", t: "edit_resize_help" }),
          el("h3", { t: "edit_check" }),
          this.check,
        ),
      ),
    );
  }

  resize() {
    this.board.resize();
    this.board.fit();
  }

  get isUnsaved() {
    return this.map.draft !== this.kept;
  }

  /** @param {MapInfo} info */
  open(info) {
    this.use({ game: info.game, layout: info.layout }, symmetryOf(info));
  }

  /**
   * Goes on with another map.
   * @param {import("./editor_map").Draft} draft
   * @param {Symmetry | null} symmetry
   */
  use(draft, symmetry) {
    this.map.replace(draft);
    this.map.symmetry = symmetry;
    this.kept = draft;
    this.changed();
    this.board.fit();
    this.canvas.focus();
  }

  /** Shows what there is now. */
  changed() {
    const { layout } = this.map.draft;
    const { width, height } = this.map.size;
    this.cursor = { x: Math.min(this.cursor.x, width - 1), y: Math.min(this.cursor.y, height - 1) };
    this.tools.setGame(this.map.game);
    this.name.value = layout.name;
    this.turns.value = String(layout.turns);
    this.ammo.value = String(layout.ammo ?? 0);
    this.ammoRow.hidden = !this.map.game.hasAmmo;
    this.size.setGame(this.map.game);
    this.size.setSize(this.map.size);
    setIdle(this.undoButton, this.map.before.length === 0);
    setIdle(this.redoButton, this.map.after.length === 0);
    this.offerSymmetries();
    this.draw();
    this.tellCell(this.cursor);
    clearTimeout(this.checking);
    this.checking = setTimeout(() => this.checkMap(), CHECK_MS);
  }

  offerSymmetries() {
    const { game } = this.map;
    const possible = symmetriesOf(this.map.size);
    if (this.map.symmetry && !possible.includes(this.map.symmetry)) {
      this.map.symmetry = null;
    }
    this.map.symmetry = game.symmetry ?? this.map.symmetry;
    const offered = game.symmetry ? [game.symmetry] : [...possible, NO_SYMMETRY];
    replace(this.symmetry, ...offered.map((name) => el("option", { value: name, t: `symmetry_${name}` })));
    this.symmetry.value = this.map.symmetry ?? NO_SYMMETRY;
    this.symmetry.disabled = game.symmetry !== null;
  }

  setSymmetry() {
    const { value } = this.symmetry;
    this.map.symmetry = value === NO_SYMMETRY ? null : /** @type {Symmetry} */ (value);
    this.draw();
  }

  setNames() {
    this.map.change((layout) => {
      layout.name = this.name.value;
      layout.turns = wholeNumber(this.turns);
      if (this.map.game.hasAmmo) {
        layout.ammo = wholeNumber(this.ammo);
      }
    });
    this.changed();
  }

  /** @param {import("./types").Size} size */
  setSize(size) {
    const { game, layout } = this.map.draft;
    this.map.replace({ game, layout: EDITOR_GAMES[game].resized(layout, size) });
    this.changed();
    this.board.fit();
  }

  draw() {
    this.board.show(sceneOf(this.map.draft.game, this.frame(), this.map.draft.layout, { seenBy: "all" }));
    this.board.highlight = document.activeElement === this.canvas || this.hovered ? this.map.cellsOf(this.hovered ?? this.cursor) : [];
    this.board.refresh();
  }

  /** The draft as a frame before the first turn. */
  frame() {
    return stillFrame(this.map.game.state(this.map.draft.layout));
  }

  /** @param {Cell} cell */
  tellCell(cell) {
    const words = describeCell(this.map.draft.game, this.frame(), this.map.draft.layout, cell, { seenBy: "all" });
    this.cellWords.textContent = [t("cell", cell), ...words].join(t("list_comma"));
  }

  /** @param {Cell | null} cell */
  hover(cell) {
    this.hovered = cell;
    this.tellCell(cell ?? this.cursor);
    this.draw();
  }

  /** Paints where the pointer goes. @param {Cell} cell */
  drag(cell) {
    if (!this.map.inStroke) {
      this.map.beginStroke();
      this.lastPainted = null;
    }
    const isFigure = this.map.game.figures.includes(this.tools.brush.tool);
    if (this.lastPainted && isFigure) {
      return true;
    }
    const cells = this.lastPainted ? line(this.lastPainted, cell) : [cell];
    this.lastPainted = cell;
    this.cursor = cell;
    this.hovered = null;
    this.put(...cells);
    return true;
  }

  endStroke() {
    if (this.map.inStroke) {
      this.map.endStroke();
      this.changed();
    }
  }

  /** @param {...Cell} cells */
  put(...cells) {
    const wasPut = cells.map((cell) => this.map.put(cell, this.tools.brush));
    if (wasPut.includes(false)) {
      this.app.say(t("edit_own_image"));
    }
    this.changed();
  }

  /** @param {KeyboardEvent} event */
  boardKey(event) {
    const arrow = ARROWS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (arrow) {
      this.moveCursor(arrow, event.shiftKey);
    } else if (event.key === "Enter" || event.key === " ") {
      this.put(this.cursor);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.map.put(this.cursor, { ...this.tools.brush, tool: "erase" });
      this.changed();
    } else if (event.key === "+" || event.key === "-") {
      this.board.zoomBy(event.key === "+" ? ZOOM_STEP : 1 / ZOOM_STEP);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {import("./types").Direction} direction
   * @param {boolean} paints
   */
  moveCursor(direction, paints) {
    this.cursor = cellBeyond(this.cursor, direction, this.map.size);
    this.hovered = null;
    this.board.reveal(this.cursor);
    if (paints) {
      this.put(this.cursor);
    } else {
      this.tellCell(this.cursor);
      this.draw();
    }
  }

  /** Keys of the whole editor. @param {KeyboardEvent} event */
  key(event) {
    if (isTyping(event.target)) {
      return;
    }
    const { key } = event;
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      const isUndo = key.toLowerCase() === "z" && !event.shiftKey;
      const isRedo = key.toLowerCase() === "y" || (key.toLowerCase() === "z" && event.shiftKey);
      if (isUndo || isRedo) {
        event.preventDefault();
        isUndo ? this.undo() : this.redo();
      }
    } else if (!event.altKey && this.tools.key(key)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  undo() {
    if (this.map.undo()) {
      this.changed();
    }
  }

  redo() {
    if (this.map.redo()) {
      this.changed();
    }
  }

  checkMap() {
    const { game, layout } = this.map.draft;
    try {
      this.info = readLayout(game, layout);
      this.tellInfo(this.info);
    } catch (error) {
      this.info = null;
      replace(this.check, el("p", { class: "problem" }, told(messageOf(error))));
    }
    setIdle(this.saveButton, !this.info);
    setIdle(this.playButton, !this.info);
    this.contestButton.hidden = game !== "gold-hunter";
    setIdle(this.contestButton, !this.info?.contest_text);
  }

  /** @param {MapInfo} info */
  tellInfo(info) {
    const findings = info.findings.map((finding) =>
      el("li", { class: `finding-${finding.severity}` }, el("strong", { t: `finding_${finding.severity}` }), " ", told(finding.text)),
    );
    replace(this.check, el("p", {}, mapWords(info)), el("ul", { class: "findings" }, ...findings));
  }

  save() {
    if (this.info) {
      saveFile(`${this.info.name}.toml`, this.info.text);
      this.kept = this.map.draft;
    }
  }

  saveContest() {
    if (this.info?.contest_text) {
      saveFile(`${this.info.name}.txt`, this.info.contest_text);
      this.kept = this.map.draft;
    }
  }

  play() {
    if (this.info) {
      this.app.playMap({ name: this.info.name, text: this.info.text });
    }
  }
}

/**
 * The map that a draft makes; throws a sentence when it makes none. A draft without a base has not even its shape.
 * @param {string} game
 * @param {any} layout
 * @returns {MapInfo}
 */
function readLayout(game, layout) {
  if (layout.teams?.some((/** @type {any} */ team) => !team.base)) {
    throw new Error(t("edit_no_base"));
  }
  return JSON.parse(map_of_layout(game, JSON.stringify(layout)));
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** @param {HTMLInputElement} input */
function wholeNumber(input) {
  return Math.trunc(Math.min(Math.max(input.valueAsNumber || 0, Number(input.min)), Number(input.max)));
}

/**
 * @param {string} id
 * @param {Record<string, any>} attributes
 */
function field(id, attributes) {
  return el("input", { id, ...attributes });
}
