// The table's clock and the duration of the current turn, updated each second.

import { fetchJson } from "../network/timed_fetch.js";
import { scaleTimeout } from "../network/timeout_scale.js";
import { isSwitchedOn, playSound } from "../sound/sound.js";

const TICK_MS = 1000;
const ANSWER_TIMEOUT_MS = scaleTimeout(5000);

/** @type {string | undefined} */
let game;
// Milliseconds by which the table's clock is ahead of this device's.
let offsetMs = -Infinity;

/**
 * Set the clock offset from a table time.
 *
 * A snapshot may be delayed, so within a game the offset only ever grows.
 *
 * @param {string} key
 * @param {number} seconds
 */
function advanceClock(key, seconds) {
  if (key !== game) [game, offsetMs] = [key, -Infinity];
  offsetMs = Math.max(offsetMs, seconds * 1000 - Date.now());
}

/** @typedef {{ epoch: string, t: number, game: { id: number } | null }} Timed */

/** @param {Timed} snapshot */
const gameKey = ({ epoch, game: on }) => `${epoch} ${on?.id}`;

/**
 * Set the clock by a snapshot.
 *
 * @param {Timed} snapshot
 */
export const setClock = (snapshot) => advanceClock(gameKey(snapshot), snapshot.t);

/**
 * Fetch the table's time, because after connecting or sleep a snapshot may be old. The clock stays as it is if the
 * request fails.
 *
 * @param {Timed} snapshot
 */
export async function syncClock(snapshot) {
  const answer = await fetchJson("/api/clock", {}, ANSWER_TIMEOUT_MS).catch(() => null);
  if (answer) advanceClock(gameKey(snapshot), answer.t);
}

/**
 * Seconds since a time of the table's clock.
 *
 * @param {number} began
 */
const secondsSince = (began) => Math.max(0, Math.floor((Date.now() + offsetMs) / 1000 - began));

/**
 * Format seconds as a clock: "2:05", "1:02:05".
 *
 * @param {number} seconds
 */
export function formatTime(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const padTwo = (/** @type {number} */ number) => `${number}`.padStart(2, "0");
  return hours ? `${hours}:${padTwo(minutes)}:${padTwo(rest)}` : `${minutes}:${padTwo(rest)}`;
}

/**
 * Format the time since a second of the table's clock.
 *
 * @param {number} began
 */
export const elapsedTime = (began) => formatTime(secondsSince(began));

/**
 * The text of a countdown: the turn's own time with the reserve beside it, then the reserve, then the overtime.
 *
 * `stage` is "own", "reserve" or "over".
 *
 * @param {number} passed seconds
 * @param {number} allowed the turn's own time, in seconds
 * @param {number | null} reserve the reserve, in seconds; null if there is none
 */
export function remainingTime(passed, allowed, reserve) {
  const own = allowed - passed;
  const all = own + (reserve ?? 0);
  if (own > 0 && reserve) return { stage: "own", text: `${formatTime(own)} + ${formatTime(Math.floor(reserve))}` };
  if (all > 0) return { stage: own > 0 ? "own" : "reserve", text: formatTime(Math.ceil(all)) };
  return { stage: "over", text: all === 0 ? formatTime(0) : `+${formatTime(Math.floor(-all))}` };
}

// The turn, by its start, and its stage at the last update.
let lastTurn = { began: "", stage: "" };

/**
 * The text of a countdown element: the remaining time, or the overtime.
 *
 * The tone sounds when time runs out on an open page, but not when a page is opened later.
 *
 * @param {HTMLElement} shown
 */
function updateCountdown({ dataset, classList }) {
  const { began = "", allowed, reserve } = dataset;
  const { stage, text } = remainingTime(secondsSince(Number(began)), Number(allowed), reserve === undefined ? null : Number(reserve));
  classList.toggle("clock-reserve", stage === "reserve");
  classList.toggle("clock-over", stage === "over");
  if (lastTurn.began === began && lastTurn.stage !== stage && stage !== "own" && isSwitchedOn("sounds")) playSound("time");
  lastTurn = { began, stage };
  return text;
}

/** Update the elapsed or remaining time of every element with a `data-began`. */
export function updateClocks() {
  for (const shown of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-began]"))) {
    const text = shown.dataset.allowed ? updateCountdown(shown) : elapsedTime(Number(shown.dataset.began));
    if (shown.textContent !== text) setText(shown, text);
  }
}

/**
 * Change an element's text in its existing node: a new node would make the browser recompute styles each second.
 *
 * @param {HTMLElement} shown
 * @param {string} text
 */
function setText(shown, text) {
  const { firstChild: node } = shown;
  if (node instanceof Text) node.data = text;
  else shown.textContent = text;
}

setInterval(updateClocks, TICK_MS);
