// The form of a new game, on the first screen and over a game in progress; a game that is given up, and one that is
// resumed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isHidden, openPage, snapshotOf, waitUntil } from "./page.js";

const UNFINISHED_GAME = {
  game: 3,
  kind: "base",
  started: "2026-11-20T19:30:00+00:00",
  players: ["Ana", "Ben", "Cyr"].map((name) => ({ name })),
  turns: 12,
};
const EXACT_COUNTS_LABEL = "We enter everything that the camera can't see, each trade and each card, so that all counts are exact";

const page = await openPage("table");
const { server } = page;
for (const path of ["/api/games/resume", "/api/games/leave"]) server.answers[path] = () => ({ told: [], violations: [], version: 1 });

const games = () => server.bodiesPostedTo("/api/games");
const name = (number) => page.field(`Name of player ${number}`);
const colour = (number) => page.field(`Colour of player ${number}`);
const countPlayers = (count) => page.select(page.getByRole("combobox", "Players"), `${count}`);
const unfold = (text) => page.click(page.getByRole("button", text));

/** Show the first screen of a table where `choices` can be chosen. */
async function showFirstScreen(choices = {}) {
  await page.show(snapshotOf("base"));
  Object.assign(server.choices, choices);
  await page.change((snapshot) => (snapshot.game = null));
}

/** Open the form of a new game on the first screen, with *More options* open if `more`. */
async function openForm({ more = false, ...choices } = {}) {
  await showFirstScreen(choices);
  await page.click("#start [data-key=new]");
  if (more) await unfold("More options");
}

/** Seat Ana, Ben and Cyr. */
async function seatThree() {
  await countPlayers(3);
  for (const [seat, who] of ["Ana", "Ben", "Cyr"].entries()) await page.type(name(seat + 1), who);
}

/** Press Start; the game that the page sends. */
async function start() {
  await page.click(page.button("Start"));
  assert.equal(games().length, 1);
  return games()[0];
}

test("players take seats with names and colours, and a player without a name is named after the colour", async () => {
  await openForm();
  await countPlayers(3);
  await page.type(name(1), "  Zoé ");
  await page.type(name(2), "Bo");
  await page.select(colour(1), "Blue");
  assert.deepEqual((await start()).players, [
    { name: "Zoé", colour: "blue" },
    { name: "Bo", colour: "red" },
    { name: "Orange", colour: "orange" },
  ]);
});

test("two players swap seats", async () => {
  await openForm();
  await seatThree();
  await page.click(page.button("Move player 1 one seat later"));
  assert.ok(page.button("Move player 3 one seat later").disabled);
  await page.select(colour(1), "Green");
  assert.deepEqual((await start()).players, [
    { name: "Ben", colour: "green" },
    { name: "Ana", colour: "red" },
    { name: "Cyr", colour: "orange" },
  ]);
});

test("the names of former players are suggested", async () => {
  await openForm({ names: ["Zoé", "Max"] });
  const suggested = page.all(`datalist#${name(2).getAttribute("list")} option`);
  assert.deepEqual(suggested.map(({ value }) => value), ["Zoé", "Max"]);
});

test("a form keeps what was filled in when something else happens at the table", async () => {
  await openForm();
  await page.type(name(1), "Zoé");
  await page.change((snapshot) => (snapshot.notices = ["Something else."]));
  assert.match(page.text("#notices"), /Something else\./);
  assert.equal(name(1).value, "Zoé");
});

test("a viewer can't start a game", async () => {
  const viewer = await openPage("table", { snapshot: "none", role: "viewer" });
  assert.match(viewer.text("#start"), /No game in progress\./);
  assert.deepEqual(viewer.queryAllByRole("button", "New game"), []);
});

test("players who were seated during the calibration keep their seats", async () => {
  const seated = [["Ana", "white"], ["Ben", "red"], ["Cyr", "blue"]].map(([who, has]) => ({ name: who, colour: has }));
  await openForm({ seated });
  assert.deepEqual((await start()).players, seated);
});

const round = (again = false) => page.all(".begins-round")[Number(again)];
const roll = (who, sum, again = false) => page.check(`input[value='${sum}']`, true, page.getByRole("group", who, round(again)));
const beginner = () => page.text(".who-begins-result");

/** Open the form with Ana, Ben and Cyr and their rolls. */
async function openFormWithRolls(sums) {
  await openForm();
  await seatThree();
  await unfold("Roll to see who begins");
  for (const [who, sum] of sums) await roll(who, sum);
}

test("the highest sum begins, and the sums are sent", async () => {
  await openFormWithRolls([["Ana", 5], ["Ben", 11], ["Cyr", 7]]);
  assert.equal(beginner(), "Ben begins.");
  assert.deepEqual((await start()).who_begins, [{ red: 5, blue: 11, orange: 7 }]);
});

test("players who tied roll again", async () => {
  await openFormWithRolls([["Ana", 9], ["Ben", 4], ["Cyr", 9]]);
  assert.equal(beginner(), "");
  const again = page.getByRole("group", "They rolled the same and roll again");
  assert.equal(page.queryAllByRole("group", undefined, again).length, 2);
  await roll("Ana", 3, true);
  await roll("Cyr", 6, true);
  assert.equal(beginner(), "Cyr begins.");
  assert.deepEqual((await start()).who_begins, [{ red: 9, blue: 4, orange: 9 }, { red: 3, orange: 6 }]);
});

test("a corrected roll removes the tie", async () => {
  await openFormWithRolls([["Ana", 9], ["Ben", 4], ["Cyr", 9]]);
  assert.equal(page.all(".begins-round").length, 2);
  await roll("Cyr", 8);
  assert.equal(page.all(".begins-round").length, 1);
  assert.equal(beginner(), "Ana begins.");
});

test("a roll moves to another seat with the player who rolled it", async () => {
  await openFormWithRolls([["Ana", 12]]);
  await page.click(page.button("Move player 1 one seat later"));
  for (const [who, sum] of [["Ben", 4], ["Cyr", 5]]) await roll(who, sum);
  assert.equal(beginner(), "Ana begins.");
});

test("for a game in progress the form doesn't ask who begins", async () => {
  await openFormWithRolls([]);
  assert.ok(!isHidden(page.$(".who-begins")));
  await unfold("More options");
  await page.check(page.field("The game is already in progress"));
  assert.ok(isHidden(page.$(".who-begins")));
});

test("the usual options are those of the newest rules", async () => {
  await openForm({ more: true });
  await page.type(name(1), "Zoé");
  const { options } = await start();
  assert.equal(options.edition, "2025");
  assert.deepEqual([options.setup, options.points_to_win, options.all_told], ["variable", 10, true]);
});

test("the form asks in a sentence whether everything is entered, in every edition", async () => {
  await openForm({ more: true });
  const entered = page.field(EXACT_COUNTS_LABEL);
  assert.ok(entered.checked);
  await page.check(entered, false);
  await unfold("Edition and house rules");
  await page.select(page.field("Edition"), "Kosmos, short rules");
  assert.ok(!entered.checked);
  assert.equal((await start()).options.all_told, false);
});

test("an edition sets its options, and each of them can be changed", async () => {
  await openForm({ more: true });
  await unfold("Edition and house rules");
  await page.select(page.field("Edition"), "Kosmos, short rules");
  assert.equal(page.field("Connected roads needed for a new settlement").value, "2");
  assert.ok(page.field("Trade first, then build").checked);
  await page.type(page.field("Points to win"), "8");
  await page.select(page.field("Development cards played in a turn"), "no limit");
  const { options } = await start();
  assert.equal(options.edition, "kosmos");
  assert.deepEqual([options.settlement_needs_roads, options.trade_before_building], [2, true]);
  assert.deepEqual([options.points_to_win, options.cards_a_turn], [8, null]);
});

test("a number out of its range is not sent", async () => {
  await openForm({ more: true });
  await page.type(page.field("Points to win"), "99");
  await page.click(page.button("Start"));
  assert.ok(page.field("Points to win").validity.rangeOverflow);
  assert.deepEqual(games(), []);
  await page.type(page.field("Points to win"), "9");
  assert.equal((await start()).options.points_to_win, 9);
});

test("another game brings its own form", async () => {
  const tally = {
    kind: "tally",
    name: "Tally",
    players: [1, 2],
    colours: ["red", "blue"],
    options: [{ name: "long", label: "A long game", about: null, kind: "tick", house_rule: false }],
    editions: [],
  };
  await showFirstScreen({ games: [...server.choices.games, tally] });
  await page.click("#start [data-key=new]");
  assert.ok(page.field("The game is already in progress"));
  await page.select("select[name=game]", "Tally");
  assert.throws(() => page.field("The game is already in progress"));
  await unfold("More options");
  await page.check(page.field("A long game"));
  await countPlayers(1);
  assert.deepEqual(await start(), { game: "tally", players: [{ name: "Red", colour: "red" }], options: { long: true } });
});

test("a game in progress is entered with each player's cards", async () => {
  await openForm({ more: true });
  await countPlayers(3);
  assert.ok(isHidden(page.field("Resource cards of player 2")));
  await page.check(page.field("The game is already in progress"));
  assert.ok(!isHidden(page.field("Resource cards of player 2")));
  await page.select(page.field("Active player, before the roll"), "1");
  await page.type(page.field("Resource cards of player 2"), "5");
  await page.type(page.field("Development cards of player 3"), "1");
  await page.type(page.field("Knights played by player 3"), "2");
  assert.deepEqual((await start()).taken_up, {
    on_turn: "blue",
    hands: { blue: { unidentified: 5 } },
    development_cards: { orange: 1 },
    played: { orange: { knight: 2 } },
  });
});

/** Show a game in progress, and open its *More* dialog. */
async function openMore(choices = {}) {
  await page.show(snapshotOf("base"));
  Object.assign(server.choices, choices);
  await page.click(page.button("More", page.$("#actions")));
}
const choose = (text) => page.click(page.button(text, page.dialog));
const asks = () => page.text(page.dialog);

test("the game in progress is abandoned only after a confirmation", async () => {
  await openMore();
  await choose("New game");
  await choose("Start");
  assert.match(asks(), /Ana, Ben, Clémentine, Dora are in the middle of a game\./);
  assert.deepEqual(games(), []);
  await choose("Quit game");
  assert.ok(page.isFree);
  assert.equal(games()[0].abandon, true);
});

test("Cancel leads back to the form as it was filled in", async () => {
  await openMore();
  await choose("New game");
  await page.type(name(1), "Zoé");
  await choose("Start");
  assert.match(asks(), /Quit the game in progress\?/);
  await choose("Cancel");
  assert.equal(name(1).value, "Zoé");
  await choose("Start");
  await choose("Quit game");
  assert.ok(page.isFree);
  assert.equal(games()[0].players[0].name, "Zoé");
});

test("a game is abandoned without another one", async () => {
  await openMore();
  await choose("Quit this game …");
  assert.match(asks(), /Quit the game in progress\?/);
  await choose("Cancel");
  await choose("Quit this game …");
  assert.match(asks(), /It is kept/);
  await choose("Quit game");
  assert.ok(page.isFree);
  assert.deepEqual(server.bodiesPostedTo("/api/games/leave"), [{ game: 1 }]);
});

test("Cancel works before the table has answered what is left of the game", async () => {
  await openMore();
  const { "/api/games": answer } = server.answers;
  let goOn;
  server.answers["/api/games"] = () => new Promise((resolve) => (goOn = () => resolve(answer())));
  await choose("Quit this game …");
  assert.ok(page.button("Quit game", page.dialog).disabled);
  await choose("Cancel");
  await choose("Cancel");
  assert.ok(page.isFree);
  server.answers["/api/games"] = answer;
  await goOn();
  await page.change(() => {});
  assert.ok(page.isFree);
});

for (const way of ["New game", "Quit this game …"]) {
  test(`a game in which nothing happened is not promised for later: ${way}`, async () => {
    await openMore({ begun: false });
    await choose(way);
    if (way === "New game") await choose("Start");
    assert.match(asks(), /Nothing has happened yet in the game of Ana, Ben/);
    assert.doesNotMatch(asks(), /It is kept/);
  });
}

test("nothing of an abandoned game is shown", async () => {
  await page.show(snapshotOf("base"));
  const { game } = snapshotOf("base");
  const bar = page.$("#actions");
  await page.click(page.button("Undo", bar));
  const message = page.$("#message");
  assert.match(page.text(message), /Recorded\./);
  assert.ok(!isHidden(message));
  await page.change((snapshot) => (snapshot.game = null));
  assert.ok(page.button("New game", page.$("#start")));
  for (const part of [message, bar, page.$("#game")]) assert.ok(isHidden(part), part.id);
  await page.change((snapshot) => (snapshot.game = game));
  assert.ok(page.button("Undo", bar));
  assert.ok(isHidden(message));
});

test("a dialog about a game is closed when another device abandons the game", async () => {
  await openMore();
  assert.ok(!page.isFree);
  await page.change((snapshot) => (snapshot.game = null));
  assert.ok(page.button("New game", page.$("#start")));
  assert.ok(page.isFree);
});

test("a finished game need not be abandoned", async () => {
  await page.show(snapshotOf("base"));
  await page.changeView({ phase: "over", winner: "red", may: {} });
  assert.equal(page.text("#title"), "Game over");
  await page.click(page.button("More", page.$("#actions")));
  await choose("New game");
  await choose("Start");
  assert.ok(page.isFree);
  assert.equal(games().length, 1);
  assert.ok(!("abandon" in games()[0]));
});

test("an unfinished game is resumed instead of the game in progress", async () => {
  await openMore({ unfinished: [UNFINISHED_GAME] });
  await choose("New game");
  await page.click(page.getByRole("button", /Ana, Ben, Cyr/, page.dialog));
  await choose("Quit game");
  assert.ok(page.isFree);
  assert.deepEqual(server.bodiesPostedTo("/api/games/resume"), [{ game: 3, abandon: true }]);
});

for (const kinds of [1, 2]) {
  test(`an unfinished game is shown ${kinds > 1 ? "with" : "without"} its kind at a table of ${kinds} kinds`, async () => {
    await page.show(snapshotOf("base"));
    const [base] = server.choices.games;
    const offered = [base, { ...base, kind: "tally", name: "Tally" }].slice(0, kinds);
    await showFirstScreen({ games: offered, unfinished: [{ ...UNFINISHED_GAME, name: "CATAN, the base game" }] });
    const kept = page.text(page.getByRole("button", /12 turns/));
    assert.match(kept, /Ana, Ben, Cyr/);
    assert.equal(kept.includes("CATAN, the base game"), kinds > 1);
  });
}

test("an unfinished game is resumed by a tap where no game is in progress", async () => {
  await showFirstScreen({ unfinished: [UNFINISHED_GAME] });
  await page.click(page.getByRole("button", /12 turns/));
  await waitUntil(() => server.bodiesPostedTo("/api/games/resume").length);
  assert.deepEqual(server.bodiesPostedTo("/api/games/resume"), [{ game: 3 }]);
});

test("a refused start is reported in the dialog, above its buttons", async () => {
  await page.show(snapshotOf("base"));
  await page.changeView({ phase: "over", winner: "red", may: {} });
  await page.click(page.button("More", page.$("#actions")));
  await choose("New game");
  server.refusal = "two players have the same name";
  await choose("Start");
  assert.equal(page.text("form > .buttons [role=alert]", page.dialog), "two players have the same name");
});
