// What a hand holds, said by who looked into it.

import { enterTold } from "../network/api.js";
import { ask, values } from "../dialogs/dialogs.js";
import { RESOURCES } from "../drawing/signs.js";
import { TURN, restOn } from "../network/open_question.js";
import { t } from "../language/i18n.js";
import { UNIDENTIFIED, cardCounters } from "./counters.js";
import { people } from "../dialogs/people.js";

/**
 * Ask what a player's hand holds: whatever was thought of it before.
 *
 * @param {Page.View} view
 */
export function askHand(view) {
  const who = people("player", t("Whose hand is it?"), view.players, view.on_turn);
  const cards = cardCounters(t("Everybody at this screen sees what is entered here."), {
    kinds: [...RESOURCES, UNIDENTIFIED],
  });
  const show = () => enterTold({ kind: "show_hand", player: values().player, resources: cards.cards() });
  ask(t("Which cards are in the hand?"), [who, cards], [[t("All of its cards"), show]]);
  restOn(TURN);
}
