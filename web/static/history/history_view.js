// The history view of the page's game: the game's script sets it once, shared parts read it.

import { scaleTimeout } from "../network/timeout_scale.js";
import { fetchJson } from "../network/timed_fetch.js";
import { t } from "../language/i18n.js";
import { html } from "../drawing/dom.js";

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

// Requests for past games.

// The server replays the game before it answers, which takes long on a slow machine.
const ANSWER_TIMEOUT_MS = scaleTimeout(30_000);

/**
 * Fetches a path of the history API. Rejects with an Error whose message can be shown.
 *
 * @param {string} path
 */
export const fetchHistory = (path) =>
  fetchJson(path, {}, ANSWER_TIMEOUT_MS).catch((error) => {
    if (error.status === 404) throw new Error(t("This game doesn't exist."));
    throw error.status ? error : new Error(t("The table doesn't answer."));
  });

/**
 * Fetches a game with its summary.
 *
 * @param {number} game
 */
export const fetchPastGame = (game) => fetchHistory(`/api/history/${game}`);

// Links from a finished game: to its summary, and to its transfer to another app.

/** The fragment of an address that opens the transfer to another app (parts.js). */
export const PLAY_LOG_ID = "play";

/**
 * The links of a finished game.
 *
 * @param {number} game
 */
export const summaryLinks = (game) => [
  html("a", { class: "button", "data-key": "evening", href: `/history/${game}` }, t("Game summary")),
  html("a", { class: "button", "data-key": "play", href: `/history/${game}#${PLAY_LOG_ID}` }, t("Add to BG Stats")),
];
