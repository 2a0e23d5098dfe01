// The region of the game log, newest entry first. A tap opens an entry to edit or delete it.

import { showJournal } from "./journal.js";
import { html } from "../drawing/dom.js";
import { game } from "../table/game.js";
import { drawLine, isShownInLog, turnCounter } from "./line.js";
import { rovingTabindex } from "./roving_tabindex.js";
import { namesOf } from "../table/current_view.js";
import { t, word } from "../language/i18n.js";

/**
 * Selects from a view the data that the log shows.
 *
 * @param {Page.AnyView} view
 */
export const pickLog = (view) => ({ log: view.log.filter(isShownInLog), names: namesOf(view), places: game().places?.(view), turn: view.turn });

/** @param {ReturnType<typeof pickLog>} picked */
export function drawLog({ log, names, places, turn }) {
  const turnNumber = turnCounter(turn);
  const name = (/** @type {string} */ colour) => names[colour] ?? word("colour", colour);
  const list = html("ol", {}, [...log].reverse().map((entry) => drawLine(entry, name, places, turnNumber(entry))));
  rovingTabindex(list, /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key);
  return [
    html("h2", {}, t("Game log")),
    log.length ? list : html("p", { class: "quiet" }, t("Nothing yet.")),
    log.length > 0 && journalButton(),
  ];
}

const journalButton = () =>
  html("button", { type: "button", class: "log-all", "data-key": "log-all", onclick: showJournal }, t("Game log"));
