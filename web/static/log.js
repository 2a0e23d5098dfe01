// What happened, the newest first; a tap opens a line, to change it or strike it out.

import { askEntry } from "./act/entry.js";
import { crest } from "./crests.js";
import { html } from "./dom.js";
import { namesOf } from "./turn.js";
import { t, tell, word } from "./words.js";

const SURE = 0.9;

/** What the log's part of the page shows of a view. */
export const pickLog = (view) => ({ log: view.log, names: namesOf(view) });

export function drawLog({ log, names }) {
  const name = (colour) => names[colour] ?? word("colour", colour);
  return [
    html("h2", {}, t("What happened")),
    log.length
      ? html("ol", {}, [...log].reverse().map((entry) => drawLine(entry, name)))
      : html("p", { class: "quiet" }, t("Nothing yet.")),
  ];
}

/** One line of the story; `name` turns a colour into a player's name. */
export function drawLine(entry, name) {
  const { number, certainty, event, faults } = entry;
  const told = tell(event, name);
  return html(
    "li",
    {},
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
        certainty < SURE ? html("span", { class: "flag" }, `? ${t("unsure")}`) : null,
        faults.map((fault) => html("span", { class: "flag" }, `⚠ ${word("fault", fault)}`)),
      ),
    ),
  );
}
