// The game as it is shown now: what a tap opens is about this, not about what was when its button was drawn.

/** @type {Page.AnyView | null} */
let shown = null;

/**
 * Say what is shown from now on: a game's view.
 *
 * @param {Page.AnyView} view
 */
export function show(view) {
  shown = view;
}

/**
 * The view that is shown; whoever asks is on a page that shows one.
 *
 * @template {Page.AnyView} V
 * @returns {V}
 */
export const now = () => /** @type {V} */ (shown);

/**
 * The players' names by their colours, of a view.
 *
 * @param {{ players: Page.Player[] } | undefined} view
 * @returns {Page.Names}
 */
export const namesOf = (view) =>
  Object.fromEntries((view?.players ?? []).map(({ colour, name }) => [colour, name]));

/**
 * A player's name by the colour; the colour where nobody plays it.
 *
 * @param {string} colour
 * @returns {string}
 */
export function nameOf(colour) {
  return shown?.players.find((player) => player.colour === colour)?.name ?? colour;
}
