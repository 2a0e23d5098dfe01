// A question that is open while the game goes on: once what it asks about is another, it is closed, with a word.
//
// Else what was filled in before would be entered as if it were so now.

import { t } from "../words.js";
import { isEntering, say } from "./sending.js";

const dialog = document.getElementById("dialog");

let newest = null;
let open = null;

/** Of a snapshot, what questions rest on: the hand, the turn, and what this player may enter by now. */
export const HAND = ({ seat }) => seat.hand.cards;
export const TURN = ({ game: { view } }) => [view.phase, view.turn, view.on_turn];
export const may = (what) => ({ seat }) => seat.may[what];
export const both = (one, other) => (snapshot) => [one(snapshot), other(snapshot)];

/** The question that is open now, and all that follow it in its dialog, rest on what `pick` takes of a snapshot. */
export function restOn(pick) {
  open = { pick, was: JSON.stringify(pick(newest)), hand: JSON.stringify(HAND(newest)) };
}

/** Close the open question where a snapshot shows that it is moot: not while this phone itself enters its answer. */
export function followQuestion(snapshot) {
  newest = snapshot;
  if (!open || !dialog.open || isEntering() || !snapshot.seat) return;
  if (JSON.stringify(open.pick(snapshot)) === open.was) return;
  const isOtherHand = JSON.stringify(HAND(snapshot)) !== open.hand;
  dialog.close();
  say("refusal", isOtherHand ? t("Your hand has changed meanwhile: look again.") : t("The game has gone on meanwhile."));
}

dialog.addEventListener("close", () => {
  open = null;
});
