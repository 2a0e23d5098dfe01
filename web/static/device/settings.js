// The settings of this device as a dialog, and the notes about what it lacks.

import { isSwitchedOn, describeVoices, onVoicesChange, soundSwitches } from "../sound/sound.js";
import { html, requireElement } from "../drawing/dom.js";
import { saveSetting, loadSetting } from "./storage.js";
import { describeWakeLock, onWakeLockChange, isScreenKeptOn } from "../pwa/device.js";
import { t, c } from "../language/i18n.js";
import { showModal } from "../dialogs/dialogs.js";
import { crest, sign } from "../drawing/signs.js";
import { shouldFaceTurn, setFaceTurn, seatSides, saveSide, lookChoices, onRotation, pageRotation, rotatePage } from "./rotation.js";
import { currentView, game } from "../table/game.js";

// Notes about what this device can't do for the table, and the remedy. They stay until dismissed.

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

// The settings of this device: rotation, theme, sounds.

const ROOT = document.documentElement;

// Restore the stored rotation of the page.
const applyPageRotation = () => (ROOT.dataset.page = `${pageRotation()}`);
onRotation(applyPageRotation);
applyPageRotation();

/**
 * The button that opens the settings.
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
      onclick: () => openSettings(cameraTurn()),
    },
    sign("settings"),
  );
}

/** @param {number | null | undefined} cameraTurn */
function openSettings(cameraTurn) {
  const dialog = requireElement(document, "#settings", HTMLDialogElement);
  const own = game().settings?.(cameraTurn);
  const form = html(
    "form",
    { method: "dialog" },
    html("h2", {}, t("View and sound")),
    html("p", {}, t("Saved on this device.")),
    html(
      "div",
      { class: "setting-groups" },
      drawGroup(t("Screen faces"), [drawFacing(), drawTurnFollowing(), drawFullScreen()]),
      own && drawGroup(own[0], own[1]),
      drawGroup(t("Brightness"), html("div", { class: "looks" }, drawBrightness())),
      soundSwitches(),
    ),
    html("p", {}, describeWakeLock()),
    "calibrates" in document.body.dataset && document.body.dataset.role === "tablet"
      ? html("p", {}, html("a", { href: "/calibrate" }, t("Camera and calibration")))
      : null,
    html("div", { class: "buttons" }, html("button", { class: "primary" }, t("Done"))),
  );
  dialog.replaceChildren(form);
  showModal(dialog);
}

/**
 * @param {string} legend
 * @param {Page.Content} content
 */
const drawGroup = (legend, content) => html("fieldset", {}, html("legend", {}, legend), content);

/** The names of the device's sides, by degrees clockwise from its lower edge. */
const sideNames = () => ({ 0: t("this side"), 90: c("facing", "left"), 180: t("the far side"), 270: c("facing", "right") });
/** @type {{ [side: number]: string }} */
const ARROWS = { 0: "↓", 90: "←", 180: "↑", 270: "→" };

/**
 * A checkbox that acts as soon as it changes.
 *
 * @param {string} name
 * @param {boolean} checked
 * @param {(on: boolean) => void} change
 */
const drawCheckbox = (name, checked, change) =>
  html(
    "label",
    { class: "tick" },
    html("input", { type: "checkbox", checked, onchange: (/** @type {Page.Happened} */ { target }) => change(target.checked) }),
    html("span", {}, name),
  );

/** The setting to turn the page to the active player, and the sides of the players; only for games with turns. */
function drawTurnFollowing() {
  const view = currentView();
  if (!view || !("on_turn" in view)) return null;
  const root = html("div", { class: "turn-following" });
  function draw() {
    const sides = seatSides(view.players);
    const change = (/** @type {boolean} */ on) => {
      setFaceTurn(on);
      draw();
    };
    root.replaceChildren(
      drawCheckbox(t("Turn to the active player"), shouldFaceTurn(), change),
      ...(shouldFaceTurn() ? view.players.map(({ colour, name }) => drawSeatSide(colour, name, sides[colour])) : []),
    );
  }
  draw();
  return root;
}

/**
 * Choose a player's side, relative to a page that may be rotated.
 *
 * @param {string} colour
 * @param {string} name
 * @param {number} at
 */
function drawSeatSide(colour, name, at) {
  const choices = Object.entries(sideNames()).map(([side, label]) => {
    const degrees = (Number(side) + pageRotation()) % 360;
    const choice = { type: "radio", name: `side-${colour}`, value: side, checked: degrees === at, "aria-label": label, onchange: () => saveSide(colour, degrees) };
    return html("label", { class: "face" }, html("input", choice), html("span", { "aria-hidden": "true" }, ARROWS[Number(side)]));
  });
  return html("fieldset", { class: "faces side-choice" }, html("legend", {}, crest(colour), " ", name), choices);
}

/** A checkbox for full screen, if the browser supports it. */
function drawFullScreen() {
  if (!document.fullscreenEnabled) return null;
  const change = (/** @type {boolean} */ on) => (on ? ROOT.requestFullscreen() : document.exitFullscreen()).catch(() => {});
  return drawCheckbox(t("Full screen"), document.fullscreenElement !== null, change);
}

/** The table from above: tap the side that the page should face. */
function drawFacing() {
  const names = sideNames();
  const root = html("div", { class: "sides" });
  function draw() {
    const buttons = Object.entries(names).map(([side, name]) => {
      // Relative to a page that may already be rotated.
      const degrees = (Number(side) + pageRotation()) % 360;
      const pressed = { "data-side": side, "aria-pressed": `${side === "0"}` };
      return html("button", { type: "button", ...pressed, onclick: () => faceSide(degrees) }, name);
    });
    root.replaceChildren(...buttons, html("span", { class: "tablet" }));
  }
  /** @param {number} degrees */
  function faceSide(degrees) {
    rotatePage(degrees);
    draw();
  }
  draw();
  return root;
}

const drawBrightness = () =>
  lookChoices("theme", { auto: t("automatic"), light: t("light"), dark: t("dark") });
