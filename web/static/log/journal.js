// The whole game log as a dialog, newest entry first. A tap opens an entry. It can be saved as plain text.

import { fetchEarlierLines } from "../network/api.js";
import { openDialog } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { game } from "../table/game.js";
import { drawLine, lineText, turnCounter } from "./line.js";
import { downloadFile } from "../device/download.js";
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
  openDialog(t("Game log"), html("div", { class: "journal-box" }, list, more), [[t("Save as text"), saveAsText]], { leave: t("Close") });
}

/** Saves the whole log as a text file, oldest entry first. Returns false: the dialog stays open. */
async function saveAsText() {
  const view = currentView();
  let lines = view.log;
  while (lines.length && lines[0].number > FIRST_LINE) {
    const earlier = await fetchEarlierLines(lines[0].number);
    // The page shows why they are missing: a part of the log isn't saved as if it were all of it.
    if (!earlier.length) return false;
    lines = [...earlier, ...lines];
  }
  const turnNumber = turnCounter(view.turn);
  const texts = [...lines].reverse().map((line) => lineText(line, nameOf, game().places?.(view), turnNumber(line)));
  const text = `${t("Game log")}\n\n${texts.reverse().join("\n")}\n`;
  return downloadFile(new File([text], "companion-log.txt", { type: "text/plain;charset=utf-8" }));
}
