// The game that a page is for: its own script says once what it is like, and the parts that all games share ask here.

let played = null;

/**
 * Say which game the page is for:
 *
 * - `kind`: what the table calls it;
 * - `title(view)`: what stands above the page;
 * - `hasIsland`: whether an island is shown, which people turn as it lies before them;
 * - `hasSecrets`, where it has: that players hold what only their own phones show;
 * - `tell(event, name)`: what an event says, where `name` turns a colour into a player's name;
 * - `where(event, hexes)`: where that was, in short; "" where it is no place;
 * - `startsTurn(event)`: whether a line of the story begins something new;
 * - `ground`: the kinds of events on which the whole game rests: corrected, not struck out;
 * - `fieldsOf(event, view)`: what people can say of an event (act/fields.js says of what it is made);
 * - `kinds`: the kinds of events that people can say happened besides; `kindName(kind)` what each is called;
 * - `changes`: what a correction changes, as lists of sentences, by the word for it (consequences.js);
 * - `news(before, after)`: what somebody should hear of, between two views (announce.js).
 */
export function play(game) {
  played = game;
}

/** The game that the page is for. */
export const game = () => played;

/** What an event says; `name` turns a colour into a player's name. */
export const tell = (event, name) => played.tell(event, name);
