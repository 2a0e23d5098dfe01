// What the phone asks before something of the own cards is entered.

import { cardCounters, total } from "../base_entries/counters.js";
import { askGiven } from "../base_entries/development.js";
import { askRates, lots } from "../base_entries/trade.js";
import { people } from "../dialogs/people.js";
import { oneCard } from "../base_entries/robbery.js";
import { ask, values } from "../dialogs/dialogs.js";
import { html, once } from "../drawing/dom.js";
import { card } from "../drawing/cards.js";
import { RESOURCES } from "../drawing/signs.js";
import { TURN, both, restOn } from "../network/open_question.js";
import { n, t, word } from "../language/i18n.js";
import { enterOwn, offer } from "../phone/seat_inputs.js";
import { HAND, may } from "./open_question.js";

/** @typedef {Pick<Api.SeatView, "colour" | "hand" | "may" | "to_name" | "points">} Own */
/** @typedef {{ what: string, entry: number, by?: string, from?: string, among?: Api.DevelopmentCard[], count?: number }} ToName */

const EVERYBODY = "everybody";
const CARDS_OF_PLENTY = 2;

/**
 * The most that a hand can hold of a kind.
 *
 * @param {Api.OwnHand} hand
 * @param {string} kind
 */
const mostOf = ({ between }, kind) => /** @type {{ [kind: string]: [number, number] }} */ (between)[kind][1];

/**
 * Counters that end at `most` cards together, and at what the hand can hold of each kind.
 *
 * @param {string} legend
 * @param {{ kinds?: string[], note?: (kind: string) => string, step?: (kind: string) => number, most?: number, hand?: Api.OwnHand | null, given?: Page.Cards, also?: (kind: string) => number }} options
 */
function counted(legend, { most = Infinity, hand = null, given = {}, also = () => Infinity, ...options } = {}) {
  return cardCounters(legend, {
    given,
    most: (kind, counts) =>
      Math.min(hand ? mostOf(hand, kind) : Infinity, most - total(counts) + (counts[kind] ?? 0), also(kind)),
    held: hand?.certain ? (kind) => /** @type {Page.Cards} */ (hand.cards)[kind] ?? 0 : undefined,
    ...options,
  });
}

/**
 * One of several cards, a tap each; `choose` enters it.
 *
 * @param {string} title
 * @template {string} K
 * @param {K[]} kinds
 * @param {(kind: K) => Page.Content} picture
 * @param {(kind: K) => unknown} choose
 */
function askCard(title, kinds, picture, choose) {
  /** @param {K} kind */
  const tap = (kind) => async () => {
    if (await choose(kind)) choices[0].closest("dialog")?.close();
  };
  const choices = kinds.map((kind) =>
    html(
      "button",
      { type: "button", class: "choice choice-card", "data-resource": kind, "data-choice": kind, onclick: once(tap(kind)) },
      picture(kind),
    ),
  );
  ask(title, html("div", { class: "choices" }, choices), []);
}

/** @param {string} kind */
const resourceOf = (kind) => [card(kind), html("span", {}, word("resource", kind))];
/** @param {string} kind */
const cardOf = (kind) => [card(kind), html("span", {}, word("card", kind))];

/**
 * Say all that the hand holds.
 *
 * @param {Api.OwnHand} hand
 */
export function sayHand(hand) {
  const counters = counted(t("All cards in your hand"), { given: hand.cards });
  ask(t("Which cards do you have?"), counters, [
    [t("That's my hand"), () => enterOwn({ kind: "show_hand", resources: counters.cards() })],
  ]);
  restOn(HAND);
}

/**
 * Say which cards go back for a seven.
 *
 * @param {Own} seat
 */
export function askDiscard({ hand, may: { discard } }) {
  const counters = counted(n("{count} card to discard", "{count} cards to discard", discard), { most: discard, hand });
  const ready = () => total(counters.cards()) === discard;
  const discarded = () => enterOwn({ kind: "discard", resources: counters.cards() });
  ask(t("You discard"), counters, [[t("Discarded"), discarded]], { ready });
  restOn(both(HAND, may("discard")));
}

/**
 * Say whom this player robbed, and of which card.
 *
 * @param {Own} seat
 * @param {Page.Player[]} players
 */
export function askRob({ may: { rob } }, players) {
  /** @type {string[]} */
  const robbable = rob;
  const victims = players.filter(({ colour }) => robbable.includes(colour));
  const whom = people("from", t("Whom do you rob?"), victims, victims.length === 1 ? victims[0].colour : null);
  const stolen = () => {
    const { from, resource } = values();
    return enterOwn({ kind: "steal", from, resource: resource || null });
  };
  const ready = () => Boolean(values().from);
  ask(t("You steal a card"), [whom, oneCard("resource", t("Which card?"))], [[t("Steal"), stolen]], { ready });
  restOn(may("rob"));
}

/**
 * Say which card another player took.
 *
 * @param {string} by
 * @param {string} name
 */
export function askRobbed(by, name) {
  askCard(t("Which card did {name} take?", { name }), RESOURCES, resourceOf, (resource) =>
    enterOwn({ kind: "steal", by, resource }),
  );
  restOn(may("robbed_by"));
}

/**
 * Say which card was bought.
 *
 * @param {Own} seat
 */
export function askBought(seat) {
  askCard(t("Which card did you buy?"), seat.may.buy, cardOf, (card) =>
    enterCard(seat, { kind: "buy_development_card", card }),
  );
  restOn(may("buy"));
}

/**
 * Enter which card it is; one that makes points enough ends the game before everybody: that is asked first.
 *
 * @param {Own} seat
 * @param {Page.Input} input
 * @returns {unknown}
 */
function enterCard({ points }, input) {
  const made = points.public + points.hidden + 1;
  if (input.card !== "victory_point" || made < points.to_win) return enterOwn(input);
  const told = html(
    "p",
    {},
    n(
      "This makes {count} point. On your turn, everyone will see that you have won.",
      "This makes {count} points. On your turn, everyone will see that you have won.",
      made,
    ),
  );
  ask(t("Do you want to win now?"), told, [[t("Reveal and win"), () => enterOwn(input)]], { leave: t("Not yet") });
  return false;
}

/**
 * Name what was told without its cards.
 *
 * @param {ToName} item
 * @param {Own} seat
 * @param {Page.Naming} name
 */
export function askToName(item, seat, name) {
  askWhat(item, seat, name);
  restOn((/** @type {Page.Seen} */ { seat }) => seat?.to_name.some(({ entry }) => entry === item.entry));
}

/**
 * @param {ToName} item
 * @param {Own} seat
 * @param {Page.Naming} name
 * @returns {unknown}
 */
function askWhat(item, seat, name) {
  const own = seat.colour;
  /** @param {string} field */
  const entered = (field) => (/** @type {unknown} */ value) => enterOwn({ kind: "name", entry: item.entry, [field]: value });
  if (item.what === "card_bought") {
    const named = (/** @type {string} */ card) => enterCard(seat, { kind: "name", entry: item.entry, card });
    return askCard(nameable(item, own, name), item.among ?? [], cardOf, named);
  }
  if (item.what === "card_stolen") {
    return askCard(nameable(item, own, name), RESOURCES, resourceOf, entered("resource"));
  }
  const { count = 0 } = item;
  const counters = counted(n("{count} card", "{count} cards", count), { most: count });
  const ready = () => total(counters.cards()) === count;
  const discarded = () => entered("resources")(counters.cards());
  return ask(nameable(item, own, name), counters, [[t("Confirm cards"), discarded]], { ready });
}

/**
 * The question that names what was told without its cards.
 *
 * @param {ToName} item
 * @param {string} own
 * @param {Page.Naming} name
 */
export function nameable({ what, by = "", from = "" }, own, name) {
  if (what === "card_bought") return t("Which card did you buy?");
  if (what === "cards_discarded") return t("Which cards did you discard?");
  return by === own
    ? t("Which card did you steal from {name}?", { name: name(from) })
    : t("Which card did {name} steal from you?", { name: name(by) });
}

/**
 * Say which development card is played, and what goes with it.
 *
 * @param {Own} seat
 * @param {Parameters<typeof askGiven>[1]} view
 */
export function askPlayed({ may: { play } }, view) {
  askCard(t("Which card do you play?"), play, cardOf, (card) => {
    const input = { kind: "play_development_card", card };
    if (card === "monopoly") return monopoly(input, view);
    if (card === "year_of_plenty") return plenty(input);
    return enterOwn(input);
  });
  restOn(may("play"));
}

/**
 * @param {Page.Input} input
 * @param {Parameters<typeof askGiven>[1]} view
 */
function monopoly(input, view) {
  askCard(t("Which resource does everyone give you?"), RESOURCES, resourceOf, (resource) => {
    askGiven({ ...input, resource }, view, enterOwn);
    return false;
  });
  return false;
}

/** @param {Page.Input} input */
function plenty(input) {
  const counters = counted(t("Which two cards from the bank?"), { most: CARDS_OF_PLENTY });
  const ready = () => total(counters.cards()) === CARDS_OF_PLENTY;
  const taken = () => enterOwn({ ...input, resources: counters.cards() });
  ask(word("card", input.card), counters, [[t("Take"), taken]], { ready });
  return false;
}

/**
 * Offer a trade to one or all of those that this player may trade with.
 *
 * @param {Own} seat
 * @param {Page.Player[]} players
 */
export function askOffer({ hand, may: { trade, gifts } }, players) {
  /** @type {string[]} */
  const tradable = trade;
  const partners = players.filter(({ colour }) => tradable.includes(colour));
  /** @type {Page.Option[]} */
  const all = partners.length > 1 ? [[EVERYBODY, t("Everybody")]] : [];
  const whom = people("to", t("To whom?"), partners, all.length ? EVERYBODY : partners[0].colour, all);
  /** @type {HTMLElement | null} */
  let take = null;
  const give = counted(t("You give"), { hand, also: (kind) => (take?.cards()[kind] ? 0 : Infinity) });
  const takes = counted(t("You receive"), { also: (kind) => (give.cards()[kind] ? 0 : Infinity) });
  take = takes;
  const sides = html("div", { class: "trade" }, give, takes);
  sides.addEventListener("change", () => [give, takes].forEach((side) => side.refresh()));
  const [given, taken] = [() => total(give.cards()), () => total(takes.cards())];
  const ready = () => (gifts ? given() + taken() > 0 : given() > 0 && taken() > 0);
  const hint = gifts ? html("p", { class: "quiet" }, t("House rule: one side may stay empty, for a gift or a loan.")) : null;
  const offered = () => {
    const { to } = values();
    return offer({ give: give.cards(), take: takes.cards(), to: to === EVERYBODY ? null : /** @type {Api.Colour} */ (to) });
  };
  ask(t("You offer a trade"), [whom, sides, hint], [[t("Offer"), offered]], { ready });
  restOn(both(TURN, HAND));
}

/**
 * Trade with the bank, at the best rate that the own harbors give, or at the bank's own.
 *
 * @param {Own} seat
 * @param {Page.Cards} bank
 */
export function askMaritime({ hand, may: { maritime } }, bank) {
  const cards = html("div", { class: "trade" });
  const rate = askRates(maritime ?? {}, whichCards);
  const atRates = () => {
    const rates = rate.rates();
    const give = counted(t("You give"), { hand, step: (kind) => rates[kind], note: (kind) => `${rates[kind]}:1` });
    const take = cardCounters(t("You receive"), {
      most: (kind, counts) => Math.min(bank[kind], lots(give.cards(), rates) - total(counts) + (counts[kind] ?? 0)),
    });
    cards.replaceChildren(give, take, rate);
    return { rates, give, take };
  };
  let sides = atRates();
  function whichCards() {
    sides = atRates();
  }
  const ready = () => total(sides.take.cards()) > 0 && lots(sides.give.cards(), sides.rates) === total(sides.take.cards());
  const traded = () => enterOwn({ kind: "maritime_trade", give: sides.give.cards(), take: sides.take.cards() });
  cards.addEventListener("change", () => [sides.give, sides.take].forEach((side) => side.refresh()));
  ask(t("You trade with the bank"), cards, [[t("Enter trade"), traded]], { ready });
  restOn(both(TURN, HAND));
}
