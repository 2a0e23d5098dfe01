// Another game of the players who have just played: they sit there already.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./page.js";

test("the current game's players keep their seats in a rematch", async () => {
  const page = await openPage("table");
  await page.click(page.button("More", page.$("#actions")));
  for (const name of ["New game", "Start", "Quit game"]) await page.click(page.button(name, page.dialog));
  assert.ok(page.isFree);
  const { players } = page.server.snapshot.game.view;
  const [game] = page.server.bodiesPostedTo("/api/games");
  assert.deepEqual(game.players, players.map(({ name, colour }) => ({ name, colour })));
});
