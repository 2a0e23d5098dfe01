// Marks on the base game's page: players' shapes, the turn's time, and the places for the robber.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { idle, openPage, snapshotOf } from "./page.js";

/** When the page was opened, by the device's clock. The table's clock is at 2000 s in a snapshot. */
const OPENED_AT_MS = Date.UTC(2026, 10, 22, 20);
const HOUR_S = 3600;

mock.timers.enable({ apis: ["Date", "setInterval"], now: OPENED_AT_MS });
const page = await openPage("table", {
  before(window, server) {
    server.answers["/api/clock"] = () => ({ t: server.snapshot.t + HOUR_S, run: "r1", up: 100 });
  },
});

test("a page opened later shows how long the turn has lasted", () => {
  // The turn began at 1915 s, the snapshot was taken at 2000 s, and the table's clock is an hour ahead of that.
  assert.equal(page.text(".clock"), "1:01:25");
});

test("the active player's turn shows its running time", async () => {
  await page.show({ ...snapshotOf("base"), game: { ...snapshotOf("base").game, id: 2 } });
  assert.match(page.text("#to-do"), /Ana trades and builds/);
  assert.equal(page.text(".clock"), "1:25");
  mock.timers.tick(2000);
  await idle();
  assert.equal(page.text(".clock"), "1:27");
});

test("every player has a shape in addition to the colour, on the pieces too", async () => {
  await page.show(snapshotOf("base"));
  const shape = (selector) => page.$(selector).getAttribute("d");
  const colours = ["red", "blue", "orange", "white"];
  const shapes = colours.map((colour) => shape(`.player[data-colour=${colour}] .crest path`));
  assert.equal(new Set(shapes).size, 4);
  for (const [n, colour] of colours.entries()) {
    assert.equal(shape(`.piece.road[data-colour=${colour}] .crest-shape`), shapes[n]);
    assert.equal(shape(`.piece:not(.road)[data-colour=${colour}] .crest-shape`), shapes[n]);
  }
});

test("after a seven every hex but the robber's is marked as a place for the robber", async () => {
  await page.show(snapshotOf("base"));
  assert.equal(page.all(".hex-due").length, 0);
  await page.changeView({ to_do: [{ kind: "move_robber", colour: "red" }] });
  assert.equal(page.all(".hex-due").length, 18);
  assert.equal(page.all(".hex-due[data-key='h1,0']").length, 0);
});

test("then the players who can be robbed are marked, and their buildings beside the robber", async () => {
  await page.show(snapshotOf("base"));
  const city = { at: "i1,1", kind: "city", colour: "blue" };
  const elsewhere = { at: "i-4,-1", kind: "settlement", colour: "blue" };
  await page.changeView({ to_do: [{ kind: "steal", colour: "red", from: ["blue"] }], pieces: [city, elsewhere] });
  assert.match(page.text(".player.robbable"), /Ben/);
  assert.equal(page.all(".ring-victim").length, 1);
  const place = (circle) => ["cx", "cy"].map((name) => circle.getAttribute(name));
  assert.deepEqual(place(page.$(".ring-victim")), place(page.$(".site[data-key='i1,1'] circle")));
});
