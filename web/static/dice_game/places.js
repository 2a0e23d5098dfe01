// What stands where on a sheet, in words.

import { t, word } from "../language/i18n.js";

/**
 * What can be drawn in, in the order of its price.
 *
 * @type {Api.SheetPiece[]}
 */
export const PIECES = ["road", "knight", "settlement", "city"];
/**
 * The sign of each.
 *
 * @type {{ [piece: string]: string }}
 */
export const SIGNS = { road: "road", knight: "knights", settlement: "settlement", city: "city" };

/**
 * What a knight stands for: its resource, or any.
 *
 * @param {Api.DiceGameSheet} sheet
 * @param {string} id
 */
export function knightOf(sheet, id) {
  const knight = sheet.knights.find((each) => each.id === id);
  return knight?.resource ? word("resource", knight.resource) : t("joker");
}

/**
 * A place on a sheet, in short: a knight by its resource, all else by its number there.
 *
 * @param {Api.DiceGameSheet} sheet
 * @param {string} piece
 * @param {string} id
 */
export const numberOf = (sheet, piece, id) => (piece === "knight" ? knightOf(sheet, id) : id);

/**
 * A place on a sheet with what is drawn in there.
 *
 * @param {Api.DiceGameSheet} sheet
 * @param {string} piece
 * @param {string} id
 */
export const placeOf = (sheet, piece, id) =>
  t("{piece} ({place})", { piece: word("piece", piece), place: numberOf(sheet, piece, id) });
