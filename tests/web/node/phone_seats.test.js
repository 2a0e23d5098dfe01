// A phone and its seat: it loses it, gives it up, gets it back; and the tablet that acts for players without a phone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isHidden, waitUntil } from "./page.js";
import { openLive, realTable } from "./live.js";
import { PLAYERS, beginGame, card, has, key, tap } from "./phone_page.js";

const table = await realTable();
await beginGame(table);

const openPhone = () => openLive(table, "phone", { seat: "red", player: "Ana" });
const openAgain = ({ device }, path = "phone") => openLive(table, path, { device });
const heading = (page) => page.text("h2", page.$("#pairing"));

/** A phone that shows Ana's hand. */
async function openHand() {
  const red = await openPhone();
  await waitUntil(() => card(red, "ore") === "3");
  return red;
}

test("a phone that is unpaired says so and what to do, and leaves no question open", async () => {
  const red = await openHand();
  await tap(red, "hand-say");
  assert.ok(!red.isFree);
  await table.unpairPhone("red", "Ana");
  await waitUntil(() => heading(red) === "This phone was unpaired.");
  assert.match(red.text("#pairing"), /tap your seat/);
  assert.ok(isHidden(red.$("#hand")));
  assert.ok(red.isFree);
  const again = await openAgain(red);
  await waitUntil(() => heading(again) === "This phone was unpaired.");
});

test("a player leaves the seat", async () => {
  const red = await openHand();
  await tap(red, "leave");
  await red.click("button.primary", red.dialog);
  await waitUntil(() => red.text("#pairing").includes("tap your seat"));
  assert.equal(await table.hasPhone("red", "Ana"), false);
});

test("a device that isn't paired says how to pair it", async () => {
  const page = await openLive(table, "phone", { role: "viewer" });
  assert.match(page.text("#pairing"), /not paired/);
});

test("a phone says that others play, and regains its seat in its player's next game", async () => {
  const red = await openHand();
  await table.startGame({ players: [{ name: "Dora", colour: "red" }, ...PLAYERS.slice(1)], abandon: true });
  await waitUntil(() => heading(red) === "Another game has started: pair this phone again.");
  assert.ok(isHidden(red.$("#hand")));
  const again = await openAgain(red);
  await waitUntil(() => heading(again).includes("Another game has started"));
  await table.startGame({ players: PLAYERS, abandon: true });
  await waitUntil(() => red.text("#who h1") === "Ana");
  // The page that was opened without the seat is to be loaded again: its server has another for it now.
  await waitUntil(() => again.navigations.length > 0);
  const back = await openAgain(again);
  await waitUntil(() => back.text("#who h1") === "Ana");
});

for (const game of ["spot_it", "dice_game"])
  test(`in a game without secrets, ${game}, a phone leads to the table and not back`, async () => {
    await beginGame(table);
    const red = await openHand();
    await table.startGame({ game, players: PLAYERS.slice(0, 2), options: {}, abandon: true });
    await waitUntil(() => red.navigations.length > 0);
    assert.deepEqual(red.navigations, [`${table.url}phone`]);
    const phone = await openAgain(red);
    await waitUntil(() => !isHidden(phone.$("#pairing")));
    assert.equal(heading(phone).replace(/^\W+/, ""), "Ana");
    assert.match(phone.text("#pairing"), /This game has no secrets/);
    assert.equal(phone.getByRole("link", "View the table", phone.$("#pairing")).getAttribute("href"), "/");
    const watching = await openAgain(red, "");
    await waitUntil(() => !isHidden(watching.$("#game")) && has(watching, ".view-only"));
    assert.equal(watching.text(".view-only"), "View only.");
    assert.equal(watching.queryAllByRole("link", "My cards").length, 0);
  });

test("an offer of a phone is accepted on the tablet", async () => {
  await beginGame(table);
  const tablet = await openLive(table);
  await table.seats.offer("red", { give: { ore: 1 }, take: { brick: 1 }, to: null });
  await waitUntil(() => has(tablet, ".offer"));
  assert.match(tablet.text(".offer"), /Ana offers/);
  await waitUntil(() => !key(tablet, "yes-").disabled);
  await tablet.click(tablet.$(".offer [data-key^=yes-][data-key$=blue]"));
  await waitUntil(() => has(tablet, ".offer [data-key^=with-][data-key$=blue]"));
  await tablet.click(tablet.$(".offer [data-key^=with-][data-key$=blue]"));
  await waitUntil(() => !has(tablet, ".offer"));
  assert.equal((await table.view()).log.at(-1).event.kind, "domestic_trade");
});

test("the tablet offers for a player", async () => {
  await beginGame(table);
  const tablet = await openLive(table);
  const blue = await openLive(table, "phone", { seat: "blue", player: "Ben" });
  await waitUntil(() => !tablet.button("Trade").disabled);
  await tablet.click(tablet.button("Trade"));
  await tablet.check(tablet.field("An offer to all", tablet.dialog));
  await tablet.click("[data-kind=ore] .count-more", tablet.getByRole("group", "Gives", tablet.dialog));
  await tablet.click("[data-kind=brick] .count-more", tablet.getByRole("group", "Takes", tablet.dialog));
  await tablet.click(tablet.button("Offer", tablet.dialog));
  await tap(blue, "accept-");
  await waitUntil(() => has(tablet, "[data-key^=with-][data-key$=blue]"));
  const [offer] = (await table.snapshot()).offers;
  assert.deepEqual([offer.by, offer.give, offer.take], ["red", { ore: 1 }, { brick: 1 }]);
});
