// Sounds and announcements: the notes and sentences of a page, their voice, and the report if no voice speaks its
// language.

import assert from "node:assert/strict";
import { test } from "node:test";
import { listenTo, setVoices } from "./ears.js";
import { idle, openPage, snapshotOf } from "./page.js";

const BRITISH = [["en-GB", true]];
const NO_VOICE = "This browser has no voice: it can't speak announcements.";

const activation = { isActive: true, hasBeenActive: true };
const storage = { "companion.note-sleep": "away" };

function prepareWindow(window) {
  listenTo(window);
  Object.defineProperty(window.navigator, "userActivation", { value: activation });
}

const english = await openPage("table", { storage, before: prepareWindow });
const french = await openPage("table", { lang: "fr", storage, before: prepareWindow });

/** Begin a test: a page with voices, and with switches that are on. */
async function listen(voices, { page = english, speech = null, sounds = null } = {}) {
  const { window } = page;
  for (const [name, value] of Object.entries({ speech, sounds })) {
    if (value) window.localStorage.setItem(`companion.${name}`, value);
    else window.localStorage.removeItem(`companion.${name}`);
  }
  Object.assign(activation, { isActive: true, hasBeenActive: true });
  await page.show(snapshotOf("base"));
  setVoices(window, voices);
  Object.assign(window, { heard: [], silenced: 0, notes: 0, broken: null });
  await idle();
  return page;
}

const spokenTexts = (page) => page.window.heard.map(({ text }) => text);
const notes = (page) => page.texts("#notes .note");
const storedSwitch = (page, name) => page.window.localStorage.getItem(`companion.${name}`);
const openSettings = async (page) => {
  await page.click("[data-key=settings]");
  return page.dialog;
};
const close = (page) => page.click(page.button("Done", page.dialog));

/** Dora wins, which is announced. */
const end = (page) => page.changeView({ winner: "white", phase: "over" });

/** Blue's turn: a five gives cards to two players. */
const roll = (page) =>
  page.change(({ game: { view } }) => {
    const takes = [{ colour: "white", cards: { brick: 1 } }, { colour: "red", cards: { wool: 2 } }];
    Object.assign(view, { turn: 13, on_turn: "blue", roll: { dice: [2, 3], sum: 5, player: "blue", takes, shortage: [] } });
    const event = { kind: "roll", player: "blue", dice: [2, 3] };
    view.log.push({ number: 50, source: "tower", certainty: 1, event, violations: [] });
  });

test("a device on which nobody switched anything on is silent", async () => {
  const page = await listen(BRITISH);
  await roll(page);
  assert.equal(page.text("#roll .sum"), "5");
  assert.deepEqual([spokenTexts(page), page.window.notes], [[], 0]);
});

test("a roll is announced in a player's words", async () => {
  const page = await listen(BRITISH, { speech: "on" });
  await roll(page);
  assert.deepEqual(page.window.heard, [
    { voice: "en-GB", language: "en", text: "Ben rolls 5. Dora takes 1 brick. Ana takes 2 wool." },
  ]);
});

test("a roll and its cards are announced in French on a French page", async () => {
  const page = await listen([["en-GB", true], ["fr_FR", true]], { page: french, speech: "on" });
  await page.change(({ game: { view } }) => {
    view.roll.takes = view.roll.takes.slice(0, 2);
    view.log.push({ ...view.log.at(-1), number: 99, event: { kind: "roll", player: "red", dice: [3, 5] } });
  });
  assert.deepEqual(page.window.heard, [
    { voice: "fr_FR", language: "fr", text: "Ana fait 8. Ana reçoit 2 bois, 1 minerai. Ben reçoit 2 minerais." },
  ]);
});

test("a roll of eight is announced with all players who take cards", async () => {
  const page = await listen(BRITISH, { speech: "on" });
  await page.change(({ game: { view } }) => {
    view.roll.takes = view.roll.takes.slice(0, 2);
    view.log.push({ ...view.log.at(-1), number: 99, event: { kind: "roll", player: "red", dice: [3, 5] } });
  });
  assert.equal(spokenTexts(page).at(-1), "Ana rolls 8. Ana takes 2 lumber, 1 ore. Ben takes 2 ore.");
});

test("starting resources are shown and announced", async () => {
  const page = await listen(BRITISH, { speech: "on" });
  await page.changeView({ phase: "founding", roll: null, dealt: [{ colour: "white", cards: { ore: 1, wool: 1 } }] });
  assert.equal(page.nameOf(".take[data-colour=white]"), "Dora takes 1 wool, 1 ore");
  assert.equal(spokenTexts(page)[0], "Dora takes 1 wool, 1 ore.");
});

test("the winner is announced in the page's language", async () => {
  const page = await listen([["en-GB", true], ["fr_FR", true]], { page: french, speech: "on" });
  await end(page);
  assert.equal(page.window.heard.length, 1);
  assert.equal(page.window.heard[0].language, "fr");
  assert.match(spokenTexts(page)[0], /Dora/);
});

test("the longest road and a source that needs help are announced together", async () => {
  const page = await listen(BRITISH, { speech: "on" });
  await page.change((snapshot) => {
    const [ana, , , dora] = snapshot.game.view.players;
    [ana.longest_road, dora.longest_road] = [true, false];
    snapshot.sources = [{ name: "tower", health: "fault", text: "Plug the tower in." }];
  });
  assert.equal(spokenTexts(page)[0], "Longest road: Ana. Dice tower: Plug the tower in.");
});

test("sounds play a sample when they are switched on, and then with what happens", async () => {
  const page = await listen(BRITISH);
  const dialog = await openSettings(page);
  await page.check(page.field("Sounds", dialog));
  await close(page);
  const sampled = page.window.notes;
  assert.ok(sampled > 0);
  await roll(page);
  assert.ok(page.window.notes > sampled);
  assert.deepEqual(spokenTexts(page), []);
});

test("a browser without voices says so and offers no announcements", async () => {
  const page = await listen([]);
  const dialog = await openSettings(page);
  assert.ok(page.text(dialog).includes(NO_VOICE));
  assert.ok(page.field("Announcements", dialog).disabled);
  assert.ok(!page.field("Sounds", dialog).disabled);
});

test("announcements that are switched on without a voice are reported until they are switched off", async () => {
  const page = await listen([], { speech: "on" });
  assert.match(notes(page).join(), new RegExp(NO_VOICE));
  const dialog = await openSettings(page);
  await page.check(page.field("Announcements", dialog), false);
  await close(page);
  await end(page);
  assert.ok(page.$(".winner"));
  assert.deepEqual(notes(page), []);
});

test("an English voice reads no French", async () => {
  const page = await listen([["en-GB", true], ["en-US", true]], { page: french, speech: "on" });
  assert.match(notes(page).join(), /pas de voix pour cette langue/);
  await end(page);
  assert.ok(page.$(".winner"));
  assert.deepEqual(spokenTexts(page), []);
  await page.select(page.field("Langue"), "en");
  assert.deepEqual(notes(page), []);
  await page.select(page.field("Language"), "fr");
  assert.equal(notes(page).length, 1);
});

test("voices that the browser finds later speak from then on", async () => {
  const page = await listen([], { speech: "on" });
  assert.equal(notes(page).length, 1);
  const dialog = await openSettings(page);
  assert.ok(page.text(dialog).includes(NO_VOICE));
  setVoices(page.window, [["en_GB", true]]);
  await idle();
  assert.ok(!page.text(dialog).includes(NO_VOICE));
  assert.ok(!page.field("Announcements", dialog).disabled);
  await close(page);
  assert.deepEqual(notes(page), []);
  await end(page);
  assert.deepEqual(page.window.heard, [{ voice: "en_GB", language: "en", text: "Dora wins!" }]);
});

test("a voice of the device is preferred to one on the internet", async () => {
  const page = await listen([["fr-FR", false], ["en-US", false], ["en-GB", true]], { speech: "on" });
  await end(page);
  assert.equal(page.window.heard[0].voice, "en-GB");
});

test("a voice that fails is reported, and no longer once it speaks again", async () => {
  const page = await listen([["en-GB", false]], { speech: "on" });
  assert.deepEqual(notes(page), []);
  page.window.broken = "network";
  await page.changeView({ turn: 13 });
  assert.match(notes(page).join(), /this browser's voice may need the internet/);
  page.window.broken = "interrupted";
  await page.changeView({ turn: 14 });
  assert.equal(page.text("#title"), "Turn 14");
  assert.equal(notes(page).length, 1);
  page.window.broken = null;
  await end(page);
  assert.ok(page.$(".winner"));
  assert.deepEqual(notes(page), []);
});

test("announcements that are switched off stop at once", async () => {
  const page = await listen(BRITISH, { speech: "on" });
  const dialog = await openSettings(page);
  await page.check(page.field("Announcements", dialog), false);
  assert.equal(page.window.silenced, 1);
  await close(page);
  await end(page);
  assert.ok(page.$(".winner"));
  assert.deepEqual(spokenTexts(page), []);
  assert.equal(storedSwitch(page, "speech"), null);
});

test("sounds that are switched off play no more", async () => {
  const page = await listen([], { sounds: "on" });
  await roll(page);
  const played = page.window.notes;
  assert.ok(played > 0);
  const dialog = await openSettings(page);
  await page.check(page.field("Sounds", dialog), false);
  assert.equal(storedSwitch(page, "sounds"), null);
  await close(page);
  await end(page);
  assert.ok(page.$(".winner"));
  assert.equal(page.window.notes, played);
});

test("a voice that waits for a touch is reported, and not where there is no voice", async () => {
  const page = await listen(BRITISH, { speech: "on" });
  assert.deepEqual(notes(page), []);
  activation.hasBeenActive = false;
  await page.changeView({ turn: 13 });
  assert.deepEqual(notes(page), ["Tap the page once: until then, the browser plays no sound."]);
  setVoices(page.window, []);
  await idle();
  assert.equal(notes(page).length, 1);
  assert.match(notes(page)[0], new RegExp(NO_VOICE));
});

test("sounds and announcements are offered where a game is started", async () => {
  const page = await listen(BRITISH);
  await page.show(snapshotOf("none"));
  await page.click("#start [data-key=new]");
  const group = page.getByRole("group", "Sound");
  await page.check(page.field("Sounds", group));
  assert.deepEqual([storedSwitch(page, "sounds"), storedSwitch(page, "speech")], ["on", null]);
  assert.match(page.text(group), /Announcements/);
});
