// What the phone asks before something of the own cards is entered.

import { cardCounters, total } from "../base_entries/counters.js";
import { askGiven } from "../base_entries/development.js";
import { askRates, lots } from "../base_entries/trade.js";
import { people } from "../dialogs/people.js";
import { oneCard } from "../base_entries/robbery.js";
import { ask, values } from "../dialogs/dialogs.js";
import { html, once } from "../drawing/dom.js";
import { RESOURCES, sign } from "../drawing/signs.js";
import { TURN, both, restOn } from "../network/open_question.js";
import { n, t, word } from "../language/i18n.js";
import { enterOwn, offer } from "./sending.js";
import { HAND, may } from "./open_question.js";

const EVERYBODY = "everybody";
const CARDS_OF_PLENTY = 2;

/** Counters that end at `most` cards together, and at what the hand can hold of each kind. */
function counted(legend, { most = Infinity, hand = null, given = {}, also = () => Infinity, ...options } = {}) {
  return cardCounters(legend, {
    given,
    most: (kind, counts) =>
      Math.min(hand ? hand.between[kind][1] : Infinity, most - total(counts) + (counts[kind] ?? 0), also(kind)),
    ...options,
  });
}

/** One of several cards, a tap each; `choose` enters it. */
function askCard(title, kinds, picture, choose) {
  const dialog = document.getElementById("dialog");
  const tap = (kind) => async () => {
    if (await choose(kind)) dialog.close();
  };
  const choices = kinds.map((kind) =>
    html(
      "button",
      { type: "button", class: "choice", "data-resource": kind, "data-choice": kind, onclick: once(tap(kind)) },
      picture(kind),
    ),
  );
  ask(title, html("div", { class: "choices" }, choices), []);
}

const resourceOf = (kind) => [sign(kind), html("span", {}, word("resource", kind))];
const cardOf = (kind) => [html("span", {}, word("card", kind))];

/** Say all that the hand holds. */
export function sayHand(hand) {
  const counters = counted(t("All cards in your hand"), { given: hand.cards });
  ask(t("What do you hold?"), counters, [
    [t("That's my hand"), () => enterOwn({ kind: "show_hand", resources: counters.cards() })],
  ]);
  restOn(HAND);
}

/** Say which cards go back for a seven. */
export function askDiscard({ hand, may: { discard } }) {
  const counters = counted(n("{count} card goes back", "{count} cards go back", discard), { most: discard, hand });
  const ready = () => total(counters.cards()) === discard;
  const discarded = () => enterOwn({ kind: "discard", resources: counters.cards() });
  ask(t("You discard"), counters, [[t("Discarded"), discarded]], { ready });
  restOn(both(HAND, may("discard")));
}

/** Say whom this player robbed, and of which card. */
export function askRob({ may: { rob } }, players) {
  const victims = players.filter(({ colour }) => rob.includes(colour));
  const whom = people("from", t("Whom do you rob?"), victims, victims.length === 1 ? victims[0].colour : null);
  const stolen = () => {
    const { from, resource } = values();
    return enterOwn({ kind: "steal", from, resource: resource || null });
  };
  const ready = () => Boolean(values().from);
  ask(t("You steal a card"), [whom, oneCard("resource", t("Which card?"))], [[t("Stolen"), stolen]], { ready });
  restOn(may("rob"));
}

/** Say which card another player took. */
export function askRobbed(by, name) {
  askCard(t("Which card did {name} take?", { name }), RESOURCES, resourceOf, (resource) =>
    enterOwn({ kind: "steal", by, resource }),
  );
  restOn(may("robbed_by"));
}

/** Say which card was bought. */
export function askBought(seat) {
  askCard(t("Which card did you buy?"), seat.may.buy, cardOf, (card) =>
    enterCard(seat, { kind: "buy_development_card", card }),
  );
  restOn(may("buy"));
}

/** Enter which card it is; one that makes points enough ends the game before everybody: that is asked first. */
function enterCard({ points }, input) {
  const made = points.public + points.hidden + 1;
  if (input.card !== "victory_point" || made < points.to_win) return enterOwn(input);
  const told = html(
    "p",
    {},
    n(
      "This makes {count} point: once it is your turn, everybody sees that you have won.",
      "This makes {count} points: once it is your turn, everybody sees that you have won.",
      made,
    ),
  );
  ask(t("Do you want to win now?"), told, [[t("Show it and win"), () => enterOwn(input)]], { leave: t("Not yet") });
  return false;
}

/** Name what was told without its cards. */
export function askToName(item, seat, name) {
  askWhat(item, seat, name);
  restOn(({ seat }) => seat?.to_name.some(({ entry }) => entry === item.entry));
}

function askWhat(item, seat, name) {
  const own = seat.colour;
  const entered = (field) => (value) => enterOwn({ kind: "name", entry: item.entry, [field]: value });
  if (item.what === "card_bought") {
    const named = (card) => enterCard(seat, { kind: "name", entry: item.entry, card });
    return askCard(nameable(item, own, name), item.among, cardOf, named);
  }
  if (item.what === "card_stolen") {
    return askCard(nameable(item, own, name), RESOURCES, resourceOf, entered("resource"));
  }
  const counters = counted(n("{count} card", "{count} cards", item.count), { most: item.count });
  const ready = () => total(counters.cards()) === item.count;
  const discarded = () => entered("resources")(counters.cards());
  return ask(nameable(item, own, name), counters, [[t("These cards"), discarded]], { ready });
}

/** The question that names what was told without its cards. */
export function nameable({ what, by, from }, own, name) {
  if (what === "card_bought") return t("Which card did you buy?");
  if (what === "cards_discarded") return t("Which cards did you discard?");
  return by === own
    ? t("Which card did you steal from {name}?", { name: name(from) })
    : t("Which card did {name} steal from you?", { name: name(by) });
}

/** Say which development card is played, and what goes with it. */
export function askPlayed({ may: { play } }, view) {
  askCard(t("Which card do you play?"), play, cardOf, (card) => {
    const input = { kind: "play_development_card", card };
    if (card === "monopoly") return monopoly(input, view);
    if (card === "year_of_plenty") return plenty(input);
    return enterOwn(input);
  });
  restOn(may("play"));
}

function monopoly(input, view) {
  askCard(t("Which resource do all give you?"), RESOURCES, resourceOf, (resource) => {
    askGiven({ ...input, resource }, view, enterOwn);
    return false;
  });
  return false;
}

function plenty(input) {
  const counters = counted(t("Which two cards from the bank?"), { most: CARDS_OF_PLENTY });
  const ready = () => total(counters.cards()) === CARDS_OF_PLENTY;
  const taken = () => enterOwn({ ...input, resources: counters.cards() });
  ask(word("card", input.card), counters, [[t("Taken"), taken]], { ready });
  return false;
}

/** Offer a trade to one or all of those that this player may trade with. */
export function askOffer({ hand, may: { trade } }, players) {
  const partners = players.filter(({ colour }) => trade.includes(colour));
  const all = partners.length > 1 ? [[EVERYBODY, t("Everybody")]] : [];
  const whom = people("to", t("To whom?"), partners, all.length ? EVERYBODY : partners[0].colour, all);
  let take = null;
  const give = counted(t("You give"), { hand, also: (kind) => (take?.cards()[kind] ? 0 : Infinity) });
  take = counted(t("You take"), { also: (kind) => (give.cards()[kind] ? 0 : Infinity) });
  const sides = html("div", { class: "trade" }, give, take);
  sides.addEventListener("change", () => [give, take].forEach((side) => side.refresh()));
  const ready = () => total(give.cards()) > 0 && total(take.cards()) > 0;
  const offered = () => {
    const { to } = values();
    return offer({ give: give.cards(), take: take.cards(), to: to === EVERYBODY ? null : to });
  };
  ask(t("You offer a trade"), [whom, sides], [[t("Offer"), offered]], { ready });
  restOn(both(TURN, HAND));
}

/** Trade with the bank, at the best rate that the own harbors give, or at the bank's own. */
export function askMaritime({ hand, may: { maritime } }, bank) {
  const cards = html("div", { class: "trade" });
  const rate = askRates(maritime, whichCards);
  let rates, give, take;
  function whichCards() {
    rates = rate.rates();
    give = counted(t("You give"), { hand, step: (kind) => rates[kind], note: (kind) => `${rates[kind]}:1` });
    take = cardCounters(t("You take"), {
      most: (kind, counts) => Math.min(bank[kind], lots(give.cards(), rates) - total(counts) + (counts[kind] ?? 0)),
    });
    cards.replaceChildren(give, take, rate);
  }
  const ready = () => total(take.cards()) > 0 && lots(give.cards(), rates) === total(take.cards());
  const traded = () => enterOwn({ kind: "maritime_trade", give: give.cards(), take: take.cards() });
  whichCards();
  cards.addEventListener("change", () => [give, take].forEach((side) => side.refresh()));
  ask(t("You trade with the bank"), cards, [[t("Traded"), traded]], { ready });
  restOn(both(TURN, HAND));
}
