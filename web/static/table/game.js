// The game that the page shows: its texts and forms, and the view that was drawn last.

import { setGameTerms, word } from "../language/i18n.js";

// The current view of the game. A tap refers to it, not to the view when its button was drawn.

/** @type {Page.AnyView | null} */
let shown = null;

/**
 * Set the current view.
 *
 * @param {Page.AnyView} view
 */
export function setCurrentView(view) {
  shown = view;
}

/**
 * The current view. Call it only on a page that shows one.
 *
 * @template {Page.AnyView} V
 * @returns {V}
 */
export const currentView = () => /** @type {V} */ (shown);

/**
 * The players' names by their colours.
 *
 * @param {{ players: Page.Player[] } | undefined} view
 * @returns {Page.Names}
 */
export const namesOf = (view) =>
  Object.fromEntries((view?.players ?? []).map(({ colour, name }) => [colour, name]));

/**
 * A player's name by colour; the colour itself if no player has it.
 *
 * @param {string} colour
 * @returns {string}
 */
export function nameOf(colour) {
  return shown?.players.find((player) => player.colour === colour)?.name ?? colour;
}

// The game of the page: its script registers a description, which the parts shared by all games read.

/** @type {Page.Game} */
let played;

/**
 * Set the game of the page:
 *
 * - `kind`: its kind, as the API names it;
 * - `title(view)`: the page's title;
 * - `tell(event, name)`: the text of an event, where `name` turns a colour into a player's name;
 * - `where(event, places)`: the location of an event, in short; "" if it has none;
 * - `startsTurn(event)`: tests whether a log entry starts a new section;
 * - `ground`: the kinds of events that can be corrected but not deleted, because the whole game depends on them;
 * - `drafts`: the kinds of events that the log leaves out, because they only prepare another one;
 * - `fieldsOf(event, view)`: the form fields of an event (dialogs/form_fields.js);
 * - `kinds`: the kinds of events that can be inserted; `kindName(kind)` is the name of each;
 * - `changes`: the sentences about each kind of change that a correction makes (dialogs.js);
 * - `news(before, after)`: the announcements between two views (sound.js).
 *
 * Optional:
 *
 * - `words`: the game's own words, by kind and name, each marked by `mark` (i18n.js);
 * - `places(view)`: the part of a view that `where` needs;
 * - `endsTurn(event)`: tests whether a log entry ends a turn, if the log shows turn numbers;
 * - `marks(event)`: a drawing of the event beside its sentence in the log, such as its cards, or null;
 * - `hint(event)`: how an event can be corrected other than by its fields; "" if not at all;
 * - `foremost`: the kinds of `changes` to list first, after the winner and the points;
 * - `broken(violation, event, player)`: a broken rule in more detail than its name; `player` as everybody saw them
 *   before the event, or null;
 * - `questions`: the texts of questions and answers from their fields, by key;
 * - `answering`: the answers, by key, that open a form whose input answers the question;
 * - `waiting`: other matters that wait for an answer: `pick(snapshot)` selects them, `draw(picked)` creates their
 *   elements;
 * - `settings(cameraTurn)`: the game's own settings on a device, as [title, elements];
 * - `picture`: the game's own part of the picture to share (history/picture.js), in the form of a past game's page;
 * - `atRest()`: a drawing for the page while no game is in progress;
 * - `hasSecrets`: true if players hold cards that only their own phones show.
 *
 * @param {Page.Game} game
 */
export function setGame(game) {
  played = game;
  setGameTerms(game.words ?? {});
}

/** The game of the page. */
export const game = () => played;

/**
 * The text of an event; `name` turns a colour into a player's name.
 *
 * @param {Page.Event} event
 * @param {Page.Naming} name
 */
export const describeEvent = (event, name) => played.tell(event, name);

/**
 * The text of a question, or of an answer to one, by its key.
 *
 * @param {string} key
 * @param {Api.QuestionShown["fields"]} fields
 * @returns {string}
 */
export const describeQuestion = (key, fields) => played.questions?.[key]?.(/** @type {Page.Asked} */ (fields)) ?? key.replaceAll("_", " ");

/**
 * The text of a broken rule; `player` is the acting player as everybody saw them before, if known.
 *
 * @param {string} violation
 * @param {Page.Event} event
 * @param {Page.Player | null} player
 * @returns {string}
 */
export const describeViolation = (violation, event, player = null) =>
  played.violationText?.(violation, event, player) ?? word("violation", violation);
