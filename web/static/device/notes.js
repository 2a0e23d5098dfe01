// Notes about what this device can't do for the table, and the remedy. They stay until dismissed.

import { isSwitchedOn } from "../sound/announce.js";
import { html } from "../drawing/dom.js";
import { saveSetting, loadSetting } from "./storage.js";
import { describeWakeLock, onWakeLockChange, isScreenKeptOn } from "../pwa/device.js";
import { describeVoices, onVoicesChange } from "../sound/voices.js";
import { t } from "../language/i18n.js";

const DISMISSED_VALUE = "away";
/** Events after which a browser may count a page as touched. */
const TOUCHES = ["pointerup", "keydown"];

/** @typedef {{ name: string, text: string | false | null, passes?: boolean, forViewers?: boolean }} Note */

let onChange = () => {};

/**
 * Register a listener for changes of the notes.
 *
 * @param {() => void} listener
 */
export function onNotesChange(listener) {
  onChange = listener;
  onWakeLockChange(listener);
  onVoicesChange(listener);
  TOUCHES.forEach((touch) => addEventListener(touch, listener));
}

/** Test whether the page was touched since it was opened: until then browsers keep it silent. */
const isTouched = () => navigator.userActivation?.hasBeenActive ?? true;

/** Test whether this browser lays the page out on one screen: without container queries its parts form one column. */
const hasLayout = () =>
  CSS.supports("container-type", "size") && CSS.supports("color", "color-mix(in srgb, red, blue)") && CSS.supports("selector(:has(a))");

/**
 * The notes that nobody has dismissed; those with `passes` disappear without it. A device that only views gets those
 * `forViewers`: old tablets hang on walls.
 *
 * @param {boolean} acts whether this device may enter something
 * @returns {Note[]}
 */
export function pickNotes(acts) {
  const isAudible = isSwitchedOn("sounds") || (isSwitchedOn("speech") && describeVoices() === null);
  const notes = [
    {
      name: "browser",
      forViewers: true,
      text:
        !hasLayout() &&
        t("This browser is too old for the table's layout: everything works, but not on one screen. Chrome 111, Firefox 121 or Safari 16.2 shows it."),
    },
    { name: "touch", text: isAudible && !isTouched() && t("Tap the page once: until then, the browser plays no sound."), passes: true },
    { name: "sleep", text: isScreenKeptOn() === false && describeWakeLock() },
    { name: `voice-${document.documentElement.lang}`, text: isSwitchedOn("speech") && describeVoices() },
  ];
  return notes.filter(({ name, text, forViewers }) => text && (acts || forViewers) && loadSetting(`note-${name}`) !== DISMISSED_VALUE);
}

/**
 * Draw the notes as strips of the page.
 *
 * @param {Note[]} notes
 */
export const drawNotes = (notes) => notes.map(drawNote);

/** @param {Note} note */
function drawNote({ name, text, passes }) {
  const dismiss = () => {
    saveSetting(`note-${name}`, DISMISSED_VALUE);
    onChange();
  };
  return html(
    "p",
    { class: "strip note" },
    html("span", {}, text),
    !passes && html("button", { type: "button", "data-key": `note-${name}`, onclick: dismiss }, t("Dismiss")),
  );
}
