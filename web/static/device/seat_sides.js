// The sides of a flat tablet at which the players sit. Optionally the page turns to the active player.

import { saveSetting, loadSetting } from "./storage.js";
import { pageRotation, rotatePage, normalizeDegrees } from "./rotation.js";

const [FACES_TURN_KEY, SIDES_KEY] = ["faces-turn", "sides"];
const QUARTER_DEGREES = 90;

/** Test whether the page of this device turns to the active player. */
export const shouldFaceTurn = () => loadSetting(FACES_TURN_KEY) === "yes";

/**
 * Set whether the page turns to the active player.
 *
 * @param {boolean} on
 */
export const setFaceTurn = (on) => saveSetting(FACES_TURN_KEY, on ? "yes" : null);

/**
 * Assign each player a side of the device, in degrees clockwise from its lower edge: the saved side, otherwise around
 * the table in seat order.
 *
 * @param {{ colour: string }[]} players
 * @param {{ [colour: string]: number }} saved
 */
export function assignSides(players, saved) {
  const step = players.length === 2 ? 2 * QUARTER_DEGREES : QUARTER_DEGREES;
  return Object.fromEntries(players.map(({ colour }, n) => /** @type {[string, number]} */ ([colour, normalizeDegrees(saved[colour] ?? n * step)])));
}

/**
 * Assign the sides from this device's settings.
 *
 * @param {{ colour: string }[]} players
 */
export const seatSides = (players) => assignSides(players, savedSides());

/**
 * Save the side of a player.
 *
 * @param {string} colour
 * @param {number} degrees
 */
export const saveSide = (colour, degrees) => saveSetting(SIDES_KEY, JSON.stringify({ ...savedSides(), [colour]: normalizeDegrees(degrees) }));

/** @returns {{ [colour: string]: number }} */
function savedSides() {
  try {
    const saved = JSON.parse(loadSetting(SIDES_KEY) ?? "{}");
    return Object.fromEntries(Object.entries(saved).filter(([, side]) => Number.isFinite(side)));
  } catch {
    // Not written by this code.
    return {};
  }
}

/**
 * Turn the page to the active player, if enabled and no dialog is open. Returns true if the page turned.
 *
 * @param {{ players: { colour: string }[], on_turn?: string | null }} view
 */
export function faceActivePlayer({ players, on_turn: onTurn }) {
  if (!shouldFaceTurn() || !onTurn || document.querySelector("dialog[open]")) return false;
  const side = seatSides(players)[onTurn];
  if (side === undefined || side === pageRotation()) return false;
  rotatePage(side);
  return true;
}
