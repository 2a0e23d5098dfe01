// The switches for sounds and announcements, in the settings and in the form of a new game.

import { html, requireElement } from "../drawing/dom.js";
import { t } from "../language/i18n.js";
import { isSwitchedOn, setSwitch } from "./announce.js";
import { SAMPLE, playSound } from "./sounds.js";
import { describeVoices, canSpeak, stopSpeaking, onVoicesChange, speakAloud } from "./voices.js";

/**
 * The draw functions of the switches on the page.
 *
 * @type {Map<HTMLElement, () => void>}
 */
const drawn = new Map();

/** Redraw all switches: many browsers load their voices only after a while. */
function redrawAll() {
  for (const [root, draw] of drawn) {
    if (root.isConnected) draw();
    else drawn.delete(root);
  }
}
onVoicesChange(redrawAll);

/** The switches as an element. */
export function soundSwitches() {
  const root = html("fieldset", { class: "sound-switches" });
  const draw = () => {
    const about = describeVoices();
    const speech = drawSwitch("speech", t("Announcements"), () => speakAloud(t("This is how I sound.")), stopSpeaking);
    // Speech that is on can be switched off even without a voice.
    requireElement(speech, "input", HTMLInputElement).disabled = !canSpeak() && !isSwitchedOn("speech");
    root.replaceChildren(
      html("legend", {}, t("Sound")),
      drawSwitch("sounds", t("Sounds"), () => playSound(SAMPLE)),
      speech,
      ...(about === null ? [] : [html("p", {}, about)]),
    );
  };
  draw();
  drawn.set(root, draw);
  return root;
}

/**
 * A switch that plays a sample when switched on.
 *
 * @param {string} what
 * @param {string} name
 * @param {() => void} sample
 * @param {() => void} silence
 */
function drawSwitch(what, name, sample, silence = () => {}) {
  const change = (/** @type {Page.Happened} */ { target }) => {
    setSwitch(what, target.checked);
    if (target.checked) sample();
    else silence();
  };
  const box = html("input", { type: "checkbox", checked: isSwitchedOn(what), onchange: change });
  return html("label", { class: "tick" }, box, html("span", {}, name));
}
