// The lines of the game log: corrections, deletions, confirmations, and insertions before them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventFields, snapshotOf } from "./page.js";
import { line, openJournalPage } from "./journal_page.js";

const { page, show, openLine, button, tap, choose, tick, chooseOther, tapPlace, confirm } = await openJournalPage();
const inputs = () => page.server.inputs;
const correction = (entry, change) => ({ kind: "correct", entry, change });

test("a line says who reported it and which rule it breaks, and what deleting it would change", async () => {
  await show();
  page.server.changes = [{ what: "points", colour: "blue", before: 4, after: 3 }];
  await openLine("Ben builds a city");
  assert.match(page.text(page.dialog), /Source: Tablet/);
  assert.match(page.text(page.dialog), /not enough cards to pay/);
  assert.deepEqual(page.texts("li", page.dialog), ["Ben: 4 → 3 points"]);
  await confirm("Delete");
  assert.deepEqual(inputs(), [{ kind: "correct", entry: 35, event: null }]);
});

test("another owner is corrected once its consequences have been shown", async () => {
  await show();
  await openLine("Ana builds a road");
  assert.ok(button("Save").disabled);
  await chooseOther("Dora");
  assert.ok(!button("Save").disabled);
  assert.match(page.text(page.dialog), /Nothing else would change\./);
  await confirm("Save");
  assert.deepEqual(page.server.previews.at(-1), correction(39, { player: "white" }));
  assert.deepEqual(inputs(), [correction(39, { player: "white" })]);
});

test("another place is tapped on the small island", async () => {
  await show();
  await openLine("Ana builds a road");
  await tapPlace("p-1,2");
  assert.equal(page.$(".place-chosen", page.dialog).dataset.place, "p-1,2");
  await confirm("Save");
  assert.deepEqual(inputs(), [correction(39, { at: "p-1,2" })]);
});

test("arrow keys lead over the small island", async () => {
  await show();
  await openLine("Ben moves the robber");
  const map = page.getByRole("slider", "Where?", page.dialog);
  await page.press("ArrowRight", map);
  const to = page.$(".place-chosen", page.dialog);
  assert.equal(to.dataset.place, "h2,0");
  const from = page.$("[data-place='h1,0']", page.dialog);
  assert.ok(Number(to.getAttribute("cx")) > Number(from.getAttribute("cx")));
  assert.equal(to.getAttribute("cy"), from.getAttribute("cy"));
  await confirm("Save");
  assert.deepEqual(inputs(), [correction(33, { to: "h2,0" })]);
});

test("other dice are corrected", async () => {
  await show();
  await openLine("Ana rolls 3 + 5");
  await choose("6", "Die 2");
  await confirm("Save");
  assert.deepEqual(inputs(), [correction(38, { dice: [3, 6] })]);
});

test("other cards and another partner of a trade are corrected", async () => {
  await show();
  await openLine("Ben gives 1 wool to Dora");
  await page.click(page.button("More: grain", page.getByRole("group", "Gives", page.dialog)));
  await choose("Ana", "With whom?");
  await confirm("Save");
  assert.deepEqual(inputs(), [correction(36, { with: "red", give: { wool: 1, grain: 1 } })]);
});

test("a line from a phone names the phone's player as its source", async () => {
  const snapshot = snapshotOf("base");
  snapshot.game.view.log[6].source = "phone:blue";
  await page.show(snapshot);
  await openLine("Ben buys a development card");
  assert.match(page.text(page.dialog), /Source: Ben's phone/);
});

test("the island that was laid is confirmed, not deleted", async () => {
  await show([line(2, { kind: "layout_set", layout: {} }, "camera", { certainty: 0.9 })]);
  await openLine("The island is set up");
  assert.deepEqual(page.texts("button", page.dialog), ["Confirm", "Cancel"]);
  assert.match(page.text(page.dialog), /To make a change, tap a hex or a harbor on the island/);
  await confirm("Confirm");
  assert.deepEqual(inputs(), [{ kind: "confirm", entry: 2 }]);
});

test("the buyer of an unknown card is corrected without naming the card", async () => {
  await show();
  await openLine("Ben buys a development card");
  await chooseOther("Ana");
  await confirm("Save");
  assert.deepEqual(inputs(), [correction(37, { player: "red" })]);
});

test("an unsure line is confirmed", async () => {
  const snapshot = snapshotOf("base");
  snapshot.game.view.log[3].certainty = 0.8;
  await page.show(snapshot);
  await openLine(/Ben steals a card from Ana.*\? unsure/);
  await confirm("Confirm");
  assert.deepEqual(inputs(), [{ kind: "confirm", entry: 34 }]);
});

// A monopoly

const MONOPOLY = { kind: "play_development_card", player: "red", card: "monopoly", resources: {}, resource: "ore" };

async function openMonopoly(given) {
  await show([line(50, { ...MONOPOLY, given })]);
  await openLine("Ana plays Monopoly: ore");
}

test("the counts that each player gave to a monopoly are corrected", async () => {
  await openMonopoly({ blue: 2, white: 1 });
  const gave = page.getByRole("group", "How many does each give?", page.dialog);
  assert.deepEqual(page.queryAllByRole("group", "Ana", gave), []);
  assert.equal(page.queryAllByRole("group", "Ben", gave).length, 1);
  assert.ok(button("Save").disabled);
  await page.click(page.button("More: Ben", gave));
  await confirm("Save");
  assert.deepEqual(inputs(), [correction(50, { given: { blue: 3, orange: 0, white: 1 } })]);
});

test("the counts of a monopoly are removed", async () => {
  await openMonopoly({ blue: 2 });
  await tick("Cards were counted", false);
  await confirm("Save");
  assert.deepEqual(inputs(), [correction(50, { given: null })]);
});

test("a monopoly that another player played took nothing from that player", async () => {
  await openMonopoly({ blue: 2, white: 1 });
  await chooseOther("Ben");
  await confirm("Save");
  assert.deepEqual(inputs(), [correction(50, { player: "blue", given: { white: 1 } })]);
});

test("a monopoly that was another card took nothing", async () => {
  await openMonopoly({ blue: 2 });
  assert.equal(page.queryAllByRole("checkbox", "Cards were counted", page.dialog).length, 1);
  await choose("Knight");
  assert.deepEqual(page.queryAllByRole("checkbox", "Cards were counted", page.dialog), []);
  await confirm("Save");
  assert.deepEqual(inputs(), [correction(50, { card: "knight", resource: null, given: null })]);
});

test("a monopoly with its counts is inserted before a line", async () => {
  await show();
  await openLine("Ana builds a road");
  await tap("Insert before …");
  await tap("A development card was played");
  await choose("Monopoly");
  await choose("ore");
  await tick("Cards were counted");
  await tap("More: Dora");
  await confirm("Add");
  assert.deepEqual(inputs(), [{ kind: "correct", before: 39, event: { ...MONOPOLY, given: { blue: 0, orange: 0, white: 1 } } }]);
});

// A game taken up

const TAKE_UP_EVENT = {
  kind: "take_up",
  on_turn: "red",
  sides: [{ colour: "red", hand: { unidentified: 4 }, development_cards: 1, played: { monopoly: 1 } }],
  pieces: [
    { at: "i1,1", kind: "settlement", colour: "blue" },
    { at: "p1,1", kind: "road", colour: "blue" },
  ],
  robber: null,
  longest_road: null,
  largest_army: null,
};
const showTakenUp = () => show([line(1, TAKE_UP_EVENT)]);

test("the initial cards of a game in progress are corrected", async () => {
  await showTakenUp();
  await openLine("Joined a game in progress");
  assert.equal(page.field("Ana: resource cards").value, "4");
  assert.ok(button("Save").disabled);
  await page.type(page.field("Ana: knights played"), "2");
  await page.type(page.field("Dora: resource cards"), "5");
  await choose("Ben", "Active player");
  await choose("Dora", "Longest road");
  await confirm("Save");
  const change = {
    on_turn: "blue",
    sides: [
      { colour: "red", played: { monopoly: 1, knight: 2 } },
      { colour: "white", hand: { unidentified: 5 } },
    ],
    longest_road: "white",
  };
  assert.deepEqual(inputs(), [correction(1, change)]);
});

test("the initial pieces of a game in progress are corrected", async () => {
  await showTakenUp();
  await openLine("Joined a game in progress");
  await page.click(page.getByRole("button", /Pieces on the board/, page.dialog));
  await tapPlace("i1,1");
  await choose("city", "Which piece?");
  await tapPlace("p-1,0");
  await choose("Ana", "Whose is it?");
  assert.equal(page.all("details[open] .sitemap [data-colour=red]", page.dialog).length, 1);
  await tapPlace("p1,1");
  await choose("Nobody", "Whose is it?");
  await confirm("Save");
  const pieces = [
    { at: "i1,1", kind: "city", colour: "blue" },
    { at: "p-1,0", kind: "road", colour: "red" },
  ];
  assert.deepEqual(inputs(), [correction(1, { pieces })]);
});

test("an initial piece gets another owner from the island", async () => {
  await showTakenUp();
  await page.click(".site[data-key='p1,1']");
  assert.match(page.text(page.dialog), /It was already there when the game was joined in progress\./);
  await tap("Change owner or place …");
  await choose("Dora", "Whose is it?");
  await confirm("Save");
  assert.deepEqual(inputs()[0].change.pieces[1], { at: "p1,1", kind: "road", colour: "white" });
});

test("an initial piece is removed from the island", async () => {
  await showTakenUp();
  await page.click(".site[data-key='p1,1']");
  await confirm("Remove");
  assert.deepEqual(inputs(), [correction(1, { pieces: TAKE_UP_EVENT.pieces.slice(0, 1) })]);
});

// Inserting

test("an event is inserted before a line once all its fields are filled in", async () => {
  await show();
  page.server.changes = [{ what: "cards", colour: "red", before: 7, after: 5 }];
  await openLine("Ana builds a road");
  await tap("Insert before …");
  await tap("A card was stolen");
  assert.ok(button("Add").disabled);
  await choose("Ben", "Who is robbed?");
  assert.deepEqual(page.texts("li", page.dialog), ["Ana: 7 → 5 cards"]);
  await confirm("Add");
  assert.deepEqual(inputs(), [{ kind: "correct", before: 39, event: { kind: "steal", player: "red", from: "blue", resource: null } }]);
});

test("every kind of event can be inserted under its own name", async () => {
  await show();
  await openLine("Ana builds a road");
  await tap("Insert before …");
  // A game starts once, and the island is laid from the start.
  const kinds = Object.keys(eventFields()).filter((kind) => !["game_started", "layout_set", "layout_entered", "take_up"].includes(kind));
  const names = page.texts(".choice", page.dialog);
  assert.equal(names.length, kinds.length);
  assert.equal(new Set(names).size, kinds.length);
  assert.ok(!names.some((name) => name.includes("_")), names);
});

test("a played card is inserted with what it brought", async () => {
  await show();
  await openLine("Ana builds a road");
  await tap("Insert before …");
  await tap("A development card was played");
  await choose("Monopoly");
  await choose("grain");
  await confirm("Add");
  assert.deepEqual(inputs(), [{ kind: "correct", before: 39, event: { ...MONOPOLY, resource: "grain" } }]);
});

// The whole log

test("the whole log loads earlier lines on demand", async () => {
  await show();
  const earlier = line(12, { kind: "roll", player: "white", dice: [1, 1] }, "tower");
  Object.assign(page.server.answers, { "/api/journal?before=31": { lines: [earlier] }, "/api/journal?before=12": { lines: [] } });
  await page.click(page.button("More", page.$("#actions")));
  await tap("Game log");
  assert.equal(page.all(".entry", page.dialog).length, 9);
  await tap("Show earlier entries");
  assert.match(page.texts(".entry", page.dialog).at(-1), /Dora rolls 1 \+ 1 = 2/);
  await tap("Show earlier entries");
  assert.deepEqual(page.queryAllByRole("button", "Show earlier entries", page.dialog), []);
  await page.click(page.all(".entry", page.dialog).at(-1));
  await confirm("Delete");
  assert.deepEqual(inputs(), [{ kind: "correct", entry: 12, event: null }]);
});

test("the whole log opens beside the latest lines", async () => {
  await show();
  await page.click(page.button("Game log", page.$("#log")));
  assert.equal(page.queryAllByRole("button", "Show earlier entries", page.dialog).length, 1);
});

test("the whole log is saved as plain text", async () => {
  await show();
  const { log } = page.server.snapshot.game.view;
  await page.changeView({ log: log.map((each, n) => ({ ...each, t: 125 + n })) });
  const saved = [];
  page.window.URL.createObjectURL = (file) => (saved.push(file), "blob:log");
  page.window.URL.revokeObjectURL = () => {};
  const started = line(1, { kind: "roll", player: "white", dice: [1, 1] }, "tower", { t: 65.4 });
  const path = "/api/journal?before=31";
  page.server.answers[path] = { lines: [] };
  await page.click(page.button("Game log", page.$("#log")));
  await tap("Save as text");
  assert.deepEqual(saved, []);
  page.server.answers[path] = { lines: [started] };
  await tap("Save as text");
  assert.deepEqual(saved.map(({ name, type }) => [name, type]), [["companion-log.txt", "text/plain;charset=utf-8"]]);
  const text = await saved[0].text();
  const lines = text.split("\n").filter((each) => /^\d+:\d\d {2}/.test(each));
  assert.equal(lines.length, 10);
  assert.match(lines[0], /^1:05  Dora rolls 1 \+ 1 = 2/);
  assert.match(lines[1], /^2:05  /);
  assert.match(text, /^Game log\n\n/);
  assert.match(text, /⚠ not enough cards to pay/);
});

test("the keyboard keeps its line when a newer line arrives", async () => {
  await show();
  const { key } = page.all("#log .entry")[1].dataset;
  page.all("#log .entry")[1].focus();
  const { log } = page.server.snapshot.game.view;
  await page.changeView({ log: [...log, line(999, { kind: "roll", player: "white", dice: [1, 1] }, "tower")] });
  assert.match(page.texts("#log .entry")[0], /1 \+ 1/);
  assert.equal(page.document.activeElement.dataset.key, key);
  assert.equal(page.$(`#log [data-key=${key}]`).getAttribute("tabindex"), "0");
});

// A piece on the island

test("a piece gets another owner from the island", async () => {
  await show();
  await page.click(".site[data-key='i1,1']");
  assert.equal(page.all(".site-chosen").length, 1);
  await tap("Change owner or place …");
  await chooseOther("Dora");
  await confirm("Save");
  assert.deepEqual(inputs(), [correction(35, { player: "white" })]);
  assert.equal(page.all(".site-chosen").length, 0);
});

test("a piece placed long ago is found in the whole log", async () => {
  await show();
  const placed = line(4, { kind: "place_road", player: "blue", at: "p1,1" }, "camera");
  const later = line(9, { kind: "end_turn", player: "red" }, "tower");
  page.server.answers["/api/journal?before=31"] = { lines: [placed, later] };
  await page.click(".site[data-key='p1,1']");
  await confirm("Remove");
  assert.deepEqual(inputs(), [{ kind: "correct", entry: 4, event: null }]);
});
