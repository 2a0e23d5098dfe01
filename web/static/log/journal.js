// The whole story as a list, the newest first; a tap on a line opens it.

import { earlierLines } from "../network/api.js";
import { ask } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { game } from "../table/game.js";
import { drawLine, turnCounter } from "./line.js";
import { oneStop } from "./one_stop.js";
import { t } from "../language/i18n.js";
import { nameOf, now } from "../table/current_view.js";

/** The number of a story's first line. */
const FIRST = 1;

/** Show the story: the last lines, and those before them as far as they are asked for. */
export function askJournal() {
  const list = html("ol", { class: "journal" });
  const more = html("button", { type: "button", onclick: showEarlier }, t("Show earlier entries"));
  const begins = turnCounter(now().turn);
  const added = oneStop(list);
  let first = FIRST;

  /** @param {Page.Line[]} lines */
  function add(lines) {
    list.append(...[...lines].reverse().map((line) => drawLine(line, nameOf, game().places?.(now()), begins(line))));
    first = lines[0]?.number ?? FIRST;
    more.hidden = first <= FIRST;
    added();
  }
  async function showEarlier() {
    more.disabled = true;
    const lines = await earlierLines(first);
    add(lines);
    more.disabled = false;
  }
  add(now().log);
  ask(t("Game log"), html("div", { class: "journal-box" }, list, more), [], { leave: t("Close") });
}
