// Every word on the pages is from a catalogue: read in a made-up language that has each of its texts between ⟦ and ⟧.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLive, realTable } from "./live.js";
import { idle, waitUntil } from "./page.js";

const MADE_UP_LANGUAGE = "eo";
const NAMES = { red: "Ana", blue: "Ben", orange: "Clémentine", white: "Dora" };
const words = (text) => text.match(/\p{L}+/gu) ?? [];
const DATE = new Intl.DateTimeFormat(MADE_UP_LANGUAGE, { dateStyle: "full", timeStyle: "short" });
/** The words of dates, which the browser has and no catalogue. */
const DATES = Array.from({ length: 365 }, (_, day) => words(DATE.format(new Date(2026, 0, 1 + day))));
/** Texts that aren't translated: names, also of languages, and file types. */
const NO_WORDS = new Set([...Object.values(NAMES), "Companion", "English", "Français", "Esperanto", "PNG", "JSON", ...DATES.flat()]);
/** The table's bar, except buttons that enter something without a dialog. */
const ASKING = "#actions button:not([data-key=end]):not([data-key=undo]):not([data-key=buy])";
const ATTRIBUTES = ["aria-label", "title", "alt", "placeholder"];

const playersOf = (...colours) => colours.map((colour) => ({ name: NAMES[colour], colour }));

const makeTable = (about = {}) => realTable({ marked: true, ...about });

async function read(table, path = "", options = {}) {
  const page = await openLive(table, path, { lang: MADE_UP_LANGUAGE, ...options });
  if (path.startsWith("history")) await waitUntil(() => page.$("[aria-busy=false]"));
  else if (options.live !== false) await waitUntil(() => page.document.body.dataset.connection === "live");
  return page;
}

/** The texts of a page and of the attributes that are read out or shown. */
function* textsOf(node) {
  for (const child of node.childNodes) {
    if (child.nodeType === 3) yield child.textContent;
    else if (child.nodeType === 1 && !["script", "style"].includes(child.localName)) {
      for (const name of ATTRIBUTES) yield child.getAttribute(name) ?? "";
      yield* textsOf(child);
    }
  }
}

/** The texts of a page that are neither from the catalogue nor a name or a number. */
function findUnmarkedTexts(page) {
  const found = new Set();
  for (const text of textsOf(page.document.body)) {
    let left = text;
    for (let whole = null; left !== whole; ) [whole, left] = [left, left.replace(/⟦[^⟦⟧]*⟧/g, "")];
    if (words(left).some((word) => word.length > 1 && !NO_WORDS.has(word))) found.add(text.trim());
  }
  return [...found];
}

/** The unmarked texts of the dialogs that some buttons open, one after the other. */
async function findUnmarkedInDialogs(page, openers) {
  const found = [];
  const count = page.all(openers).length;
  assert.ok(count > 0, `there is no ${openers}`);
  for (let n = 0; n < count; n++) {
    await page.click(page.all(openers)[n]);
    // One may ask the table first.
    await waitUntil(() => page.all("dialog[open]").length === 1, `${openers} ${n} opens a dialog`);
    found.push(...findUnmarkedTexts(page));
    page.dialog.close();
    await idle();
  }
  return found;
}

/** A sentence as a table sends it. */
const sentence = (text) => ({ text, template: text, fields: {} });

/** Play a first turn of a base game at a table, in which the red player sees cards; whoever has three points may have won. */
async function playBase(table, pointsToWin) {
  const players = playersOf("red", "blue", "white");
  await table.startGame({ game: "base", players, options: { points_to_win: pointsToWin }, abandon: true });
  await table.found();
  for (const dice of [[3, 3], [4, 4], [5, 6], [2, 2]]) await table.submit({ kind: "roll", dice });
  await table.submit({ kind: "show_hand", player: "red", resources: { ore: 3, grain: 2, wool: 1 } });
}

/** A real table in its first turns; an earlier game was won. */
async function playEvening() {
  const table = await makeTable();
  await playBase(table, 3);
  await table.submit({ kind: "place", piece: "city", at: "i4,1" });
  await playBase(table, 10);
  await table.submit({ kind: "buy_development_card", card: null });
  return table;
}

const standIn = await makeTable({ stand_in: "base" });
const shown = await read(standIn);

/** Show a change of the stand-in's snapshot, and of its view. */
async function change(values, view = {}) {
  await standIn.change(values, view);
  await shown.catchUp();
}

test("a text outside the catalogue is found", () => {
  shown.$("#title").insertAdjacentHTML("beforeend", "<b title='plain words'>⟦Turn ⟦12⟧⟧ here Ana 5 x</b>");
  assert.deepEqual(findUnmarkedTexts(shown), ["plain words", "⟦Turn ⟦12⟧⟧ here Ana 5 x"]);
  shown.$("#title b").remove();
});

test("the made-up language is used", () => {
  assert.equal(shown.document.documentElement.lang, MADE_UP_LANGUAGE);
  assert.equal(shown.text("#title"), "⟦Turn 12⟧");
});

test("the table in the middle of a game and its dialogs", async () => {
  const health = { camera: "fault", tower: "waiting", tablet: "ok", panel: "ok" };
  const sources = Object.entries(health).map(([name, how]) => ({ name, health: how, text: how === "fault" ? sentence("left") : "" }));
  const answers = ["still_there", "taken_away"].map((word) => ({ word, fields: {} }));
  const question = { number: 1, word: "piece_gone", fields: { piece: "city", colour: "red", at: "i-5,4" }, answers };
  await change({ sources, notices: [sentence("There is nobody to trade with.")], questions: [question] }, { may_have_won: 0.4 });
  assert.deepEqual(findUnmarkedTexts(shown), []);
  assert.deepEqual(await findUnmarkedInDialogs(shown, ASKING), []);
  assert.deepEqual(await findUnmarkedInDialogs(shown, ".controls button"), []);
  // What waits has the place of what happened.
  await change({ questions: [] });
  assert.deepEqual(await findUnmarkedInDialogs(shown, "#log .entry"), []);
  for (const place of [".hex[data-key='h0,0']", ".harbor[data-key='p0,-5']", ".site[data-key='i-5,4']", ".site[data-key='p1,-2']"]) {
    assert.deepEqual(await findUnmarkedInDialogs(shown, place), []);
  }
});

for (const due of [
  [{ kind: "discard", colour: "red", count: 4 }],
  [{ kind: "discard", colour: "red", count: 4, between: [4, 5], likely: false }],
  [{ kind: "may_discard", colour: "red", count: 4, between: [0, 4], limit: 7 }],
  [{ kind: "steal", colour: "red", from: ["blue", "white"] }],
  [{ kind: "found", colour: "red", piece: null, or: ["red", "blue"] }],
  [{ kind: "take_starting_resources", colour: "red", sites: [], likely: { at: "i1,1", cards: { brick: 1 } } }],
  [{ kind: "confirm_island", entry: 1 }, { kind: "lay_island" }, { kind: "take_up" }],
]) {
  test(`what is to be done: ${due.map(({ kind }) => kind)}${due[0].between ?? ""}`, async () => {
    await change({ questions: [] }, { to_do: due, phase: "play" });
    assert.match(shown.text("#to-do"), /⟦/);
    assert.deepEqual(findUnmarkedTexts(shown), []);
  });
}

test("the table once somebody has won", async () => {
  await change({ questions: [] }, { phase: "over", winner: "red", may: null, on_turn: null, to_do: [] });
  assert.match(shown.text(".winner"), /Ana/);
  assert.deepEqual(findUnmarkedTexts(shown), []);
});

test("the page that starts a game", async () => {
  const page = await read(await makeTable());
  await waitUntil(() => page.all("#start [data-key=new]").length === 1);
  await page.click("#start [data-key=new]");
  await page.click(page.button("⟦More options⟧"));
  await page.check(page.field("⟦The game is already in progress⟧"));
  assert.deepEqual(findUnmarkedTexts(page), []);
});

for (const game of [1, 2, 3, 4, 5]) {
  test(`a match of Spot it!, game ${game}`, async () => {
    const table = await makeTable();
    await table.startGame({ game: "spot_it", players: playersOf("red", "blue", "orange"), options: { game, alone: "blue" } });
    const counts = { red: 6, blue: 5, orange: 8 };
    await table.submit({ kind: "game_scored", game: game % 5 || 1, first_out: ["red", "blue"], counts });
    await table.submit({ kind: "round_scored", captured: { red: 1, blue: 0, orange: 1 } });
    const page = await read(table);
    assert.match(page.text("#now"), /⟦/);
    assert.deepEqual(findUnmarkedTexts(page), []);
    assert.deepEqual(await findUnmarkedInDialogs(page, "#actions [data-key=score], #actions [data-key=more]"), []);
    assert.deepEqual(await findUnmarkedInDialogs(page, "#log .entry"), []);
    assert.deepEqual(findUnmarkedTexts(await read(table, "history/1")), []);
  });
}

test("the dice game", async () => {
  const table = await makeTable();
  await table.startGame({ game: "dice_game", players: playersOf("red", "blue", "orange"), options: { sheet: "advanced" } });
  const build = (piece, ...places) => places.map((at) => ({ kind: "build", piece, at }));
  for (const entered of [
    ...build("knight", "1", "2", "6"),
    ...build("road", "2", "5", "7", "10", "12"),
    ...build("settlement", "1"),
    ...build("city", "4"),
    ...Array(3).fill({ kind: "end_turn" }),
    { kind: "throw", dice: ["brick", "lumber", "wool"] },
    { kind: "use_knight", knight: "1", resource: "ore", die: "wool" },
  ]) {
    await table.submit(entered);
  }
  const page = await read(table);
  assert.match(page.text("#turn"), /⟦/);
  assert.deepEqual(findUnmarkedTexts(page), []);
  assert.deepEqual(await findUnmarkedInDialogs(page, "[data-key^=use-], #actions [data-key=more]"), []);
  assert.deepEqual(await findUnmarkedInDialogs(page, "#log .entry"), []);
  assert.deepEqual(findUnmarkedTexts(await read(table, "history/1")), []);
});

const PHONE = { seat: "red", player: NAMES.red };
const evening = await playEvening();

test("the history pages", async () => {
  assert.deepEqual(findUnmarkedTexts(await read(evening, "history")), []);
  assert.deepEqual(findUnmarkedTexts(await read(evening, "history/1")), []);
});

for (const path of ["pair", "phone"]) {
  test(`the page "${path}" for a viewer`, async () => {
    const page = await read(evening, path, { role: "viewer", live: false });
    assert.match(page.text("main"), /⟦/);
    assert.deepEqual(findUnmarkedTexts(page), []);
  });
}

test("a phone, an offered trade, and a phone's discard after a seven", async () => {
  const phone = await read(evening, "phone", PHONE);
  assert.deepEqual(findUnmarkedTexts(phone), []);
  assert.deepEqual(await findUnmarkedInDialogs(phone, "#actions button:not([disabled]):not([data-key=end]), [data-key=hand-say]"), []);
  await evening.seats.offer("white", { give: { wool: 1 }, take: { ore: 1 } });
  await phone.catchUp();
  const table = await read(evening);
  assert.equal(table.all(".offer").length, 1);
  assert.deepEqual(findUnmarkedTexts(table), []);
  assert.deepEqual(findUnmarkedTexts(phone), []);
  await evening.submit({ kind: "show_hand", player: "red", resources: { ore: 5, grain: 4 } });
  await evening.submit({ kind: "roll", dice: [3, 4] });
  await phone.catchUp();
  assert.match(phone.text("#due"), /⟦/);
  assert.deepEqual(findUnmarkedTexts(phone), []);
  assert.deepEqual(await findUnmarkedInDialogs(phone, "#due button"), []);
});
