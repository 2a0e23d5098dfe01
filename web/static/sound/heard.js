// What is heard on this device: the switches for sounds and announcements, as the settings and the start of a game have them.

import { html, within } from "../drawing/dom.js";
import { t } from "../language/i18n.js";
import { isOn, switchOn } from "./announce.js";
import { SAMPLE, sound } from "./sounds.js";
import { aboutVoices, canSpeak, hush, onVoices, speakAloud } from "./voices.js";

/**
 * The switches that are drawn, each with what draws it anew.
 *
 * @type {Map<HTMLElement, () => void>}
 */
const drawn = new Map();

/** Draw all anew: many browsers find their voices only after a while. */
function drawAll() {
  for (const [root, draw] of drawn) {
    if (root.isConnected) draw();
    else drawn.delete(root);
  }
}
onVoices(drawAll);

/** The switches, as an element. */
export function heardSwitches() {
  const root = html("fieldset", { class: "heard" });
  const draw = () => {
    const about = aboutVoices();
    const speech = toggle("speech", t("Announcements"), () => speakAloud(t("This is how I sound.")), hush);
    // What was switched on while there was a voice can be switched off.
    within(speech, "input", HTMLInputElement).disabled = !canSpeak() && !isOn("speech");
    root.replaceChildren(
      html("legend", {}, t("Sound")),
      toggle("sounds", t("Sounds"), () => sound(SAMPLE)),
      speech,
      ...(about === null ? [] : [html("p", {}, about)]),
    );
  };
  draw();
  drawn.set(root, draw);
  return root;
}

/**
 * A switch that lets hear at once what it switches on.
 *
 * @param {string} what
 * @param {string} name
 * @param {() => void} sample
 * @param {() => void} silence
 */
function toggle(what, name, sample, silence = () => {}) {
  const change = (/** @type {Page.Happened} */ { target }) => {
    switchOn(what, target.checked);
    if (target.checked) sample();
    else silence();
  };
  const box = html("input", { type: "checkbox", checked: isOn(what), onchange: change });
  return html("label", { class: "tick" }, box, html("span", {}, name));
}
