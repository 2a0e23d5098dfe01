// What a correction changes of a base game, in sentences.

import { now } from "../table/current_view.js";
import { SHARED } from "../language/shared_diff_text.js";
import { inFigures } from "./thrown.js";
import { whereOf } from "../island/site_names.js";
import { n, t, word } from "../language/i18n.js";

/** @param {Api.Dice | null} rolled */
const dice = (rolled) => (rolled ? inFigures(rolled) : "–");

/**
 * Where something is on the island that is shown.
 *
 * @param {{ at?: string, to?: string | null }} where
 */
const place = (where) => whereOf({ kind: "", ...where }, /** @type {Page.View | null} */ (now())?.layout?.hexes) || "–";
/** @param {string} to */
const onHex = (to) => place({ to });
/**
 * @param {Api.PieceChanged} piece
 * @param {string} at
 * @param {Page.Naming} name
 */
const piece = ({ kind, colour }, at, name) => ({
  name: name(colour),
  piece: word("piece", kind),
  place: place({ at }),
});

/**
 * What each change says, as a list of sentences; `name` turns a colour into a player's name.
 *
 * @type {Page.Changes}
 */
export const CHANGES = {
  ...SHARED,
  roll: ({ before, after }) => [
    t("Roll of this turn: {before} → {after}", { before: dice(before), after: dice(after) }),
  ],
  robber: ({ before, after }) => [t("Robber: {before} → {after}", { before: onHex(before), after: onHex(after) })],
  longest_road: ({ before, after }, name) => [
    t("Longest road: {before} → {after}", { before: name(before), after: name(after) }),
  ],
  largest_army: ({ before, after }, name) => [
    t("Largest army: {before} → {after}", { before: name(before), after: name(after) }),
  ],
  cards: ({ colour, before, after }, name) => [
    n("{name}: {before} → {count} card", "{name}: {before} → {count} cards", after, { name: name(colour), before }),
  ],
  development_cards: ({ colour, before, after }, name) => [
    n(
      "{name}: {before} → {count} development card",
      "{name}: {before} → {count} development cards",
      after,
      { name: name(colour), before },
    ),
  ],
  knights: ({ colour, before, after }, name) => [
    n("{name}: {before} → {count} knight", "{name}: {before} → {count} knights", after, { name: name(colour), before }),
  ],
  hand: ({ colour }, name) => [t("{name}: different cards in hand", { name: name(colour) })],
  piece: ({ at, before, after }, name) => [
    ...(before ? [t("{name}: {piece} removed ({place})", piece(before, at, name))] : []),
    ...(after ? [t("{name}: {piece} added ({place})", piece(after, at, name))] : []),
  ],
};
