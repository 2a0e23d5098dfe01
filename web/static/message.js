// What the page says for a moment: a refusal, or the rules that what was entered breaks.

import { enter } from "./api.js";
import { html } from "./dom.js";
import { say, word } from "./words.js";

const SHOWN_FOR = 8000;

const box = document.getElementById("message");
let ends;
// The answer that an Undo is offered for.
let undoable = null;

function show(parent, ...content) {
  parent.append(box);
  box.replaceChildren(...content);
  box.hidden = false;
  clearTimeout(ends);
  ends = setTimeout(hide, SHOWN_FOR);
}

function hide() {
  box.hidden = true;
  undoable = null;
}

/** Say why something was not taken. */
export function showRefusal(text) {
  undoable = null;
  // A dialog lies above everything but what is inside it.
  const dialog = document.getElementById("dialog");
  show(dialog.open ? dialog : document.body, text);
}

/** Say which rules something breaks that was taken all the same, and offer to undo it. */
export function showFaults(answer) {
  undoable = answer;
  const undo = () => {
    hide();
    enter({ kind: "undo" });
  };
  const faults = answer.faults.map((fault) => word("fault", fault)).join("; ");
  show(
    document.body,
    html("span", {}, say("recorded", faults)),
    html("button", { type: "button", onclick: undo }, say("undo")),
  );
}

/** Withdraw the Undo once something else happened: it would take back that. */
export function followUndo(snapshot) {
  if (!undoable || snapshot.version < undoable.version) return;
  const newest = snapshot.game?.view.log.at(-1)?.event;
  if (JSON.stringify(newest) !== JSON.stringify(undoable.told.at(-1))) {
    box.querySelector("button")?.remove();
    undoable = null;
  }
}
