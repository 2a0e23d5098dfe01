// Entering a trade: the partner, the cards given and the cards taken. The bank trades at the best rate of the
// player's harbors, or at its own.

import { enterWithNotice, sendOffer } from "../network/api.js";
import { openDialog, dialogValues, refreshDialog } from "../dialogs/dialogs.js";
import { flattenContent, html, requireElement } from "../drawing/dom.js";
import { RESOURCES } from "../drawing/signs.js";
import { TURN_STATE, closeWhenStale } from "../network/open_question.js";
import { t } from "../language/i18n.js";
import { UNIDENTIFIED_CARD, cardCounters, totalCards } from "./counters.js";
import { foldedPlayerChips, playerChips } from "../dialogs/player_chips.js";

/** The number of equal cards that the bank takes for one, without a harbor. */
const BANK_RATE = 4;
/** @type {Page.Cards} */
const BANK_RATES = Object.fromEntries(RESOURCES.map((kind) => [kind, BANK_RATE]));
const BANK = "bank";
const ALL_PLAYERS = "all";
/**
 * A hand of unknown cards.
 *
 * @type {Api.Gives}
 */
const UNKNOWN_HAND = { cards: null, resources: null };

/** @typedef {ReturnType<typeof cardCounters>} Counters */
/** @typedef {{ give: Counters, take: Counters, hint?: string, fits(given: Page.Cards, taken: Page.Cards): boolean }} Sides */

/**
 * Asks what was traded, in the game of `view`.
 *
 * @param {Page.ViewInPlay} view
 */
export function askTrade(view) {
  // Before the roll, it is usually a late trade of the previous player, unless a house rule allows trading then.
  const acting = view.may.trade ? (view.on_turn ?? view.may.acting) : view.may.acting;
  const trader = foldedPlayerChips("trader", t("Whose turn was it?"), view.players, acting);
  const partners = html("div", { class: "partners" });
  const cards = html("div", { class: "trade" });
  /** @type {ReturnType<typeof rateField> | null} */
  let rate = null;
  /** @type {Sides | undefined} */
  let sides;

  function drawPartners() {
    const others = view.players.filter(({ colour }) => colour !== dialogValues().trader);
    partners.replaceChildren(playerChips("partner", t("With whom?"), others, BANK, [
      [BANK, t("The bank")],
      [ALL_PLAYERS, t("An offer to all")],
    ]));
    drawRates();
  }
  function drawRates() {
    const { trader: who, partner } = dialogValues();
    rate = partner === BANK ? rateField(view.may.maritime[who], drawSides) : null;
    drawSides();
  }
  function drawSides() {
    const { trader: who, partner } = dialogValues();
    const newSides = rate ? bankSides(view, who, rate.rates()) : playerSides(view, who, partner);
    sides = newSides;
    cards.replaceChildren(...flattenContent(newSides.give.element, newSides.take.element, html("div", { class: "quiet trade-hint" }, newSides.hint ?? ""), rate?.element ?? []));
    requireElement(dialog, "button.primary", HTMLButtonElement).textContent = partner === ALL_PLAYERS ? t("Offer") : t("Enter trade");
  }

  const isReady = () => sides !== undefined && sides.fits(sides.give.cards(), sides.take.cards());
  const enterTrade = () => {
    const { trader: who, partner } = dialogValues();
    const both = { player: /** @type {Api.Colour} */ (who), give: sides?.give.cards() ?? {}, take: sides?.take.cards() ?? {} };
    if (partner === ALL_PLAYERS) return sendOffer("", { ...both, to: null });
    if (partner === BANK) return enterWithNotice({ kind: "maritime_trade", ...both });
    return enterWithNotice({ kind: "domestic_trade", with: partner, ...both });
  };
  const dialog = openDialog(t("A trade"), [trader, partners, cards], [[t("Enter trade"), enterTrade]], { ready: isReady });
  closeWhenStale(TURN_STATE);
  trader.addEventListener("change", drawPartners);
  partners.addEventListener("change", drawRates);
  // With the bank, the cards to give come first, so the last card taken completes the trade. Keyboard selection
  // doesn't submit.
  let byFinger = false;
  cards.addEventListener("pointerup", () => (byFinger = true));
  cards.addEventListener("keydown", () => (byFinger = false));
  cards.addEventListener("change", ({ target }) => {
    [sides?.give, sides?.take].forEach((side) => side?.refresh());
    const isDone = byFinger && dialogValues().partner === BANK && sides?.take.element.contains(/** @type {Node} */ (target));
    if (isDone && isReady()) requireElement(dialog, "form", HTMLFormElement).requestSubmit();
  });
  drawPartners();
  refreshDialog();
}

/**
 * The two sides of a trade with the bank: cards are given in whole lots, each buying one card.
 *
 * @param {Page.ViewInPlay} view
 * @param {string} who
 * @param {Page.Cards} rates
 * @returns {Sides}
 */
function bankSides({ may, bank }, who, rates) {
  const give = cardCounters(t("Gives"), {
    step: (kind) => rates[kind],
    most: maxCards(may.gives[who]),
    held: knownCount(may.gives[who]),
    note: (kind) => `${rates[kind]}:1`,
  });
  const take = cardCounters(t("Takes"), {
    most: (kind, counts) => Math.min(bank[kind], countLots(give.cards(), rates) - totalCards(counts) + (counts[kind] ?? 0)),
  });
  const hint = t("First choose the cards to give.");
  return { give, take, hint, fits: (given, taken) => totalCards(taken) > 0 && countLots(given, rates) === totalCards(taken) };
}

/**
 * The two sides of a trade between players. No kind is on both sides, and neither side is empty unless a house rule
 * allows gifts.
 *
 * @param {Page.ViewInPlay} view
 * @param {string} who
 * @param {string} partner
 * @returns {Sides}
 */
function playerSides({ may }, who, partner) {
  // An offer names all its cards.
  const kinds = partner === ALL_PLAYERS ? RESOURCES : [...RESOURCES, UNIDENTIFIED_CARD];
  /**
   * @param {string} legend
   * @param {Api.Gives} hand
   * @param {() => Counters | null} other
   */
  const side = (legend, hand, other) =>
    cardCounters(legend, {
      kinds,
      held: knownCount(hand),
      most: (kind, counts) =>
        kind !== UNIDENTIFIED_CARD && other()?.cards()[kind] ? 0 : maxCards(hand)(kind, counts),
    });
  /** @type {Counters | null} */
  let opposite = null;
  const give = side(t("Gives"), may.gives[who], () => opposite);
  const take = side(t("Takes"), may.gives[partner] ?? UNKNOWN_HAND, () => give);
  opposite = take;
  if (may.gifts) {
    const hint = t("House rule: one side may stay empty, for a gift or a loan.");
    return { give, take, hint, fits: (given, taken) => totalCards(given) + totalCards(taken) > 0 };
  }
  return { give, take, fits: (given, taken) => totalCards(given) > 0 && totalCards(taken) > 0 };
}

/**
 * The most cards of a kind that a hand can certainly give.
 *
 * @param {Api.Gives} hand
 * @returns {(kind: string, counts: Page.Cards) => number}
 */
function maxCards({ cards, resources }) {
  return (kind, counts) => {
    const rest = cards === null ? Infinity : cards - totalCards(counts) + (counts[kind] ?? 0);
    const knownCards = resources && kind !== UNIDENTIFIED_CARD ? (/** @type {Page.Cards} */ (resources)[kind] ?? 0) : Infinity;
    return Math.min(rest, knownCards);
  };
}

/**
 * The number of cards of a kind in a hand, if known.
 *
 * @param {Api.Gives} hand
 */
const knownCount = ({ resources }) => (/** @type {string} */ kind) =>
  resources && kind !== UNIDENTIFIED_CARD ? (/** @type {Page.Cards} */ (resources)[kind] ?? 0) : undefined;

/**
 * The trade rate: its element, and `rates()`, the rates by resource.
 *
 * They are the `best` rates unless the box for a trade without harbor is ticked. `onChange` is called when it
 * changes.
 *
 * @param {Page.Cards} best
 * @param {() => void} onChange
 */
export function rateField(best, onChange) {
  const better = RESOURCES.some((kind) => best[kind] !== BANK_RATE);
  const box = html("input", { type: "checkbox", onchange: onChange });
  const tick = html("label", { class: "tick" }, box, html("span", {}, t("At 4:1, without a harbor")));
  const element = html("div", { class: "trade-rate" }, better ? tick : []);
  return { element, rates: () => (box.checked ? BANK_RATES : best) };
}

/**
 * The number of cards that the given cards buy.
 *
 * @param {Page.Cards} given
 * @param {Page.Cards} rates
 */
export const countLots = (given, rates) => RESOURCES.reduce((sum, kind) => sum + (given[kind] ?? 0) / rates[kind], 0);
