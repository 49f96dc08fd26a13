// A game's name as text.

import { has, t } from "./words.js";

/**
 * A game's name in the language of now, where the table has it.
 * @param {{id: string, title: string}} game
 */
export function gameName({ id, title }) {
  const key = `game_${id}`;
  return has(key) ? t(key) : title;
}
