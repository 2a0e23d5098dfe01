// How this device shows the table: which way round, light or dark, aloud or quiet.

import { html, within } from "../drawing/dom.js";
import { crest } from "../drawing/crests.js";
import { facesTurn, faceTurn, seated, sitsAt } from "./facing.js";
import { now } from "../table/current_view.js";
import { game } from "../table/game.js";
import { lookChoices } from "./looks.js";
import { aboutSleep } from "../pwa/device.js";
import { sign } from "../drawing/signs.js";
import { onTurned, pageTurn, turnPage } from "./turning.js";
import { heardSwitches } from "../sound/heard.js";
import { c, t } from "../language/i18n.js";

const ROOT = document.documentElement;

// The page lies on its device as it was left.
const lay = () => (ROOT.dataset.page = `${pageTurn()}`);
onTurned(lay);
lay();

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
    html("p", {}, t("Saved on this device.")),
    group(t("Screen faces"), facing()),
    followed(),
    wholeScreen(),
    own && group(own[0], own[1]),
    group(t("Brightness"), brightness()),
    heardSwitches(),
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

/** How a side of the device is called, by its degrees, clockwise from its lower edge. */
const sideNames = () => ({ 0: t("this side"), 90: c("facing", "left"), 180: t("the far side"), 270: c("facing", "right") });
/** @type {{ [side: number]: string }} */
const ARROWS = { 0: "↓", 90: "←", 180: "↑", 270: "→" };

/**
 * A tick that does something as soon as it is set or taken away.
 *
 * @param {string} name
 * @param {boolean} checked
 * @param {(on: boolean) => void} change
 */
const tick = (name, checked, change) =>
  html(
    "label",
    { class: "tick" },
    html("input", { type: "checkbox", checked, onchange: (/** @type {Page.Happened} */ { target }) => change(target.checked) }),
    html("span", {}, name),
  );

/** Whether the page turns to whoever is on turn by itself, and where each sits then; only a game with turns has that. */
function followed() {
  const view = now();
  if (!view || !("on_turn" in view)) return null;
  const root = html("div", { class: "followed" });
  function draw() {
    const sides = seated(view.players);
    const change = (/** @type {boolean} */ on) => {
      faceTurn(on);
      draw();
    };
    root.replaceChildren(
      tick(t("Turn to the active player"), facesTurn(), change),
      ...(facesTurn() ? view.players.map(({ colour, name }) => whereSits(colour, name, sides[colour])) : []),
    );
  }
  draw();
  return root;
}

/**
 * At which side somebody sits, as seen on a page that may be turned.
 *
 * @param {string} colour
 * @param {string} name
 * @param {number} at
 */
function whereSits(colour, name, at) {
  const choices = Object.entries(sideNames()).map(([side, called]) => {
    const degrees = (Number(side) + pageTurn()) % 360;
    const choice = { type: "radio", name: `side-${colour}`, value: side, checked: degrees === at, "aria-label": called, onchange: () => sitsAt(colour, degrees) };
    return html("label", { class: "face" }, html("input", choice), html("span", { "aria-hidden": "true" }, ARROWS[Number(side)]));
  });
  return html("fieldset", { class: "faces sits" }, html("legend", {}, crest(colour), " ", name), choices);
}

/** A tick that gives the page the whole screen, where the browser has that. */
function wholeScreen() {
  if (!document.fullscreenEnabled) return null;
  const change = (/** @type {boolean} */ on) => (on ? ROOT.requestFullscreen() : document.exitFullscreen()).catch(() => {});
  return tick(t("Full screen"), document.fullscreenElement !== null, change);
}

/** The table from above: whoever sits at a side taps it. */
function facing() {
  const names = sideNames();
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
  lookChoices("theme", { auto: t("automatic"), light: t("light"), dark: t("dark") });
