// How the page lies on its device: which seat it faces, told in degrees, clockwise, in quarters.

import { keep, kept } from "./storage.js";

const QUARTER = 90;

/** @type {(() => void)[]} */
const listeners = [];

/**
 * Have a function called whenever the page, or what is shown on it, was turned.
 *
 * @param {() => void} listener
 */
export const onTurned = (listener) => listeners.push(listener);

/**
 * A direction as whole degrees from 0 to 359.
 *
 * @param {number} degrees
 */
export const whole = (degrees) => ((Math.round(degrees) % 360) + 360) % 360;

/**
 * How far something is turned on this device, by its name.
 *
 * @param {string} name
 */
export const turnOf = (name) => whole(Number(kept(name, "0")) || 0);

/**
 * Turn something so far.
 *
 * @param {string} name
 * @param {number} degrees
 */
export function turned(name, degrees) {
  keep(name, `${whole(degrees)}`);
  listeners.forEach((listener) => listener());
}

/** How far the page is turned on its device. */
export const pageTurn = () => turnOf("page");

/**
 * Turn the page so far.
 *
 * @param {number} degrees
 */
export const turnPage = (degrees) => turned("page", QUARTER * Math.round(degrees / QUARTER));
