// What the phone sends of its own seat, and what came of it, said for a moment.

import { post } from "../api.js";
import { html } from "../dom.js";
import { t, word } from "../words.js";

const SHOWN_FOR = 8000;

const box = document.getElementById("message");
let ends;

/** Say something for a moment: what was refused, or the rules that what was entered breaks. */
export function say(text, kind) {
  const dialog = document.getElementById("dialog");
  // A dialog lies above everything but what is inside it.
  (dialog.open ? dialog : document.body).append(box);
  box.dataset.kind = kind;
  box.replaceChildren(html("span", {}, text));
  box.hidden = false;
  clearTimeout(ends);
  ends = setTimeout(() => {
    box.hidden = true;
  }, SHOWN_FOR);
}

/** Post, and say what came of it. Resolves to whether it was taken. */
async function send(path, data) {
  try {
    const { faults } = await post(path, data);
    if (faults?.length) {
      const broken = faults.map((fault) => word("fault", fault)).join("; ");
      say(t("Recorded, though the rules say: {faults}.", { faults: broken }), "faults");
    } else box.hidden = true;
    return true;
  } catch (error) {
    say(error.message, "refusal");
    return false;
  }
}

/** Enter something of the own cards. */
export const enterOwn = (input) => send("/api/seat/inputs", input);
/** Offer a trade. */
export const offer = (offered) => send("/api/seat/offers", offered);
/** Answer an offer. */
export const answer = (number, said) => send(`/api/seat/offers/${number}`, said);

/** A button that is off while what it does is under way: a finger that taps twice means once. */
export function button(text, action, { key, kind, ...attributes } = {}) {
  const tap = async ({ currentTarget: tapped }) => {
    tapped.disabled = true;
    await action();
    tapped.disabled = false;
  };
  return html("button", { type: "button", class: kind, "data-key": key, onclick: tap, ...attributes }, text);
}
