// The building costs card: each purchase with its price and availability, and the effects of the development cards.

import { openDialog } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { drawCardCounts } from "../drawing/cards.js";
import { sign } from "../drawing/signs.js";
import { t, word } from "../language/i18n.js";
import { COSTS, PURCHASES, buildOptions } from "./costs.js";
import { setTeaching } from "./teaching_setting.js";
import { CARD_EFFECTS, PURCHASE_NAMES, affordableNames, missingReason } from "./teaching.js";

/**
 * Draws a lesson with a button that turns lessons off.
 *
 * @param {string} text
 * @param {{ game?: number }} of
 */
export const drawLesson = (text, of) =>
  html(
    "div",
    { class: "lesson" },
    html("p", {}, text),
    html(
      "button",
      { type: "button", "data-key": "lesson-off", "aria-label": t("Stop explaining"), title: t("Stop explaining"), onclick: () => setTeaching(of, false) },
      "✕",
    ),
  );

/**
 * Shows the building costs with the active player's options, from public information.
 *
 * @param {Page.View} view
 */
export function showCosts(view) {
  const { on_turn: onTurn, may, phase, players } = view;
  const name = players.find(({ colour }) => colour === onTurn)?.name;
  const can = phase === "play" ? affordableNames(view) : [];
  const note = name && can.length ? t("{name} can build or buy, if their hand allows: {things}.", { name, things: can.join(", ") }) : null;
  showCard(phase === "play" ? buildOptions(may, onTurn) : null, note);
}

/**
 * Shows the building costs.
 *
 * @param {ReturnType<typeof buildOptions> | null} now the options, or null to show none
 * @param {string | null} note
 * @param {Page.Choice[]} more further buttons of the dialog
 */
export function showCard(now, note, more = []) {
  openDialog(
    t("Building costs"),
    [
      note ? html("p", {}, note) : null,
      html(
        "dl",
        { class: "costs" },
        PURCHASES.map(([thing, event]) => [
          html("dt", {}, sign(thing), PURCHASE_NAMES[thing]()),
          html(
            "dd",
            {},
            html("span", { class: "costs-cards" }, drawCardCounts(COSTS[event])),
            now && !now[thing].may ? html("p", { class: "quiet" }, missingReason(now[thing])) : null,
          ),
        ]),
      ),
      html("h3", {}, t("What the development cards do")),
      html("dl", { class: "costs" }, Object.entries(CARD_EFFECTS).map(([card, does]) => [html("dt", {}, word("card", card)), html("dd", {}, does())])),
    ],
    more,
    { leave: t("Close") },
  );
}
