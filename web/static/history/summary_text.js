// The texts of finished games: dates, durations, results; and the request for a game.

import { n, t, translateSentence, joinNames } from "../language/i18n.js";
import { fetchJson } from "../network/timed_fetch.js";
import { scaleTimeout } from "../network/timeout_scale.js";
import { html } from "../drawing/dom.js";

// Dates and durations, formatted for the page's language.

/** The page's language with this device's region: British dates differ from American ones. */
function pageLocale() {
  const code = document.documentElement.lang;
  return navigator.languages.find((tag) => tag.startsWith(code)) ?? code;
}

/**
 * Formats date and time of an ISO 8601 time in this device's time zone.
 *
 * @param {string} iso
 */
export function formatDateTime(iso) {
  return new Intl.DateTimeFormat(pageLocale(), { dateStyle: "long", timeStyle: "short" }).format(new Date(iso));
}

/**
 * Formats the date of an ISO 8601 time.
 *
 * @param {string} iso
 */
export const formatDate = (iso) => new Intl.DateTimeFormat(pageLocale(), { dateStyle: "long" }).format(new Date(iso));

/**
 * Formats the time of day of an ISO 8601 time.
 *
 * @param {string} iso
 */
export const formatTime = (iso) => new Intl.DateTimeFormat(pageLocale(), { timeStyle: "short" }).format(new Date(iso));

/**
 * Formats a duration in minutes, or in hours and minutes.
 *
 * @param {number} seconds
 */
export function formatDuration(seconds) {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return n("{count} minute", "{count} minutes", minutes);
  return t("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/**
 * Formats a short duration as minutes and seconds, such as 1:05.
 *
 * @param {number} seconds
 */
export function formatClock(seconds) {
  const wholeSeconds = Math.round(seconds);
  return `${Math.floor(wholeSeconds / 60)}:${String(wholeSeconds % 60).padStart(2, "0")}`;
}

/**
 * Formats a number with one decimal, so that the numbers of a column align.
 *
 * @param {number} value
 */
export function formatDecimal(value) {
  const places = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(pageLocale(), places).format(value);
}

// Short texts about a game: its winners and its length.

/**
 * The winners in a game's summary: several if they share the victory, none before the end.
 *
 * @template {Page.Player} P
 * @param {{ players: P[], winner: string | null, winners?: (string | null)[] }} summary
 * @returns {P[]}
 */
export const winnersOf = ({ players, winner, winners = [winner] }) => players.filter(({ colour }) => winners.includes(colour));

/**
 * A sentence that names one or several winners.
 *
 * @param {Page.Player[]} winners
 * @returns {string}
 */
export const winnersText = (winners) =>
  winners.length > 1
    ? t("{teams} shared the victory", { teams: joinNames(winners.map(({ name }) => name)) })
    : t("{name} won", { name: winners[0].name });

/**
 * The length of a game: its number of turns, unless the game provides its own text.
 *
 * @param {{ turns: number, played?: Api.Sentence }} summary
 * @returns {string}
 */
export const lengthText = ({ turns, played }) => (played ? translateSentence(played) : n("{count} turn", "{count} turns", turns));

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
