// The fields of a line's dialog, of every kind of event: together they say all that the event has.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choicesOf, eventFields, open, snapshotOf, waitUntil } from "./page.js";

open();
const { fetch } = globalThis;
globalThis.fetch = (path) => (path === "/api/games" ? Promise.resolve(Response.json(choicesOf())) : fetch(path));
const { fieldsOf, INSERTABLE_KINDS } = await import("../../../web/static/base_entries/fields.js");
const { openDialog } = await import("../../../web/static/dialogs/dialogs.js");

const { game } = snapshotOf("base_started");
const VIEW = { ...game.view, kind: game.kind };
const [{ event: STARTED }] = game.view.log;
const FIELDS = eventFields();
// Not corrected here: the island (on its drawing), the rolls for the first turn (never), a side that was not changed,
// and a counted hand, which remains one.
FIELDS.game_started = FIELDS.game_started.filter((name) => name !== "who_begins");
FIELDS.show_hand = FIELDS.show_hand.filter((name) => name !== "counted");
FIELDS.take_up = FIELDS.take_up.filter((name) => name !== "sides");

test("every kind of event except the island has fields", () => {
  const kinds = Object.keys(FIELDS).filter((kind) => !["layout_set", "layout_entered"].includes(kind));
  assert.deepEqual([...INSERTABLE_KINDS, "game_started", "take_up"].sort(), kinds.sort());
});

for (const kind of [...INSERTABLE_KINDS, "game_started", "take_up"]) {
  test(`the fields of ${kind} say all that it has`, async () => {
    const fields = fieldsOf({ ...STARTED, kind, player: "red", sides: [], pieces: [], card: "monopoly" }, VIEW);
    openDialog(kind, fields.elements, []);
    // What can be chosen for a game's start, the table sends.
    if (kind === "game_started") await waitUntil(() => fields.isComplete());
    fields.show();
    for (const box of document.querySelectorAll("#dialog .tick input")) box.checked = true;
    assert.deepEqual(Object.keys(fields.values()).sort(), FIELDS[kind].sort());
  });
}
