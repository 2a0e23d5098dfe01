// What this device doesn't do for the table, and what to do about it: said until somebody puts it away.

import { isOn } from "../sound/announce.js";
import { html } from "../drawing/dom.js";
import { keep, kept } from "./storage.js";
import { aboutSleep, onAwake, staysAwake } from "../pwa/device.js";
import { aboutVoices, onVoices } from "../sound/voices.js";
import { t } from "../language/i18n.js";

const AWAY = "away";
/** After these a browser may count a page as touched. */
const TOUCHES = ["pointerup", "keydown"];

/** @typedef {{ name: string, text: string | false | null, passes?: boolean }} Note */

let changed = () => {};

/**
 * Have a function called whenever there may be other notes.
 *
 * @param {() => void} listener
 */
export function onNotes(listener) {
  changed = listener;
  onAwake(listener);
  onVoices(listener);
  TOUCHES.forEach((touch) => addEventListener(touch, listener));
}

/** Whether somebody has touched the page since it was opened: until then browsers keep it silent. */
const isTouched = () => navigator.userActivation?.hasBeenActive ?? true;

/**
 * The notes that nobody has put away: objects with a `name` and a `text`; some pass by themselves.
 *
 * @returns {Note[]}
 */
export function pickNotes() {
  const heard = isOn("sounds") || (isOn("speech") && aboutVoices() === null);
  const notes = [
    { name: "touch", text: heard && !isTouched() && t("Tap the page once: until then, the browser plays no sound."), passes: true },
    { name: "sleep", text: staysAwake() === false && aboutSleep() },
    { name: `voice-${document.documentElement.lang}`, text: isOn("speech") && aboutVoices() },
  ];
  return notes.filter(({ name, text }) => text && kept(`note-${name}`) !== AWAY);
}

/**
 * The notes as strips of the page.
 *
 * @param {Note[]} notes
 */
export const drawNotes = (notes) => notes.map(drawNote);

/** @param {Note} note */
function drawNote({ name, text, passes }) {
  const away = () => {
    keep(`note-${name}`, AWAY);
    changed();
  };
  return html(
    "p",
    { class: "strip note" },
    html("span", {}, text),
    !passes && html("button", { type: "button", "data-key": `note-${name}`, onclick: away }, t("Dismiss")),
  );
}
