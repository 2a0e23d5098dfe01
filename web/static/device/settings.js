// How this device shows the table: which way round, light or dark, aloud or quiet.

import { isOn, switchOn } from "../sound/announce.js";
import { html, within } from "../drawing/dom.js";
import { game } from "../table/game.js";
import { lookChoices } from "./looks.js";
import { aboutSleep } from "../pwa/device.js";
import { sign } from "../drawing/signs.js";
import { SAMPLE, sound } from "../sound/sounds.js";
import { onTurned, pageTurn, turnPage } from "./turning.js";
import { aboutVoices, canSpeak, hush, onVoices, speakAloud } from "../sound/voices.js";
import { c, t } from "../language/i18n.js";

const ROOT = document.documentElement;

// The page lies on its device as it was left.
const lay = () => (ROOT.dataset.page = `${pageTurn()}`);
onTurned(lay);
lay();

let drawHeard = () => {};
onVoices(() => drawHeard());

/**
 * The control that opens the settings.
 *
 * @param {() => number | null | undefined} cameraTurn
 */
export function settingsControl(cameraTurn) {
  return html(
    "button",
    {
      type: "button",
      class: "icon-button",
      "data-key": "settings",
      "aria-label": t("View and sound"),
      title: t("View and sound"),
      onclick: () => askSettings(cameraTurn()),
    },
    sign("settings"),
  );
}

/** @param {number | null | undefined} cameraTurn */
function askSettings(cameraTurn) {
  const dialog = within(document, "#settings", HTMLDialogElement);
  const own = game().settings?.(cameraTurn);
  const form = html(
    "form",
    { method: "dialog" },
    html("h2", {}, t("View and sound")),
    html("p", {}, t("Kept on this device.")),
    group(t("The page faces"), facing()),
    own && group(own[0], own[1]),
    group(t("Brightness"), brightness()),
    heard(),
    html("p", {}, aboutSleep()),
    "calibrates" in document.body.dataset && document.body.dataset.role === "tablet"
      ? html("p", {}, html("a", { href: "/calibrate" }, t("Camera and calibration")))
      : null,
    html("div", { class: "buttons" }, html("button", { class: "primary" }, t("Done"))),
  );
  dialog.replaceChildren(form);
  dialog.showModal();
}

/**
 * @param {string} legend
 * @param {Page.Content} content
 */
const group = (legend, content) => html("fieldset", {}, html("legend", {}, legend), content);

/** The table from above: whoever sits at a side taps it. */
function facing() {
  const names = { 0: t("this side"), 90: c("facing", "left"), 180: t("across"), 270: c("facing", "right") };
  const root = html("div", { class: "sides" });
  function draw() {
    const buttons = Object.entries(names).map(([side, name]) => {
      // Seen on a page that is turned already.
      const degrees = (Number(side) + pageTurn()) % 360;
      const pressed = { "data-side": side, "aria-pressed": `${side === "0"}` };
      return html("button", { type: "button", ...pressed, onclick: () => face(degrees) }, name);
    });
    root.replaceChildren(...buttons, html("span", { class: "tablet" }));
  }
  /** @param {number} degrees */
  function face(degrees) {
    turnPage(degrees);
    draw();
  }
  draw();
  return root;
}

const brightness = () =>
  lookChoices("theme", { auto: t("as the device"), light: t("light"), dark: t("dark") });

/** What is heard; many browsers find their voices only after a while. */
function heard() {
  const root = html("fieldset", {});
  drawHeard = () => {
    const about = aboutVoices();
    const speech = toggle("speech", t("Announcements"), () => speakAloud(t("That is how I say it.")), hush);
    // What was switched on while there was a voice can be switched off.
    within(speech, "input", HTMLInputElement).disabled = !canSpeak() && !isOn("speech");
    root.replaceChildren(
      html("legend", {}, t("What is heard")),
      toggle("sounds", t("Sounds"), () => sound(SAMPLE)),
      speech,
      ...(about === null ? [] : [html("p", {}, about)]),
    );
  };
  drawHeard();
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
