// The dice game's overlay: the current dice.

import { html, panel } from "../drawing/dom.js";
import { sign } from "../drawing/signs.js";
import { word } from "../language/i18n.js";
import { showOverlay } from "../overlay/overlay.js";

/** @param {Page.AnyView} view */
const pickDice = (view) => /** @type {Page.DiceView} */ (view).dice.lie ?? [];

/** @param {string[]} faces */
const drawDice = (faces) =>
  faces.length
    ? html("span", { class: "overlay-dice" }, faces.map((face) => sign(face, { label: word("resource", face) })))
    : null;

showOverlay({ roll: (root) => panel(root, pickDice, drawDice) }, ["points", "roll"]);
