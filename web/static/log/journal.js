// The whole game log as a dialog, newest entry first. A tap opens an entry.

import { fetchEarlierLines } from "../network/api.js";
import { openDialog } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { game } from "../table/game.js";
import { drawLine, turnCounter } from "./line.js";
import { rovingTabindex } from "./roving_tabindex.js";
import { t } from "../language/i18n.js";
import { nameOf, currentView } from "../table/current_view.js";

/** The number of a log's first entry. */
const FIRST_LINE = 1;

/** Shows the latest entries, and earlier ones on request. */
export function showJournal() {
  const list = html("ol", { class: "journal" });
  const more = html("button", { type: "button", onclick: showEarlier }, t("Show earlier entries"));
  const turnNumber = turnCounter(currentView().turn);
  const updateTabStop = rovingTabindex(list);
  let first = FIRST_LINE;

  /** @param {Page.Line[]} lines */
  function add(lines) {
    list.append(...[...lines].reverse().map((line) => drawLine(line, nameOf, game().places?.(currentView()), turnNumber(line))));
    first = lines[0]?.number ?? FIRST_LINE;
    more.hidden = first <= FIRST_LINE;
    updateTabStop();
  }
  async function showEarlier() {
    more.disabled = true;
    const lines = await fetchEarlierLines(first);
    add(lines);
    more.disabled = false;
  }
  add(currentView().log);
  openDialog(t("Game log"), html("div", { class: "journal-box" }, list, more), [], { leave: t("Close") });
}
