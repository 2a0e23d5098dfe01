// The definition of the phone's game. Each game sets it once; shared modules read it.

import { setGameTerms } from "../language/i18n.js";

/** @type {Page.Phone} */
let currentGame;

/**
 * Sets the definition of the page's game. All properties are optional:
 *
 * - `own`: the content below the player's name; `pick(seat, covered)` selects its data and `draw(picked)` draws it;
 *   `covered` is whether the cards are hidden;
 * - `knowledge(seat)`: the knowledge by which violations are worded, stored until the entry is answered;
 * - `violationText(violation, event, known)`: a more specific text for a violated rule;
 * - `closeReason(newest, asked)`: the reason why a question was closed, from the current snapshot and the one it was asked
 *   in; null: the game has continued;
 * - `words`: the game's own vocabulary, as at the table (table/game.js).
 *
 * @param {Page.Phone} game
 */
export function setGame(game) {
  currentGame = game;
  setGameTerms(game.words ?? {});
}

/** Returns the definition of the page's game. */
export const game = () => currentGame;
