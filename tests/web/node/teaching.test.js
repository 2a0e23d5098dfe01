// Explanations for a player's first game, by the state of the game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open();
const { lesson, ownLesson, ownUnavailableReason, unavailableReason } = await import("../../../web/static/base_game/teaching.js");

const NO_SITES = { road: [], settlement: [], city: [] };
const PLAYERS = [{ colour: "red", name: "Ana" }, { colour: "blue", name: "Ben" }];
const view = (given = {}) => ({
  phase: "play",
  on_turn: "red",
  rolled: true,
  players: PLAYERS,
  pieces: [],
  to_do: [],
  watched: false,
  development_cards_left: 25,
  may: { roll: false, build: NO_SITES, buy_card: false, play: [], gives: { red: { cards: 3, resources: null } } },
  ...given,
});
const viewWithTask = (kind, given = {}) => view({ to_do: [{ kind, colour: "red", ...given }] });
const seat = (given = {}, hand = {}) => ({
  colour: "red",
  on_turn: true,
  hand: { certain: true, count: 2, cards: { wool: 2 }, ...hand },
  may: { build: NO_SITES, buy: [], ...given },
});

test("each pending task is explained", () => {
  const kinds = ["confirm_island", "found", "take_starting_resources", "roll", "discard", "may_discard", "move_robber", "steal", "free_roads"];
  for (const kind of kinds) assert.ok(lesson(viewWithTask(kind)), kind);
  assert.match(lesson(viewWithTask("lay_island", { missing: { hexes: 19 } })), /set up your own/);
  assert.match(lesson(viewWithTask("lay_island", { missing: { hexes: 0 } })), /as shown/);
});

test("the second settlement is explained by what it brings, the road by where it goes", () => {
  assert.match(lesson(viewWithTask("found", { piece: "settlement" })), /at least two paths/);
  const pieces = [{ colour: "red", kind: "settlement" }];
  assert.match(lesson({ ...viewWithTask("found", { piece: "settlement" }), pieces }), /one card of each terrain/);
  assert.match(lesson(viewWithTask("found", { piece: "road" })), /where Ana wants to build/);
});

test("the sum is tapped where nothing sees the dice, and a knight may come before them", () => {
  const rolls = viewWithTask("roll");
  assert.match(lesson(rolls), /tap their sum/);
  assert.doesNotMatch(lesson({ ...rolls, watched: true }), /tap their sum/);
  assert.match(lesson({ ...rolls, may: { ...rolls.may, play: ["knight"] } }), /knight can be played/);
});

test("a hidden hand shows what could be built with the right cards, an open one what can be built", () => {
  const may = { ...view().may, build: { ...NO_SITES, road: ["p1,1"] } };
  assert.match(lesson(view({ may })), /^With the right cards, Ana can build or buy: road\./);
  const shown = { ...may, gives: { red: { cards: 2, resources: { brick: 1, lumber: 1 } } } };
  assert.match(lesson(view({ may: shown })), /^Ana can build or buy: road\./);
  assert.match(lesson(view()), /^Ana has too few cards to build\./);
});

test("nothing is explained once the game is over", () => assert.equal(lesson(view({ phase: "over" })), null));

test("a grey button says what comes first", () => {
  assert.match(unavailableReason("trade", view({ phase: "founding" })), /two settlements and two roads/);
  assert.match(unavailableReason("trade", view({ phase: "layout" })), /Set up the island/);
  for (const [kind, reason] of [["discard", /too many cards discard/], ["move_robber", /robber/], ["steal", /Steal a card/], ["free_roads", /free roads/]]) {
    assert.match(unavailableReason("end", viewWithTask(kind)), reason);
  }
  assert.match(unavailableReason("end", view({ rolled: false })), /Roll the dice first/);
  assert.match(unavailableReason("roll", view()), /already rolled this turn/);
});

test("a trade after building, and a second card of the deck of rolls, say what forbids them", () => {
  assert.match(unavailableReason("trade", view()), /^Trading comes before building: something was already built/);
  assert.match(unavailableReason("draw", view()), /^A card was already drawn this turn/);
  assert.match(ownUnavailableReason("trade", { view: view(), seat: seat() }), /^Trading comes before building/);
  const players = view().players.map((player) => ({ ...player, resting: true }));
  assert.equal(ownUnavailableReason("trade", { view: view({ players }), seat: seat() }), "This seat is paused.");
});

test("a disabled card purchase gives its reason: too few cards, one kind missing, or none left", () => {
  assert.match(unavailableReason("buy", view({ may: { ...view().may, gives: { red: { cards: 2, resources: null } } } })), /too few cards/);
  const shown = { ...view().may, gives: { red: { cards: 4, resources: { wool: 4 } } } };
  assert.match(unavailableReason("buy", view({ may: shown })), /^Missing: 1 grain, 1 ore/);
  assert.match(unavailableReason("buy", view({ development_cards_left: 0 })), /No development cards are left/);
});

test("a card that can't be played says so before the dice are thrown, too", () => {
  assert.match(unavailableReason("play", view({ rolled: false })), /one card per turn/);
});

test("a player sees what their hand can build, only in their turn after the roll", () => {
  const may = { build: { ...NO_SITES, road: ["p1,1"] } };
  assert.equal(ownLesson({ view: view(), seat: seat(may) }), "You can build or buy: road.");
  assert.match(ownLesson({ view: view(), seat: seat(may, { certain: false }) }), /if you have the cards: road/);
  assert.match(ownLesson({ view: view(), seat: seat() }), /can't afford/);
  assert.equal(ownLesson({ view: view({ rolled: false }), seat: seat(may) }), null);
  assert.equal(ownLesson({ view: view(), seat: { ...seat(may), on_turn: false } }), null);
});

test("a player's disabled button considers their cards", () => {
  assert.equal(ownUnavailableReason("buy", { view: view(), seat: seat() }), "Missing: 1 grain, 1 ore");
  assert.match(ownUnavailableReason("bank", { view: view(), seat: seat() }), /four cards of one kind/);
  assert.match(ownUnavailableReason("end", { view: view({ rolled: false }), seat: seat() }), /Roll the dice first/);
  const waits = { view: view(), seat: { ...seat(), colour: "blue", on_turn: false } };
  assert.equal(ownUnavailableReason("end", waits), "It is Ana's turn.");
  assert.match(ownUnavailableReason("trade", { ...waits, view: viewWithTask("move_robber") }), /robber/);
});
