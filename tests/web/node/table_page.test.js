// The table's page of the base game: duties, questions, sources, the log, the clock, and how it follows the table.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage, snapshotOf, waitUntil } from "./page.js";

const page = await openPage("table");
beforeEach(() => page.show(snapshotOf("base")));

/** Have the table ask a question; `answers` are pairs of a word and its fields. */
const ask = (number, word, fields, answers) =>
  page.change((snapshot) => {
    snapshot.questions = [{ number, word, fields, answers: answers.map(([answer, about]) => ({ word: answer, fields: about ?? {} })) }];
  });

test("the log has the newest line first", () => {
  const built = "Ana builds a road (Hills, 6; Pasture, 4)";
  assert.deepEqual(page.texts("#log .entry").slice(0, 3), [built, "Ana rolls 3 + 5 = 8Turn 12", "Ben buys a development card"]);
});

test("a roll draws only what it changes", async () => {
  const { log, players, bank } = page.server.snapshot.game.view;
  const parts = ["#island .hex", "#island .site", "#log .entry", "#players *", "#bank *"];
  const before = Object.fromEntries(parts.map((part) => [part, page.all(part)]));
  const roll = { number: 90, as_of: 90, source: "tower", certainty: 1, event: { kind: "roll", player: "red", dice: [3, 5] }, violations: [] };
  const [first, ...others] = players;
  await page.changeView({ log: [...log, roll], players: [{ ...first, cards: first.cards + 1 }, ...others], bank: { ...bank, wool: 7 } });
  const newTexts = (part) => page.all(part).filter((each) => !before[part].includes(each)).map((each) => page.text(each));
  assert.deepEqual(parts.map(newTexts), [[], [], ["Ana rolls 3 + 5 = 8Turn 12"], [], []]);
  // What has changed is shown nevertheless.
  assert.equal(page.all("#island .hex-rolled").length, 2);
  assert.match(page.text(`.player[data-colour=${first.colour}] [data-stat=cards]`), new RegExp(`^\\D*${first.cards + 1}\\D`));
  assert.match(page.text("#bank [data-resource=wool]"), /^7/);
});

test("an undone line leaves the log, and the others stay", async () => {
  const { log } = page.server.snapshot.game.view;
  const lines = page.all("#log .entry");
  await page.changeView({ log: log.slice(0, -1) });
  assert.deepEqual(page.all("#log .entry"), lines.slice(1));
  assert.deepEqual(page.all("#log .entry[tabindex='0']"), [lines[1]]);
});

test("a line that breaks a rule is flagged with the rule", () => {
  assert.equal(page.all("#log .entry-flagged").length, 1);
  assert.match(page.text("#log .entry-flagged"), /Ben builds a city.*not enough cards to pay/);
});

test("the log says where", () => {
  assert.match(page.text("#log"), /Ben moves the robber \(Forest, 3\)/);
  assert.match(page.text("#log"), /Ben builds a city \(Desert; Forest, 3; Fields, 4\)/);
});

test("an unknown event is shown by its name", async () => {
  const event = { kind: "sing_a_song", player: "blue" };
  await page.changeView({ log: [{ number: 50, source: "x", certainty: 0.5, event, violations: ["off_key"] }] });
  assert.ok(page.texts("#log .entry")[0].includes("Ben: sing a song? unsure⚠ off key"));
});

test("an island that departs from the box lists the departures", () => {
  assert.match(page.text("#island"), /Terrain Hills: 4 on the table, 3 in the box/);
});

test("an unread island has 19 empty hexes and is the pending task", async () => {
  const nothing = { layout: null, pieces: [], robber: null, roll: null, log: [], departures: [] };
  await page.changeView({ phase: "layout", ...nothing, to_do: [{ kind: "lay_island" }] });
  assert.match(page.text("#to-do"), /Which island do you play on\?/);
  assert.equal(page.all("#island .hex").length, 19);
  assert.equal(page.text("#roll"), "No roll yet");
});

for (const [item, words] of [
  [{ kind: "found", colour: "blue", piece: "road" }, "Ben puts down a road"],
  [{ kind: "found", colour: "blue" }, "Ben puts down a settlement and a road"],
  [{ kind: "free_roads", colour: "blue", count: 1 }, "Ben builds a free road"],
  [{ kind: "roll", colour: "blue" }, "Ben rolls the dice"],
  [{ kind: "pay_tribute", colour: "blue" }, "Ben: pay tribute"],
  [{ kind: "take_a_break" }, "take a break"],
])
  test(`what is to be done has words: ${words}`, async () => {
    await page.changeView({ to_do: [item] });
    assert.deepEqual(page.texts("#to-do .to-do-text"), [words]);
  });

test("a source that needs help says so, and so does a notice", async () => {
  assert.equal(page.$(".source").dataset.health, "ok");
  await page.change((snapshot) => {
    snapshot.sources = [{ name: "tower", health: "fault", text: "Plug the tower in." }];
    snapshot.notices = ["A journal was kept aside."];
  });
  assert.equal(page.$(".source").dataset.health, "fault");
  assert.match(page.text("#notices"), /Dice tower: Plug the tower in\./);
  assert.match(page.text("#notices"), /A journal was kept aside\./);
});

test("a question has its answers as buttons, and is gone once it is answered", async () => {
  await ask(7, "which_dice", {}, [["dice_of", { dice: [3, 5], source: "tower" }], ["dice_of", { dice: [3, 4], source: "camera" }]]);
  assert.match(page.text(".question"), /This roll was read in two ways/);
  await page.click(page.button("3 + 4 (Camera)"));
  assert.deepEqual(page.server.inputs, [{ kind: "answer", question: 7, answer: 1 }]);
  await page.change((snapshot) => {
    snapshot.questions = [];
  });
  assert.equal(page.all(".question").length, 0);
});

test("an unexplained piece is asked about and highlighted at its likely place", async () => {
  const piece = { piece: "road", colour: "red", at: "p3,0" };
  assert.equal(page.all(".ring").length, 0);
  await ask(3, "piece_unexplained", piece, [["not_there"], ["it_is_there", piece]]);
  assert.match(page.text(".question"), /a road \(Red\) where none can be/);
  assert.equal(page.all(".ring").length, 1);
});

const UNSEEN = { kind: "correct", entry: 12, event: { kind: "roll", player: "blue" } };
for (const [word, asks, enter, entered] of [
  ["roll_unread", "the dice can't be read", { kind: "roll" }, { kind: "roll", dice: [6, 2] }],
  ["unseen_roll", "Nobody saw what Ben rolled", UNSEEN, { ...UNSEEN, event: { ...UNSEEN.event, dice: [6, 2] } }],
])
  test(`dice that nobody read are entered on a keypad: ${word}`, async () => {
    await ask(9, word, { source: "camera", name: "Ben" }, [["say_dice", { enter }], ["no_roll"]]);
    assert.ok(page.text(".question").includes(asks));
    await page.click(page.button("Enter the dice"));
    await page.check("#dialog input[name=die1][value='6']");
    await page.check("#dialog input[name=die2][value='2']");
    await page.click(page.button("Save", page.dialog));
    assert.deepEqual(page.server.inputs, [entered]);
  });

test("a question about a payment has texts for itself and its answers", async () => {
  await ask(8, "how_was_it_paid", { name: "Ana", event: "place_road" }, [
    ["bank_trade", { give: { lumber: 4 }, take: { brick: 1 } }],
    ["rolled_instead", { name: "Ana", dice: [2, 4], told: [2, 3] }],
    ["leave_as_told"],
  ]);
  assert.match(page.text(".question"), /Ana built a road, but some of the cards/);
  const answers = ["4 lumber to the bank for 1 brick", "Ana rolled 2 + 4, not 2 + 3", "Leave as is"];
  assert.deepEqual(page.texts(".question button"), answers);
});

test("undo is entered", async () => {
  await page.click(page.button("Undo"));
  assert.deepEqual(page.server.inputs, [{ kind: "undo" }]);
});

test("redo is offered beside undo while there is something to redo", async () => {
  assert.deepEqual(page.queryAllByRole("button", "Redo"), []);
  await page.changeView({ redo: true });
  await page.click(page.button("Redo"));
  assert.deepEqual(page.server.inputs, [{ kind: "redo" }]);
});

test("a change at the table is shown", async () => {
  await page.changeView({
    turn: 13,
    on_turn: "blue",
    roll: { dice: [3, 4], sum: 7, player: "blue", takes: [], shortage: [] },
    to_do: [{ kind: "discard", colour: "red", count: 4 }, { kind: "move_robber", colour: "blue" }],
  });
  assert.equal(page.text("#roll .sum"), "7");
  assert.equal(page.text("#title"), "Turn 13");
  assert.match(page.text(page.getByRole("listitem", "Ana discards 4 cards")), /−4/);
  assert.equal(page.queryAllByRole("listitem", "Ben moves the robber").length, 1);
  assert.equal(page.all(".hex-rolled").length, 0);
});

test("a hex keeps the keyboard focus when the island is redrawn", async () => {
  const before = page.$(".hex[data-key='h1,0']");
  before.focus();
  const { layout } = page.server.snapshot.game.view;
  const hexes = { ...layout.hexes, "h1,0": { terrain: "desert", number: null } };
  await page.changeView({ layout: { ...layout, hexes }, roll: null, log: [] });
  assert.equal(page.text("#roll"), "No roll yet");
  assert.notEqual(page.$(".hex[data-key='h1,0']"), before);
  assert.equal(page.document.activeElement.dataset.key, "h1,0");
});

test("an island that was read is confirmed by one tap", async () => {
  await page.changeView({ phase: "founding", pieces: [], to_do: [{ kind: "confirm_island", entry: 2 }] });
  await page.click(page.button("Confirm"));
  assert.deepEqual(page.server.inputs, [{ kind: "confirm", entry: 2 }]);
});

const FOUNDING_TASK = { kind: "found", colour: "red", piece: "settlement", or: ["blue", "orange", "white"] };

test("a tap says who begins, before anything is founded", async () => {
  await page.changeView({ phase: "founding", pieces: [], to_do: [{ ...FOUNDING_TASK, or: ["blue", "white"] }] });
  await page.click(page.button("Someone else begins …"));
  await page.click(page.button("Ben begins"));
  assert.deepEqual(page.server.inputs, [{ kind: "first_player", player: "blue" }]);
});

test("who begins is asked once the island is confirmed", async () => {
  const players = snapshotOf("base").game.view.players.map((each) => ({ ...each, cards: 0, hand: null, certain: true }));
  const toDo = [{ kind: "confirm_island", entry: 2 }, FOUNDING_TASK];
  await page.changeView({ phase: "founding", players, pieces: [], roll: null, log: [], to_do: toDo });
  assert.equal(page.queryAllByRole("button", "Confirm").length, 1);
  assert.equal(page.queryAllByRole("button", "Someone else begins …").length, 0);
  await page.changeView({ to_do: [FOUNDING_TASK] });
  assert.equal(page.queryAllByRole("button", "Someone else begins …").length, 1);
});

test("one tap says that all pieces of a game in progress are shown", async () => {
  await page.changeView({ phase: "taking_up", to_do: [{ kind: "take_up" }] });
  assert.equal(page.text("#title"), "Joining a game in progress");
  await page.click(page.button("All pieces are as shown"));
  assert.deepEqual(page.server.inputs, [{ kind: "take_up" }]);
});

// The turn's clock, and the house rule that limits a turn

const clock = () => page.$(".clock");

test("the clock counts the turn's time down and then shows the overtime", async () => {
  await page.changeView({ turn_seconds: 100_000 });
  assert.equal(page.nameOf(clock()), "Time left in this turn");
  assert.match(page.text(clock()), /^\d+:\d\d:\d\d$/);
  await page.changeView({ turn_seconds: 1 });
  assert.match(page.text(clock()), /^\+\d+:/);
  assert.ok(clock().matches(".clock-over"));
  await page.changeView({ turn_seconds: null });
  assert.equal(page.nameOf(clock()), "Time in this turn");
});

test("the active player's reserve is shown beside the turn's time, and is used after it", async () => {
  const reserves = Object.fromEntries(["red", "blue", "orange", "white"].map((colour) => [colour, 200_000]));
  await page.changeView({ turn_seconds: 100_000, reserves });
  assert.equal(page.nameOf(clock()), "Time left in this turn, and in reserve");
  assert.match(page.text(clock()), /^\d+:\d\d:\d\d \+ 55:33:20$/);
  await page.changeView({ turn_seconds: 1, reserves });
  assert.ok(clock().matches(".clock-reserve"));
  assert.match(page.text(clock()), /^\d+:\d\d:\d\d$/);
});

test("the clock updates the existing text node", async () => {
  assert.match(page.text(clock()), /\d/);
  const { firstChild: textNode } = clock();
  const before = page.text(clock());
  await waitUntil(() => page.text(clock()) !== before);
  assert.equal(clock().firstChild, textNode);
});
