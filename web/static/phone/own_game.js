// What the phone's game is like: each says it once, and the shared parts of the page ask.

import { learnWords } from "../language/terms.js";

/** @type {Page.Phone} */
let played;

/**
 * Say what the game is like that the phone's page is for. All of it may be left out:
 *
 * - `own`: what stands below the player's name, as `pick(seat, covered)` takes it and `draw(picked)` makes elements of
 *   it; `covered` is whether nobody may see the cards;
 * - `known(seat)`: what of a seat says by which rules an entry is judged, kept until the entry was answered;
 * - `broken(violation, event, known)`: a rule that an event breaks, in words that say more than the rule's name;
 * - `moot(newest, asked)`: why a question is closed, of the snapshot now and of the one that it was asked in; null:
 *   because the game has gone on;
 * - `words`: its own words, as the game at the table has them (table/game.js).
 *
 * @param {Page.Phone} game
 */
export function play(game) {
  played = game;
  learnWords(game.words ?? {});
}

/** The game that the page is for. */
export const game = () => played;
