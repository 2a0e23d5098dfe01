// The player's own hand (certain, or as likely hands) and development cards; face down while covered.

import { CARD_EFFECTS } from "../base_game/teaching.js";
import { openDialog } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { UNKNOWN_CARD, card as cardOf, drawCardCounts } from "../drawing/cards.js";
import { RESOURCES } from "../drawing/signs.js";
import { n, t, word } from "../language/i18n.js";
import { askHand } from "./entries.js";
import { button, enterInput } from "../phone/seat_inputs.js";

/** @typedef {import("./turn.js").Seated} Seated */

/** The most cards that a pile shows. */
const MAX_IN_PILE = 3;

/**
 * Selects the data of the hand's region.
 *
 * @param {Seated} seen
 */
export const pickHand = ({ seat, covered }) => ({
  hand: covered ? null : seat.hand,
  count: seat.hand.count,
  may: seat.may.show_hand,
});

/**
 * The number of cards shown of each kind; null if they are covered.
 *
 * @param {Seated} seen
 * @returns {{ [kind: string]: number } | null}
 */
export const handCounts = ({ seat, covered }) => (covered ? null : { ...seat.hand.cards });

/**
 * Finds the newest card of a kind in the hand, and its count.
 *
 * @param {Element} root
 */
export const findNewestInPile = (root) => (/** @type {string} */ kind) => ({
  card: root.querySelector(`[data-resource="${kind}"] .card:last-child`),
  count: root.querySelector(`[data-resource="${kind}"] > b`),
});

/** @param {ReturnType<typeof pickHand>} picked */
export function drawHand({ hand, count, may }) {
  const title = html("h2", {}, n("Your hand: {count} card", "Your hand: {count} cards", count));
  if (!hand) return [title, html("div", { class: "hand-cards" }, RESOURCES.map(drawBack))];
  return [
    // Starting resources are dealt publicly: there is nothing to correct yet.
    html("div", { class: "hand-title" }, title, may ? drawCertainty(hand) : null),
    html("ul", { class: "hand-cards", "data-certain": `${hand.certain}` }, RESOURCES.map((kind) => drawPile(kind, hand))),
    hand.certain ? null : drawOtherHands(hand),
    may
      ? html(
          "div",
          { class: "buttons" },
          hand.certain ? null : button(t("That's right"), () => confirmHand(hand), { key: "hand-right" }),
          button(hand.certain ? t("That's wrong") : t("Enter my hand"), () => askHand(hand), { key: "hand-say" }),
        )
      : null,
  ];
}

/** @param {Api.OwnHand} hand */
const confirmHand = ({ cards }) => enterInput({ kind: "show_hand", resources: cards });

/** @param {Api.OwnHand} hand */
function drawCertainty({ certain, probability }) {
  return certain
    ? html("span", { class: "sure" }, html("span", { "aria-hidden": "true" }, "✓ "), t("certain"))
    : html("span", { class: "unsure" }, t("most likely ({percent} %)", { percent: percent(probability) }));
}

/**
 * A probability as a percentage; an uncertain one is at most 99.
 *
 * @param {number} probability
 */
const percent = (probability) => Math.min(99, Math.round(100 * probability));

/**
 * Draws the pile of one kind: its likeliest count, and a range if that is uncertain.
 *
 * @param {Api.Resource} kind
 * @param {Api.OwnHand} hand
 */
function drawPile(kind, { cards, between, doubtful }) {
  const count = cards[kind] ?? 0;
  const [least, most] = between[kind] ?? [count, count];
  const isUnsure = doubtful.includes(kind) && least < most;
  return html(
    "li",
    { class: `hand-card${count ? "" : " none card-gone"}${isUnsure ? " unsure-card" : ""}`, "data-resource": kind },
    html("span", { class: "hand-pile" }, Array.from({ length: Math.min(Math.max(count, 1), MAX_IN_PILE) }, () => cardOf(kind))),
    html("b", {}, `${count}`),
    html("span", { class: "hand-kind" }, word("resource", kind)),
    isUnsure ? html("span", { class: "hand-between" }, t("{least} to {most}", { least, most })) : null,
  );
}

/**
 * Draws the next likeliest hands.
 *
 * @param {Api.OwnHand} hand
 */
function drawOtherHands({ likely }) {
  const others = likely.slice(1);
  if (!others.length) return null;
  return html(
    "div",
    { class: "other-hands" },
    html("h3", {}, t("It may also be")),
    html(
      "ul",
      {},
      others.map(({ cards, probability }) =>
        html(
          "li",
          {},
          html("span", { class: "other-cards" }, drawCardCounts(cards)),
          html("span", { class: "quiet" }, t("{percent} %", { percent: percent(probability) })),
        ),
      ),
    ),
  );
}

const drawBack = () => html("div", { class: "hand-card card-back" }, cardOf(UNKNOWN_CARD));

/**
 * Selects the data of the development cards' region.
 *
 * @param {Seated} seen
 */
export const pickCards = ({ seat, covered }) => ({
  cards: covered ? null : seat.development_cards,
  count: seat.development_cards.reduce((sum, { count }) => sum + count, 0),
});

/**
 * The number of cards shown of each kind; null if they are covered.
 *
 * @param {Seated} seen
 * @returns {{ [card: string]: number } | null}
 */
export function developmentCounts({ seat, covered }) {
  if (covered) return null;
  /** @type {{ [card: string]: number }} */
  const counts = {};
  // Cards bought this turn are listed apart from the others.
  for (const { card, count } of seat.development_cards) counts[card ?? "unnamed"] = (counts[card ?? "unnamed"] ?? 0) + count;
  return counts;
}

/**
 * Finds a development card and its name.
 *
 * @param {Element} root
 */
export const findCard = (root) => (/** @type {string} */ card) => ({
  card: root.querySelector(`[data-card="${card}"] .card`),
  count: root.querySelector(`[data-card="${card}"] > b`),
});

/** @param {ReturnType<typeof pickCards>} picked */
export function drawCards({ cards, count }) {
  if (count === 0) return [];
  const title = html(
    "h2",
    {},
    n("{count} development card", "{count} development cards", count),
  );
  if (!cards) return [title, html("div", { class: "own-cards" }, Array.from({ length: count }, () => cardOf("development")))];
  return [title, html("ul", { class: "own-cards" }, cards.map(drawOwnCard))];
}

/** @param {Api.OwnDevelopmentCards} card */
function drawOwnCard({ card, count, bought_now: fresh }) {
  return html(
    "li",
    { "data-card": card ?? "unnamed" },
    cardOf(card ?? "development"),
    html("b", {}, count > 1 ? `${count} × ` : "", card ? word("card", card) : t("unknown card")),
    fresh ? html("span", { class: "quiet" }, t("bought this turn")) : null,
    card ? button("?", () => showEffect(card), { key: `does-${card}`, kind: "effect-button", "aria-label": t("What {card} does", { card: word("card", card) }) }) : null,
  );
}

/**
 * Shows the effect of a card.
 *
 * @param {string} card
 */
const showEffect = (card) => openDialog(word("card", card), html("p", {}, CARD_EFFECTS[card]()), [], { leave: t("Close") });
