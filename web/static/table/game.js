// The game that a page is for: its own script says once what it is like, and the parts that all games share ask here.

import { learnWords, word } from "../language/terms.js";

/** @type {Page.Game} */
let played;

/**
 * Say which game the page is for:
 *
 * - `kind`: what the table calls it;
 * - `title(view)`: what stands above the page;
 * - `tell(event, name)`: what an event says, where `name` turns a colour into a player's name;
 * - `where(event, places)`: where that was, in short; "" where it is no place;
 * - `startsTurn(event)`: whether a line of the story begins something new;
 * - `ground`: the kinds of events on which the whole game rests: corrected, not struck out;
 * - `fieldsOf(event, view)`: what people can say of an event (dialogs/composed.js says of what it is made);
 * - `kinds`: the kinds of events that people can say happened besides; `kindName(kind)` what each is called;
 * - `changes`: what a correction changes, as lists of sentences, by the word for it (consequences.js);
 * - `news(before, after)`: what somebody should hear of, between two views (announce.js).
 *
 * Where it has them, too:
 *
 * - `words`: its own words, by the kinds of things and their names, each as `mark` has it (terms.js);
 * - `places(view)`: what of a view `where` says places by;
 * - `endsTurn(event)`: whether a line ends a turn, where the story's lines are to say in which turn they were;
 * - `hint(event)`: how else an event is corrected than by its fields; "" where it isn't;
 * - `foremost`: the words of `changes` that are read first, after who wins and the points;
 * - `broken(violation, event, player)`: a rule that an event breaks, in words that say more than the rule's name; of its
 *   player what everybody saw before, or null;
 * - `questions`: what each question, and each answer to one, says of its fields, by its word;
 * - `answering`: the answers, by their words, for which a form is opened: what that enters answers the question;
 * - `waiting`: what waits for an answer besides, as `pick(snapshot)` takes it and `draw(picked)` makes elements of it;
 * - `settings(cameraTurn)`: what of the page can be set on a device, as [what it is called, its elements];
 * - `picture`: what of its own it has in the picture to share (history/picture.js), as it is looked back on with;
 * - `atRest()`: a drawing of the game's things for the page while nobody plays;
 * - `hasSecrets`: that players hold what only their own phones show.
 *
 * @param {Page.Game} game
 */
export function play(game) {
  played = game;
  learnWords(game.words ?? {});
}

/** The game that the page is for. */
export const game = () => played;

/**
 * What an event says; `name` turns a colour into a player's name.
 *
 * @param {Page.Event} event
 * @param {Page.Naming} name
 */
export const tell = (event, name) => played.tell(event, name);

/**
 * A question or an answer to one, by its word.
 *
 * @param {string} asked
 * @param {Api.AskedFields} fields
 * @returns {string}
 */
export const tellAsked = (asked, fields) => played.questions?.[asked]?.(/** @type {Page.Asked} */ (fields)) ?? asked.replaceAll("_", " ");

/**
 * A rule that an event breaks, in words; `player` is what everybody saw of who did it before, if that is known.
 *
 * @param {string} violation
 * @param {Page.Event} event
 * @param {Page.Player | null} player
 * @returns {string}
 */
export const brokenRule = (violation, event, player = null) =>
  played.broken?.(violation, event, player) ?? word("violation", violation);
