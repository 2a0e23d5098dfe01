// The table's questions, duties and offers on its page, and the input of each answer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, snapshotOf } from "./page.js";

const page = await openPage("table");
const { server } = page;

/** Show the snapshot "base" with other values of the snapshot and of the game's view. */
function show(values = {}, view = {}) {
  const snapshot = Object.assign(snapshotOf("base"), values);
  Object.assign(snapshot.game.view, view);
  return page.show(snapshot);
}

const TWO_READINGS = {
  number: 7,
  word: "which_dice",
  fields: {},
  answers: [
    { word: "dice_of", fields: { dice: [3, 5], source: "tower" } },
    { word: "dice_of", fields: { dice: [3, 4], source: "camera" } },
  ],
};
const STRAY_ROAD = { piece: "road", colour: "red", at: "p3,0" };
const STRAY_PIECE = {
  number: 3,
  word: "piece_unexplained",
  fields: STRAY_ROAD,
  answers: [{ word: "not_there", fields: {} }, { word: "it_is_there", fields: STRAY_ROAD }],
};

test("a question about two readings of the dice is answered", async () => {
  await show({ questions: [TWO_READINGS] });
  await page.click(page.button("3 + 4 (Camera)", page.$(".question")));
  assert.deepEqual(server.inputs, [{ kind: "answer", question: 7, answer: 1 }]);
});

test("the pictures of a question are shown beside it", async () => {
  await show({ questions: [{ ...TWO_READINGS, number: 8, pictures: 2 }] });
  assert.deepEqual(page.all(".question img").map((image) => image.getAttribute("src")), [
    "/api/questions/pictures?question=8&picture=0",
    "/api/questions/pictures?question=8&picture=1",
  ]);
});

test("a question about an unexplained piece is answered", async () => {
  await show({ questions: [STRAY_PIECE] });
  await page.click(page.all(".question button").at(-1));
  assert.deepEqual(server.inputs, [{ kind: "answer", question: 3, answer: 1 }]);
});

test("the turn can be ended while a question is open, which says what it is about", async () => {
  await show({ questions: [TWO_READINGS] });
  assert.equal(page.all(".question").length, 1);
  await page.click(page.button("End turn", page.$("#actions")));
  const [{ body }] = server.requests.filter(({ path }) => path === "/api/inputs");
  assert.deepEqual(body, { kind: "end_turn", about: { game: 1, turn: snapshotOf("base").game.view.turn, after: 39 } });
});

test("the robber moves to the hex that is tapped", async () => {
  await show({}, { to_do: [{ kind: "move_robber", colour: "red" }] });
  assert.match(page.text("#to-do"), /Ana moves the robber/);
  await page.click(".hex-due[data-key='h0,-2']");
  assert.deepEqual(server.inputs, [{ kind: "move_robber", to: "h0,-2" }]);
});

test("the first settlement is placed where it is tapped", async () => {
  await show({}, { phase: "founding", pieces: [], to_do: [{ kind: "found", colour: "white", piece: "settlement" }] });
  assert.match(page.text("#to-do"), /Dora puts down a settlement/);
  await page.click(".site-due[data-key='i-2,-2']");
  assert.deepEqual(server.inputs, [{ kind: "place", piece: "settlement", at: "i-2,-2", player: "white" }]);
});

test("a harbor is corrected", async () => {
  await show();
  await page.click(".harbor[data-resource=wool] circle");
  await page.select(page.field("Harbor", page.dialog), "Ore 2:1");
  await page.click(page.button("Save", page.dialog));
  assert.deepEqual(Object.values(server.inputs[0].layout.harbors), ["ore"]);
});

test("the arrows turn the island", async () => {
  await show();
  assert.equal(page.$(".turned").getAttribute("transform"), "rotate(0)");
  const [turn, back] = page.all(".island-turns button");
  await page.click(turn);
  assert.notEqual(page.$(".turned").getAttribute("transform"), "rotate(0)");
  await page.click(back);
  assert.equal(page.$(".turned").getAttribute("transform"), "rotate(0)");
});

// Blue accepts, white refuses, and orange hasn't answered.
const OFFER = {
  number: 4,
  by: "red",
  give: { ore: 1 },
  take: { brick: 1 },
  to: ["blue", "orange", "white"],
  accepted: ["blue"],
  refused: ["white"],
};

for (const [name, answer] of [
  ["Trade with Ben", { player: "red", answer: "close", with: "blue" }],
  ["Clémentine accepts", { player: "orange", answer: "accept" }],
  ["No trade", { player: "red", answer: "withdraw" }],
]) {
  test(`an offer is answered: ${name}`, async () => {
    await show({ offers: [OFFER] });
    server.answers["/api/offers/4"] = { version: 1 };
    const offer = page.getByRole("group", "Ana offers");
    // A player who refused keeps the place, so that no other answer moves under a finger.
    assert.deepEqual(page.texts("button", offer), ["Trade with Ben", "Clémentine accepts", "Dora refuses", "No trade"]);
    await page.click(page.button(name, offer));
    assert.deepEqual(server.bodiesPostedTo("/api/offers/4"), [answer]);
  });
}

test("an offer is made for the player on turn", async () => {
  await show();
  server.answers["/api/offers"] = { offer: 1, version: 1 };
  await page.click(page.button("Trade", page.$("#actions")));
  await page.check(page.getByRole("radio", "An offer to all", page.dialog));
  await page.click("[data-kind=ore] .count-more", page.getByRole("group", "Gives", page.dialog));
  await page.click("[data-kind=brick] .count-more", page.getByRole("group", "Takes", page.dialog));
  await page.click(page.button("Offer", page.dialog));
  assert.deepEqual(server.bodiesPostedTo("/api/offers"), [{ player: "red", give: { ore: 1 }, take: { brick: 1 }, to: null }]);
});
