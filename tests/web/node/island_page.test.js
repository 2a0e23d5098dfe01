// The island on the table's page of the base game: its contents, and corrections by a tap on a hex or a harbor.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { choose, hex } from "./base_game_page.js";
import { openPage, snapshotOf } from "./page.js";

const page = await openPage("table");
beforeEach(() => page.show(snapshotOf("base")));

/** The middle of the box that a polygon fills. */
function centreOf(polygon) {
  const points = polygon.getAttribute("points").split(" ").map((point) => point.split(",").map(Number));
  return [0, 1].map((axis) => {
    const along = points.map((point) => point[axis]);
    return (Math.min(...along) + Math.max(...along)) / 2;
  });
}

test("19 hexes and 9 harbors are at the positions of the geometry", () => {
  assert.equal(page.all(".hex").length, 19);
  assert.equal(page.all(".harbor").length, 9);
  for (const [q, r] of [[0, 0], [1, 0], [-2, 2]]) {
    const [x, y] = centreOf(page.$("polygon", hex(page, `h${q},${r}`)));
    const expected = [Math.sqrt(3) * (q + r / 2), 1.5 * r];
    assert.ok(Math.hypot(x - expected[0], y - expected[1]) < 0.01, `h${q},${r} lies at ${x}, ${y}`);
  }
});

test("a hex is named by its terrain and its number", () => {
  assert.equal(page.queryAllByRole("button", "Forest, 11").length, 1);
});

test("pieces have the colours of their owners", () => {
  assert.equal(page.all(".piece").length, 20);
  assert.equal(page.all(".city[data-colour=red]").length, 1);
  assert.equal(page.all(".road[data-colour=blue]").length, 4);
});

test("the robber stands on its hex", () => {
  assert.deepEqual(page.all(".robber").map((each) => each.dataset.at), ["h1,0"]);
  assert.ok(hex(page, "h1,0").classList.contains("hex-robbed"));
});

test("sixes and eights are marked as likely and have five pips", () => {
  assert.equal(page.all(".token-likely").length, 4);
  assert.deepEqual(page.texts(".token-likely .token-number").sort(), ["6", "6", "8", "8"]);
  assert.equal(page.all(".token-likely circle:not(.token-disc)").length, 20);
});

test("uncertain hexes are highlighted and asked about before departures from the box", async () => {
  const doubtful = ["h1,0", "h0,1"];
  const figures = ["Number token 3: 4 on the table, 2 in the box", "Number token 5: 1 on the table"];
  const departures = figures.map((text) => ({ text, template: text, fields: {} }));
  await page.changeView({ phase: "founding", pieces: [], departures, doubtful, to_do: [{ kind: "confirm_island", entry: 2, doubtful }] });
  assert.deepEqual(page.all(".hex-doubtful").map((each) => each.dataset.key).sort(), [...doubtful].sort());
  assert.match(page.text("#to-do"), /the ringed hexes may be misread/);
  const folded = page.$("#island details");
  assert.equal(page.text("summary", folded), "No box contains this set.");
  assert.match(page.text(folded), /4 on the table/);
  assert.equal(folded.open, false);
  await page.click("summary", folded);
  assert.equal(folded.open, true);
});

test("a hex is corrected", async () => {
  await page.click(hex(page, "h1,0"));
  assert.equal(page.field("Terrain", page.dialog).value, "forest");
  assert.equal(page.field("Number", page.dialog).value, "3");
  await page.select(page.field("Terrain", page.dialog), "mountains");
  await page.select(page.field("Number", page.dialog), "8");
  await choose(page, "Save");
  assert.ok(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "correct", layout: { hexes: { "h1,0": { terrain: "mountains", number: 8 } } } }]);
});

test("a hex is corrected by the keyboard, and the desert takes no number token", async () => {
  hex(page, "h1,0").focus();
  await page.press("Enter");
  await page.select(page.field("Terrain", page.dialog), "desert");
  await page.select(page.field("Number", page.dialog), "none");
  await choose(page, "Save");
  assert.ok(page.isFree);
  assert.deepEqual(page.server.inputs[0].layout.hexes["h1,0"], { terrain: "desert", number: null });
});

test("a corrected hex shows what it would change", async () => {
  page.server.changes = [{ what: "cards", colour: "red", before: 7, after: 5 }];
  await page.click(hex(page, "h0,1"));
  await page.select(page.field("Terrain", page.dialog), "hills");
  assert.deepEqual(page.queryAllByRole("listitem", undefined, page.dialog).map((each) => page.text(each)), ["Ana: 7 → 5 cards"]);
  assert.equal(page.server.previews.at(-1).layout.hexes["h0,1"].terrain, "hills");
});

test("a tap on a hex puts the robber there", async () => {
  await page.click(hex(page, "h0,-2"));
  await choose(page, "Place the robber here");
  assert.ok(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "move_robber", to: "h0,-2" }]);
});

test("a refusal is shown in the dialog that sent the input", async () => {
  page.server.refusal = "The robber stands there already.";
  await page.click(hex(page, "h1,0"));
  await choose(page, "Place the robber here");
  assert.equal(page.text("[role=alert]", page.dialog), page.server.refusal);
});

for (const [chosen, kind] of [["Ore 2:1", "ore"], ["none", null]])
  test(`a harbor's kind is corrected: ${chosen}`, async () => {
    await page.click(".harbor[data-resource=wool]");
    await page.select(page.field("Harbor", page.dialog), chosen);
    await choose(page, "Save");
    assert.ok(page.isFree);
    assert.deepEqual(page.server.inputs.map(({ layout }) => Object.values(layout.harbors)), [[kind]]);
  });

test("a harbor that was read at a wrong place is moved", async () => {
  await page.click(".harbor[data-key='p2,3']");
  await page.click("details > summary", page.dialog);
  await page.click("[data-place='p3,2']", page.dialog);
  await choose(page, "Save");
  assert.ok(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "correct", layout: { harbors: { "p2,3": null, "p3,2": "wool" } } }]);
});

/** Show an island of which the harbor of wool was not read. */
const removeHarbor = () => page.change(({ game }) => delete game.view.layout.harbors["p2,3"]);

test("a harbor that was not read is added from the hex beside it", async () => {
  await removeHarbor();
  await page.click(hex(page, "h1,1"));
  await choose(page, "Add a harbor …");
  assert.equal(page.field("Harbor", page.dialog).value, "wool");
  await page.click("[data-place='p2,3']", page.dialog);
  assert.equal(page.all(".consequences", page.dialog).length, 1);
  await choose(page, "Save");
  assert.ok(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "correct", layout: { harbors: { "p2,3": "wool" } } }]);
});

const buttons = () => page.queryAllByRole("button", undefined, page.dialog).map((each) => page.text(each));

test("a hex on the coast offers no harbor while all nine are there", async () => {
  await page.click(hex(page, "h1,1"));
  assert.deepEqual(buttons(), ["Save", "Place the robber here", "Cancel"]);
});

test("a hex away from the coast offers no harbor, even while one is missing", async () => {
  await removeHarbor();
  assert.equal(page.all(".harbor").length, 8);
  await page.click(hex(page, "h0,0"));
  assert.deepEqual(buttons(), ["Save", "Place the robber here", "Cancel"]);
});
