// What happened, the newest first; a tap strikes an entry out.

import { askStrikeOut } from "./dialogs.js";
import { html } from "./dom.js";
import { namesOf } from "./turn.js";
import { say, tell, word } from "./words.js";

const SURE = 0.9;

/** What the log's part of the page shows of a view. */
export const pickLog = (view) => ({ log: view.log, names: namesOf(view) });

export function drawLog({ log, names }) {
  const name = (colour) => names[colour] ?? word("colour", colour);
  return [
    html("h2", {}, say("log")),
    log.length
      ? html("ol", {}, [...log].reverse().map((entry) => drawEntry(entry, name)))
      : html("p", { class: "quiet" }, say("emptyLog")),
  ];
}

function drawEntry(entry, name) {
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
        onclick: () => askStrikeOut(entry, told, name),
      },
      event.player ? html("span", { class: "swatch", "data-colour": event.player }) : null,
      html(
        "span",
        {},
        told,
        certainty < SURE ? html("span", { class: "flag" }, `? ${say("unsure")}`) : null,
        faults.map((fault) => html("span", { class: "flag" }, `⚠ ${word("fault", fault)}`)),
      ),
    ),
  );
}
