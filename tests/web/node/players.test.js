// The players' part of the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, snapshotOf } from "./page.js";

const page = await openPage("table");

test("names and points stand in seat order", async () => {
  await page.show(snapshotOf("base"));
  assert.deepEqual(page.texts(".player-name > b"), ["Ana", "Ben", "Clémentine", "Dora"]);
  assert.deepEqual(page.texts(".player-points b"), ["5", "4", "3", "7"]);
});

test("a refusal is shown in the dialog that sent the input", async () => {
  await page.show(snapshotOf("base"));
  page.server.refusal = "The robber stands there already.";
  await page.click(".hex[data-key='h1,0']");
  await page.click(page.button("The robber stands here", page.dialog));
  assert.equal(page.text("[role=alert]", page.dialog), "The robber stands there already.");
});

test("undo is entered", async () => {
  await page.show(snapshotOf("base"));
  await page.click(page.button("Undo"));
  assert.deepEqual(page.server.inputs, [{ kind: "undo" }]);
});
