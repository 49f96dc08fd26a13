// Which turns are worth a jump.

/** @typedef {import("./types").Place} Place */
/** @typedef {import("./film.js").FilmReader} FilmReader */

/** What the quick keys stand for, in any game. */
export const QUICK = {
  kill: ["killed"],
  gold: ["extracted", "scored"],
  capture: ["captured"],
  fault: ["fault", "violation"],
};

/** What happens in more than this share of the turns is no event to jump to by itself. */
const COMMON_SHARE = 0.25;

/**
 * The kinds that happen seldom enough to be worth a stop, and every fault.
 * @param {FilmReader} film
 */
export function remarkable(film) {
  const turns = film.info.legs.reduce((sum, leg) => sum + leg.turns, 0);
  return [...film.places]
    .filter(([kind, places]) => kind === "fault" || places.length <= turns * COMMON_SHARE)
    .map(([kind]) => kind);
}

/**
 * The nearest place of some kinds after or before another, of those that are told to the team whose view is shown.
 * @param {FilmReader} film
 * @param {string[]} kinds
 * @param {Place} from
 * @param {1 | -1} direction
 * @param {import("./types").SeenBy} seenBy
 * @returns {Place | null}
 */
export function nearest(film, kinds, from, direction, seenBy) {
  const beyond = kinds
    .flatMap((kind) => (film.places.get(kind) ?? []).map((place) => ({ kind, place })))
    .filter(({ place }) => direction * compare(place, from) > 0)
    .sort((one, other) => direction * compare(one.place, other.place));
  return beyond.find(({ kind, place }) => film.isTold(kind, place, seenBy))?.place ?? null;
}

/**
 * @param {Place} one
 * @param {Place} other
 */
function compare(one, other) {
  return one[0] - other[0] || one[1] - other[1];
}
