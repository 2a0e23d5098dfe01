// The whole story as a list, the newest first; a tap on a line opens it.

import { earlierLines } from "../api.js";
import { ask } from "../dialogs.js";
import { html } from "../dom.js";
import { drawLine } from "../line.js";
import { t } from "../words.js";
import { nameOf, now } from "./now.js";

/** Show the story: the last lines, and those before them as far as they are asked for. */
export function askJournal() {
  const list = html("ol", { class: "journal" });
  const more = html("button", { type: "button", onclick: showEarlier }, t("Earlier lines"));
  let first = null;

  function add(lines) {
    list.append(...[...lines].reverse().map((line) => drawLine(line, nameOf)));
    first = lines[0]?.number ?? first;
  }
  async function showEarlier() {
    more.disabled = true;
    const lines = await earlierLines(first);
    add(lines);
    more.disabled = false;
    more.hidden = lines.length === 0;
  }
  add(now().log);
  ask(t("What happened"), html("div", { class: "journal-box" }, list, more), [], { leave: t("Close") });
}
