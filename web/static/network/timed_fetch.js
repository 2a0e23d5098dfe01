// Requests with a timeout: on a lost network a request doesn't fail, it only never ends.

import { t } from "../language/i18n.js";

/**
 * Fetch JSON from the server within a timeout in milliseconds.
 *
 * Rejects with an Error whose message can be shown. It has a `status` if the server refused, none without an answer.
 *
 * @param {string} path
 * @param {RequestInit} options
 * @param {number} timeoutMs
 * @returns {Promise<any>} (any: each path answers with its own, docs/api.md)
 */
export const fetchJson = (path, options, timeoutMs) => fetchWithin(path, options, timeoutMs, (response) => response.json());

/**
 * Fetch a picture from the server, like `fetchJson`.
 *
 * @param {string} path
 * @param {number} timeoutMs
 * @returns {Promise<Blob>}
 */
export const fetchPicture = (path, timeoutMs) => fetchWithin(path, { cache: "no-store" }, timeoutMs, (response) => response.blob());

/**
 * @template A
 * @param {string} path
 * @param {RequestInit} options
 * @param {number} timeoutMs
 * @param {(response: Response) => Promise<A>} read
 */
async function fetchWithin(path, options, timeoutMs, read) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const response = await fetch(path, { ...options, signal: controller.signal });
    if (response.ok) return await read(response);
    const { error } = await response.json().catch(() => ({}));
    const message = error ?? t("That didn't work ({status}).", { status: response.status });
    throw Object.assign(new Error(message), { status: response.status });
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
export const postOptions = (body, headers = {}) => ({
  method: "POST",
  headers: { "Content-Type": "application/json", ...headers },
  body,
});
