// The page's rotation towards a side of the table, and the side of each player.

import { saveSetting, loadSetting } from "./storage.js";
import { html } from "../drawing/dom.js";

// The rotation of the page on its device, towards a seat: degrees clockwise, in steps of 90.

const QUARTER_DEGREES = 90;

/** @type {(() => void)[]} */
const listeners = [];

/**
 * Register a listener for rotations of the page or of something on it.
 *
 * @param {() => void} listener
 */
export const onRotation = (listener) => listeners.push(listener);

/**
 * Normalize an angle to whole degrees from 0 to 359.
 *
 * @param {number} degrees
 */
export const normalizeDegrees = (degrees) => ((Math.round(degrees) % 360) + 360) % 360;

/**
 * The stored rotation of something on this device, by name.
 *
 * @param {string} name
 */
export const storedRotation = (name) => normalizeDegrees(Number(loadSetting(name, "0")) || 0);

/**
 * Store a rotation by name and notify the listeners.
 *
 * @param {string} name
 * @param {number} degrees
 */
export function setRotation(name, degrees) {
  saveSetting(name, `${normalizeDegrees(degrees)}`);
  listeners.forEach((listener) => listener());
}

/** The page's rotation on its device, in degrees. */
export const pageRotation = () => storedRotation("page");

/**
 * Rotate the page to the nearest multiple of 90 degrees.
 *
 * @param {number} degrees
 */
export const rotatePage = (degrees) => setRotation("page", QUARTER_DEGREES * Math.round(degrees / QUARTER_DEGREES));

// The sides of a flat tablet at which the players sit. Optionally the page turns to the active player.

const [FACES_TURN_KEY, SIDES_KEY] = ["faces-turn", "sides"];

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

// Radio buttons for the look of this device.

/**
 * Choices for a look setting; "auto" follows the device (theme.js).
 *
 * @param {string} setting
 * @param {{ [choice: string]: string }} names
 */
export function lookChoices(setting, names) {
  const chosen = loadSetting(setting, "auto");
  return Object.entries(names).map(([value, name]) => {
    const choice = { name: setting, value, checked: value === chosen, onchange: () => saveLook(setting, value) };
    return html("label", { class: "face" }, html("input", { type: "radio", ...choice }), html("span", {}, name));
  });
}

/**
 * @param {string} what
 * @param {string} choice
 */
function saveLook(what, choice) {
  saveSetting(what, choice === "auto" ? null : choice);
  document.dispatchEvent(new Event("theme"));
}
