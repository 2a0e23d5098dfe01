// The message after a stale dialog was closed: what has changed since.

import { describeEvent } from "./game.js";
import { showRefusal } from "./message.js";
import { namesOf } from "./current_view.js";
import { joinClauses, t, word } from "../language/i18n.js";

/** Maximum number of log entries in the message. */
const MAX_LINES = 2;

/**
 * Show why a dialog was closed; open_question.js passes `asked` and `line`.
 *
 * @param {Page.Snapshot} snapshot
 * @param {{ asked: Page.Snapshot, line: number }} question
 */
export function showStaleQuestion(snapshot, { asked, line }) {
  showRefusal(staleReason(snapshot, asked, line));
}

/**
 * @param {Page.Snapshot} now
 * @param {Page.Snapshot} then
 * @param {number} line
 */
function staleReason({ game: on }, { game: before }, line) {
  if (!on || on.id !== before?.id) return on ? t("Another game is now in progress.") : t("Somebody has quit the game.");
  const names = namesOf(on.view);
  /** @type {Page.Line[]} */
  const log = on.view.log;
  const newLines = log.filter(({ number }) => number > line).slice(-MAX_LINES);
  const text = joinClauses(newLines.map(({ event }) => describeEvent(event, (colour) => names[colour] ?? word("colour", colour))));
  return text ? t("This is out of date. Since then: {told}.", { told: text }) : t("That has been corrected or undone.");
}
