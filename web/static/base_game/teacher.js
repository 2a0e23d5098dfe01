// The card of building costs: what each thing costs, whether who is on turn may have it now and if not why, and what the
// development cards do.

import { ask } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { countedCards } from "../drawing/cards.js";
import { sign } from "../drawing/signs.js";
import { t, word } from "../language/i18n.js";
import { COSTS, THINGS, buildable } from "./costs.js";
import { teach } from "./taught.js";
import { DOES, NAMES, canHave, lacks } from "./teaching.js";

/**
 * A step explained, with the way to be told no more: off with one tap.
 *
 * @param {string} text
 * @param {{ game?: number }} of
 */
export const explained = (text, of) =>
  html(
    "div",
    { class: "lesson" },
    html("p", {}, text),
    html(
      "button",
      { type: "button", "data-key": "lesson-off", "aria-label": t("Stop explaining"), title: t("Stop explaining"), onclick: () => teach(of, false) },
      "✕",
    ),
  );

/**
 * Show the card, with what who is on turn can have by what everybody knows.
 *
 * @param {Page.View} view
 */
export function showCosts(view) {
  const { on_turn: onTurn, may, phase, players } = view;
  const name = players.find(({ colour }) => colour === onTurn)?.name;
  const can = phase === "play" ? canHave(view) : [];
  const told = name && can.length ? t("{name} can build or buy, if their hand allows: {things}.", { name, things: can.join(", ") }) : null;
  showCard(phase === "play" ? buildable(may, onTurn) : null, told);
}

/**
 * Show the card.
 *
 * @param {ReturnType<typeof buildable> | null} now what can be had, and why not; null where nothing is said of that
 * @param {string | null} told
 * @param {Page.Choice[]} more what else can be chosen there
 */
export function showCard(now, told, more = []) {
  ask(
    t("Building costs"),
    [
      told ? html("p", {}, told) : null,
      html(
        "dl",
        { class: "costs" },
        THINGS.map(([thing, event]) => [
          html("dt", {}, sign(thing), NAMES[thing]()),
          html(
            "dd",
            {},
            html("span", { class: "costs-cards" }, countedCards(COSTS[event])),
            now && !now[thing].may ? html("p", { class: "quiet" }, lacks(now[thing])) : null,
          ),
        ]),
      ),
      html("h3", {}, t("What the development cards do")),
      html("dl", { class: "costs" }, Object.entries(DOES).map(([card, does]) => [html("dt", {}, word("card", card)), html("dd", {}, does())])),
    ],
    more,
    { leave: t("Close") },
  );
}
