// Two devices at one real table: what both enter at one moment is entered once, and a dialog closes when its subject is
// over.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLive, realTable } from "./live.js";
import { waitUntil } from "./page.js";

const PLAYERS = [["Ana", "red"], ["Ben", "blue"], ["Cyr", "orange"]].map(([name, colour]) => ({ name, colour }));
// The table of the test that runs, and its tablets.
let table = null;
let one = null;
let other = null;

const begin = () => table.startGame({ game: "base", players: PLAYERS, options: {}, abandon: true });

/** Open tablets of a table before the first roll. */
async function play(tablets, prepare = () => {}) {
  table = await realTable();
  await begin();
  await table.found();
  await prepare();
  one = await openLive(table);
  other = tablets > 1 ? await openLive(table) : null;
  await one.catchUp();
  await other?.catchUp();
}

/** The same with ten cards for each player, after a roll without production. */
const playRich = (tablets) =>
  play(tablets, async () => {
    const resources = { lumber: 2, brick: 2, wool: 2, grain: 2, ore: 2 };
    for (const { colour } of PLAYERS) await table.submit({ kind: "show_hand", player: colour, resources });
    await table.submit({ kind: "roll", dice: [1, 1] });
  });

const action = (page, name) => page.button(name, page.$("#actions"));
const chooseDie = (page, nth, face) => page.click(page.getByRole("radio", `${face}`, page.getByRole("group", `Die ${nth}`, page.dialog)));
const kinds = async () => (await table.events()).map(({ kind }) => kind);
const countOf = async (kind) => (await kinds()).filter((each) => each === kind).length;
const message = (page) => page.text("#message");
const untilMessage = (page, text) => waitUntil(() => message(page).includes(text), `it says ${text}`);

/** Two pages enter something before either has received the other's input; the first page's input arrives first. */
async function enterTogether(entered, paths = ["/api/inputs", "/api/inputs"]) {
  const held = entered.map(([page], n) => page.holdRequests(paths[n]));
  for (const [, enter] of entered) await enter();
  try {
    await waitUntil(() => held.every((requests) => requests.length === 1), "both pages have sent one input");
    const { version: before } = await table.snapshot();
    await held[0].release();
    await waitUntil(async () => (await table.snapshot()).version > before, "the table has taken the first input");
  } finally {
    for (const requests of held) await requests.release();
  }
}

test("a roll that two tablets enter together is one roll", async () => {
  await play(2);
  for (const page of [one, other]) {
    await page.click(action(page, "Enter a roll"));
    await chooseDie(page, 1, 3);
  }
  await enterTogether([one, other].map((page) => [page, () => chooseDie(page, 2, 5)]));
  await untilMessage(other, "Already recorded: Ana rolls 3 + 5 = 8.");
  await waitUntil(() => one.isFree && other.isFree);
  for (const page of [one, other]) {
    await page.catchUp();
    assert.equal(page.text("#title"), "Turn 1");
  }
  assert.equal(await countOf("roll"), 1);
});

test("a card that two tablets buy together is one card, and the next is another", async () => {
  await playRich(2);
  for (const page of [one, other]) assert.equal(page.all("#actions .action-usual[data-key=buy]").length, 1);
  await enterTogether([one, other].map((page) => [page, () => page.click(action(page, "Buy card"))]));
  await untilMessage(other, "Already recorded");
  assert.equal(await countOf("buy_development_card"), 1);
  await other.catchUp();
  await other.click(action(other, "Buy card"));
  await waitUntil(async () => (await countOf("buy_development_card")) === 2);
});

for (const arrives of ["before", "after"]) {
  test(`a roll right after the turn's end is the next player's, answered ${arrives} the new turn is shown`, async () => {
    await playRich(1);
    assert.ok(!action(one, "End turn").disabled);
    const held = one.holdRequests("/api/inputs", { answer: arrives === "after" });
    await one.click(action(one, "End turn"));
    await waitUntil(() => held.length === 1);
    await one.click(action(one, "Enter a roll"));
    if (arrives === "after") await waitUntil(() => one.text("#title") === "Turn 2");
    await held.release();
    await waitUntil(() => one.text("#title") === "Turn 2");
    await waitUntil(() => !one.isFree && one.text(one.dialog).includes("Ben rolls."));
    await chooseDie(one, 1, 3);
    await chooseDie(one, 2, 5);
    await waitUntil(() => one.all(".roller").length === 1 && one.text(".roller") === "Ben rolled");
    assert.deepEqual((await kinds()).slice(-2), ["end_turn", "roll"]);
  });
}

for (const name of ["Enter a roll", "Trade", "Play card"]) {
  test(`the dialog "${name}" closes when its turn ends, and says so`, async () => {
    await playRich(2);
    await other.click(action(other, name));
    await waitUntil(() => !other.isFree);
    await one.click(action(one, "End turn"));
    await waitUntil(() => other.isFree);
    assert.match(message(other), /This is out of date\. Since then: Ana passes the dice\./);
  });
}

test("a roll of the tower closes the dialog for a roll", async () => {
  await play(1);
  await one.click(action(one, "Enter a roll"));
  await waitUntil(() => !one.isFree);
  await table.throwDice([3, 5]);
  await waitUntil(() => one.isFree);
  assert.match(message(one), /Since then: Ana rolls 3 \+ 5 = 8\./);
});

test("the dialog of a place closes when a piece is put there", async () => {
  await playRich(1);
  await one.rightClick(".site[data-key='p2,1']");
  await waitUntil(() => !one.isFree);
  await table.submit({ kind: "place", piece: "road", at: "p2,1", player: "red" });
  await waitUntil(() => one.isFree);
  assert.match(message(one), /Since then: Ana builds a road\./);
});

test("the dialog of a line closes when the line is corrected elsewhere, not when it is confirmed", async () => {
  await playRich(1);
  await one.click(one.button(/Ana rolls 1 \+ 1/, one.$("#log")));
  await waitUntil(() => !one.isFree);
  const { number } = (await table.view()).log.at(-1);
  await table.submit({ kind: "confirm", entry: number });
  await one.catchUp();
  assert.ok(!one.isFree);
  await table.submit({ kind: "correct", entry: number, change: { dice: [2, 2] } });
  await waitUntil(() => one.isFree);
  assert.match(message(one), /That has been corrected or undone\./);
});

test("a dialog stays open while others do what it isn't about", async () => {
  await playRich(1);
  await one.click(action(one, "Trade"));
  await waitUntil(() => !one.isFree);
  await table.submit({ kind: "place", piece: "road", at: "p2,1", player: "red" });
  await one.catchUp();
  const { number } = (await table.view()).log.at(-1);
  assert.equal(one.all(`#log [data-key=entry-${number}]`).length, 1);
  assert.ok(!one.isFree);
});

for (const name of ["Enter a roll", "More"]) {
  test(`the dialog "${name}" closes when another game begins`, async () => {
    await play(1);
    await one.click(action(one, name));
    await waitUntil(() => !one.isFree);
    await begin();
    await waitUntil(() => one.isFree);
    assert.match(message(one), /Another game is now in progress\./);
  });
}

test("a card that a phone and a tablet buy together is one card, and the phone names it", async () => {
  await playRich(1);
  const phone = await openLive(table, "phone", { seat: "red", player: "Ana" });
  await waitUntil(() => phone.all("#actions button").length > 0);
  await phone.click(action(phone, "Buy card"));
  await enterTogether(
    [
      [one, () => one.click(action(one, "Buy card"))],
      [phone, () => phone.click("[data-choice=knight]", phone.dialog)],
    ],
    ["/api/inputs", "/api/seat/inputs"],
  );
  await untilMessage(phone, "That was already entered.");
  assert.equal(await countOf("buy_development_card"), 1);
  assert.equal((await table.events()).at(-1).card, "knight");
});
