// A beginner without a camera: the founding and ten turns on the page alone, by its texts in each language.

import assert from "node:assert/strict";
import { test } from "node:test";
import { textIn, waitUntil, viewOf } from "./page.js";
import { openLive, realTable } from "./live.js";
import { slowTest } from "./tiers.js";

const NAMES = ["Ana", "Ben", "Cyr"];
const FOUNDING_PIECES = [
  ["Ana", "i4,1", "p3,0"],
  ["Ben", "i5,-4", "p3,-3"],
  ["Cyr", "i1,4", "p1,2"],
  ["Cyr", "i-5,4", "p-3,3"],
  ["Ben", "i-2,4", "p-1,3"],
  ["Ana", "i-2,-2", "p-2,-1"],
];
const MISSING_HEXES = ["{count} hex is still missing: tap it.", "{count} hexes are still missing: tap each."];
const MISSING_NUMBERS = ["{count} number token is still missing.", "{count} number tokens are still missing."];
const MISSING_HARBORS = [
  "{count} harbor is still missing.",
  "{count} harbors are still missing.",
];
/** An island drawn at random: the contents of each hex, the start of the number spiral, and the pieces of the frame in order. */
const DRAWN_ISLAND = {
  corner: "h-2,2",
  frame: [5, 1, 4, 0, 2, 3],
  layout: {
    hexes: {
      "h0,-2": { terrain: "forest", number: 12 }, "h1,-2": { terrain: "forest", number: 9 }, "h2,-2": { terrain: "fields", number: 10 },
      "h-1,-1": { terrain: "pasture", number: 11 }, "h0,-1": { terrain: "mountains", number: 6 },
      "h1,-1": { terrain: "mountains", number: 5 }, "h2,-1": { terrain: "pasture", number: 8 },
      "h-2,0": { terrain: "mountains", number: 4 }, "h-1,0": { terrain: "fields", number: 3 }, "h0,0": { terrain: "hills", number: 11 },
      "h1,0": { terrain: "fields", number: 4 }, "h2,0": { terrain: "forest", number: 3 },
      "h-2,1": { terrain: "fields", number: 8 }, "h-1,1": { terrain: "pasture", number: 10 }, "h0,1": { terrain: "hills", number: 9 },
      "h1,1": { terrain: "desert", number: null },
      "h-2,2": { terrain: "forest", number: 5 }, "h-1,2": { terrain: "hills", number: 2 }, "h0,2": { terrain: "pasture", number: 6 },
    },
    harbors: {
      "p2,-5": "lumber", "p5,-3": "ore", "p5,0": "generic", "p2,3": "brick", "p0,5": "generic", "p-3,5": "grain", "p-5,5": "generic",
      "p-5,2": "wool", "p-3,-2": "generic",
    },
  },
};

/** Let some milliseconds pass. */
const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A player who reads the page in one language and taps its texts. */
class Newcomer {
  constructor(page, table, lang) {
    Object.assign(this, { page, table, lang });
  }

  static async arrive(lang) {
    const table = await realTable();
    return new Newcomer(await openLive(table, "", { lang }), table, lang);
  }

  says(text, fields) {
    return textIn(this.lang, text, fields);
  }

  tap(text, where) {
    return this.page.click(this.page.button(this.says(text), where));
  }

  inBar(text) {
    return this.tap(text, this.page.$("#actions"));
  }

  /** Tap a button of the dialog, which closes. */
  async finish(text) {
    await this.tap(text, this.page.dialog);
    await waitUntil(() => this.page.isFree);
    await this.page.catchUp();
  }

  waitFor(selector, text) {
    return waitUntil(() => this.page.text(selector).includes(text.replace(/\s+/g, " ")), `${selector} says ${text}`);
  }

  isAsked(text, fields) {
    return this.waitFor("#to-do", this.says(text, fields));
  }

  isAskedForSeveral([one, many], count) {
    return this.waitFor("#to-do", textIn(this.lang, one, { count }, many));
  }

  isTitled(text, fields) {
    return this.waitFor("#title", this.says(text, fields));
  }

  /** Do something that the table enters, and wait until the page shows it. */
  async enter(act) {
    const { version } = await this.table.snapshot();
    await act();
    const isEntered = async () => (await this.table.snapshot()).version > version || rest(20);
    await waitUntil(isEntered, "the table enters it");
    await this.page.catchUp();
  }

  unknownHexes() {
    return this.page.texts("#island .hex").filter((text) => text.includes("?")).length;
  }

  async sitDown() {
    await waitUntil(() => this.page.all("#start [data-key=new]").length === 1);
    await this.page.click("#start [data-key=new]");
    await this.page.select(this.page.field(this.says("Players")), "3");
    for (const [seat, name] of NAMES.entries()) {
      await this.page.type(this.page.field(this.says("Name of player {number}", { number: seat + 1 })), name);
    }
  }

  async start() {
    await this.tap("Start");
    await this.isTitled("Setting up the island");
  }

  hex(at) {
    return this.page.$(`#island .hex[data-key='${at}']`);
  }

  /** Enter the terrain and number of a hex by a long press. */
  async describe(at, terrain, number) {
    await this.page.hold(this.hex(at));
    await this.page.select(this.page.field(this.says("Terrain"), this.page.dialog), this.says(terrain));
    await this.page.select(this.page.field(this.says("Number"), this.page.dialog), `${number}`);
    await this.enter(() => this.finish("Save"));
  }

  /** Put a piece on a place: by a tap where that is ringed; elsewhere by an answer, too. */
  async placePiece(at) {
    const site = this.page.$(`.site[data-key='${at}']`);
    await waitUntil(() => this.page.all(".map.tap-guard").length === 0);
    await this.enter(async () => {
      await this.page.click(site);
      if (!this.page.isFree) await this.tap("Place it", this.page.dialog);
    });
    await waitUntil(() => this.page.isFree);
  }

  roll(sum) {
    const keys = this.page.getByRole("group", this.says("What was rolled?"));
    return this.enter(() => this.page.click(this.page.button(`${sum}`, keys)));
  }

  async endTurn() {
    const { turn } = await this.table.view();
    await this.enter(() => this.inBar("End turn"));
    await this.isTitled("Turn {turn}", { turn: turn + 1 });
  }

  async trade(partner, give, take) {
    await this.inBar("Trade");
    const group = (name) => this.page.getByRole("group", this.says(name), this.page.dialog);
    await this.page.check(this.page.getByRole("radio", partner, group("With whom?")));
    for (const [side, kind] of [["Gives", give], ["Takes", take]]) {
      await this.page.click(this.page.button(this.says("More: {kind}", { kind: this.says(kind) }), group(side)));
    }
    // A trade with the bank is complete once the card is paid for, and the dialog closes.
    if (partner !== this.says("The bank")) await this.finish("Enter trade");
    await waitUntil(() => this.page.isFree);
    await this.page.catchUp();
  }
}

// In English it is played in a browser: tests/web/test_beginner.py.
slowTest("fr: a beginner without a camera founds and plays ten turns", async () => {
  const player = await Newcomer.arrive("fr");
  await player.sitDown();
  await player.start();

  // The island: first a hex by hand, then by the diagram.
  await player.isAsked("Which island do you play on?");
  assert.equal(player.unknownHexes(), 19);
  await player.describe("h0,0", "Forest", 11);
  await player.isAskedForSeveral(MISSING_HEXES, 18);
  assert.equal(player.unknownHexes(), 18);
  await player.tap("Another island …");
  const diagram = player.says("Beginners' island ({edition})", { edition: "2015-2020" });
  await player.enter(() => player.page.click(player.page.button(diagram)));
  await player.isAsked("Is this the island? Tap what is wrong.");
  assert.equal(player.unknownHexes(), 0);
  await player.enter(() => player.tap("Confirm"));
  await player.isTitled("Set-up phase");
  assert.deepEqual((await player.table.view()).layout, viewOf("base").layout);

  for (const [name, settlement, road] of FOUNDING_PIECES) {
    await player.isAsked("{name} puts down a settlement", { name });
    await player.placePiece(settlement);
    await player.isAsked("{name} puts down a road", { name });
    await player.placePiece(road);
  }
  await player.isAsked("{name} rolls the dice", { name: "Ana" });

  // Ana builds a road; Ben trades with the bank, and then with Cyr.
  await player.roll(6);
  await player.placePiece("p-1,-2");
  await player.endTurn();
  await player.roll(4);
  await player.trade(player.says("The bank"), "grain", "brick");
  await player.trade("Cyr", "ore", "lumber");
  await player.placePiece("p3,-4");
  await player.endTurn();

  // A seven: Cyr moves the robber beside Ana and robs her.
  await player.roll(7);
  await player.enter(() => player.page.click(player.hex("h-1,0")));
  assert.equal((await player.table.view()).robber, "h-1,0");
  await player.inBar("Rob");
  await player.enter(() => player.finish("Steal"));
  await player.endTurn();

  for (const [index, sum] of [11, 8, 3, 10, 5, 12, 6].entries()) {
    await player.isAsked("{name} rolls the dice", { name: NAMES[index % 3] });
    await player.roll(sum);
    await player.endTurn();
  }

  const view = await player.table.view();
  assert.equal(view.turn, 11);
  assert.deepEqual(view.log.flatMap(({ violations }) => violations), []);
  assert.deepEqual([view.robber, view.on_turn], ["h-1,0", "blue"]);
  assert.deepEqual(view.players.map((each) => each.road_length), [2, 2, 1]);
  for (const name of NAMES) assert.ok(player.page.text("#players").includes(name));
});

for (const [lang, testIn] of Object.entries({ en: test, fr: slowTest })) {
  slowTest(`${lang}: any island is entered with at most 25 taps`, async () => {
    const player = await Newcomer.arrive(lang);
    const { corner, frame, layout } = DRAWN_ISLAND;
    await player.sitDown();
    await player.start();
    let taps = 0;
    // The next terrain is selected when one is used up; the fields remain.
    for (const kind of ["desert", "hills", "mountains", "forest", "pasture"]) {
      for (const [at] of Object.entries(layout.hexes).filter(([, { terrain }]) => terrain === kind)) {
        await player.enter(() => player.page.click(player.hex(at)));
        taps += 1;
      }
    }
    await player.isAskedForSeveral(MISSING_NUMBERS, 18);
    await player.enter(() => player.page.click(player.hex(corner)));
    await player.isAskedForSeveral(MISSING_HARBORS, 9);
    // The last of five pieces says where the sixth lies.
    const lay = (piece) => player.page.click(`#palette [data-key=frame-${piece}]`);
    for (const piece of frame.slice(0, -2)) await lay(piece);
    await player.enter(() => lay(frame.at(-2)));
    await player.isAsked("Is this the island? Tap what is wrong.");
    await player.enter(() => player.tap("Confirm"));
    taps += 1 + (frame.length - 1) + 1;
    await player.isTitled("Set-up phase");
    assert.ok(taps <= 25, `${taps} taps`);
    const view = await player.table.view();
    assert.deepEqual(view.layout, layout);
    assert.deepEqual(view.departures, []);
  });

  testIn(`${lang}: an island is drawn, and drawn again until it pleases`, async () => {
    const player = await Newcomer.arrive(lang);
    await player.sitDown();
    await player.start();
    const drawn = [];
    for (let round = 0; round < 2; round++) {
      if (round) await player.tap("Another island …");
      await player.enter(() => player.tap("Draw an island at random"));
      drawn.push((await player.table.view()).entered.hexes);
    }
    await player.enter(() => player.tap("Confirm"));
    await player.isAsked("{name} puts down a settlement", { name: "Ana" });
    assert.notDeepEqual(drawn[0], drawn[1]);
    assert.deepEqual((await player.table.view()).layout.hexes, drawn[1]);
  });
}
