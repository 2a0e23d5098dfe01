// The card of building costs: what each thing costs, whether who is on turn may have it now and if not why, and what the
// development cards do.

import { ask } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { countedCards } from "../drawing/cards.js";
import { sign } from "../drawing/signs.js";
import { listCards, t, word } from "../language/i18n.js";
import { COSTS, THINGS, buildable } from "./costs.js";

/** @type {{ [thing: string]: () => string }} */
const NAMES = {
  road: () => word("piece", "road"),
  settlement: () => word("piece", "settlement"),
  city: () => word("piece", "city"),
  development_cards: () => t("Development card"),
};

/** @type {[card: string, does: () => string][]} */
const CARDS = [
  ["knight", () => t("Move the robber, and steal a card of a player beside it. Three knights played can be the largest army.")],
  ["road_building", () => t("Build two roads without paying for them.")],
  ["year_of_plenty", () => t("Take any two resource cards of the bank.")],
  ["monopoly", () => t("Name a resource: all others give you every card that they have of it.")],
  ["victory_point", () => t("One point. Keep it face down until it makes you win.")],
];

/**
 * Why somebody can't have a thing now.
 *
 * @param {ReturnType<typeof buildable>[string]} now
 */
function reason({ why, missing }) {
  if (why === "roll") return t("The dice come first.");
  if (why === "missing") return t("Missing: {cards}", { cards: listCards(missing) });
  if (why === "few") return t("The hand holds too few cards.");
  return t("The rules leave none to be had, or no place for it.");
}

/**
 * Show the card.
 *
 * @param {Page.View} view
 */
export function showCosts(view) {
  const { on_turn: onTurn, may, phase, players } = view;
  const now = phase === "play" ? buildable(may, onTurn) : null;
  const name = players.find(({ colour }) => colour === onTurn)?.name;
  const can = THINGS.filter(([thing]) => now?.[thing].may).map(([thing]) => NAMES[thing]());
  ask(
    t("What things cost"),
    [
      now && name && can.length
        ? html("p", {}, t("{name} may build or buy, if the hand pays for it: {things}.", { name, things: can.join(", ") }))
        : null,
      html(
        "dl",
        { class: "costs" },
        THINGS.map(([thing, event]) => [
          html("dt", {}, sign(thing), NAMES[thing]()),
          html(
            "dd",
            {},
            html("span", { class: "costs-cards" }, countedCards(COSTS[event])),
            now && !now[thing].may ? html("p", { class: "quiet" }, reason(now[thing])) : null,
          ),
        ]),
      ),
      html("h3", {}, t("What the development cards do")),
      html("dl", { class: "costs" }, CARDS.map(([card, does]) => [html("dt", {}, word("card", card)), html("dd", {}, does())])),
    ],
    [],
    { leave: t("Close") },
  );
}
