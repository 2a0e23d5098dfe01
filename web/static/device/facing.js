// A tablet that lies flat between its players: the page faces whoever is on turn by itself, where that is wished.

import { keep, kept } from "./storage.js";
import { pageTurn, turnPage, whole } from "./turning.js";

const [ITSELF, SIDES] = ["faces-turn", "sides"];
const QUARTER = 90;

/** Whether it does on this device. */
export const facesTurn = () => kept(ITSELF) === "yes";

/**
 * Have it do so, or not.
 *
 * @param {boolean} on
 */
export const faceTurn = (on) => keep(ITSELF, on ? "yes" : null);

/**
 * At which side of the device each sits, in degrees, clockwise from its lower edge: as was said, the others round the
 * table as they play.
 *
 * @param {{ colour: string }[]} players
 * @param {{ [colour: string]: number }} said
 */
export function sidesOf(players, said) {
  const step = players.length === 2 ? 2 * QUARTER : QUARTER;
  return Object.fromEntries(players.map(({ colour }, n) => /** @type {[string, number]} */ ([colour, whole(said[colour] ?? n * step)])));
}

/**
 * The same, of what is kept on this device.
 *
 * @param {{ colour: string }[]} players
 */
export const seated = (players) => sidesOf(players, saidSides());

/**
 * Say at which side somebody sits.
 *
 * @param {string} colour
 * @param {number} degrees
 */
export const sitsAt = (colour, degrees) => keep(SIDES, JSON.stringify({ ...saidSides(), [colour]: whole(degrees) }));

/** @returns {{ [colour: string]: number }} */
function saidSides() {
  try {
    const said = JSON.parse(kept(SIDES) ?? "{}");
    return Object.fromEntries(Object.entries(said).filter(([, side]) => Number.isFinite(side)));
  } catch {
    // Kept by something else than this.
    return {};
  }
}

/**
 * Turn the page to whoever is on turn, where that is wished and nobody is asked anything; returns whether it was turned.
 *
 * @param {{ players: { colour: string }[], on_turn?: string | null }} view
 */
export function faceWhoPlays({ players, on_turn: onTurn }) {
  if (!facesTurn() || !onTurn || document.querySelector("dialog[open]")) return false;
  const side = seated(players)[onTurn];
  if (side === undefined || side === pageTurn()) return false;
  turnPage(side);
  return true;
}
