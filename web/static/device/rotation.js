// The rotation of the page on its device, towards a seat: degrees clockwise, in steps of 90.

import { saveSetting, loadSetting } from "./storage.js";

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
