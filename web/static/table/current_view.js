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
