// What stands where on a sheet, in words.

import { t, word } from "../language/i18n.js";

/** What can be drawn in, in the order of its price. */
export const PIECES = ["road", "knight", "settlement", "city"];
/** The sign of each. */
export const SIGNS = { road: "road", knight: "knights", settlement: "settlement", city: "city" };

/** What a knight stands for: its resource, or any. */
export function knightOf(sheet, id) {
  const knight = sheet.knights.find((each) => each.id === id);
  return knight?.resource ? word("resource", knight.resource) : t("joker");
}

/** A place on a sheet, in short: a knight by its resource, all else by its number there. */
export const numberOf = (sheet, piece, id) => (piece === "knight" ? knightOf(sheet, id) : id);

/** A place on a sheet with what is drawn in there. */
export const placeOf = (sheet, piece, id) =>
  t("{piece} ({place})", { piece: word("piece", piece), place: numberOf(sheet, piece, id) });
