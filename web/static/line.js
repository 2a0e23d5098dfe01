// One line of the story: what happened, how sure that is, and which rules it breaks.

import { askEntry } from "./act/entry.js";
import { crest } from "./crests.js";
import { html } from "./dom.js";
import { game, tell } from "./game.js";
import { t, word } from "./words.js";

const SURE = 0.9;

/**
 * Gives a line, a tap on which opens it; `name` turns a colour into a player's name, `hexes` say what lies
 * where.
 */
export function drawLine(entry, name, hexes) {
  const { number, certainty, event, faults } = entry;
  const told = tell(event, name);
  const where = game().where(event, hexes);
  return html(
    "li",
    { class: game().startsTurn(event) ? "turn-start" : "" },
    html(
      "button",
      {
        type: "button",
        class: faults.length ? "entry entry-flagged" : "entry",
        "data-key": `entry-${number}`,
        onclick: () => askEntry(entry),
      },
      event.player ? crest(event.player) : null,
      html(
        "span",
        {},
        told,
        where ? html("span", { class: "quiet where" }, ` (${where})`) : null,
        certainty < SURE ? html("span", { class: "flag" }, `? ${t("unsure")}`) : null,
        faults.map((fault) => html("span", { class: "flag" }, `⚠ ${word("fault", fault)}`)),
      ),
    ),
  );
}
