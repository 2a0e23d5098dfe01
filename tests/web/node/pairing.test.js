// Pairing: the page for a device whose code is wrong, and the tablet's dialog.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, waitUntil } from "./page.js";
import { Device, openLive, realTable } from "./live.js";
import { beginGame, has } from "./phone_page.js";

const table = await realTable();
await beginGame(table);

/** A tablet that shows the table. */
async function openTablet(at = table) {
  const tablet = await openLive(at);
  await waitUntil(() => has(tablet, ".entry") && tablet.document.body.dataset.connection === "live");
  return tablet;
}

/** The link by which a player's phone is paired, as the tablet shows it. */
async function invite(tablet, name) {
  if (tablet.isFree) await tablet.click(tablet.button("Phones"));
  await waitUntil(() => has(tablet, ".phone-seats"));
  await tablet.click(tablet.getByRole("button", new RegExp(`^${name} `), tablet.dialog));
  await waitUntil(() => has(tablet, ".link a"));
  const { pathname, search } = new URL(tablet.$(".link a", tablet.dialog).href);
  return pathname.slice(1) + search;
}

const openTo = (device, link) => openLive(table, link, { device });

test("a link that was used says how to get a new one", async () => {
  const tablet = await openTablet();
  const link = await invite(tablet, "Ben");
  const first = await openTo(new Device(), link);
  await waitUntil(() => first.navigations.includes(`${table.url}phone`));
  const late = await openTo(new Device(), link);
  await waitUntil(() => has(late, "[role=alert]"));
  assert.match(late.text("[role=alert]", late.$("#pair")), /Tap the seat on the tablet/);
  assert.equal(late.queryAllByRole("textbox").length, 0);
});

test("the tablet that opens a phone's link stays the tablet unless confirmed", async () => {
  const tablet = await openTablet();
  const link = await invite(tablet, "Cyr");
  const asked = await openTo(tablet.device, link);
  await waitUntil(() => has(asked, "#pair [role=alert]"));
  assert.match(asked.text("#pair [role=alert]"), /This device is the table's tablet/);
  assert.equal((await openLive(table, "", { device: tablet.device })).document.body.dataset.role, "tablet");
  await asked.click(asked.button("Use as a phone"));
  await waitUntil(() => asked.navigations.includes(`${table.url}phone`));
  const phone = await openLive(table, "phone", { device: tablet.device });
  assert.equal(phone.document.body.dataset.seat, "white");
});

test("a device leaves the table", async () => {
  const own = await realTable();
  const page = await openLive(own, "pair", { role: "tablet" });
  assert.match(page.text("#pair"), /This device is one of the table's tablets\./);
  await page.click(page.button("Unpair this device"));
  await waitUntil(() => page.navigations.length > 0);
  assert.equal((await openLive(own, "pair", { device: page.device })).document.body.dataset.role, "viewer");
  assert.deepEqual(await own.roles(), []);
});

test("a tablet that is unpaired elsewhere is for viewing only from that moment", async () => {
  const own = await realTable({ heartbeat: 600 });
  await beginGame(own);
  const [page, other] = [await openTablet(own), await openTablet(own)];
  await page.click(page.button("Trade"));
  assert.ok(!page.isFree);
  await other.click(other.button("Phones"));
  await waitUntil(() => has(other, ".phone-seats"));
  await other.click(other.button("Unpair the other tablet", other.dialog));
  await waitUntil(() => has(page, ".view-only"));
  assert.equal(page.text(".view-only"), "View only. Pair this device");
  assert.ok(page.isFree);
  assert.equal(page.queryAllByRole("button", "Undo").length, 0);
  const { log } = await own.view();
  await page.click(page.all(".entry")[0]);
  assert.match(page.text("#message"), /View only/);
  assert.equal(page.text("#connection"), "");
  await own.submit({ kind: "end_turn" });
  await waitUntil(() => page.text("#title") === "Turn 2");
  assert.deepEqual(page.navigations, []);
  assert.equal((await own.view()).log.length, log.length + 1);
});

test("a dialog refused to a former tablet shows how to pair it", async () => {
  const tablet = await openTablet();
  // To the server it is nobody, though its page is a tablet's still.
  tablet.device.cookie = null;
  await tablet.click(tablet.button("Phones"));
  await waitUntil(() => has(tablet, "dialog [role=alert]"));
  const refusal = tablet.text("dialog [role=alert]");
  assert.match(refusal, /“Pair another tablet”/);
  assert.doesNotMatch(refusal, /`/);
  assert.equal(tablet.getByRole("link", "Pair this device", tablet.dialog).getAttribute("href"), "/pair");
});

const SEATS = [["red", "Ana"], ["blue", "Ben"]].map(([colour, name]) => ({ colour, name, device: null }));
const pairingState = (device = null) => ({
  seats: [{ ...SEATS[0], device }, SEATS[1]],
  tablets: [{ device: "d1", this: true }],
  cameras: [],
  phone_camera: false,
});
const INVITATION = { link: "http://companion.test/pair?token=t", qr: "/qr.svg", reached: false, may_open: true, seconds: 300, code: "123456" };

test("the reason why the table can't be opened stays until it is dismissed", async () => {
  const page = await openPage("table");
  let looks = 0;
  const refusal = "This computer isn't on a network: connect it and try again.";
  Object.assign(page.server.answers, {
    "/api/pairing": () => ((looks += 1), pairingState()),
    "/api/pairing/phones": INVITATION,
    "/api/pairing/network": () => Response.json({ error: refusal }, { status: 409 }),
  });
  await page.click(page.button("Phones"));
  await page.click(page.getByRole("button", /^Ana /, page.dialog));
  await page.click(page.button(/^Open the table to this network/, page.dialog));
  assert.equal(page.text("[role=alert]", page.dialog), refusal);
  // The page asks for the paired devices all the time; that doesn't remove the message.
  const before = looks;
  await waitUntil(() => looks >= before + 2);
  assert.equal(page.text("[role=alert]", page.dialog), refusal);
  await page.click(page.button("Back", page.dialog));
  assert.match(page.text("li", page.dialog), /no phone/);
});

test("of pairing answers that arrive out of order, only the latest counts", async () => {
  const page = await openPage("table");
  let answerLate;
  Object.assign(page.server.answers, { "/api/pairing": () => pairingState(), "/api/pairing/phones": INVITATION });
  await page.click(page.button("Phones"));
  await page.click(page.getByRole("button", /^Ana /, page.dialog));
  page.server.answers["/api/pairing"] = () => new Promise((resolve) => (answerLate = resolve));
  await waitUntil(() => answerLate);
  page.server.answers["/api/pairing"] = () => pairingState("p1");
  await page.click(page.button("Back", page.dialog));
  const phoneCount = () => page.texts("li", page.dialog).filter((text) => text.includes("phone paired")).length;
  assert.equal(phoneCount(), 1);
  let changes = 0;
  const watched = new page.window.MutationObserver(() => (changes += 1));
  watched.observe(page.$(".devices"), { childList: true });
  answerLate(pairingState());
  let looks = 0;
  page.server.answers["/api/pairing"] = () => ((looks += 1), pairingState("p1"));
  await waitUntil(() => looks > 0);
  await waitUntil(() => phoneCount() === 1);
  assert.equal(changes, 0);
  watched.disconnect();
});
