// A trade: with whom, what is given, what is taken; with the bank at the best rate that its harbors give, or
// at the bank's own.

import { enterTold, sendOffer } from "../network/api.js";
import { ask, values } from "../dialogs/dialogs.js";
import { contents, html, within } from "../drawing/dom.js";
import { RESOURCES } from "../drawing/signs.js";
import { TURN, restOn } from "../network/open_question.js";
import { t } from "../language/i18n.js";
import { UNIDENTIFIED, cardCounters, total } from "./counters.js";
import { mostlyOne, people } from "../dialogs/people.js";

/** So many cards of a kind the bank takes for one, of whoever has a harbor and whoever has none. */
const BANK_RATE = 4;
/** @type {Page.Cards} */
const BANKS = Object.fromEntries(RESOURCES.map((kind) => [kind, BANK_RATE]));
const BANK = "bank";
const ALL = "all";
/**
 * A hand of which nothing is known.
 *
 * @type {Api.Gives}
 */
const ANY = { cards: null, resources: null };

/** @typedef {{ give: HTMLElement, take: HTMLElement, hint?: string, fits(given: Page.Cards, taken: Page.Cards): boolean }} Sides */

/**
 * Ask what was traded, in the game as `view` shows it.
 *
 * @param {Page.ViewInPlay} view
 */
export function askTrade(view) {
  // Before the roll it is a late one of who passed the dice, unless a house rule allows trade by then.
  const acting = view.may.trade ? (view.on_turn ?? view.may.acting) : view.may.acting;
  const trader = mostlyOne("trader", t("Whose turn was it?"), view.players, acting);
  const partners = html("div", { class: "partners" });
  const cards = html("div", { class: "trade" });
  /** @type {HTMLElement | null} */
  let rate = null;
  /** @type {Sides | undefined} */
  let sides;

  function withWhom() {
    const others = view.players.filter(({ colour }) => colour !== values().trader);
    partners.replaceChildren(people("partner", t("With whom?"), others, BANK, [
      [BANK, t("The bank")],
      [ALL, t("An offer to all")],
    ]));
    whichRates();
  }
  function whichRates() {
    const { trader: who, partner } = values();
    rate = partner === BANK ? askRates(view.may.maritime[who], whichCards) : null;
    whichCards();
  }
  function whichCards() {
    const { trader: who, partner } = values();
    const made = rate ? withBank(view, who, rate.rates()) : withPlayer(view, who, partner);
    sides = made;
    cards.replaceChildren(...contents(made.give, made.take, html("div", { class: "quiet trade-hint" }, made.hint ?? ""), rate));
    within(dialog, "button.primary", HTMLButtonElement).textContent = partner === ALL ? t("Offer") : t("Enter trade");
  }

  const ready = () => sides !== undefined && sides.fits(sides.give.cards(), sides.take.cards());
  const trade = () => {
    const { trader: who, partner } = values();
    const both = { player: /** @type {Api.Colour} */ (who), give: sides?.give.cards() ?? {}, take: sides?.take.cards() ?? {} };
    if (partner === ALL) return sendOffer("", { ...both, to: null });
    if (partner === BANK) return enterTold({ kind: "maritime_trade", ...both });
    return enterTold({ kind: "domestic_trade", with: partner, ...both });
  };
  const dialog = ask(t("A trade"), [trader, partners, cards], [[t("Enter trade"), trade]], { ready });
  restOn(TURN);
  trader.addEventListener("change", withWhom);
  partners.addEventListener("change", whichRates);
  // The bank is paid first: with the last card taken for that, all is said. Keys count on their way.
  let byFinger = false;
  cards.addEventListener("pointerup", () => (byFinger = true));
  cards.addEventListener("keydown", () => (byFinger = false));
  cards.addEventListener("change", ({ target }) => {
    [sides?.give, sides?.take].forEach((side) => side?.refresh());
    const took = byFinger && values().partner === BANK && sides?.take.contains(/** @type {Node} */ (target));
    if (took && ready()) within(dialog, "form", HTMLFormElement).requestSubmit();
  });
  withWhom();
  dialog.refresh();
}

/**
 * The two sides of a trade with the bank: what is given comes in whole lots, each buys one card.
 *
 * @param {Page.ViewInPlay} view
 * @param {string} who
 * @param {Page.Cards} rates
 * @returns {Sides}
 */
function withBank({ may, bank }, who, rates) {
  const give = cardCounters(t("Gives"), {
    step: (kind) => rates[kind],
    most: bound(may.gives[who]),
    held: known(may.gives[who]),
    note: (kind) => `${rates[kind]}:1`,
  });
  const take = cardCounters(t("Takes"), {
    most: (kind, counts) => Math.min(bank[kind], lots(give.cards(), rates) - total(counts) + (counts[kind] ?? 0)),
  });
  const hint = t("First choose the cards to give.");
  return { give, take, hint, fits: (given, taken) => total(taken) > 0 && lots(given, rates) === total(taken) };
}

/**
 * The two sides of a trade between players: of no kind on both sides, and nothing for nothing but where a house
 * rule has gifts.
 *
 * @param {Page.ViewInPlay} view
 * @param {string} who
 * @param {string} partner
 * @returns {Sides}
 */
function withPlayer({ may }, who, partner) {
  // An offer says which cards it is about.
  const kinds = partner === ALL ? RESOURCES : [...RESOURCES, UNIDENTIFIED];
  /**
   * @param {string} legend
   * @param {Api.Gives} hand
   * @param {() => HTMLElement | null} other
   */
  const side = (legend, hand, other) =>
    cardCounters(legend, {
      kinds,
      held: known(hand),
      most: (kind, counts) =>
        kind !== UNIDENTIFIED && other()?.cards()[kind] ? 0 : bound(hand)(kind, counts),
    });
  /** @type {HTMLElement | null} */
  let take = null;
  const give = side(t("Gives"), may.gives[who], () => take);
  take = side(t("Takes"), may.gives[partner] ?? ANY, () => give);
  if (may.gifts) {
    const hint = t("House rule: one side may stay empty, for a gift or a loan.");
    return { give, take, hint, fits: (given, taken) => total(given) + total(taken) > 0 };
  }
  return { give, take, fits: (given, taken) => total(given) > 0 && total(taken) > 0 };
}

/**
 * The most of a kind that a hand can give, as far as it is known for certain.
 *
 * @param {Api.Gives} hand
 * @returns {(kind: string, counts: Page.Cards) => number}
 */
function bound({ cards, resources }) {
  return (kind, counts) => {
    const rest = cards === null ? Infinity : cards - total(counts) + (counts[kind] ?? 0);
    const known = resources && kind !== UNIDENTIFIED ? (/** @type {Page.Cards} */ (resources)[kind] ?? 0) : Infinity;
    return Math.min(rest, known);
  };
}

/**
 * How many of a kind a hand holds, where that is known.
 *
 * @param {Api.Gives} hand
 */
const known = ({ resources }) => (/** @type {string} */ kind) =>
  resources && kind !== UNIDENTIFIED ? (/** @type {Page.Cards} */ (resources)[kind] ?? 0) : undefined;

/**
 * At which rates a trade is made, as an element: its `rates()` are those by resource.
 *
 * They are the `best` ones unless it is ticked that no harbor was used; `changed` is called then.
 *
 * @param {Page.Cards} best
 * @param {() => void} changed
 */
export function askRates(best, changed) {
  const better = RESOURCES.some((kind) => best[kind] !== BANK_RATE);
  const box = html("input", { type: "checkbox", onchange: changed });
  const tick = html("label", { class: "tick" }, box, html("span", {}, t("At 4:1, without a harbor")));
  const root = html("div", { class: "trade-rate" }, better ? tick : []);
  root.rates = () => (box.checked ? BANKS : best);
  return root;
}

/**
 * How many cards there are to take for those given.
 *
 * @param {Page.Cards} given
 * @param {Page.Cards} rates
 */
export const lots = (given, rates) => RESOURCES.reduce((sum, kind) => sum + (given[kind] ?? 0) / rates[kind], 0);
