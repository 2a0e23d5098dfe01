// What the table tells of the games that were played at it.

import { patient } from "../network/patience.js";
import { fetchJson } from "../network/timed_fetch.js";
import { t } from "../language/i18n.js";

// A long evening on a slow machine is replayed before it answers.
const ANSWER_WITHIN = patient(30_000);

/**
 * What is told at an address; else an error that says in words why nothing is.
 *
 * @param {string} path
 */
export const toldAt = (path) =>
  fetchJson(path, {}, ANSWER_WITHIN).catch((error) => {
    if (error.status === 404) throw new Error(t("This game doesn't exist."));
    throw error.status ? error : new Error(t("The table doesn't answer."));
  });

/**
 * One game looked back on.
 *
 * @param {number} game
 */
export const toldOf = (game) => toldAt(`/api/history/${game}`);
