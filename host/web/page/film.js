// A replay opened by the engine, with what was asked for lately kept.

import { Film } from "./botpit_web.js";
import { SEATS } from "./grid.js";

/** @typedef {import("./types").Frame} Frame */
/** @typedef {import("./types").Known} Known */
/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./types").Corpse} Corpse */

/** How many frames are kept; one of a board of 100×100 cells takes about 50 kB. */
const FRAMES_KEPT = 160;
/** How many turns' knowledge is kept; one of a board of 100×100 cells takes 80 kB. */
const KNOWN_KEPT = 8;
/** For how many kinds, legs and teams it is kept which turns a team is told of. */
const TOLD_KEPT = 64;
/** For how many turns a death is still to be seen. */
const CORPSE_TURNS = 4;

export class FilmReader {
  /** @type {Cache<Frame>} */
  #frames = new Cache(FRAMES_KEPT);
  /** @type {Cache<Known>} */
  #known = new Cache(KNOWN_KEPT);
  /** @type {Cache<Map<number, number>>} */
  #extracted = new Cache(4);
  /** @type {Cache<number[]>} */
  #told = new Cache(TOLD_KEPT);
  /** @type {Cache<import("./types").Charts>} */
  #charts = new Cache(4);
  #film;

  /**
   * @param {string} name of the file
   * @param {Uint8Array} bytes plain or compressed
   * @throws when there is nothing to show in it
   */
  constructor(name, bytes) {
    this.name = name;
    this.bytes = bytes;
    this.#film = Film.open(bytes);
    /** @type {import("./types").FilmInfo} */
    this.info = JSON.parse(this.#film.info());
    this.places = new Map(this.info.places.map(({ name: kind, places }) => [kind, places]));
  }

  /**
   * @param {number} leg
   * @param {number} turn
   * @param {import("./types").SeenBy} seenBy
   */
  frame(leg, turn, seenBy) {
    return this.#frames.get(`${leg} ${turn} ${seenBy}`, () => /** @type {Frame} */ (JSON.parse(this.#film.frame(leg, turn, seenBy))));
  }

  /**
   * When a team saw each cell last; nothing in a game that hides nothing.
   * @param {number} leg
   * @param {number} turn
   * @param {Seat} seat
   */
  known(leg, turn, seat) {
    return this.#known.get(`${leg} ${turn} ${seat}`, () => {
      const cells = this.#film.known(leg, turn, seat);
      const known = { seen: cells.seen, near: cells.near };
      cells.free();
      return known;
    });
  }

  /** @param {number} leg */
  charts(leg) {
    return this.#charts.get(String(leg), () => JSON.parse(this.#film.charts(leg)));
  }

  /** @param {number} leg */
  mapText(leg) {
    return this.#film.map_text(leg);
  }

  /**
   * The turns of a leg in which something of a kind happens, in order.
   * @param {string} kind
   * @param {number} leg
   */
  turnsOf(kind, leg) {
    return (this.places.get(kind) ?? []).filter(([placeLeg]) => placeLeg === leg).map(([, turn]) => turn);
  }

  /**
   * The turns of a leg in which a team is told of something of a kind, or it happens to the team's own bot.
   * @param {string} kind
   * @param {number} leg
   * @param {import("./types").SeenBy} seenBy
   */
  toldTurns(kind, leg, seenBy) {
    return this.#told.get(`${kind} ${leg} ${seenBy}`, () => this.turnsOf(kind, leg).filter((turn) => this.isTold(kind, [leg, turn], seenBy)));
  }

  /**
   * @param {string} kind of what happens at a place
   * @param {import("./types").Place} place
   * @param {import("./types").SeenBy} seenBy
   */
  isTold(kind, [leg, turn], seenBy) {
    if (seenBy === "all") {
      return true;
    }
    const { events, rejections, records } = this.frame(leg, turn, seenBy);
    const record = records[SEATS.indexOf(seenBy)];
    switch (kind) {
      case "fault":
        return Boolean(record?.fault);
      case "violation":
        return Boolean(record?.violations.length);
      case "log":
        return Boolean(record?.log);
      case "drawing":
        return Boolean(record?.marks.length);
      case "rejection":
        return rejections.some(({ seat }) => seat === seenBy);
      default:
        return events.some((event) => event.kind === kind);
    }
  }

  /**
   * In which turn the gold of a cell was extracted, by `y * width + x`.
   * @param {number} leg
   */
  extracted(leg) {
    return this.#extracted.get(String(leg), () => {
      const { width } = this.info.legs[leg].size;
      const events = this.turnsOf("extracted", leg).flatMap((turn) =>
        this.frame(leg, turn, "all").events.filter(({ kind }) => kind === "extracted").map(({ at }) => /** @type {const} */ ([at.y * width + at.x, turn])),
      );
      return new Map(events);
    });
  }

  /**
   * Who died in a turn or shortly before it, as far as a team knows.
   * @param {number} leg
   * @param {number} turn
   * @param {import("./types").SeenBy} seenBy
   * @returns {Corpse[]}
   */
  corpses(leg, turn, seenBy) {
    const turns = this.turnsOf("killed", leg).filter((killed) => killed <= turn && killed > turn - CORPSE_TURNS);
    return turns.flatMap((killed) =>
      this.frame(leg, killed, seenBy).events.flatMap(({ kind, at, seat, player }) =>
        kind === "killed" && seat ? [{ at, seat, player: player ?? 0, age: (turn - killed) / CORPSE_TURNS }] : [],
      ),
    );
  }

  /**
   * How often a bot faulted in a leg so far.
   * @param {number} leg
   * @param {number} turn
   * @param {Seat} seat
   */
  faults(leg, turn, seat) {
    const index = SEATS.indexOf(seat);
    return this.turnsOf("fault", leg).filter((place) => place <= turn && this.frame(leg, place, "all").records[index]?.fault).length;
  }

  close() {
    this.#film.free();
  }
}

/**
 * Keeps the values that were used last.
 * @template T
 */
class Cache {
  /** @type {Map<string, T>} */
  #values = new Map();
  #size;

  /** @param {number} size */
  constructor(size) {
    this.#size = size;
  }

  /**
   * @param {string} key
   * @param {() => T} make
   * @returns {T}
   */
  get(key, make) {
    const value = this.#values.get(key) ?? make();
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#size) {
      const oldest = this.#values.keys().next().value;
      this.#values.delete(/** @type {string} */ (oldest));
    }
    return value;
  }
}
