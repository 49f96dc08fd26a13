// What a team that is played by hand has seen so far in a leg, added up from its own views.

/** @typedef {import("./types").Frame} Frame */

/** The team's memory: nothing is in it that was not in one of its views. */
export class HandMemory {
  /** @param {number} cells */
  constructor(cells) {
    /** @type {import("./types").Known} */
    this.known = { seen: new Uint32Array(cells), near: new Uint32Array(cells) };
    /** The turn in which it saw that a cell's gold is gone. @type {Map<number, number>} */
    this.extracted = new Map();
  }

  /**
   * @param {Frame} frame a view of the team
   * @param {number[]} gone cells of which it shows that their gold is gone
   */
  look({ sight, turn }, gone) {
    for (let cell = 0; sight && cell < sight.length; cell++) {
      if (sight[cell] !== "0") {
        this.known.seen[cell] = turn + 1;
      }
      if (sight[cell] === "2") {
        this.known.near[cell] = turn + 1;
      }
    }
    gone.forEach((cell) => this.extracted.set(cell, Math.min(turn, this.extracted.get(cell) ?? turn)));
  }
}
