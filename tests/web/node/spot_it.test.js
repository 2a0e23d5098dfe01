// Spot it! CATAN at a real table: counted, corrected, undone and shown in the history.

import assert from "node:assert/strict";
import { test } from "node:test";
import { listenTo } from "./ears.js";
import { idle, isHidden, waitUntil } from "./page.js";
import { openLive, realTable } from "./live.js";

const TWO_PLAYERS = [{ name: "Ana", colour: "blue" }, { name: "Ben", colour: "red" }];
const THREE_PLAYERS = [...TWO_PLAYERS, { name: "Cyr", colour: "orange" }];
const COUNT = "Game over: count the points";
const TOO_MANY_CARDS = "more than the 19 cards of the island";

const table = await realTable();
const start = (players = TWO_PLAYERS, options = {}) => table.startGame({ game: "spot_it", players, options, abandon: true });
const score = (out, counts) => table.submit({ kind: "game_scored", first_out: out, counts });
await start();
const page = await openLive(table, "", { before: (window) => listenTo(window) });

/** Begin a match, and have the page show it. */
async function begin(players, options) {
  for (const dialog of page.all("dialog[open]")) dialog.close();
  await start(players, options);
  await page.catchUp();
}

/** A match of two teams that share the victory. */
async function shareVictory() {
  await start();
  for (const out of ["blue", "red", "blue", "red"]) await score([out], { blue: 4, red: 4 });
}

/** A match of two teams that the blue one wins. */
async function winBlue() {
  await start();
  for (let game = 0; game < 4; game++) await score(["blue"], { blue: 5, red: 4 });
}

const points = (...expected) => waitUntil(() => page.texts(".team .player-points b").join() === expected.join(), `the points are ${expected}`);
const says = (selector, text) => waitUntil(() => page.text(selector).includes(text), `${selector} says ${text}`);
const dialogSays = (text) => says("dialog[open]", text);
const numbersOf = (team) => page.getByRole("group", new RegExp(`^${team}`), page.dialog);
const labelsOf = (team) => page.all("label", numbersOf(team)).filter((label) => !isHidden(label));
const shownNumbers = (team) => labelsOf(team).map((label) => page.text(label));
const pick = (team, number) => page.check(page.field(`${number}`, numbersOf(team)));
const pickOut = (team) => page.check(page.field(team, page.dialog));
const take = (name) => page.getByRole("button", name, page.$(".match-round"));
const press = (name) => page.click(page.button(name, page.dialog));

/** Choose in the dialog which teams were out first, and the numbers of teams. */
async function choose(out, counts) {
  for (const team of out) await pickOut(team);
  for (const [team, number] of Object.entries(counts)) await pick(team, number);
}

/** Count the game that is on, and score it. */
async function count(out, counts) {
  await page.click(page.button(COUNT));
  await choose(out, counts);
  await press("Score");
  await waitUntil(() => page.isFree);
}

/** Open a line of the log, the newest 0: the start and the later counts are there. */
async function openLine(number) {
  await waitUntil(() => page.all("#log .entry").length === 2);
  await page.click(page.all("#log .entry")[number]);
}

test("a count shows what it scores before it is entered", async () => {
  await begin();
  await page.click(page.button(COUNT));
  const ready = page.button("Score", page.dialog);
  await choose(["Ana"], { Ana: 6 });
  assert.ok(ready.disabled);
  await pick("Ben", 3);
  assert.ok(!ready.disabled);
  await dialogSays("Ana: 0 → 3 points");
});

test("an impossible count is flagged and still recorded", async () => {
  await begin();
  await count(["Ana"], { Ana: 12, Ben: 11 });
  await says("#message", TOO_MANY_CARDS);
  await points(3, 0);
});

test("a team has no more numbers than it has cards", async () => {
  await begin(THREE_PLAYERS, { alone: "orange" });
  await page.click(page.button(COUNT));
  assert.deepEqual(shownNumbers("Cyr"), ["0", "1", "2", "3", "4", "5", "6", "7", "8"]);
  assert.equal(shownNumbers("Ana").length, 17);
});

test("with two teams, the other team took the rest of the island", async () => {
  await begin(TWO_PLAYERS, { game: 4 });
  await page.click(page.button(COUNT));
  await pick("Ana", 11);
  assert.ok(page.field("8", numbersOf("Ben")).checked);
  await pick("Ben", 7);
  await pick("Ana", 12);
  assert.ok(page.field("7", numbersOf("Ben")).checked);
});

test("in the barbarians no team is out first", async () => {
  await begin(TWO_PLAYERS, { game: 4 });
  await page.click(page.button(COUNT));
  assert.ok(!isHidden(numbersOf("Ana")));
  assert.ok(isHidden(page.field("Ana", page.dialog)));
});

test("a round that another tablet has entered is refused in words", async () => {
  await begin(TWO_PLAYERS, { game: 5 });
  const button = take(/Ana \+1/);
  const { fetch } = page.window;
  // Pretend that the newest round hasn't reached this tablet: its `after` has the earlier count.
  page.window.fetch = (path, about) =>
    fetch(path, path === "/api/inputs" ? { ...about, body: JSON.stringify({ ...JSON.parse(about.body), after: 0 }) } : about);
  await table.submit({ kind: "round_scored", captured: { blue: 1, red: 0 }, after: 0 });
  await points(1, 0);
  await page.click(button.isConnected ? button : take(/Ana \+1/));
  await says("#message", "That was already counted: Ana +1.");
  page.window.fetch = fetch;
  assert.equal((await table.view()).counted, 1);
});

test("each button names its round", async () => {
  await begin(TWO_PLAYERS, { game: 5 });
  const { fetch } = page.window;
  const sent = [];
  page.window.fetch = (path, about) => {
    if (path === "/api/inputs") sent.push(JSON.parse(about.body).after);
    return fetch(path, about);
  };
  for (const expected of [1, 2]) {
    await page.click(take(/Ana \+1/));
    await points(expected, 0);
  }
  page.window.fetch = fetch;
  assert.deepEqual(sent, [0, 1]);
});

test("an open count says that the game was counted meanwhile", async () => {
  await begin();
  await page.click(page.button(COUNT));
  await choose(["Ana"], { Ana: 6, Ben: 3 });
  assert.ok(!page.button("Score", page.dialog).disabled);
  await score(["blue"], { blue: 6, red: 3 });
  await dialogSays("That was already counted: Ana +3.");
  assert.ok(page.button("Score", page.dialog).disabled);
  await press("Cancel");
  await count(["Ben"], { Ana: 4, Ben: 5 });
  await points(3, 3);
});

test("a repeated game shows its number", async () => {
  await begin();
  const french = await openLive(table, "", { lang: "fr" });
  for (const [time, fois] of [["1st", "1re"], ["2nd", "2e"], ["3rd", "3e"], ["4th", "4e"]]) {
    await waitUntil(() => page.text(".match-position") === `Game 1, for the ${time} time`, time);
    await waitUntil(() => french.text(".match-position") === `Jeu 1, pour la ${fois} fois`, fois);
    await score(["blue"], { blue: 4, red: 5 });
  }
});

test("for the second round of the knights no cards are taken again", async () => {
  await begin(TWO_PLAYERS, { game: 5 });
  assert.match(page.text(".team"), /takes 16 cards/);
  await page.click(take(/Ana \+1/));
  await says("#now", "Round 2 of 16");
  assert.doesNotMatch(page.text(".team"), /takes/);
});

test("the latest entry is undone by a tap", async () => {
  await begin(TWO_PLAYERS, { game: 5 });
  await page.click(take(/Ana \+1/));
  await points(1, 0);
  await page.click(page.button("Undo", page.$("#actions")));
  await points(0, 0);
});

test("a line is corrected once its consequences are shown", async () => {
  await begin();
  await score(["blue"], { blue: 6, red: 3 });
  await openLine(0);
  await pick("Ben", 9);
  await dialogSays("Ben: 0 → 2 points");
  await press("Save");
  await points(1, 2);
  assert.deepEqual((await table.view()).log[1].event.counts, { blue: 6, red: 9 });
});

test("a line is corrected to another game", async () => {
  await begin(TWO_PLAYERS, { mode: "adventure" });
  await score(["blue"], { blue: 6, red: 3 });
  await openLine(0);
  await page.check(page.field("The barbarians", page.dialog));
  await choose([], { Ana: 11, Ben: 8 });
  await press("Save");
  await points(2, 0);
  await says("#log", "another game was in progress");
});

test("a game that nobody entered is inserted before a line", async () => {
  await begin();
  await score(["blue"], { blue: 6, red: 3 });
  await openLine(0);
  await press("Insert before …");
  await press("A game was counted");
  await page.check(page.field("Welcome to Catan", page.dialog));
  await choose(["Ben"], { Ana: 4, Ben: 5 });
  await press("Add");
  await points(3, 3);
});

test("a round is corrected", async () => {
  await begin(TWO_PLAYERS, { game: 5 });
  await table.submit({ kind: "round_scored", captured: { blue: 1, red: 0 } });
  await openLine(0);
  await choose([], { Ana: 0, Ben: 1 });
  await press("Save");
  await points(0, 1);
});

test("a team gets another colour and keeps its points", async () => {
  await begin();
  await score(["blue"], { blue: 6, red: 3 });
  await openLine(1);
  await waitUntil(() => page.field("Colour of team 1", page.dialog));
  await page.select(page.field("Colour of team 1", page.dialog), "Orange");
  await press("Save");
  await says(".team[data-colour=orange]", "Ana");
  await points(3, 0);
});

test("teams that swap colours keep their points", async () => {
  await begin();
  await score(["blue"], { blue: 6, red: 3 });
  await openLine(1);
  await dialogSays("A team's entries follow it");
  await page.select(page.field("Colour of team 1", page.dialog), "Red");
  await page.select(page.field("Colour of team 2", page.dialog), "Blue");
  await dialogSays("Nothing else would change.");
  await press("Save");
  await says(".team[data-colour=red]", "Ana");
  await points(3, 0);
});

test("another match of the same teams is a few taps away", async () => {
  for (const dialog of page.all("dialog[open]")) dialog.close();
  await winBlue();
  await waitUntil(() => page.$(".winner"));
  await page.click(page.button("More", page.$("#actions")));
  await press("New game");
  await waitUntil(() => page.field("Name of team 1", page.dialog).value === "Ana");
  assert.equal(page.$("select[name=game]", page.dialog).value, "spot_it");
  await press("Start");
  await points(0, 0);
});

test("a viewer enters nothing", async () => {
  await start(TWO_PLAYERS, { game: 5 });
  const viewer = await openLive(table, "", { role: "viewer" });
  await waitUntil(() => viewer.text(".match-game") === "The knights");
  await viewer.catchUp();
  assert.equal(viewer.all(".match-round").length, 0);
  assert.equal(viewer.all("#actions button").length, 0);
});

test("a match is played in French with the terms of the rules", async () => {
  await start(THREE_PLAYERS, { mode: "adventure" });
  const french = await openLive(table, "", { lang: "fr" });
  await waitUntil(() => french.text("#title") === "Jeu 1 : Bienvenue à Catan");
  assert.match(french.text(".match-how"), /Placez les 19 cartes Île, face visible\./);
  await score(["blue"], { blue: 5, orange: 3, red: 4 });
  await waitUntil(() => french.text(".match-game") === "Les ports");
  assert.match(french.text("#log"), /première à tout poser : Ana/);
  await score(["blue", "red"], { blue: 2, orange: 1, red: 1 });
  await waitUntil(() => french.text(".match-swap") === "Ana et Ben échangent 3 cartes");
  assert.match(french.text("#log"), /premières à tout poser : Ana et Ben/);
});

/** Open the page of the current game in the history. */
const lookBack = async () => openLive(table, `history/${(await table.snapshot()).game.id}`);

test("a shared victory names both teams, at the table and in the history", async () => {
  await shareVictory();
  await waitUntil(() => page.text(".winner") === "Ana and Ben share the victory!");
  const { id } = (await table.snapshot()).game;
  assert.equal(page.getByRole("link", "Game summary").getAttribute("href"), `/history/${id}`);
  const game = await lookBack();
  await waitUntil(() => game.text(".winner") === "Ana and Ben shared the victory");
  assert.match(game.text("table tbody tr"), /3 \(4\) ★/);
  assert.equal(new URL(game.getByRole("link", "All games").href).pathname, "/history");
  const games = await openLive(table, "history");
  await waitUntil(() => games.texts(".game-line").some((line) => line.includes("Ana and Ben shared the victory")));
});

test("a match of a single team is shown in the history and as a picture", async () => {
  await start(THREE_PLAYERS, { mode: "adventure", alone: "orange" });
  await score(["blue"], { blue: 7, orange: 4, red: 5 });
  await score(["red"], { blue: 2, orange: 1, red: 2 });
  await score(["blue"], { blue: 4, orange: 2, red: 3 });
  await score([], { blue: 5, orange: 6, red: 8 });
  for (let round = 0; round < 3; round++) await table.submit({ kind: "round_scored", captured: { blue: 2, orange: 0, red: 0 } });
  const game = await lookBack();
  await waitUntil(() => game.all("table").length > 0);
  const alone = game.all("tbody tr", game.all("table").at(-1)).find((row) => row.textContent.includes("Cyr"));
  assert.deepEqual(game.texts("td", alone), ["2 (4×2)", "2 (1×2)", "2 (2×2)", "2 (6×2)", "0 (0)"]);
  assert.match(game.text("main"), /×2: the count of the team that plays alone is doubled\./);

  await game.click(game.button("Share as a picture"));
  const { writtenTexts: texts } = game.window;
  await waitUntil(() => texts.includes("Points by game"));
  assert.ok(texts.some((text) => text.startsWith("Spot it! CATAN · ")));
  assert.ok(texts.includes("Points as they were counted"));
  const games = texts.slice(texts.indexOf("Points by game"));
  assert.deepEqual(games.slice(1, 5), ["Game 1", "1", "2", "0"]);
  assert.deepEqual(games.filter((text) => text.startsWith("Game")), [1, 2, 3, 4, 5].map((number) => `Game ${number}`));
});

test("a line of the history names its game if several were played", async () => {
  const other = await realTable();
  await other.startGame({ game: "spot_it", players: TWO_PLAYERS, options: {} });
  for (let game = 0; game < 4; game++) await other.submit({ kind: "game_scored", first_out: ["blue"], counts: { blue: 5, red: 4 } });
  const alone = await openLive(other, "history");
  await waitUntil(() => alone.text(".game-line").includes("Ana 12"));
  assert.doesNotMatch(alone.text(".game-line"), /Spot it! CATAN/);
  await other.startGame({ game: "base", players: THREE_PLAYERS, options: {} });
  await other.found();
  const both = await openLive(other, "history");
  await waitUntil(() => both.all(".game-line").length === 2);
  await idle();
  const lines = both.texts(".game-line");
  assert.match(lines[0], /CATAN, the base game/);
  assert.match(lines[1], /Spot it! CATAN/);
});

test("only the tablet and phones are offered the photo of two cards", async () => {
  await begin();
  await waitUntil(() => page.$("[data-key=referee]"));
  assert.equal(page.$("[data-key=referee]").getAttribute("capture"), "environment");
});

test("the team that is out first ends the game by one button, which fills in the count's question", async () => {
  await begin(THREE_PLAYERS, { mode: "adventure" });
  page.window.notes = 0;
  await page.click(page.button(/Ben Out first!/));
  assert.ok(page.window.notes > 0, "the button sounds");
  assert.ok(page.field("Ben", page.dialog).checked);
  assert.ok(!page.field("Ana", page.dialog).checked);
  await choose([], { Ana: 4, Ben: 3, Cyr: 2 });
  await press("Score");
  await points(2, 1, 0);
});

test("the barbarians end when all cards are taken", async () => {
  await begin(TWO_PLAYERS, { game: 4 });
  assert.equal(page.all(".match-out[data-colour]").length, 0);
  await page.click(page.button("All cards are taken!"));
  assert.ok(!isHidden(numbersOf("Ana")));
});

test("an adventure is a path with the points of each game", async () => {
  await begin(TWO_PLAYERS, { mode: "adventure" });
  await score(["red"], { blue: 4, red: 3 });
  await waitUntil(() => page.$("[aria-current=step]")?.textContent.includes("The harbors"), "the second game is current");
  const [first] = page.all(".station");
  assert.ok(first.classList.contains("station-done"));
  assert.match(page.text(".hidden", first), /^Game 1: Welcome to Catan; Ana: 2 points; Ben: 1 point$/);
  await begin();
  assert.equal(page.all(".station").length, 0);
});

test("a countdown can be cancelled, and shows the time once the game has begun", async () => {
  await begin();
  page.window.notes = 0;
  await page.click(page.button(/Countdown/));
  await says(".countdown", "3");
  assert.ok(page.window.notes > 0, "the countdown sounds");
  await page.click(page.button("Cancel the countdown"));
  assert.equal(page.all(".countdown").length, 0);
  await page.click(page.button(/Countdown/));
  await says(".countdown", "Go!");
  await says("[data-key=countdown]", "0:0");
  await waitUntil(() => !page.all(".countdown").length, "the countdown is gone");
  await score(["blue"], { blue: 4, red: 3 });
  await says("[data-key=countdown]", "3 · 2 · 1");
});
