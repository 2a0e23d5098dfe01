// What the phone sends of its own seat, and what came of it, said for a moment.

import { html, once } from "../dom.js";
import { enterOnce } from "../entering.js";
import { apart, t, word } from "../words.js";

const SHOWN_FOR = 8000;

const box = document.getElementById("message");
let ends;

/** Say something for a moment: what was refused, or what came of what was entered. */
export function say(kind, ...content) {
  const dialog = document.getElementById("dialog");
  // A dialog lies above everything but what is inside it; what was taken closes it.
  (dialog.open && kind === "refusal" ? dialog : document.body).append(box);
  box.dataset.kind = kind;
  box.replaceChildren(...content);
  box.hidden = false;
  clearTimeout(ends);
  ends = setTimeout(hush, SHOWN_FOR);
}

function hush() {
  box.hidden = true;
}

/** Enter, and have said what came of it. Resolves to whether it was taken. */
async function send(path, data, taken = hush) {
  try {
    taken(await enterOnce(path, data));
    return true;
  } catch (error) {
    say("refusal", html("span", {}, error.message));
    return false;
  }
}

/** Say that something was taken, or which rules it breaks, and offer to take it back. */
function told({ faults }) {
  const undo = button(t("Undo"), () => send("/api/seat/inputs", { kind: "undo" }), { key: "undo" });
  if (faults.length) say("faults", recorded(faults), undo);
  else say("told", html("span", {}, t("Recorded.")), undo);
}

function recorded(faults) {
  const broken = apart(faults.map((fault) => word("fault", fault)));
  return html("span", {}, t("Recorded, though the rules say: {faults}.", { faults: broken }));
}

/** Enter something of the own cards. */
export const enterOwn = (input) => send("/api/seat/inputs", input, told);
/** Offer a trade. */
export const offer = (offered) => send("/api/seat/offers", offered);
/** Answer an offer; the trade that comes of it may break rules. */
export const answer = (number, said) =>
  send(`/api/seat/offers/${number}`, said, ({ faults }) => (faults?.length ? say("faults", recorded(faults)) : hush()));

/** A button by its key. */
export function button(text, action, { key, kind, ...attributes } = {}) {
  return html("button", { type: "button", class: kind, "data-key": key, onclick: once(action), ...attributes }, text);
}
