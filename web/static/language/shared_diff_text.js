// What a correction may change in whatever game, in sentences.

import { n, t } from "./language.js";

/**
 * What each change says, as a list of sentences; `name` turns a colour into a player's name.
 *
 * @type {Page.Changes}
 */
export const SHARED = {
  winner: ({ before, after }, name) => [
    t("Winner: {before} → {after}", { before: name(before), after: name(after) }),
  ],
  on_turn: ({ before, after }, name) => [
    t("Active player: {before} → {after}", { before: name(before), after: name(after) }),
  ],
  turn: ({ before, after }) => [t("Turn: {before} → {after}", { before, after })],
  points: ({ colour, before, after }, name) => [
    n("{name}: {before} → {count} point", "{name}: {before} → {count} points", after, { name: name(colour), before }),
  ],
};
