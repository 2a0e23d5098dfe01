// Sentences for changes by a correction that all games share.

import { n, t } from "./language.js";

/**
 * Sentences for each kind of change; `name` turns a colour into a player's name.
 *
 * @type {Page.Changes}
 */
export const SHARED_CHANGES = {
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
