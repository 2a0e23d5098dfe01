// The faces of the dice, and the places of the sheet.

import { html } from "../drawing/dom.js";
import { RESOURCES, sign } from "../drawing/signs.js";
import { listCards, word, t } from "../language/i18n.js";

// The resource dice: their faces as elements, and dice in words.

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

// Names of the pieces and places of a sheet.

/**
 * The pieces that can be built, in order of price.
 *
 * @type {Api.SheetPiece[]}
 */
export const PIECES = ["road", "knight", "settlement", "city"];
/**
 * The sign of each piece.
 *
 * @type {{ [piece: string]: string }}
 */
export const PIECE_SIGNS = { road: "road", knight: "knights", settlement: "settlement", city: "city" };

/**
 * The name of a knight: its resource, or joker.
 *
 * @param {Api.DiceGameSheet} sheet
 * @param {string} id
 */
export function knightName(sheet, id) {
  const knight = sheet.knights.find((each) => each.id === id);
  return knight?.resource ? word("resource", knight.resource) : t("joker");
}

/**
 * The short label of a place on a sheet: a knight's resource, otherwise the number printed there.
 *
 * @param {Api.DiceGameSheet} sheet
 * @param {string} piece
 * @param {string} id
 */
export const placeLabel = (sheet, piece, id) => (piece === "knight" ? knightName(sheet, id) : id);

/**
 * A piece with the label of its place.
 *
 * @param {Api.DiceGameSheet} sheet
 * @param {string} piece
 * @param {string} id
 */
export const describePlace = (sheet, piece, id) =>
  t("{piece} ({place})", { piece: word("piece", piece), place: placeLabel(sheet, piece, id) });
