// What is said where a question on the page is moot: what happened meanwhile.

import { tell } from "./game.js";
import { showRefusal } from "./message.js";
import { namesOf } from "./current_view.js";
import { apart, t, word } from "../language/i18n.js";

/** So many lines are told of those that came since a question was opened: the newest. */
const TOLD = 2;

/**
 * Say why a question was closed: `asked` is what open_question.js knows of it.
 *
 * @param {Page.Snapshot} snapshot
 * @param {{ asked: Page.Snapshot, line: number }} question
 */
export function sayMoot(snapshot, { asked, line }) {
  showRefusal(why(snapshot, asked, line));
}

/**
 * @param {Page.Snapshot} now
 * @param {Page.Snapshot} then
 * @param {number} line
 */
function why({ game: on }, { game: before }, line) {
  if (!on || on.id !== before?.id) return on ? t("Another game is now in progress.") : t("Somebody has quit the game.");
  const names = namesOf(on.view);
  /** @type {Page.Line[]} */
  const log = on.view.log;
  const since = log.filter(({ number }) => number > line).slice(-TOLD);
  const told = apart(since.map(({ event }) => tell(event, (colour) => names[colour] ?? word("colour", colour))));
  return told ? t("This is out of date. Since then: {told}.", { told }) : t("That has been corrected or undone.");
}
