// Every figure of a known evening, by row and column, as computed by hand (tests/web/known_evening.py).

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLive, realTable } from "./live.js";
import { waitUntil } from "./page.js";

const [ANA, BEN, CYR] = ["Ana", "Ben", "Cyr"];

const table = await realTable({ played: "known_evening" });
const page = await openHistory();

/** Open the known game; `edit` changes the table's answer. */
async function openHistory(edit = null) {
  const opened = await openLive(table, "history/2", {
    before(window) {
      const { fetch } = window;
      window.fetch = async (path, about) => {
        const answer = await fetch(path, about);
        return edit && path === "/api/history/2" ? Response.json(edit(await answer.json())) : answer;
      };
    },
  });
  await waitUntil(() => opened.$("[aria-busy=false]"));
  return opened;
}

/** The part of the page below a heading. */
const section = (title) => page.all("section").find((each) => page.all("h2", each).some((heading) => page.text(heading) === title));

/** The cells of a table: rows by their heads, each by the columns' names. */
function cells(element) {
  const text = (cell) => page.all("svg[aria-label]", cell)[0]?.getAttribute("aria-label") ?? page.text(cell);
  const [[, ...columns], ...rows] = page.all("tr", element).map((row) => page.all("th, td", row).map(text));
  return Object.fromEntries(rows.map(([head, ...row]) => [head, Object.fromEntries(row.map((cell, n) => [columns[n], cell]))]));
}

const tableOf = (title, nth = 0) => cells(page.all("table", section(title))[nth]);

/** Rows of figures by the names of their columns. */
const labelRows = (columns, rows) =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, Object.fromEntries(row.map((cell, n) => [columns[n], `${cell}`]))]));

const number = (name) => (element) => Number(element.getAttribute(name));

test("the heading shows the game, the winner and the duration", () => {
  assert.equal(page.text(".winner"), "Ana won with 3 points");
  assert.match(page.text(".head"), /CATAN, the base game · /);
  assert.match(page.text(".head"), /· 7 turns · 6 minutes/);
});

const countsOf = (standing, shown = page) =>
  shown.all(".count", standing).map((one) => [shown.text("b", one), one.getAttribute("title")]);

test("the standings show where the points come from", () => {
  const rows = page.all(".standing").map((row) => [page.text("b", row), page.text(".standing-points", row), countsOf(row)]);
  const two = [["2", "2 points from settlements"]];
  const ofRed = [["1", "1 point from settlements"], ["2", "2 points from cities"]];
  assert.deepEqual(rows, [[ANA, "3", ofRed], [BEN, "2", two], [CYR, "2", two]]);
});

test("special cards and victory points are each called by their name", async () => {
  const shown = await openHistory((game) => {
    game.summary.players[0].of = { settlement: 1, city: 6, longest_road: 2, largest_army: 2, victory_point: 3 };
    return game;
  });
  assert.deepEqual(countsOf(shown.all(".standing")[0], shown), [
    ["1", "1 point from settlements"],
    ["6", "6 points from cities"],
    ["2", "Longest road"],
    ["2", "Largest army"],
    ["3", "3 victory point cards"],
  ]);
});

test("cards taken are counted by player and resource", () => {
  const kinds = ["lumber", "brick", "wool", "grain", "ore", "All"];
  const taken = { [ANA]: [1, 1, 1, 0, 1, 4], [BEN]: [0, 0, 0, 1, 0, 1], [CYR]: [1, 2, 2, 0, 0, 5] };
  assert.deepEqual(tableOf("Production"), labelRows(kinds, taken));
});

test("luck is the difference to the cards that fair dice would bring", () => {
  // Two of seven rolls meet the robber on the pasture: 5 * 19 + 2 * 15, 7 * 20, 5 * 20 + 2 * 16, of 36.
  const columns = ["At the start", "Expected", "Luck"];
  const fortunes = { [ANA]: ["3", "3.5", "+0.5"], [BEN]: ["3", "3.9", "−2.9"], [CYR]: ["3", "3.7", "+1.3"] };
  assert.deepEqual(tableOf("Production", 1), labelRows(columns, fortunes));
});

test("each hex shows its yield and the cards that the robber blocked", () => {
  const gave = page.texts("svg title", section("Production by hex"));
  assert.deepEqual(gave.filter((text) => !text.endsWith(": 0 taken")).sort(), [
    "Fields 6: 1 taken",
    "Forest 11: 1 taken",
    "Forest 8: 1 taken",
    "Hills 5: 2 taken",
    "Hills 6: 1 taken",
    "Mountains 8: 1 taken",
    "Pasture 11: 1 taken",
    "Pasture 5: 2 taken, 2 blocked by the robber",
  ]);
});

test("the robber's cost is counted by player", () => {
  const columns = ["Blocked by the robber", "Discarded", "Stolen by others", "Stolen from others"];
  const cost = { [ANA]: [1, 4, 1, 0], [BEN]: [0, 0, 0, 0], [CYR]: [1, 0, 0, 1] };
  assert.deepEqual(tableOf("Cost of the robber"), labelRows(columns, cost));
});

test("trades are counted by player and partner", () => {
  const columns = ["With players", "With whom", "Maritime"];
  const traded = { [ANA]: ["2", "Ben 1 Cyr 1", "0"], [BEN]: ["1", "Ana 1", "0"], [CYR]: ["1", "Ana 1", "1"] };
  assert.deepEqual(tableOf("Trades"), labelRows(columns, traded));
});

test("turns are shown by their average, and the longest by player", () => {
  // Red: 30, 45 and 61 seconds from the roll; blue: 10 and 12; white: 20 and 5.
  assert.deepEqual(tableOf("Turns"), labelRows(["On average"], { [ANA]: ["0:45"], [BEN]: ["0:11"], [CYR]: ["0:13"] }));
  assert.deepEqual(page.texts("li", section("Turns")), ["Ana, turn 7: 1:01", "Ana, turn 4: 0:45", "Ana, turn 1: 0:30"]);
});

test("the rolls are bars, with marks for fair dice", () => {
  const chart = section("Rolls: actual and expected");
  assert.deepEqual(page.texts(".rolled", chart), [..."00021210010"]);
  assert.match(page.text(chart), /7 rolls\./);
  assert.match(page.text(chart), /Sevens: Ben 1, Cyr 1\./);
  const bars = page.all("rect", chart);
  const tall = bars.map(number("height"));
  const foot = number("y")(bars[0]) + tall[0];
  const marks = page.all(".expected", chart).map(number("y1"));
  const one = tall[4];
  assert.deepEqual(tall.map((height) => (height / one).toFixed(3)), [0, 0, 0, 2, 1, 2, 1, 0, 0, 1, 0].map((n) => n.toFixed(3)));
  // Of seven rolls seven is to be expected 7 * 6 / 36 times.
  assert.deepEqual(marks.slice(4, 7).map((mark) => ((foot - mark) / one).toFixed(2)), ["0.97", "1.17", "0.97"]);
});

test("points over the turns are a line for each player, each with its own dashes", () => {
  const chart = section("Points over the turns");
  const lines = page.all(".line", chart);
  assert.equal(new Set(lines.map((line) => line.getAttribute("stroke-dasharray"))).size, 3);
  const heights = lines.map((line) => line.getAttribute("points").split(" ").map((point) => Number(point.split(",")[1])));
  const grid = page.all(".grid", chart).map(number("y1"));
  const aPoint = (grid[0] - grid[1]) / 2;
  // Lines of as many points are side by side, less than half a point aside.
  assert.deepEqual(
    heights.map((line) => line.map((y) => Math.round((grid[0] - y) / aPoint))),
    [[2, 2, 2, 2, 2, 2, 2, 3], Array(8).fill(2), Array(8).fill(2)],
  );
  assert.equal(new Set(heights.map(([first]) => first)).size, 3);
  assert.deepEqual(page.texts(".line-name", chart), [ANA, BEN, CYR]);
});

test("names beside a chart move only as far as others need, and stay within it", async () => {
  const { spreadHeights } = await import("../../../web/static/history/charts.js");
  assert.deepEqual(spreadHeights([20, 200, 200], 17, 200), [20, 183, 200]);
  assert.deepEqual(spreadHeights([20, 20, 100], 17, 200), [20, 37, 100]);
});
