// The resource dice: their faces as elements, and dice in words.

import { html } from "../drawing/dom.js";
import { RESOURCES, sign } from "../drawing/signs.js";
import { listCards, word } from "../language/i18n.js";

/** The six faces of a die. */
export const FACES = [...RESOURCES, "gold"];

/**
 * The content of a face: its sign, and its name below.
 *
 * @param {string} face
 */
export const faceContent = (face) => [sign(face), html("small", {}, word("resource", face))];

/**
 * Counts dice by face.
 *
 * @param {string[]} dice
 */
export function countFaces(dice) {
  /** @type {Page.Cards} */
  const counts = {};
  for (const face of dice) counts[face] = (counts[face] ?? 0) + 1;
  return counts;
}

/**
 * Dice in words, such as "2 wool, 1 gold".
 *
 * @param {string[]} dice
 */
export const diceText = (dice) => listCards(countFaces(dice));

/**
 * A dialog field that offers a choice of faces.
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
        html("span", {}, faceContent(face)),
      ),
    ),
  );
}
