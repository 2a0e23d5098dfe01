// Pieces and the robber by taps on the island: placing, upgrading, undoing; questions, inputs and broken rules.

import assert from "node:assert/strict";
import { test } from "node:test";
import { idle, openPage, setPageClock, snapshotOf } from "./page.js";
import { answerInputs, changeMay, choose, hex, keysOf, site } from "./base_game_page.js";

const page = await openPage("table");
const french = await openPage("table", { lang: "fr" });
const SITES = keysOf(page, ".site");
const PATHS = SITES.filter((at) => at.startsWith("p"));
const INTERSECTIONS = SITES.filter((at) => at.startsWith("i"));
/** The intersection at the island's north. */
const NORTH = "i1,-8";
/** And at its south. */
const SOUTH = "i-1,8";
/** So many of each are taken in the rich evening. */
const [ROADS, BUILDINGS] = ["p", "i"].map((kind) => snapshotOf("base").game.view.pieces.filter(({ at }) => at.startsWith(kind)).length);

/** A test on the page of the rich evening, with some changes of its view. */
function placing(name, run, view = {}) {
  test(name, async (t) => {
    await page.show(snapshotOf("base"));
    await page.changeView(view);
    await run(t);
  });
}

const heading = () => page.text("h2", page.dialog);
const alert = () => page.getByRole("alert", undefined);
const lastItem = (list) => list.at(-1);
const tapSite = (at) => page.click(site(page, at));
const tapHex = (at) => page.click(hex(page, at));

placing("places that look as they did keep their elements, and others get new names", async () => {
  page.all(".site").forEach((each) => (each.kept = true));
  await page.change(({ game: { view } }) => view.pieces.push({ at: "p0,1", kind: "road", colour: "red" }));
  assert.equal(page.all(".piece[data-at='p0,1']").length, 1);
  assert.match(site(page, "p0,1").getAttribute("aria-label"), /road/i);
  assert(!site(page, "p0,1").kept);
  assert(site(page, "i-2,4").kept);
});

// Putting down

placing("a road of the player on turn is two taps", async () => {
  await tapSite("p1,-2");
  assert.equal(heading(), "A road was built here");
  assert(page.field("Ana", page.dialog).checked);
  await choose(page, "Place it");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "place", piece: "road", at: "p1,-2", player: "red" }]);
});

placing("a settlement of another colour is one tap more", async () => {
  await tapSite("i-2,-2");
  assert.equal(heading(), "A settlement was built here");
  await page.check(page.field("Clémentine", page.dialog));
  await choose(page, "Place it");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "place", piece: "settlement", at: "i-2,-2", player: "orange" }]);
});

placing("a double tap on the button enters once", async () => {
  await tapSite("p1,-2");
  const button = page.button("Place it", page.dialog);
  const taps = [page.click(button), page.click(button)];
  await Promise.all(taps);
  assert(page.isFree);
  assert.equal(page.server.inputs.length, 1);
});

placing("Cancel changes nothing and unmarks the place", async () => {
  await tapSite("p1,-2");
  assert.deepEqual(keysOf(page, ".site-chosen"), ["p1,-2"]);
  await choose(page, "Cancel");
  assert(page.isFree);
  assert.deepEqual(keysOf(page, ".site-chosen"), []);
  assert.deepEqual(page.server.inputs, []);
});

placing("a refusal is shown in the dialog", async () => {
  page.server.refusal = "The island has to be read or entered first.";
  await tapSite("p1,-2");
  await choose(page, "Place it");
  assert.equal(page.text("[role=alert]", page.dialog), "The island has to be read or entered first.");
});

placing("nothing can be put on an island that nobody knows, but its hexes can be entered", async () => {
  assert.deepEqual([PATHS.length, INTERSECTIONS.length], [72, 54]);
  await page.changeView({ phase: "layout", layout: null, pieces: [], robber: null, to_do: [{ kind: "lay_island" }] });
  assert.equal(page.all(".site").length, 0);
  await page.hold(hex(page, "h0,0"));
  assert.equal(heading(), "What is on this hex?");
});

// Whose turn it is

for (const [piece, at, title] of [["settlement", "i-2,-2", "A settlement was built here"], ["road", "p-1,-2", "A road was built here"]]) {
  placing(`in the founding a ringed place for a ${piece} is one tap, and asks when it is held`, async () => {
    assert.match(page.text("#to-do"), /Tap its place on the island/);
    const put = { kind: "place", piece, at, player: "white" };
    await tapSite(at);
    assert(page.isFree);
    assert.deepEqual(page.server.inputs, [put]);
    assert(page.button("Undo", alert()));
    await page.hold(site(page, at));
    assert.equal(heading(), title);
    assert(page.field("Dora", page.dialog).checked);
    assert.equal(page.server.inputs.length, 1, "held is not tapped");
    await choose(page, "Place it");
    assert(page.isFree);
    assert.deepEqual(page.server.inputs, [put, put]);
  }, { phase: "founding", to_do: [{ kind: "found", colour: "white", piece }] });
}

placing("in play what may be built is one tap, unless a camera sees it", async () => {
  const build = { road: ["p1,-2"], settlement: ["i-2,-2"], city: ["i-1,-1"] };
  await changeMay(page, { build });
  assert.equal(page.all(".site-due").length, 3);
  for (const [piece, [at]] of Object.entries(build)) {
    await tapSite(at);
    assert.deepEqual(lastItem(page.server.inputs), { kind: "place", piece, at, player: "red" });
  }
  await page.change((snapshot) => Object.assign(snapshot, { sources: [{ name: "camera", health: "ok", text: "" }] }));
  assert.equal(page.all(".site-due").length, 0);
  await tapSite("p1,-2");
  assert.equal(heading(), "A road was built here");
  assert.equal(page.server.inputs.length, 3);
});

const SETTLEMENT_DUE = { kind: "found", colour: "white", piece: "settlement" };
const FOUNDING = { phase: "founding", to_do: [SETTLEMENT_DUE] };
const ROAD_NEXT = { to_do: [{ ...SETTLEMENT_DUE, piece: "road" }] };

placing("a place that is ringed next can be tapped before the last tap is answered", async (t) => {
  let answer;
  const answered = new Promise((resolve) => (answer = resolve));
  answerInputs(t, page, () => answered);
  await tapSite("i-2,-2");
  assert.deepEqual(page.server.inputs.map(({ at }) => at), ["i-2,-2"]);
  // Another place for the settlement is none any more once it stands; the place for the road is one.
  await tapSite(SOUTH);
  await page.changeView(ROAD_NEXT);
  assert.equal(page.all(".site-due").length, PATHS.length - ROADS);
  await tapSite("p-1,-2");
  await tapSite("p-1,-2");
  assert.equal(page.server.inputs.length, 1);
  answer({ told: [], violations: [], version: 1 });
  await page.changeView({});
  assert.deepEqual(page.server.inputs.map(({ at }) => at), ["i-2,-2", "p-1,-2"]);
}, FOUNDING);

placing("the island refuses taps for a moment once other places are ringed", async () => {
  const map = page.$(".map");
  map.classList.remove("tap-guard");
  await page.changeView({});
  assert(!map.matches(".tap-guard"));
  await page.changeView(ROAD_NEXT);
  assert(map.matches(".tap-guard"));
}, FOUNDING);

placing("the places for the piece that is due are ringed", async () => {
  assert.equal(page.all(".site-due").length, 0);
  await page.changeView({ phase: "founding", to_do: [{ kind: "found", colour: "white", piece: "road" }] });
  assert.equal(page.all(".site-due").length, PATHS.length - ROADS);
  await page.changeView({ to_do: [{ kind: "found", colour: "blue", piece: "settlement" }] });
  assert.equal(page.all(".site-due").length, INTERSECTIONS.length - BUILDINGS);
});

placing("only places that the rules allow are ringed, but others can be tapped", async () => {
  const sites = ["p-1,-1", "p-1,-2", "p-2,-1"];
  await page.changeView({ phase: "founding", to_do: [{ kind: "found", colour: "white", piece: "road", sites }] });
  assert.deepEqual(keysOf(page, ".site-due").sort(), sites);
  await tapSite("p1,-2");
  await choose(page, "Place it");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "place", piece: "road", at: "p1,-2", player: "white" }]);
});

placing("free roads belong to the player on turn", async () => {
  assert.equal(page.all(".site-due").length, PATHS.length - ROADS);
  await tapSite("p1,-2");
  assert.deepEqual(page.server.inputs, [{ kind: "place", piece: "road", at: "p1,-2", player: "red" }]);
}, { to_do: [{ kind: "free_roads", colour: "red", count: 2 }] });

// Standing pieces

placing("a settlement becomes a city", async () => {
  await tapSite("i4,-2");
  assert.equal(heading(), "Ben: settlement");
  await choose(page, "Turn it into a city");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "place", piece: "city", at: "i4,-2", player: "blue" }]);
});

placing("a piece is taken back by the entry that put it down", async () => {
  await tapSite("i1,1");
  assert.equal(heading(), "Ben: city");
  assert.deepEqual(page.texts("button", page.dialog), ["Remove", "Change owner or place …", "Cancel"]);
  await choose(page, "Remove");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "correct", entry: 35, event: null }]);
});

placing("a piece that no entry put down can't be taken back", async () => {
  await tapSite("p1,1");
  assert.match(page.text(page.dialog), /It was already there when the game was joined in progress\./);
  assert.deepEqual(page.texts("button", page.dialog), ["Cancel"]);
});

const roadEntry = (number, player) =>
  ({ number, source: "tablet", certainty: 1, event: { kind: "place_road", player, at: "p1,1" }, violations: [] });

placing("another player's entry at the same place is not taken back", async () => {
  assert.equal(page.all("#log .entry").length, 3);
  await tapSite("p1,1");
  await choose(page, "Remove");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "correct", entry: 8, event: null }]);
}, { log: [roadEntry(7, "blue"), roadEntry(8, "blue"), roadEntry(9, "white")] });

placing("in the first game a settlement gives the starting resources", async () => {
  assert.match(page.text("#to-do"), /Ben puts down a settlement and a road/);
  await tapSite("i4,-2");
  assert.equal(page.queryAllByRole("button", "Turn it into a city", page.dialog).length, 0);
  await choose(page, "Take starting resources from here");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "take_starting_resources", at: "i4,-2", player: "blue" }]);
}, { phase: "founding", to_do: [{ kind: "found", colour: "blue" }] });

const STAR = {
  kind: "take_starting_resources",
  colour: "blue",
  sites: ["i4,-2", "i1,1"],
  likely: { at: "i1,1", cards: { brick: 1, ore: 1, grain: 1 } },
};
const STAR_DUE = { phase: "founding", on_turn: "red", to_do: [STAR, { kind: "found", colour: "red" }] };

placing("a tap on a ringed settlement names the star of a first game", async () => {
  assert.match(page.text("#to-do"), /Ben takes the starting resources: tap the settlement that has a star/);
  assert.deepEqual(keysOf(page, ".site-due").sort(), [...STAR.sites].sort());
  assert.match(site(page, "i4,-2").getAttribute("aria-label"), /It may give the starting resources/);
  await tapSite("i4,-2");
  assert.deepEqual(page.server.inputs, [{ kind: "take_starting_resources", at: "i4,-2", player: "blue" }]);
}, STAR_DUE);

placing("the star that a rulebook gives is a button with its cards", async () => {
  await page.click(page.button("The one with 1 brick, 1 grain, 1 ore", page.$("#to-do")));
  assert.deepEqual(page.server.inputs, [{ kind: "take_starting_resources", at: "i1,1", player: "blue" }]);
}, STAR_DUE);

placing("a star of which no rulebook tells has no button", async () => {
  assert.equal(page.all("#to-do button").length, 0);
}, { ...STAR_DUE, to_do: [{ ...STAR, likely: null }] });

/** A game whose island is complete, or not yet known. */
const islandDue = (hexes, pieces, draw) => ({
  phase: "layout",
  layout: null,
  pieces: [],
  robber: null,
  to_do: [{ kind: "lay_island", missing: { hexes, tokens: 0, harbors: 0 }, editions: ["2015-2020"], draw, pieces }],
});

placing("the beginners' island is offered with its pieces and without", async () => {
  const [withPieces, island] = ["Beginners' island and pieces (2015-2020)", "Beginners' island (2015-2020)"];
  assert.deepEqual(page.texts("#to-do button"), [withPieces, island, "Draw an island at random"]);
  await page.click(page.button(withPieces));
  await page.click(page.button(island));
  const diagram = { kind: "lay_island", as: "first_game", edition: "2015-2020" };
  assert.deepEqual(page.server.inputs, [{ ...diagram, pieces: true }, diagram]);
}, islandDue(19, "in_turns", true));

for (const [pieces, text] of [
  ["in_turns", /Tap what is wrong\.$/],
  ["from_diagram", /The pieces and starting resources follow\.$/],
  ["as_printed", /Then place the pieces as printed in your rulebook\.$/],
]) {
  placing(`before an island is confirmed the page says whether its pieces follow: ${pieces}`, async () => {
    assert.match(page.text("#to-do .to-do-text"), text);
    assert.equal(page.texts("#to-do button")[0], "Confirm");
  }, islandDue(0, pieces, pieces === "in_turns"));
}

placing("a proposed island replaces entered hexes only after a question that says so", async () => {
  assert.deepEqual(page.texts("#to-do button"), ["Another island …"]);
  await page.click(page.button("Another island …"));
  assert.match(page.text("#dialog"), /It replaces 15 hexes that were entered\. Undo restores them\./);
  assert.deepEqual(page.server.inputs, []);
  await page.click(page.button("Draw an island at random", page.dialog));
  assert.deepEqual(page.server.inputs, [{ kind: "lay_island", as: "drawn" }]);
  assert(page.isFree);
}, islandDue(4, "in_turns", true));

placing("a game in progress has its pieces already", async () => {
  assert.deepEqual(page.texts("#to-do button"), ["Beginners' island (2015-2020)", "Draw an island at random"]);
}, islandDue(19, null, true));

// Names

const NAMES = [
  [page, "Free path: Forest, 11; Mountains, 3", "Free intersection: Mountains, 10; sea; at 12 o’clock; Harbor: 3:1", "Ben: city: Desert; Forest, 3; Fields, 4"],
  [
    french,
    "Chemin libre\xa0: Forêt, 11\xa0; Montagne, 3",
    "Intersection libre\xa0: Montagne, 10\xa0; mer\xa0; à 12\xa0h\xa0; Port\xa0: 3:1",
    "Ben\xa0: ville\xa0: Désert\xa0; Forêt, 3\xa0; Champs, 4",
  ],
];
for (const [shown, free, coast, taken] of NAMES) {
  test(`places are named by what lies around them: ${free}`, async () => {
    await shown.show(snapshotOf("base"));
    await shown.changeView({ pieces: [{ at: "i1,1", kind: "city", colour: "blue" }] });
    const names = ["p-2,1", NORTH, "i1,1"].map((at) => site(shown, at).getAttribute("aria-label"));
    assert.deepEqual(names, [free, coast, taken]);
  });
}

// The robber

const ROBBER_DUE = { to_do: [{ kind: "move_robber", colour: "red" }] };

placing("a robber that is due is moved by a tap on the hex", async () => {
  assert.match(page.text("#to-do"), /Ana moves the robber/);
  assert.match(page.text("#to-do"), /Tap the hex/);
  await tapHex("h0,-2");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "move_robber", to: "h0,-2" }]);
  assert(page.button("Undo", alert()));
}, ROBBER_DUE);

placing("a hex that is held asks whether the robber moves there", async () => {
  await page.hold(hex(page, "h0,-2"));
  assert.equal(heading(), "Move the robber here?");
  assert.match(page.text(page.dialog), /Mountains, 10/);
  assert.equal(page.queryAllByRole("combobox", undefined, page.dialog).length, 0);
  assert.deepEqual(page.server.inputs, []);
  await choose(page, "Place the robber here");
  assert(page.isFree);
  assert.equal(page.all(".hex-chosen").length, 0);
  assert.deepEqual(page.server.inputs, [{ kind: "move_robber", to: "h0,-2" }]);
}, ROBBER_DUE);

placing("a tap on a busy page is no hold", async (t) => {
  let now = 0;
  setPageClock(() => now);
  t.after(() => setPageClock(() => 0));
  const about = { bubbles: true, cancelable: true, detail: 1, pointerType: "mouse", pointerId: 1, button: 0 };
  const { PointerEvent, MouseEvent } = page.window;
  const [down, up] = ["pointerdown", "pointerup"].map((kind) => new PointerEvent(kind, about));
  const target = hex(page, "h0,-2");
  target.dispatchEvent(down);
  // The timer of the long press expires before the page receives the release.
  now = 1000;
  await new Promise((resolve) => setTimeout(resolve, 550));
  target.dispatchEvent(up);
  target.dispatchEvent(new MouseEvent("click", about));
  await idle();
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "move_robber", to: "h0,-2" }]);
}, ROBBER_DUE);

placing("a hex is corrected while the robber is due", async () => {
  await page.hold(hex(page, "h0,-2"));
  await page.click(page.button(/^Correct this hex/, page.dialog));
  await page.select(page.field("Number", page.dialog), "9");
  await choose(page, "Save");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [
    { kind: "correct", layout: { hexes: { "h0,-2": { terrain: "mountains", number: 9 } } } },
  ]);
}, ROBBER_DUE);

placing("where no robber is due a tap on a hex corrects it", async () => {
  await tapHex("h0,-2");
  assert.equal(heading(), "What is on this hex?");
  assert.equal(page.text("button.primary", page.dialog), "Save");
});

// Broken rules

/** Let the table accept inputs, add them to its log, and answer with the broken rules. */
function breakRules(t) {
  answerInputs(t, page, ({ kind, piece, player, at }) => {
    const { version } = page.server.snapshot;
    if (kind !== "place") return { told: [], violations: [], version };
    const event = { kind: `place_${piece}`, player, at };
    const violations = ["cannot_pay", "not_connected"];
    page.server.change(({ game: { view } }) => view.log.push({ number: 40, source: "tablet", certainty: 1, event, violations }));
    return { told: [event], violations, version: version + 1 };
  });
}

async function buildAgainstTheRules(t) {
  breakRules(t);
  await tapSite("p1,-2");
  await choose(page, "Place it");
  assert(page.isFree);
  assert.match(page.text(alert()), /^Recorded, but against the rules: not enough cards to pay: 1 lumber, 1 brick; not connected\./);
}

placing("a broken rule is shown with an Undo button", async (t) => {
  await buildAgainstTheRules(t);
  await page.click(page.button("Undo", alert()));
  assert.equal(page.queryAllByRole("alert").length, 0);
  assert.deepEqual(page.server.inputs.slice(1), [{ kind: "undo" }]);
});

placing("the Undo is withdrawn once it would take back something else", async (t) => {
  await buildAgainstTheRules(t);
  await page.change((snapshot) => Object.assign(snapshot, { notices: ["The tower is looked for."] }));
  assert.match(page.text("#notices"), /The tower is looked for\./);
  assert.equal(page.queryAllByRole("button", undefined, alert()).length, 1);
  const event = { kind: "roll", player: "blue", dice: [1, 2] };
  await page.change(({ game: { view } }) => view.log.push({ number: 41, source: "tower", certainty: 1, event, violations: [] }));
  assert.equal(page.queryAllByRole("button", undefined, alert()).length, 0);
});

test("a broken rule is shown in French", async (t) => {
  await french.show(snapshotOf("base"));
  answerInputs(t, french, { told: [{ kind: "place_road", player: "red", at: "p1,-2" }], violations: ["not_connected"], version: 2 });
  await french.click(site(french, "p1,-2"));
  assert.equal(french.text("h2", french.dialog), "Une route a été construite ici");
  await choose(french, "Poser");
  assert(french.isFree);
  assert.match(french.text(french.getByRole("alert", undefined)), /^Enregistré, mais contre les règles\xa0?\s?:/);
});

// Where things happened

placing("the places name what a correction moves", async () => {
  const road = { kind: "road", colour: "red" };
  page.server.changes = [
    { what: "piece", at: "p1,-2", before: road, after: null },
    { what: "robber", before: "h0,0", after: "h1,0" },
  ];
  await page.click("#log .entry");
  assert.deepEqual(page.texts(".consequences li", page.dialog), ["Ana: road removed (Hills, 6; Pasture, 4)", "Robber: Desert → Forest, 3"]);
});

for (const [first, more] of [[1, 0], [31, 1]]) {
  placing(`a log whose first line is ${first} offers ${more ? "" : "no "}earlier lines`, async () => {
    await page.change(({ game: { view } }) => view.log.forEach((line, n) => (line.number = first + n)));
    assert.equal(page.all(`[data-key='entry-${first}']`).length, 1);
    await page.click(page.button("Game log"));
    assert.match(page.text(page.dialog), /Dora|Ana/);
    assert.equal(page.queryAllByRole("button", "Show earlier entries", page.dialog).length, more);
  });
}
