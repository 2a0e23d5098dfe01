// The players' part of the table's page: points, cards with their doubt, and badges.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage, snapshotOf } from "./page.js";

const page = await openPage("table");
beforeEach(() => page.show(snapshotOf("base")));

const player = (colour) => page.$(`.player[data-colour=${colour}]`);
const stat = (colour, name) => page.text(`[data-stat=${name}]`, player(colour));

test("names and points stand in seat order", () => {
  assert.deepEqual(page.texts(".player-name > b"), ["Ana", "Ben", "Clémentine", "Dora"]);
  assert.deepEqual(page.texts(".player-points b"), ["5", "4", "3", "7"]);
});

test("each player's race shows the points made of the ten that win", () => {
  const races = page.all(".player .race").map((race) => [race.querySelectorAll(".made").length, race.children.length]);
  assert.deepEqual(races, [[5, 10], [4, 10], [3, 10], [7, 10]]);
});

test("cards, knights, roads and pieces left are counted", () => {
  assert.match(stat("red", "cards"), /7/);
  assert.match(stat("red", "knights"), /3/);
  assert.match(stat("white", "road_length"), /6/);
  assert.deepEqual(page.texts(".left b", player("blue")), ["13", "3", "4"]);
});

test("a player without knights and development cards shows two zeros", () => {
  assert.deepEqual(page.texts(".nothing b", page.all(".player")[3]), ["0", "0"]);
});

test("the largest army and the longest road are badges of their players", () => {
  assert.match(page.text(".badge", player("red")), /Largest army/);
  assert.match(page.text(".badge", player("white")), /Longest road/);
});

test("the active player is marked", () => {
  assert.deepEqual(page.all(".player[aria-current=true]").map((each) => each.dataset.colour), ["red"]);
  assert.match(page.text(".player[aria-current=true]"), /Ana/);
});

test("a hand is shown only if the table shows it, with its uncertainty", () => {
  assert.equal(page.all(".hand").length, 1);
  assert.match(page.text(".hand", player("orange")), /probably/);
});

test("a nearly certain number of cards shows no uncertainty", async () => {
  await page.change(({ game }) => {
    const [, ben, clementine, dora] = game.view.players;
    Object.assign(ben, { cards: 3, cards_between: [2, 4], cards_certain: false, certain: false });
    Object.assign(clementine, { cards: 5, cards_between: [5, 5], cards_certain: false, certain: false });
    Object.assign(dora, { cards: 2, cards_between: [1, 3], cards_certain: false, cards_likely: true, certain: false });
  });
  const shown = { red: "7cards", blue: "≈32–4", orange: "≈5cards", white: "2cards" };
  for (const [colour, text] of Object.entries(shown)) assert.ok(stat(colour, "cards").endsWith(text), stat(colour, "cards"));
  assert.equal(page.queryAllByRole("img", "about 3 cards", player("blue")).length, 1);
});

test("the page says that the active player may have won if that is likely enough", async () => {
  await page.changeView({ may_have_won: 0.231 });
  assert.match(page.text(".player[aria-current=true]"), /May have won: 23 %/);
  assert.equal(page.text(".players").match(/May have won/g).length, 1);
  await page.changeView({ may_have_won: 0.04 });
  assert.doesNotMatch(page.text(".page"), /May have won/);
});

test("a name is text, even with markup", async () => {
  const name = "<img src=x onerror=alert(1)>";
  await page.change(({ game }) => {
    game.view.players[0].name = name;
  });
  assert.ok(page.text(".player-name", player("red")).includes(name));
  assert.equal(page.all("img").length, 0);
});

test("the bank counts the resources in their order, and the development cards", () => {
  assert.deepEqual(page.texts("#bank b"), ["11", "14", "0", "16", "9", "19"]);
  assert.deepEqual(page.texts("#bank .count-name").slice(0, 5), ["lumber", "brick", "wool", "grain", "ore"]);
});
