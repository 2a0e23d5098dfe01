// Setting: whether this device explains each step. It defaults to the game's own setting, and holds for one game.

import { saveSetting, loadSetting } from "../device/storage.js";

const KEY = "explained";

/**
 * Returns whether this device explains each step.
 *
 * @param {{ game?: number, explained?: boolean }} view
 */
export function isTeachingOn({ game, explained }) {
  const [gameId, setting] = (loadSetting(KEY) ?? "").split(" ");
  return gameId === `${game}` ? setting === "on" : Boolean(explained);
}

/**
 * Turns the explanation of each step of this game on or off, on this device.
 *
 * @param {{ game?: number }} view
 * @param {boolean} on
 */
export function setTeaching({ game }, on) {
  saveSetting(KEY, `${game} ${on ? "on" : "off"}`);
  notifyChange();
}

let notifyChange = () => {};

/**
 * Registers a listener for changes of the setting.
 *
 * @param {() => void} listener
 */
export function onTeachingChange(listener) {
  notifyChange = listener;
}
