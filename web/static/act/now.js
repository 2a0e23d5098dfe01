// The game as it is shown now: what a tap opens is about this, not about what was when its button was drawn.

let shown = null;

/** Say what is shown from now on: a game's view. */
export function show(view) {
  shown = view;
}

/** The view that is shown. */
export const now = () => shown;

/**
 * The players' names by their colours, of a view.
 *
 * @param {Page.AnyView | undefined} view
 * @returns {Page.Names}
 */
export const namesOf = (view) =>
  Object.fromEntries((view?.players ?? []).map((/** @type {Page.AnyView} */ { colour, name }) => [colour, name]));

/** A player's name by the colour; the colour where nobody plays it. */
export function nameOf(colour) {
  return shown?.players.find((player) => player.colour === colour)?.name ?? colour;
}
