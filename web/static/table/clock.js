// The table's clock, and how long the turn that is on has lasted: told anew each second.

import { fetchJson } from "../network/timed_fetch.js";
import { isOn } from "../sound/announce.js";
import { sound } from "../sound/sounds.js";

const AGAIN = 1000;
const ANSWER_WITHIN = 5000;

/** @type {string | undefined} */
let game;
// Milliseconds by which the table's clock is ahead of this device's.
let ahead = -Infinity;

/**
 * Set the clock by a snapshot, or by what the table said it is now.
 *
 * A snapshot may have been taken a while before it came: the clock only ever goes forward for that.
 *
 * @param {string} of
 * @param {number} seconds
 */
function set(of, seconds) {
  if (of !== game) [game, ahead] = [of, -Infinity];
  ahead = Math.max(ahead, seconds * 1000 - Date.now());
}

/** @typedef {{ epoch: string, t: number, game: { id: number } | null }} Timed */

/** @param {Timed} snapshot */
const gameOf = ({ epoch, game: on }) => `${epoch} ${on?.id}`;

/**
 * Set the clock by a snapshot.
 *
 * @param {Timed} snapshot
 */
export const setClock = (snapshot) => set(gameOf(snapshot), snapshot.t);

/**
 * Ask the table what time it is: after connecting and after sleep a snapshot may be old. The clock stays as it is
 * where the answer doesn't come, or not whole.
 *
 * @param {Timed} snapshot
 */
export async function askTime(snapshot) {
  const answer = await fetchJson("/api/clock", {}, ANSWER_WITHIN).catch(() => null);
  if (answer) set(gameOf(snapshot), answer.t);
}

/**
 * Seconds since a second of the table's clock.
 *
 * @param {number} began
 */
const since = (began) => Math.max(0, Math.floor((Date.now() + ahead) / 1000 - began));

/**
 * Seconds as a clock shows them: "2:05", "1:02:05".
 *
 * @param {number} seconds
 */
function asTime(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ number) => `${number}`.padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/**
 * For how long something has lasted that began at a second of the table's clock.
 *
 * @param {number} began
 */
export const lasted = (began) => asTime(since(began));

// The turn, by when it began, of which some was still left when it was last looked at.
let running = "";

/**
 * How much is left of what is allowed to something; once nothing is, by how much it is over.
 *
 * The tone sounds as it runs out before somebody's eyes: not where a page comes later.
 *
 * @param {HTMLElement} shown
 */
function countedDown(shown) {
  const began = shown.dataset.began ?? "";
  const left = Number(shown.dataset.allowed) - since(Number(began));
  shown.classList.toggle("clock-over", left <= 0);
  if (left > 0) running = began;
  else if (running === began) {
    running = "";
    if (isOn("sounds")) sound("time");
  }
  return left >= 0 ? asTime(left) : `+${asTime(-left)}`;
}

/** Have every element of the page with a `data-began` say for how long that has lasted, or what is left. */
export function tick() {
  for (const shown of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-began]"))) {
    const text = shown.dataset.allowed ? countedDown(shown) : lasted(Number(shown.dataset.began));
    if (shown.textContent !== text) shown.textContent = text;
  }
}

setInterval(tick, AGAIN);
