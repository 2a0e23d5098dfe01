// Dialogs on the phone that ask for details of an entry.

import { cardCounters, totalCards, rateField, countLots, resourceRadios } from "../base_entries/card_transfers.js";
import { askMonopolyCards } from "../base_entries/development.js";
import { playerChips } from "../dialogs/form_fields.js";
import { openDialog, dialogValues } from "../dialogs/dialogs.js";
import { html, singleFlight } from "../drawing/dom.js";
import { card } from "../drawing/cards.js";
import { RESOURCES } from "../drawing/signs.js";
import { TURN_STATE, combinePicks, closeWhenStale } from "../network/api.js";
import { n, t, word } from "../language/i18n.js";
import { enterInput, sendOffer } from "../phone/seat_inputs.js";

// The state that a question on the phone depends on, and the reason why it was closed.

/**
 * Selectors on a snapshot: the player's cards, and the inputs that this player may enter.
 *
 * @param {Page.Seen} snapshot
 */
const ownCards = ({ seat }) => seat?.hand.cards;
/**
 * @param {string} what
 * @returns {(snapshot: Page.Seen) => unknown}
 */
const permission = (what) => ({ seat }) => /** @type {{ [what: string]: unknown } | undefined} */ (seat?.may)?.[what];

/**
 * The reason why a question from the snapshot `asked` was closed; null: the game has continued.
 *
 * @param {Page.Seen} snapshot
 * @param {Page.Seen} asked
 */
export function closeReason(snapshot, asked) {
  const isOtherHand = snapshot.seat && JSON.stringify(ownCards(snapshot)) !== JSON.stringify(ownCards(asked));
  return isOtherHand ? t("Your hand has changed. Check it again.") : null;
}

/** @typedef {Pick<Api.SeatView, "colour" | "hand" | "may" | "to_name" | "points">} Own */
/** @typedef {{ what: string, entry: number, by?: string, from?: string, among?: Api.DevelopmentCard[], count?: number }} ToName */

const ALL_PLAYERS = "everybody";
const CARDS_OF_PLENTY = 2;

/**
 * The most cards of a kind that a hand can have.
 *
 * @param {Api.OwnHand} hand
 * @param {string} kind
 */
const maxCount = ({ between }, kind) => /** @type {{ [kind: string]: [number, number] }} */ (between)[kind][1];

/**
 * Counters limited to `most` cards in total, and to what the hand can have of each kind.
 *
 * @param {string} legend
 * @param {{ kinds?: string[], note?: (kind: string) => string, step?: (kind: string) => number, most?: number, hand?: Api.OwnHand | null, given?: Page.Cards, also?: (kind: string) => number }} options
 */
function handCounters(legend, { most = Infinity, hand = null, given = {}, also = () => Infinity, ...options } = {}) {
  return cardCounters(legend, {
    given,
    most: (kind, counts) =>
      Math.min(hand ? maxCount(hand, kind) : Infinity, most - totalCards(counts) + (counts[kind] ?? 0), also(kind)),
    held: hand?.certain ? (kind) => /** @type {Page.Cards} */ (hand.cards)[kind] ?? 0 : undefined,
    ...options,
  });
}

/**
 * Asks for one of several cards, with one tap each; `choose` enters it.
 *
 * @param {string} title
 * @template {string} K
 * @param {K[]} kinds
 * @param {(kind: K) => Page.Content} picture
 * @param {(kind: K) => unknown} choose
 */
function askCard(title, kinds, picture, choose) {
  /** @param {K} kind */
  const onTap = (kind) => async () => {
    if (await choose(kind)) choices[0].closest("dialog")?.close();
  };
  const choices = kinds.map((kind) =>
    html(
      "button",
      { type: "button", class: "choice choice-card", "data-resource": kind, "data-choice": kind, onclick: singleFlight(onTap(kind)) },
      picture(kind),
    ),
  );
  openDialog(title, html("div", { class: "choices" }, choices), []);
}

/** @param {string} kind */
const drawResource = (kind) => [card(kind), html("span", {}, word("resource", kind))];
/** @param {string} kind */
const drawCard = (kind) => [card(kind), html("span", {}, word("card", kind))];

/**
 * Asks for all cards of the hand.
 *
 * @param {Api.OwnHand} hand
 */
export function askHand(hand) {
  const counters = handCounters(t("All cards in your hand"), { given: hand.cards });
  openDialog(t("Which cards do you have?"), counters.element, [
    [t("That's my hand"), () => enterInput({ kind: "show_hand", resources: counters.cards() })],
  ]);
  closeWhenStale(ownCards);
}

/**
 * Asks which cards are discarded for a seven.
 *
 * @param {Own} seat
 */
export function askDiscard({ hand, may: { discard } }) {
  const counters = handCounters(n("{count} card to discard", "{count} cards to discard", discard), { most: discard, hand });
  const isReady = () => totalCards(counters.cards()) === discard;
  const enterDiscard = () => enterInput({ kind: "discard", resources: counters.cards() });
  openDialog(t("You discard"), counters.element, [[t("Discarded"), enterDiscard]], { ready: isReady });
  closeWhenStale(combinePicks(ownCards, permission("discard")));
}

/**
 * Asks whom this player robbed, and of which card.
 *
 * @param {Own} seat
 * @param {Page.Player[]} players
 */
export function askRob({ may: { rob } }, players) {
  /** @type {string[]} */
  const robbable = rob;
  const victims = players.filter(({ colour }) => robbable.includes(colour));
  const whom = playerChips("from", t("Whom do you rob?"), victims, victims.length === 1 ? victims[0].colour : null);
  const enterSteal = () => {
    const { from, resource } = dialogValues();
    return enterInput({ kind: "steal", from, resource: resource || null });
  };
  const isReady = () => Boolean(dialogValues().from);
  openDialog(t("You steal a card"), [whom, resourceRadios("resource", t("Which card?"))], [[t("Steal"), enterSteal]], { ready: isReady });
  closeWhenStale(permission("rob"));
}

/**
 * Asks which card another player stole.
 *
 * @param {string} by
 * @param {string} name
 */
export function askRobbed(by, name) {
  askCard(t("Which card did {name} take?", { name }), RESOURCES, drawResource, (resource) =>
    enterInput({ kind: "steal", by, resource }),
  );
  closeWhenStale(permission("robbed_by"));
}

/**
 * Asks which card was bought.
 *
 * @param {Own} seat
 */
export function askBuy(seat) {
  askCard(t("Which card did you buy?"), seat.may.buy, drawCard, (card) =>
    enterCard(seat, { kind: "buy_development_card", card }),
  );
  closeWhenStale(permission("buy"));
}

/**
 * Enters a card. If it reaches the points to win, the player confirms first, because it ends the game publicly.
 *
 * @param {Own} seat
 * @param {Page.Input} input
 * @returns {unknown}
 */
function enterCard({ points }, input) {
  const newPoints = points.public + points.hidden + 1;
  if (input.card !== "victory_point" || newPoints < points.to_win) return enterInput(input);
  const warning = html(
    "p",
    {},
    n(
      "This makes {count} point. On your turn, everyone will see that you have won.",
      "This makes {count} points. On your turn, everyone will see that you have won.",
      newPoints,
    ),
  );
  openDialog(t("Do you want to win now?"), warning, [[t("Reveal and win"), () => enterInput(input)]], { leave: t("Not yet") });
  return false;
}

/**
 * Asks for the cards of an event that was entered without them.
 *
 * @param {ToName} item
 * @param {Own} seat
 * @param {Page.Naming} name
 */
export function askUnnamed(item, seat, name) {
  openNaming(item, seat, name);
  closeWhenStale((/** @type {Page.Seen} */ { seat }) => seat?.to_name.some(({ entry }) => entry === item.entry));
}

/**
 * @param {ToName} item
 * @param {Own} seat
 * @param {Page.Naming} name
 * @returns {unknown}
 */
function openNaming(item, seat, name) {
  const own = seat.colour;
  /** @param {string} field */
  const enterName = (field) => (/** @type {unknown} */ value) => enterInput({ kind: "name", entry: item.entry, [field]: value });
  if (item.what === "card_bought") {
    const enterNamedCard = (/** @type {string} */ card) => enterCard(seat, { kind: "name", entry: item.entry, card });
    return askCard(namingQuestion(item, own, name), item.among ?? [], drawCard, enterNamedCard);
  }
  if (item.what === "card_stolen") {
    return askCard(namingQuestion(item, own, name), RESOURCES, drawResource, enterName("resource"));
  }
  const { count = 0 } = item;
  const counters = handCounters(n("{count} card", "{count} cards", count), { most: count });
  const isReady = () => totalCards(counters.cards()) === count;
  const enterDiscarded = () => enterName("resources")(counters.cards());
  return openDialog(namingQuestion(item, own, name), counters.element, [[t("Confirm cards"), enterDiscarded]], { ready: isReady });
}

/**
 * The question for the cards of an event that was entered without them.
 *
 * @param {ToName} item
 * @param {string} own
 * @param {Page.Naming} name
 */
export function namingQuestion({ what, by = "", from = "" }, own, name) {
  if (what === "card_bought") return t("Which card did you buy?");
  if (what === "cards_discarded") return t("Which cards did you discard?");
  return by === own
    ? t("Which card did you steal from {name}?", { name: name(from) })
    : t("Which card did {name} steal from you?", { name: name(by) });
}

/**
 * Asks which development card is played, and for its details.
 *
 * @param {Own} seat
 * @param {Parameters<typeof askMonopolyCards>[1]} view
 */
export function askPlay({ may: { play } }, view) {
  askCard(t("Which card do you play?"), play, drawCard, (card) => {
    const input = { kind: "play_development_card", card };
    if (card === "monopoly") return askMonopoly(input, view);
    if (card === "year_of_plenty") return askPlenty(input);
    return enterInput(input);
  });
  closeWhenStale(permission("play"));
}

/**
 * @param {Page.Input} input
 * @param {Parameters<typeof askMonopolyCards>[1]} view
 */
function askMonopoly(input, view) {
  askCard(t("Which resource does everyone give you?"), RESOURCES, drawResource, (resource) => {
    askMonopolyCards({ ...input, resource }, view, enterInput);
    return false;
  });
  return false;
}

/** @param {Page.Input} input */
function askPlenty(input) {
  const counters = handCounters(t("Which two cards from the bank?"), { most: CARDS_OF_PLENTY });
  const isReady = () => totalCards(counters.cards()) === CARDS_OF_PLENTY;
  const enterPlenty = () => enterInput({ ...input, resources: counters.cards() });
  openDialog(word("card", input.card), counters.element, [[t("Take"), enterPlenty]], { ready: isReady });
  return false;
}

/**
 * Asks for a trade offer to one or all possible partners.
 *
 * @param {Own} seat
 * @param {Page.Player[]} players
 */
export function askOffer({ hand, may: { trade, gifts } }, players) {
  /** @type {string[]} */
  const tradable = trade;
  const partners = players.filter(({ colour }) => tradable.includes(colour));
  /** @type {Page.Option[]} */
  const all = partners.length > 1 ? [[ALL_PLAYERS, t("Everybody")]] : [];
  const whom = playerChips("to", t("To whom?"), partners, all.length ? ALL_PLAYERS : partners[0].colour, all);
  /** @type {ReturnType<typeof cardCounters> | null} */
  let take = null;
  const give = handCounters(t("You give"), { hand, also: (kind) => (take?.cards()[kind] ? 0 : Infinity) });
  const takes = handCounters(t("You receive"), { also: (kind) => (give.cards()[kind] ? 0 : Infinity) });
  take = takes;
  const sides = html("div", { class: "trade" }, give.element, takes.element);
  sides.addEventListener("change", () => [give, takes].forEach((side) => side.refresh()));
  const [given, taken] = [() => totalCards(give.cards()), () => totalCards(takes.cards())];
  const isReady = () => (gifts ? given() + taken() > 0 : given() > 0 && taken() > 0);
  const hint = gifts ? html("p", { class: "quiet" }, t("House rule: one side may stay empty, for a gift or a loan.")) : null;
  const enterOffer = () => {
    const { to } = dialogValues();
    return sendOffer({ give: give.cards(), take: takes.cards(), to: to === ALL_PLAYERS ? null : /** @type {Api.Colour} */ (to) });
  };
  openDialog(t("You offer a trade"), [whom, sides, hint], [[t("Offer"), enterOffer]], { ready: isReady });
  closeWhenStale(combinePicks(TURN_STATE, ownCards));
}

/**
 * Asks for a trade with the bank, at the best rate of the player's harbors or at the bank's own.
 *
 * @param {Own} seat
 * @param {Page.Cards} bank
 */
export function askBankTrade({ hand, may: { maritime } }, bank) {
  const cards = html("div", { class: "trade" });
  const rate = rateField(maritime ?? {}, redrawSides);
  const drawSides = () => {
    const rates = rate.rates();
    const give = handCounters(t("You give"), { hand, step: (kind) => rates[kind], note: (kind) => `${rates[kind]}:1` });
    const take = cardCounters(t("You receive"), {
      most: (kind, counts) => Math.min(bank[kind], countLots(give.cards(), rates) - totalCards(counts) + (counts[kind] ?? 0)),
    });
    cards.replaceChildren(give.element, take.element, rate.element);
    return { rates, give, take };
  };
  let sides = drawSides();
  function redrawSides() {
    sides = drawSides();
  }
  const isReady = () => totalCards(sides.take.cards()) > 0 && countLots(sides.give.cards(), sides.rates) === totalCards(sides.take.cards());
  const enterTrade = () => enterInput({ kind: "maritime_trade", give: sides.give.cards(), take: sides.take.cards() });
  cards.addEventListener("change", () => [sides.give, sides.take].forEach((side) => side.refresh()));
  openDialog(t("You trade with the bank"), cards, [[t("Enter trade"), enterTrade]], { ready: isReady });
  closeWhenStale(combinePicks(TURN_STATE, ownCards));
}
