// A player's hand on the phone, and the motion of arriving cards.

import { motionDuration, animate } from "../device/motion.js";
import { CARD_EFFECTS } from "../base_game/teaching.js";
import { openDialog } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { UNKNOWN_CARD, card as cardOf, drawCardCounts } from "../drawing/cards.js";
import { RESOURCES } from "../drawing/signs.js";
import { n, t, word } from "../language/i18n.js";
import { askHand } from "./entries.js";
import { button, enterInput } from "../phone/seat_inputs.js";

// Animates cards that arrive in the player's own hand. The figures update immediately, the cards follow. Uncovering
// cards animates nothing.

/** @typedef {{ [kind: string]: number }} Counts */

/** More kinds at once are a deal or an entered hand, which isn't animated. */
const MAX_KINDS = 5;

/**
 * The kinds whose count has increased; empty if either count is unknown.
 *
 * @param {Counts | null | undefined} before
 * @param {Counts | null} now
 */
export const increasedKinds = (before, now) => (before && now ? Object.keys(now).filter((kind) => now[kind] > (before[kind] ?? 0)) : []);

/**
 * Wraps the drawing of a region with arriving cards. `counts` returns the number of each kind (null: covered).
 * `place` finds the newest card of a kind and the count that ticks. Cards fly from the element `from`.
 *
 * @template S
 * @param {(seen: S) => void} draw
 * @param {(seen: S) => Counts | null} counts
 * @param {(kind: string) => { card: Element | null, count: Element | null }} place
 * @param {Element} from
 * @returns {(seen: S) => void}
 */
export function animateArrivals(draw, counts, place, from) {
  /** @type {Counts | null | undefined} */
  let previous;
  return (seen) => {
    const now = counts(seen);
    const arrivals = increasedKinds(previous, now);
    previous = now;
    draw(seen);
    if (arrivals.length > MAX_KINDS) return;
    // Read all positions before changing the DOM, so that the browser computes the layout only once.
    const paths = arrivals.map(place).map((to) => ({ ...to, by: to.card && translationTo(from, to.card) }));
    paths.forEach(({ card, count, by }, n) => {
      const delay = n * 2 * motionDuration("stagger");
      const frames = [{ translate: by, scale: 0.6, opacity: 0 }, { opacity: 1, offset: 0.4 }, { translate: "0 0", scale: 1, opacity: 1 }];
      animate(card, frames, { duration: "drop", delay, fill: "backwards", easing: "ease-out" });
      animate(count, [{ scale: 1 }, { scale: 1.25 }, { scale: 1 }], { duration: "tick", delay: delay + motionDuration("drop") - motionDuration("tick") / 2 });
    });
  };
}

/**
 * The CSS `translate` from one element's centre to another's.
 *
 * @param {Element} from
 * @param {Element} to
 */
function translationTo(from, to) {
  const [begins, ends] = [from, to].map((each) => each.getBoundingClientRect());
  return `${begins.left + begins.width / 2 - ends.left - ends.width / 2}px ${begins.top + begins.height / 2 - ends.top - ends.height / 2}px`;
}

// The player's own hand (certain, or as likely hands) and development cards; face down while covered.

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
