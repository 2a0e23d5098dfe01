// Sentences for the differences that a correction makes to a base game.

import { currentView } from "../table/current_view.js";
import { SHARED_CHANGES, n, t, word } from "../language/i18n.js";
import { formatDice } from "./dice.js";
import { describeLocation } from "../island/site_names.js";

/** @param {Api.Dice | null} rolled */
const formatRoll = (rolled) => (rolled ? formatDice(rolled) : "–");

/**
 * The name of a place on the current island.
 *
 * @param {{ at?: string, to?: string | null }} where
 */
const placeName = (where) => describeLocation({ kind: "", ...where }, /** @type {Page.View | null} */ (currentView())?.layout?.hexes) || "–";
/** @param {string} to */
const hexName = (to) => placeName({ to });
/**
 * @param {Api.PieceChanged} piece
 * @param {string} at
 * @param {Page.Naming} name
 */
const pieceFields = ({ kind, colour }, at, name) => ({
  name: name(colour),
  piece: word("piece", kind),
  place: placeName({ at }),
});

/**
 * Sentences by kind of change; `name` maps a colour to a player's name.
 *
 * @type {Page.Changes}
 */
export const CHANGES = {
  ...SHARED_CHANGES,
  roll: ({ before, after }) => [
    t("Roll of this turn: {before} → {after}", { before: formatRoll(before), after: formatRoll(after) }),
  ],
  robber: ({ before, after }) => [t("Robber: {before} → {after}", { before: hexName(before), after: hexName(after) })],
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
    ...(before ? [t("{name}: {piece} removed ({place})", pieceFields(before, at, name))] : []),
    ...(after ? [t("{name}: {piece} added ({place})", pieceFields(after, at, name))] : []),
  ],
};
