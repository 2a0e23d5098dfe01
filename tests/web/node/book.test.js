// The club's book: games by their evenings, and charts with a sentence that states their result.

import assert from "node:assert/strict";
import test from "node:test";
import { open } from "./page.js";

open();
const { groupByEvening, meetingText, barSpans, mostVictoriesText, olderCopies } = await import("../../../web/static/history/games.js");

const bookWithWins = (won, ...others) => ({ games: 5, players: [["Ana", won], ...others].map(([name, has]) => ({ name, won: has })) });

test("games of one day are one evening, in their order", () => {
  const games = [{ started: "b1" }, { started: "b2" }, { started: "a1" }];
  const found = groupByEvening(games, ({ 0: day }) => day);
  assert.deepEqual(found.map(({ day, games: of }) => [day, of.length]), [["b", 2], ["a", 1]]);
});

test("bars start at zero, and negative values go below it", () => {
  const { zero, bars } = barSpans([3, -1]);
  assert.equal(zero, 0.25);
  assert.deepEqual(bars, [{ from: 0.25, to: 1 }, { from: 0, to: 0.25 }]);
  assert.deepEqual(barSpans([2, 1]).bars, [{ from: 0, to: 1 }, { from: 0, to: 0.5 }]);
  assert.deepEqual(barSpans([0, 0]).bars, [{ from: 0, to: 0 }, { from: 0, to: 0 }]);
});

test("a sentence names the player with the most wins, a tie, or nobody", () => {
  assert.equal(mostVictoriesText(bookWithWins(3, ["Ben", 2])), "Ana has won most often: 3 of 5 games");
  assert.equal(mostVictoriesText(bookWithWins(2, ["Ben", 2])), "Ana, Ben have won most often");
  assert.equal(mostVictoriesText(bookWithWins(0, ["Ben", 0])), "Nobody has won yet.");
});

test("a sentence names the player who is ahead, or a tie", () => {
  const meeting = { one: "Ana", other: "Ben", games: 4, one_ahead: 1, other_ahead: 3 };
  assert.equal(meetingText(meeting), "Ben beat Ana in 3 of 4 games");
  assert.equal(meetingText({ ...meeting, one_ahead: 2, other_ahead: 2 }), "Ana and Ben are tied");
});

test("of the copies of a game, all but the newest are marked", () => {
  const games = [[4, "a"], [3, "b"], [2, "a"], [1, "a"]].map(([game, uuid]) => ({ game, uuid }));
  assert.deepEqual([...olderCopies(games)], [2, 1]);
});
