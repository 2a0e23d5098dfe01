// The table's clock, and how long the turn that is on has lasted: told anew each second.

import { patient } from "../network/patience.js";
import { fetchJson } from "../network/timed_fetch.js";
import { isOn } from "../sound/announce.js";
import { sound } from "../sound/sounds.js";

const AGAIN = 1000;
const ANSWER_WITHIN = patient(5000);

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

/**
 * What a clock shows that runs down: first the turn's own time with the reserve beside it, then that, then by how much both are
 * over; `stage` changes as one of them runs out.
 *
 * @param {number} passed seconds
 * @param {number} allowed seconds of the turn's own
 * @param {number | null} reserve seconds beyond them; null: there is none
 */
export function leftOf(passed, allowed, reserve) {
  const own = allowed - passed;
  const all = own + (reserve ?? 0);
  if (own > 0 && reserve) return { stage: "own", text: `${asTime(own)} + ${asTime(Math.floor(reserve))}` };
  if (all > 0) return { stage: own > 0 ? "own" : "reserve", text: asTime(Math.ceil(all)) };
  return { stage: "over", text: all === 0 ? asTime(0) : `+${asTime(Math.floor(-all))}` };
}

// The turn, by when it began, and what of it still ran when it was last looked at.
let running = { began: "", stage: "" };

/**
 * How much is left of what is allowed to something; once nothing is, by how much it is over.
 *
 * The tone sounds as time runs out before somebody's eyes: not where a page comes later.
 *
 * @param {HTMLElement} shown
 */
function countedDown({ dataset, classList }) {
  const { began = "", allowed, reserve } = dataset;
  const { stage, text } = leftOf(since(Number(began)), Number(allowed), reserve === undefined ? null : Number(reserve));
  classList.toggle("clock-reserve", stage === "reserve");
  classList.toggle("clock-over", stage === "over");
  if (running.began === began && running.stage !== stage && stage !== "own" && isOn("sounds")) sound("time");
  running = { began, stage };
  return text;
}

/** Have every element of the page with a `data-began` say for how long that has lasted, or what is left. */
export function tick() {
  for (const shown of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-began]"))) {
    const text = shown.dataset.allowed ? countedDown(shown) : lasted(Number(shown.dataset.began));
    if (shown.textContent !== text) say(shown, text);
  }
}

/**
 * Have an element say another text, in the node that is there: for a new one the page would look through its styles each second.
 *
 * @param {HTMLElement} shown
 * @param {string} text
 */
function say(shown, text) {
  const { firstChild: node } = shown;
  if (node instanceof Text) node.data = text;
  else shown.textContent = text;
}

setInterval(tick, AGAIN);
