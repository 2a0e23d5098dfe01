// Entering the cards of a hand that was shown, or the number of cards in each hand.

import { enterWithNotice } from "../network/api.js";
import { crest } from "../drawing/crests.js";
import { html } from "../drawing/dom.js";
import { openDialog, dialogValues } from "../dialogs/dialogs.js";
import { RESOURCES } from "../drawing/signs.js";
import { TURN_STATE, closeWhenStale } from "../network/open_question.js";
import { t } from "../language/i18n.js";
import { UNIDENTIFIED_CARD, cardCounters, counters } from "./counters.js";
import { playerChips } from "../dialogs/player_chips.js";

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
  openDialog(t("Which cards are in the hand?"), [who, cards], [[t("All of its cards"), enterHand]]);
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
  openDialog(t("Count your cards"), [fields], [[t("Save"), enterCounts]]);
  closeWhenStale(TURN_STATE);
}
