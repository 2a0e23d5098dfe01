// Entering the cards that players really took for the last roll, if that differs from what was due.

import { enterWithNotice } from "../network/api.js";
import { openDialog, dialogValues } from "../dialogs/dialogs.js";
import { html, singleFlight } from "../drawing/dom.js";
import { RESOURCES } from "../drawing/signs.js";
import { t, word } from "../language/i18n.js";
import { cardCounters, UNIDENTIFIED_CARD, counters } from "./counters.js";
import { crest } from "../drawing/crests.js";
import { TURN_STATE, closeWhenStale } from "../network/open_question.js";
import { playerChips } from "../dialogs/player_chips.js";

/**
 * Asks which cards were taken instead, by everybody or by `only` one player. The most frequent answers need one tap.
 *
 * @param {Page.View} view
 * @param {string | null} only
 */
export function askTakenCards(view, only = null) {
  /** @type {Api.Takes[]} */
  const takes = view.last_roll?.takes ?? [];
  /** @param {string} colour */
  const nameOf = (colour) => view.players.find((player) => player.colour === colour)?.name ?? colour;
  const isAsked = (/** @type {{ colour: string }} */ { colour }) => only === null || colour === only;
  const missed = takes.filter(isAsked).map(({ colour }) =>
    choiceButton(t("{name} took nothing", { name: nameOf(colour) }), () => enterWithNotice({ kind: "take_instead", player: colour, resources: {} })),
  );
  const short = RESOURCES.filter((kind) => takes.filter(({ cards }) => cards[kind]).length > 1 && takes.filter(isAsked).some(({ cards }) => cards[kind])).map((kind) =>
    choiceButton(t("The bank had run out of {resource}", { resource: word("resource", kind) }), () => enterWithNotice({ kind: "bank_ran_out", resource: kind })),
  );
  const other = view.players.filter(isAsked).map(({ colour, name }) =>
    choiceButton(t("{name} took other cards …", { name }), () => askOtherCards(colour, name)),
  );
  openDialog(t("Which cards were taken for this roll?"), html("div", { class: "choices" }, missed, short, other), []);
}

/**
 * @param {string} text
 * @param {() => unknown} act
 */
const choiceButton = (text, act) => html("button", { type: "button", class: "choice", onclick: singleFlight(act) }, text);

/**
 * Asks which cards a player took.
 *
 * @param {string} colour
 * @param {string} name
 */
function askOtherCards(colour, name) {
  const took = cardCounters(t("Cards taken"), { most: () => Infinity });
  const enterCards = () => enterWithNotice({ kind: "take_instead", player: colour, resources: took.cards() });
  openDialog(t("{name} took other cards", { name }), took.element, [[t("Save"), enterCards]]);
  return false;
}

// Entering the cards of a hand that was shown, or the number of cards in each hand.

/**
 * Asks for all cards of a player's hand; the answer replaces all earlier assumptions.
 *
 * @param {Page.View} view
 */
export function askHand(view) {
  const who = playerChips("player", t("Whose hand is it?"), view.players, view.on_turn);
  const cards = cardCounters(t("Everybody at this screen sees what is entered here."), {
    kinds: [...RESOURCES, UNIDENTIFIED_CARD],
  });
  const enterHand = () => enterWithNotice({ kind: "show_hand", player: dialogValues().player, resources: cards.cards() });
  openDialog(t("Which cards are in the hand?"), [who, cards.element], [[t("All of its cards"), enterHand]]);
  closeWhenStale(TURN_STATE);
}

/**
 * Asks for the number of cards in each hand, beginning with the recorded numbers.
 *
 * @param {Api.CountAsked[]} counts
 */
export function askCounts(counts) {
  const given = Object.fromEntries(counts.map(({ colour, cards }) => [colour, cards]));
  const rows = counts.map(({ colour, name }) => ({ key: colour, name, label: [crest(colour), html("span", { class: "count-name" }, name)] }));
  const fields = counters(t("How many cards does each hold?"), rows, { given });
  const none = Object.fromEntries(counts.map(({ colour }) => [colour, 0]));
  const enterCounts = () => enterWithNotice({ kind: "count_cards", cards: { ...none, ...fields.cards() } });
  openDialog(t("Count your cards"), fields.element, [[t("Save"), enterCounts]]);
  closeWhenStale(TURN_STATE);
}
