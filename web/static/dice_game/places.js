// Names of the pieces and places of a sheet.

import { t, word } from "../language/i18n.js";

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
