// Requests for past games.

import { scaleTimeout } from "../network/timeout_scale.js";
import { fetchJson } from "../network/timed_fetch.js";
import { t } from "../language/i18n.js";

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
