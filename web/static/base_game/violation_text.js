// Texts for violated rules of the base game, with the cards that they concern.

import { RESOURCES } from "../drawing/signs.js";
import { withLabel, listCards, t, word } from "../language/i18n.js";
import { COSTS } from "./costs.js";

/**
 * The cards that a violation concerns, by violation.
 *
 * @type {{ [violation: string]: (event: Page.Event) => string }}
 */
const VIOLATION_DETAILS = {
  cannot_pay: (event) => listCards(event.give ?? COSTS[event.kind]),
  partner_cannot_pay: ({ take }) => listCards(take),
  bank_lacks: ({ take, resources }) => listCards(take ?? resources),
  wrong_rate: ({ give, take }) => (give && take ? t("{given} for {taken}", { given: listCards(give), taken: listCards(take) }) : ""),
  victim_lacks: ({ resource }) => (resource ? word("resource", resource) : ""),
  card_not_held: ({ card }) => (card ? word("card", card) : ""),
  card_bought_this_turn: ({ card }) => (card ? word("card", card) : ""),
};

/**
 * The cards of an event's price that a hand lacks; empty if the hand isn't fully known.
 *
 * @param {Page.Event} event
 * @param {Page.Cards | null} hand
 * @returns {Page.Cards}
 */
function missingCards(event, hand) {
  const price = event.give ?? COSTS[event.kind];
  if (!price || !hand || hand.unidentified) return {};
  const short = RESOURCES.map((kind) => /** @type {[string, number]} */ ([kind, (price[kind] ?? 0) - (hand[kind] ?? 0)]));
  return Object.fromEntries(short.filter(([, count]) => count > 0));
}

/**
 * The text of a violation; `hand` is the player's hand before the event, if the reader may see it.
 *
 * Without known cards the text names none.
 *
 * @param {string} violation
 * @param {Page.Event} event
 * @param {Page.Cards | null} hand
 * @returns {string}
 */
export function violationText(violation, event, hand = null) {
  const missingText = violation === "cannot_pay" ? listCards(missingCards(event, hand)) : "";
  if (missingText) return t("{violation}: missing {cards}", { violation: word("violation", violation), cards: missingText });
  const detail = VIOLATION_DETAILS[violation]?.(event);
  return detail ? withLabel(word("violation", violation), detail) : word("violation", violation);
}

/**
 * The text of a violation from public information: it names cards only if the hand is publicly known.
 *
 * @param {string} violation
 * @param {Page.Event} event
 * @param {Api.BasePlayer | null} player
 * @returns {string}
 */
export const publicViolationText = (violation, event, player) => violationText(violation, event, player?.certain ? player.hand : null);
