// The rules of the base game that something breaks, in words that say which cards they are about.

import { RESOURCES } from "../drawing/signs.js";
import { labelled, listCards, t, word } from "../language/i18n.js";
import { COSTS } from "./costs.js";

/**
 * What each rule is about, of an event that breaks it: the cards that would have to be there.
 *
 * @type {{ [violation: string]: (event: Page.Event) => string }}
 */
const ABOUT = {
  cannot_pay: (event) => listCards(event.give ?? COSTS[event.kind]),
  partner_cannot_pay: ({ take }) => listCards(take),
  bank_lacks: ({ take, resources }) => listCards(take ?? resources),
  wrong_rate: ({ give, take }) => (give && take ? t("{given} for {taken}", { given: listCards(give), taken: listCards(take) }) : ""),
  victim_lacks: ({ resource }) => (resource ? word("resource", resource) : ""),
  card_not_held: ({ card }) => (card ? word("card", card) : ""),
  card_bought_this_turn: ({ card }) => (card ? word("card", card) : ""),
};

/**
 * What of an event's price a hand has not; nothing where the hand is not told kind by kind.
 *
 * @param {Page.Event} event
 * @param {Page.Cards | null} hand
 * @returns {Page.Cards}
 */
function missing(event, hand) {
  const price = event.give ?? COSTS[event.kind];
  if (!price || !hand || hand.unidentified) return {};
  const short = RESOURCES.map((kind) => /** @type {[string, number]} */ ([kind, (price[kind] ?? 0) - (hand[kind] ?? 0)]));
  return Object.fromEntries(short.filter(([, count]) => count > 0));
}

/**
 * A rule that an event breaks, in words; `hand` is what its player held before, where whoever reads this sees it.
 *
 * An event whose cards nobody told has none to name.
 *
 * @param {string} violation
 * @param {Page.Event} event
 * @param {Page.Cards | null} hand
 * @returns {string}
 */
export function brokenRule(violation, event, hand = null) {
  const lacks = violation === "cannot_pay" ? listCards(missing(event, hand)) : "";
  if (lacks) return t("{violation}: missing {cards}", { violation: word("violation", violation), cards: lacks });
  const about = ABOUT[violation]?.(event);
  return about ? labelled(word("violation", violation), about) : word("violation", violation);
}

/**
 * The same by what everybody saw of its `player` before: cards are named where everybody knows them.
 *
 * @param {string} violation
 * @param {Page.Event} event
 * @param {Api.BasePlayer | null} player
 * @returns {string}
 */
export const brokenByHand = (violation, event, player) => brokenRule(violation, event, player?.certain ? player.hand : null);
