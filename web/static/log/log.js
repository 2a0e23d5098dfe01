// What happened, the newest first; a tap opens a line, to change it or strike it out.

import { askJournal } from "./journal.js";
import { html } from "../drawing/dom.js";
import { game } from "../table/game.js";
import { drawLine, turnCounter } from "./line.js";
import { oneStop } from "./one_stop.js";
import { namesOf } from "../table/current_view.js";
import { t, word } from "../language/i18n.js";

/**
 * What the log's part of the page shows of a view.
 *
 * @param {Page.AnyView} view
 */
export const pickLog = (view) => ({ log: view.log, names: namesOf(view), places: game().places?.(view), turn: view.turn });

/** @param {ReturnType<typeof pickLog>} picked */
export function drawLog({ log, names, places, turn }) {
  const begins = turnCounter(turn);
  const name = (/** @type {string} */ colour) => names[colour] ?? word("colour", colour);
  const list = html("ol", {}, [...log].reverse().map((entry) => drawLine(entry, name, places, begins(entry))));
  oneStop(list, /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key);
  return [
    html("h2", {}, t("Game log")),
    log.length ? list : html("p", { class: "quiet" }, t("Nothing yet.")),
    log.length > 0 && wholeStory(),
  ];
}

const wholeStory = () =>
  html("button", { type: "button", class: "log-all", "data-key": "log-all", onclick: askJournal }, t("Game log"));
