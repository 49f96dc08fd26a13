// Where a map in the editor comes from: one that there is, or an empty board.

import { el } from "./dom.js";
import { EDITOR_GAMES, symmetryOf } from "./editor_map.js";
import { gameOption, row } from "./form_parts.js";
import { MapChoice } from "./map_choice.js";
import { SizeForm } from "./size_form.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./symmetry").Symmetry} Symmetry */
/** @typedef {(draft: import("./editor_map").Draft, symmetry: Symmetry | null) => void} Use */

/** The fold with all ways to begin. */
export class EditorOpen {
  /**
   * @param {Game[]} games
   * @param {Use} use
   */
  constructor(games, use) {
    this.games = games.filter((game) => game.id in EDITOR_GAMES);
    this.use = use;
    this.game = el(
      "select",
      { id: "edit-game", onchange: () => this.setGame(this.game.value) },
      ...this.games.map(gameOption),
    );
    this.openButton = el("button", { type: "button", class: "button", t: "edit_open_map", onclick: () => this.open() });
    this.map = new MapChoice("edit-map", {
      onGame: (game) => this.setGame(game),
      onChange: () => (this.openButton.disabled = !this.map.info),
    });
    this.size = new SizeForm("edit-new", "edit_new", (size) => this.empty(size));
    this.size.setSize({ width: 30, height: 30 });
    this.element = el(
      "details",
      { class: "edit-open", ontoggle: () => this.toggled() },
      el("summary", { t: "edit_open" }),
      row("play_game", this.game),
      this.map.element,
      this.openButton,
      this.size.element,
    );
  }

  toggled() {
    if (this.element.open) {
      this.setGame(this.game.value);
      this.map.resize();
    }
  }

  /** @param {string} id */
  setGame(id) {
    const game = this.games.find((one) => one.id === id);
    if (game) {
      this.game.value = id;
      this.size.setGame(EDITOR_GAMES[id]);
      this.map.setGame(game);
    }
  }

  open() {
    const { info } = this.map;
    if (info) {
      this.done({ game: info.game, layout: info.layout }, symmetryOf(info));
    }
  }

  /** @param {import("./types").Size} size */
  empty(size) {
    const game = this.game.value;
    this.done({ game, layout: EDITOR_GAMES[game].empty(size) }, EDITOR_GAMES[game].symmetry ?? "turn");
  }

  /** @type {Use} */
  done(draft, symmetry) {
    this.element.open = false;
    this.use(draft, symmetry);
  }
}
