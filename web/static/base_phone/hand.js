// The own hand, certain or as likely hands, and the own development cards; or their backs, when covered.

import { DOES } from "../base_game/teaching.js";
import { ask } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { UNNAMED, card as cardOf, countedCards } from "../drawing/cards.js";
import { RESOURCES } from "../drawing/signs.js";
import { n, t, word } from "../language/i18n.js";
import { sayHand } from "./entries.js";
import { button, enterOwn } from "../phone/seat_inputs.js";

/** @typedef {import("./turn.js").Seated} Seated */

/** More cards of a kind lie in a pile no higher. */
const MOST_IN_PILE = 3;

/**
 * What the hand's part of the phone shows of a seat.
 *
 * @param {Seated} seen
 */
export const pickHand = ({ seat, covered }) => ({
  hand: covered ? null : seat.hand,
  count: seat.hand.count,
  may: seat.may.show_hand,
});

/**
 * How many of each kind of card are shown; null: they are covered, or nobody knows them.
 *
 * @param {Seated} seen
 * @returns {{ [kind: string]: number } | null}
 */
export const handCounts = ({ seat, covered }) => (covered ? null : { ...seat.hand.cards });

/**
 * Where the newest card of a kind lies in the hand, and its count.
 *
 * @param {Element} root
 */
export const newestInPile = (root) => (/** @type {string} */ kind) => ({
  card: root.querySelector(`[data-resource="${kind}"] .card:last-child`),
  count: root.querySelector(`[data-resource="${kind}"] > b`),
});

/** @param {ReturnType<typeof pickHand>} picked */
export function drawHand({ hand, count, may }) {
  const title = html("h2", {}, n("Your hand: {count} card", "Your hand: {count} cards", count));
  if (!hand) return [title, html("div", { class: "hand-cards" }, RESOURCES.map(back))];
  return [
    // In the founding everybody sees what is dealt: there is nothing to be said of it yet.
    html("div", { class: "hand-title" }, title, may ? sureness(hand) : null),
    html("ul", { class: "hand-cards", "data-certain": `${hand.certain}` }, RESOURCES.map((kind) => card(kind, hand))),
    hand.certain ? null : otherHands(hand),
    may
      ? html(
          "div",
          { class: "buttons" },
          hand.certain ? null : button(t("That's right"), () => show(hand), { key: "hand-right" }),
          button(hand.certain ? t("That's wrong") : t("Enter my hand"), () => sayHand(hand), { key: "hand-say" }),
        )
      : null,
  ];
}

/** @param {Api.OwnHand} hand */
const show = ({ cards }) => enterOwn({ kind: "show_hand", resources: cards });

/** @param {Api.OwnHand} hand */
function sureness({ certain, probability }) {
  return certain
    ? html("span", { class: "sure" }, html("span", { "aria-hidden": "true" }, "✓ "), t("certain"))
    : html("span", { class: "unsure" }, t("most likely ({percent} %)", { percent: percent(probability) }));
}

/**
 * A probability in per cent: what isn't certain is never all of them.
 *
 * @param {number} probability
 */
const percent = (probability) => Math.min(99, Math.round(100 * probability));

/**
 * One kind of cards: how many it most likely is, and where it isn't nearly certain between which numbers.
 *
 * @param {Api.Resource} kind
 * @param {Api.OwnHand} hand
 */
function card(kind, { cards, between, doubtful }) {
  const count = cards[kind] ?? 0;
  const [least, most] = between[kind] ?? [count, count];
  const unsure = doubtful.includes(kind) && least < most;
  return html(
    "li",
    { class: `hand-card${count ? "" : " none card-gone"}${unsure ? " unsure-card" : ""}`, "data-resource": kind },
    html("span", { class: "hand-pile" }, Array.from({ length: Math.min(Math.max(count, 1), MOST_IN_PILE) }, () => cardOf(kind))),
    html("b", {}, `${count}`),
    html("span", { class: "hand-kind" }, word("resource", kind)),
    unsure ? html("span", { class: "hand-between" }, t("{least} to {most}", { least, most })) : null,
  );
}

/**
 * The next likeliest hands: what it may be instead.
 *
 * @param {Api.OwnHand} hand
 */
function otherHands({ likely }) {
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
          html("span", { class: "other-cards" }, countedCards(cards)),
          html("span", { class: "quiet" }, t("{percent} %", { percent: percent(probability) })),
        ),
      ),
    ),
  );
}

const back = () => html("div", { class: "hand-card card-back" }, cardOf(UNNAMED));

/**
 * What the development cards' part shows of a seat.
 *
 * @param {Seated} seen
 */
export const pickCards = ({ seat, covered }) => ({
  cards: covered ? null : seat.development_cards,
  count: seat.development_cards.reduce((sum, { count }) => sum + count, 0),
});

/**
 * How many of each development card are shown; null: they are covered.
 *
 * @param {Seated} seen
 * @returns {{ [card: string]: number } | null}
 */
export function developmentCounts({ seat, covered }) {
  if (covered) return null;
  /** @type {{ [card: string]: number }} */
  const counts = {};
  // Those bought in this turn are told apart from those held before.
  for (const { card, count } of seat.development_cards) counts[card ?? "unnamed"] = (counts[card ?? "unnamed"] ?? 0) + count;
  return counts;
}

/**
 * Where a development card lies, and its name.
 *
 * @param {Element} root
 */
export const newestCard = (root) => (/** @type {string} */ card) => ({
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
  return [title, html("ul", { class: "own-cards" }, cards.map(ownCard))];
}

/** @param {Api.OwnDevelopmentCards} card */
function ownCard({ card, count, bought_now: fresh }) {
  return html(
    "li",
    { "data-card": card ?? "unnamed" },
    cardOf(card ?? "development"),
    html("b", {}, count > 1 ? `${count} × ` : "", card ? word("card", card) : t("unknown card")),
    fresh ? html("span", { class: "quiet" }, t("bought this turn")) : null,
    card ? button("?", () => askDoes(card), { key: `does-${card}`, kind: "does", "aria-label": t("What {card} does", { card: word("card", card) }) }) : null,
  );
}

/**
 * Say what a card does.
 *
 * @param {string} card
 */
const askDoes = (card) => ask(word("card", card), html("p", {}, DOES[card]()), [], { leave: t("Close") });
