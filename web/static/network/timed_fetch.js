// Requests that end: a network that is gone breaks none of them, it just never answers.

import { t } from "../language/i18n.js";

/**
 * Ask the server for something, and have its answer within so many milliseconds.
 *
 * Resolves to what it answers; rejects with an Error fit to be shown and its `status` where that is a refusal,
 * with one without a status where no answer came.
 *
 * @param {string} path
 * @param {RequestInit} options
 * @param {number} within
 * @returns {Promise<any>} (any: each path answers with its own, docs/api.md)
 */
export async function fetchJson(path, options, within) {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), within);
  try {
    const response = await fetch(path, { ...options, signal: giveUp.signal });
    if (response.ok) return await response.json();
    const { error } = await response.json().catch(() => ({}));
    const told = error ?? t("That didn't work ({status}).", { status: response.status });
    throw Object.assign(new Error(told), { status: response.status });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The options of a request that posts JSON.
 *
 * @param {string} body
 * @param {{ [name: string]: string }} headers
 * @returns {RequestInit}
 */
export const posting = (body, headers = {}) => ({
  method: "POST",
  headers: { "Content-Type": "application/json", ...headers },
  body,
});
