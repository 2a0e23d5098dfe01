// What is entered seldom: one tap further away.

import { enterTold } from "../api.js";
import { ask, values } from "../dialogs.js";
import { html } from "../dom.js";
import { RESOURCES } from "../signs.js";
import { askLeave, askStart } from "../start.js";
import { t } from "../words.js";
import { UNIDENTIFIED, cardCounters } from "./counters.js";
import { askJournal } from "./journal.js";
import { people } from "./people.js";

/** Ask which of the seldom things is meant. */
export function askMore(view) {
  const choices = [
    view.phase === "play" && [t("Say what a hand holds"), () => askHand(view)],
    [t("The whole story"), askJournal],
    [t("Evenings played"), () => location.assign("/history")],
    [t("New game"), () => askStart(view)],
    view.phase !== "over" && [t("Give up this game …"), () => askLeave(view)],
  ].filter(Boolean);
  const buttons = choices.map(([text, act]) =>
    html("button", { type: "button", class: "choice", onclick: act }, text),
  );
  ask(t("More"), html("div", { class: "choices" }, buttons), []);
}

/** Ask what a player's hand holds: whatever was thought of it before. */
function askHand(view) {
  const who = people("player", t("Whose hand is it?"), view.players, view.on_turn);
  const cards = cardCounters(t("Everybody at this screen sees what is entered here."), {
    kinds: [...RESOURCES, UNIDENTIFIED],
  });
  const show = () => enterTold({ kind: "show_hand", player: values().player, resources: cards.cards() });
  ask(t("What does the hand hold?"), [who, cards], [[t("All of its cards"), show]]);
}
