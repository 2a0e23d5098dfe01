// The resource dice: their faces as large as dice, and what lies there in words.

import { html } from "../drawing/dom.js";
import { RESOURCES, sign } from "../drawing/signs.js";
import { listCards, word } from "../language/i18n.js";

/** The six faces of a die. */
export const FACES = [...RESOURCES, "gold"];

/**
 * What a face shows: its sign, and its name below.
 *
 * @param {string} face
 */
export const faceShown = (face) => [sign(face), html("small", {}, word("resource", face))];

/**
 * How many of each face there are.
 *
 * @param {string[]} dice
 */
export function counted(dice) {
  /** @type {Page.Cards} */
  const counts = {};
  for (const face of dice) counts[face] = (counts[face] ?? 0) + 1;
  return counts;
}

/**
 * Dice in words, as "2 wool, 1 gold".
 *
 * @param {string[]} dice
 */
export const diceInWords = (dice) => listCards(counted(dice));

/**
 * A choice of one of some faces, as a field of a dialog.
 *
 * @param {string} name
 * @param {string} legend
 * @param {string[]} faces
 * @param {string} [chosen]
 */
export function faceChoice(name, legend, faces, chosen) {
  return html(
    "fieldset",
    { class: "faces kinds" },
    html("legend", {}, legend),
    faces.map((face) =>
      html(
        "label",
        { class: "face", "data-resource": face },
        html("input", { type: "radio", name, value: face, checked: face === chosen }),
        html("span", {}, faceShown(face)),
      ),
    ),
  );
}
