// Players, colours and seats are corrected at a real table, while a player's phone is open beside the tablet.

import assert from "node:assert/strict";
import { test } from "node:test";
import { waitUntil } from "./page.js";
import { openLive, realTable } from "./live.js";
import { slowTest } from "./tiers.js";

const PLAYERS = [["Ana", "red"], ["Ben", "blue"], ["Cyr", "orange"]].map(([name, colour]) => ({ name, colour }));

/** Three have founded, Ana has entered her hand on her phone and rolled; the tablet's page. */
async function tableOfThree() {
  const table = await realTable();
  await table.startGame({ game: "base", players: PLAYERS, options: {} });
  await table.found();
  await table.seats.submit("red", { kind: "show_hand", resources: { ore: 3, wool: 2 } });
  await table.submit({ kind: "roll", dice: [1, 1] });
  return { table, page: await openLive(table) };
}

const says = (page, selector, text) => waitUntil(() => page.text(selector).includes(text), `${selector} says ${text}`);
const press = (page, name) => page.click(page.button(name, page.dialog));
const field = (page, label) => page.field(label, page.dialog);

async function openStart(page) {
  await waitUntil(() => page.queryAllByRole("button", "Game log").length === 1);
  await page.click(page.button("Game log"));
  await waitUntil(() => page.queryAllByRole("button", /^The game starts/, page.dialog).length === 1);
  await page.click(page.getByRole("button", /^The game starts/, page.dialog));
  await waitUntil(() => field(page, "Name of player 1").value === "Ana");
}

async function changeIt(page) {
  await press(page, "Save");
  await waitUntil(() => page.isFree);
}

slowTest("a wrong colour and a wrong name are corrected, and the phone keeps its seat", async () => {
  const { table, page } = await tableOfThree();
  const phone = await openLive(table, "phone", { seat: "red", player: "Ana" });
  await waitUntil(() => phone.queryAllByRole("heading", "Ana").length === 1);
  await openStart(page);
  await page.select(field(page, "Colour of player 1"), "green");
  await page.type(field(page, "Name of player 1"), "Anaïs");
  await says(page, "#dialog", "Nothing else would change.");
  await changeIt(page);
  await says(page, ".player[data-colour=green]", "Anaïs");
  await waitUntil(() => page.all(".piece[data-colour=green]").length === 4);
  // The dialog, closed by now, offers all colours.
  await waitUntil(() => page.all("[data-colour=red]").every((each) => each.closest("dialog")));
  await waitUntil(() => phone.queryAllByRole("heading", "Anaïs").length === 1);
  assert.equal(phone.text(".hand-card[data-resource=ore] b"), "3");
  assert.deepEqual((await table.ownView("green")).hand.cards, { ore: 3, wool: 2 });

  await page.click(page.button("Undo", page.$("#actions")));
  await says(page, ".player[data-colour=red]", "Ana");
  await waitUntil(() => phone.queryAllByRole("heading", "Ana").length === 1);
});

test("a player who has played isn't removed without a question", async () => {
  const { page } = await tableOfThree();
  await openStart(page);
  await page.select(field(page, "Players"), "4");
  await page.type(field(page, "Name of player 4"), "Dora");
  await changeIt(page);
  await waitUntil(() => page.all(".player").length === 4);
  await openStart(page);
  await press(page, "Move player 3 one seat later");
  await page.select(field(page, "Players"), "3");
  await says(page, "#dialog .consequences", "The game log already mentions Cyr");
  await press(page, "Save");
  await waitUntil(() => page.texts("[role=alert]", page.dialog).some((text) => text.includes("The game log already mentions Cyr")));
  assert.equal(page.all(".player").length, 4);
});
