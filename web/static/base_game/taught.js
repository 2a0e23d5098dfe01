// Whether this device explains each step: as the game began, until somebody here says otherwise of this game.

import { keep, kept } from "../device/storage.js";

const KEY = "explained";

/**
 * Whether each step is explained here.
 *
 * @param {{ game?: number, explained?: boolean }} view
 */
export function isTaught({ game, explained }) {
  const [of, said] = (kept(KEY) ?? "").split(" ");
  return of === `${game}` ? said === "on" : Boolean(explained);
}

/**
 * Have each step of this game explained here, or no more.
 *
 * @param {{ game?: number }} view
 * @param {boolean} on
 */
export function teach({ game }, on) {
  keep(KEY, `${game} ${on ? "on" : "off"}`);
  changed();
}

let changed = () => {};

/**
 * Have a function called whenever that was said.
 *
 * @param {() => void} listener
 */
export function onTaught(listener) {
  changed = listener;
}
