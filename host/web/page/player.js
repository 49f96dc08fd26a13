// The clock of the playback: where in the replay one is, and how time passes there.

/** Turns a second at speed 1. */
const TURNS_PER_SECOND = 4;
/** All speeds. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64];
/** How long a single step takes, in milliseconds. */
const STEP_MS = 160;
/** How long a leg's end is shown before the next leg starts, in milliseconds. */
const LEG_PAUSE_MS = 1200;
/** More turns a second than this are not shown on their way from one to the next. */
const SMOOTH_MAX = 40;
/** The longest time between two frames that counts, in milliseconds: a page in the background stands still. */
const FRAME_MS_MAX = 250;

/**
 * `turn` is shown; `progress` is how far the board has come to it from the turn before.
 * @typedef {{leg: number, turn: number, progress: number}} Position
 */

export class Player {
  playing = false;
  speed = 1;
  /** Whether turns follow each other without anything in between. */
  still = false;
  #leg = 0;
  #turn = 0;
  #progress = 1;
  #stepping = false;
  #pausedMs = 0;
  #last = 0;
  #request = 0;
  #legs;
  #changed;

  /**
   * @param {number[]} turns of each leg
   * @param {() => void} changed called when there is something new to show
   */
  constructor(turns, changed) {
    this.#legs = turns;
    this.#changed = changed;
  }

  /** @returns {Position} */
  get position() {
    const smooth = !this.still && this.speed * TURNS_PER_SECOND <= SMOOTH_MAX;
    return { leg: this.#leg, turn: this.#turn, progress: smooth ? this.#progress : 1 };
  }

  /** Whether there is nothing after the place of now. */
  get atEnd() {
    return this.#leg === this.#legs.length - 1 && this.#atEndOfLeg;
  }

  get #atEndOfLeg() {
    return this.#turn >= this.#turns && this.#progress >= 1;
  }

  get #turns() {
    return this.#legs[this.#leg];
  }

  toggle() {
    if (this.playing) {
      this.pause();
    } else {
      this.play();
    }
  }

  /** Plays on; at the very end, from the start. */
  play() {
    if (this.atEnd) {
      this.#leg = 0;
      this.#turn = 0;
    }
    this.playing = !this.atEnd;
    this.#stepping = false;
    this.#pausedMs = 0;
    this.#run();
    this.#changed();
  }

  pause() {
    this.playing = false;
    this.#stepping = false;
    this.#progress = 1;
    this.#changed();
  }

  /**
   * Goes somewhere at once, or as near as there is, and pauses.
   * @param {number} leg
   * @param {number} turn
   */
  go(leg, turn) {
    this.#leg = Math.min(Math.max(leg, 0), this.#legs.length - 1);
    this.#turn = Math.min(Math.max(Math.round(turn), 0), this.#turns);
    this.pause();
  }

  /**
   * Some turns on or back; over a leg's end to the next leg's start.
   * @param {number} turns
   */
  step(turns) {
    const to = this.#turn + turns;
    if (to < 0 && this.#turn === 0 && this.#leg > 0) {
      this.go(this.#leg - 1, this.#legs[this.#leg - 1]);
    } else if (to > this.#turns && this.#turn === this.#turns && this.#leg + 1 < this.#legs.length) {
      this.go(this.#leg + 1, 0);
    } else {
      const slides = turns === 1 && to <= this.#turns && !this.still;
      this.go(this.#leg, to);
      if (slides) {
        this.#progress = 0;
        this.#stepping = true;
        this.#run();
      }
    }
  }

  /**
   * @param {1 | -1} by
   */
  changeSpeed(by) {
    const index = SPEEDS.indexOf(this.speed) + by;
    this.speed = SPEEDS[Math.min(Math.max(index, 0), SPEEDS.length - 1)];
    this.#changed();
  }

  stop() {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.playing = false;
  }

  #run() {
    if (this.#request === 0) {
      this.#last = performance.now();
      this.#request = requestAnimationFrame((now) => this.#tick(now));
    }
  }

  /** @param {number} now */
  #tick(now) {
    const elapsed = Math.min(Math.max(now - this.#last, 0), FRAME_MS_MAX);
    this.#last = now;
    this.#request = 0;
    if (this.#stepping) {
      this.#finishStep(elapsed);
    } else if (this.playing) {
      this.#advance(elapsed);
    }
    if (this.playing || this.#stepping) {
      this.#request = requestAnimationFrame((then) => this.#tick(then));
    }
    this.#changed();
  }

  /** @param {number} elapsed */
  #finishStep(elapsed) {
    this.#progress = Math.min(1, this.#progress + elapsed / STEP_MS);
    this.#stepping = this.#progress < 1;
  }

  /** @param {number} elapsed */
  #advance(elapsed) {
    if (this.#atEndOfLeg) {
      this.#pausedMs += elapsed;
      if (this.#pausedMs >= LEG_PAUSE_MS) {
        this.#pausedMs = 0;
        this.#leg += 1;
        this.#turn = 0;
      }
      return;
    }
    const ahead = this.#progress + (elapsed / 1000) * TURNS_PER_SECOND * this.speed;
    const turns = Math.min(Math.max(0, Math.ceil(ahead) - 1), this.#turns - this.#turn);
    this.#turn += turns;
    this.#progress = Math.min(1, ahead - turns);
    this.playing = !this.atEnd;
  }
}
