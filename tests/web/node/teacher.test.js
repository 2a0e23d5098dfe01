// The teacher: building costs behind More, and explanations of each step until they are turned off.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, waitUntil, viewOf } from "./page.js";
import { openLive, realTable } from "./live.js";

const PLAYERS = [["Ana", "red"], ["Ben", "blue"], ["Cyr", "orange"]].map(([name, colour]) => ({ name, colour }));
const LESSON = "#to-do .lesson";

/** Where three found, in the order of the rules. */
const FOUNDING = ["i4,1 p3,0", "i5,-4 p3,-3", "i1,4 p1,2", "i-2,-2 p-2,-1", "i-5,4 p-3,3", "i-2,4 p-1,3"];

/** A table at which three have founded; Ana got nothing that pays for anything. */
async function tableOfThree(options = {}) {
  const table = await realTable();
  await table.startGame({ game: "base", players: PLAYERS, options });
  await table.submit({ kind: "correct", layout: viewOf("base").layout });
  for (const [settlement, road] of FOUNDING.map((each) => each.split(" "))) {
    await table.submit({ kind: "place", piece: "settlement", at: settlement });
    await table.submit({ kind: "place", piece: "road", at: road });
  }
  return table;
}

const says = (page, selector, text) => waitUntil(() => page.text(selector).includes(text), `${selector} says ${text}`);
const dialogSays = (page, text) => says(page, "dialog[open]", text);
const press = (page, name) => page.click(page.button(name, page.dialog));
const openPhone = (table) => openLive(table, "phone", { seat: "red", player: "Ana" });

/** Start a game with the form's defaults at a table without a game. */
async function startGame(page) {
  await waitUntil(() => page.all("#start [data-key=new]").length === 1);
  await page.click("#start [data-key=new]");
  await page.click(page.button("Start"));
}

test("the card of building costs says what things cost and what cards do", async () => {
  const page = await openPage("table");
  await page.click(page.button("More"));
  await press(page, "Building costs");
  for (const phrase of ["building costs", "settlement", "take any two resource cards from the bank."]) {
    assert.ok(page.text(page.dialog).toLowerCase().includes(phrase), phrase);
  }
});

test("each step is explained to players who play here first, and turned off with one tap", async () => {
  const table = await realTable();
  const page = await openLive(table);
  await startGame(page);
  await says(page, LESSON, "set up your own");
  assert.ok((await table.view()).explained);
  await page.click(page.button("Stop explaining", page.$(LESSON)));
  await waitUntil(() => page.all(LESSON).length === 0);
  const again = await openLive(table, "", { device: page.device, storage: { ...page.window.localStorage } });
  await says(again, "#to-do", "Which island do you play on?");
  assert.equal(again.all(LESSON).length, 0);
});

test("steps aren't explained where somebody has played", async () => {
  const table = await tableOfThree();
  await table.leave({ game: (await table.snapshot()).game.id });
  const page = await openLive(table);
  await startGame(page);
  await waitUntil(() => page.text("#title") === "Setting up the island");
  assert.notEqual(page.text("#to-do"), "");
  assert.equal(page.all(LESSON).length, 0);
});

test("explanations come back by More, and a grey button says why it is grey", async () => {
  const page = await openLive(await tableOfThree());
  await waitUntil(() => page.all("#actions button").length > 0);
  await page.click(page.button("More"));
  await press(page, "Explain each step");
  await says(page, LESSON, "tap their sum");
  await page.click(page.button("End turn", page.$("#actions")));
  await dialogSays(page, "Roll the dice first.");
  await press(page, "Close");
  await page.click(page.button("Trade", page.$("#actions")));
  await press(page, "Enter anyway");
  await dialogSays(page, "With whom?");
});

test("a player's phone says what the hand builds and why not", async () => {
  const table = await tableOfThree({ explained: true, all_told: true });
  const phone = await openPhone(table);
  await waitUntil(() => phone.queryAllByRole("button", /^Buy card/).length === 1);
  assert.equal(phone.all("#turn .lesson").length, 0);
  await phone.click(phone.getByRole("button", /^Buy card/));
  await dialogSays(phone, "Roll the dice first.");
  await press(phone, "Close");
  await table.submit({ kind: "roll", dice: [4, 4] });
  await says(phone, "#turn .lesson", "You can't afford anything yet");
  await phone.click(phone.button("Building costs"));
  await dialogSays(phone, "Missing: 1 wool");
  await press(phone, "Close");
  await phone.click(phone.button("Hide cards"));
  await waitUntil(() => phone.all("#turn .lesson").length === 0);
});

test("a player's own card says what it does", async () => {
  const table = await tableOfThree();
  await table.submit({ kind: "roll", dice: [4, 4] });
  await table.seats.submit("red", { kind: "buy_development_card", card: "monopoly" });
  const phone = await openPhone(table);
  await waitUntil(() => phone.all("[data-card=monopoly]").length > 0);
  await phone.click(phone.button("What Monopoly does", phone.$("[data-card=monopoly]")));
  await dialogSays(phone, "all other players give you all their cards");
});
