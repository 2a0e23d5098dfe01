// The history view of the page's game: the game's script sets it once, shared parts read it.

/** @type {Page.HistoryView} */
let currentView = { draw: () => [] };

/**
 * Sets the history view (page.js).
 *
 * @param {Page.HistoryView} view
 */
export function setHistoryView(view) {
  currentView = view;
}

/** The history view of the page's game. */
export const historyView = () => currentView;
