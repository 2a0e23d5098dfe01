// The island as a drawing: where things lie comes from the server, by their ids.

import { cardAt } from "../drawing/cards.js";
import { button, html, panel, svg } from "../drawing/dom.js";
import { drawSea } from "./coast.js";
import { BESIDE, HARBORS, HEXES, SITES, between } from "./geometry.js";
import { happened, isFresh } from "./happened.js";
import { addHarbor, editHarbor, mayLack } from "./harbor_dialog.js";
import { editHex } from "./hex_dialog.js";
import { boxOf, islandOnPage, stepIsland } from "./island_turning.js";
import { laid, robberDue } from "./island_view.js";
import { drawScenery, scenery } from "./landscape.js";
import { lightOnHex, lights } from "./light.js";
import { explain } from "./motion.js";
import { oneStop } from "./one_stop.js";
import { drawPieces } from "./pieces.js";
import { ringed } from "./ringed.js";
import { enterTold } from "../network/api.js";
import { inTurn } from "../network/in_turn.js";
import { pressed } from "../drawing/press.js";
import { settlingOn } from "../table/settling.js";
import { askSite } from "./site_dialog.js";
import { PRODUCES, shapeAt } from "../drawing/signs.js";
import { tapToLay } from "./palette_panel.js";
import { pickSites, sitesLayer } from "./site_targets.js";
import { upright } from "./upright.js";
import { namesOf } from "../table/current_view.js";
import { onTurned } from "../device/turning.js";
import { hexName, labelled, said, t, word } from "../language/i18n.js";

/** @typedef {{ [path: string]: string }} Harbors */

/** @type {{ [number: number]: number }} */
const PIPS = { 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1 };
/** How far around a building's middle a ring lies. */
const RING = 0.55;
/** How far from a hex's middle to its corners what marks it is drawn: so that no neighbour lies over that. */
const RIM = 0.88;
/** And to those of the slope at which it falls to its neighbours. */
const SLOPE = 0.91;

/** @param {Page.Point[]} points */
const list = (points) => points.map((point) => point.join()).join(" ");
/**
 * @param {Page.Point} at
 * @param {number} dx
 * @param {number} dy
 * @returns {Page.Point}
 */
const shift = ([x, y], dx, dy) => [x + dx, y + dy];

/**
 * The island's part of the page: a function that draws a game's view.
 *
 * @param {HTMLElement} root
 */
export function islandPanel(root) {
  const layers = Object.fromEntries(
    ["sea", "harbors", "land", "marked", "pieces", "asked", "sites"].map((name) => [name, svg("g", { class: name })]),
  );
  const turned = svg("g", { class: "turned" }, Object.values(layers));
  const picture = svg("svg", { class: "map", role: "group" }, lights(), turned);
  const notes = html("div", { class: "island-notes" });
  const turns = html("div", { class: "island-turns" });
  root.replaceChildren(html("div", { class: "island-view" }, picture, turns), notes);

  // Taps are about what is seen now, not about what was when the drawing was made.
  /** @type {Page.View} */
  let shown;
  let isShown = false;
  /** @param {string} colour */
  const name = (colour) => namesOf(shown)[colour];
  /** @param {string} id */
  const askHex = (id) => {
    const moves = robberDue(shown);
    const askCoast = () => addHarbor(id, shown, name);
    editHex(id, laid(shown).hexes[id], moves, name, mayLack(id, shown) && askCoast, Boolean(shown.layout));
  };
  const moveRobber = inTurn((/** @type {string} */ to) => isDue(to, pickLand(shown)) && enterTold({ kind: "move_robber", to }));
  const putDown = inTurn((/** @type {string} */ at) => {
    const put = ringed(shown)[at];
    return put && enterTold({ kind: "place", at, ...put });
  });
  /** @param {string} id */
  const tapHex = (id) => {
    if (isDue(id, pickLand(shown))) return moveRobber(id);
    return tapToLay(id, () => askHex(id));
  };
  /** @param {string} site */
  const askAt = (site) => askSite(site, shown);
  /** @param {string} site */
  const tapSite = (site) => (ringed(shown)[site] ? putDown(site) : askAt(site));
  const settle = settlingOn(picture);
  /** @param {string} id */
  const tapHarbor = (id) => editHarbor(id, shown, name);
  /** @type {((view: Page.View) => void)[]} */
  const drawn = [
    panel(layers.sea, () => null, drawSea),
    panel(layers.land, pickLand, (land) => drawLand(land, tapHex, askHex)),
    panel(layers.harbors, pickHarbors, (harbors) => drawHarbors(harbors, tapHarbor)),
    panel(layers.pieces, pickPieces, drawPieces),
    panel(layers.marked, pickVictims, drawVictims),
    panel(layers.sites, pickSites, sitesLayer(tapSite, askAt)),
    panel(layers.asked, (view) => view.questions.flatMap(({ fields }) => fields.at ?? []), drawAsked),
    panel(notes, (view) => /** @type {[Api.Sentence[], boolean]} */ ([view.departures, view.doubtful?.length > 0]), drawNotes),
    panel(turns, () => null, drawTurns),
  ];
  const [hexStops, harborStops, siteStops] = [
    oneStop(layers.land, centresOf(HEXES)),
    oneStop(layers.harbors, centresOf(HARBORS)),
    oneStop(layers.sites, SITES),
  ];
  /** @param {Page.View} view */
  function draw(view) {
    const what = happened(isShown ? shown : undefined, view);
    [shown, isShown] = [view, true];
    picture.setAttribute("aria-label", t("The island"));
    picture.setAttribute("viewBox", boxOf(islandOnPage(), Object.keys(laid(view).harbors)).join(" "));
    turned.setAttribute("transform", `rotate(${islandOnPage()})`);
    drawn.forEach((part) => part(view));
    const land = pickLand(view);
    hexStops(t("Hexes: use the arrow keys to move between them"), Object.keys(HEXES).filter((id) => isDue(id, land)));
    harborStops(t("Harbors: use the arrow keys to move between them"));
    siteStops(t("Places for pieces: use the arrow keys to move between them, Page Down for those that are ringed"), Object.keys(ringed(view)));
    explain(what, picture, islandOnPage(), view.pieces);
    // What a tap enters is otherwise now: a tap that is on its way was meant for what was ringed before.
    settle([Object.keys(ringed(view)), Boolean(robberDue(view))]);
  }
  onTurned(() => isShown && draw(shown));
  return draw;
}

/** @param {{ [id: string]: { at: Page.Point } }} drawn */
const centresOf = (drawn) => Object.fromEntries(Object.entries(drawn).map(([id, { at }]) => [id, at]));

// The land

/** @param {Page.View} view */
function pickLand(view) {
  const moves = robberDue(view);
  return {
    hexes: laid(view).hexes,
    rolled: isFresh(view) ? view.roll?.sum : null,
    short: isFresh(view) ? (view.roll?.shortage ?? []) : [],
    robber: view.robber,
    moves: Boolean(moves),
    spared: Object.keys(moves?.spared ?? {}),
    doubtful: view.doubtful ?? [],
    turn: islandOnPage(),
  };
}

/**
 * Whether a tap on a hex moves the robber there: it has to move, and may go there.
 *
 * @param {string} id
 * @param {{ moves?: boolean, robber?: string | null, spared?: string[] }} land
 */
const isDue = (id, { moves, robber, spared = [] }) => Boolean(moves) && id !== robber && !spared.includes(id);

/**
 * The hexes as they lie, and what a tap on one does; `ask` is what is done where it is held, or by the keyboard.
 *
 * @param {{ hexes: Page.Hexes, turn: number } & Partial<ReturnType<typeof pickLand>>} land
 * @param {(id: string) => void} tap
 * @param {(id: string) => void} ask
 */
export function drawLand({ hexes, rolled, short = [], robber, moves, spared, doubtful = [], turn }, tap, ask = tap) {
  /** @type {string[]} */
  const missing = short;
  /** @type {string[]} */
  const doubted = doubtful;
  return Object.entries(HEXES).map(([id, { at, corners }]) => {
    const lies = hexes?.[id];
    const name = lies ? hexName(lies) : labelled(t("Not read yet"), rowOf(id));
    const is = [
      "hex",
      lies?.number && lies.number === rolled && (id === robber ? "hex-blocked" : "hex-rolled"),
      isDue(id, { moves, robber, spared }) && "hex-due",
      doubted.includes(id) && "hex-doubtful",
      id === robber && "hex-robbed",
    ];
    return svg(
      "g",
      {
        class: is.filter(Boolean).join(" "),
        "data-terrain": lies?.terrain,
        "data-key": id,
        ...button(name, () => ask(id)),
        ...pressed(() => id, id, tap, ask),
      },
      svg("title", {}, name),
      svg("polygon", { points: list(corners) }),
      svg("path", { class: "slope", d: `M${list(corners.map((corner) => between(at, corner, SLOPE)))}Z` }),
      lies && painted(at, turn, [lightOnHex(), drawScenery(scenery(lies.terrain, id, !lies.number))]),
      svg("path", { class: "rim", d: `M${list(corners.map((corner) => between(at, corner, RIM)))}Z` }),
      upright(at, turn, {}, lies ? onHex(lies, at) : text(at, "?", "unread")),
      is.includes("hex-rolled") && lies && missing.includes(PRODUCES[lies.terrain]) && upright(at, turn, {}, notGiven(PRODUCES[lies.terrain], at)),
    );
  });
}

/**
 * Where a hex lies that has nothing yet to be called by: its row, and its place there.
 *
 * @param {string} id
 */
function rowOf(id) {
  const down = [...new Set(Object.values(HEXES).map(({ at: [, y] }) => y))].sort((one, other) => one - other);
  const [x, y] = HEXES[id].at;
  const before = Object.values(HEXES).filter(({ at }) => at[1] === y && at[0] < x);
  return t("row {row}, hex {number}", { row: down.indexOf(y) + 1, number: before.length + 1 });
}

/**
 * What is painted on a hex, around its own middle: for the eye alone, the hex says what it is.
 *
 * @param {Page.Point} at
 * @param {number} turn
 * @param {Page.Content[]} children
 */
const painted = ([x, y], turn, children) =>
  upright(
    [x, y],
    turn,
    { class: "scenery", "aria-hidden": "true" },
    svg("g", { transform: `translate(${x} ${y})` }, children),
  );

/**
 * @param {Api.HexLies} lies
 * @param {Page.Point} at
 */
function onHex({ terrain, number }, at) {
  const [place, size] = number ? [shift(at, 0, -0.46), 0.5] : [at, 0.7];
  return [
    shapeAt(PRODUCES[terrain] ?? terrain, place, size, { class: "terrain-sign" }),
    number ? token(shift(at, 0, 0.27), number) : null,
  ];
}

/**
 * A card that the bank couldn't give for a roll, crossed out where it would have come from.
 *
 * @param {string} kind
 * @param {Page.Point} at
 */
const notGiven = (kind, [x, y]) => [
  cardAt(kind, [x, y - 0.38], 0.52),
  svg("path", { class: "not-given", d: `M${x - 0.22} ${y - 0.62}L${x + 0.22} ${y - 0.14}M${x + 0.22} ${y - 0.62}L${x - 0.22} ${y - 0.14}` }),
];

/**
 * @param {Page.Point} at
 * @param {number} number
 */
function token(at, number) {
  const count = PIPS[number] ?? 0;
  const pips = Array.from({ length: count }, (_, n) =>
    svg("circle", { cx: at[0] + (n - (count - 1) / 2) * 0.105, cy: at[1] + 0.25, r: 0.038 }),
  );
  const likely = number === 6 || number === 8;
  return svg(
    "g",
    { class: likely ? "token token-likely" : "token" },
    svg("ellipse", { cx: at[0] + 0.03, cy: at[1] + 0.05, rx: 0.41, ry: 0.41, class: "shadow" }),
    svg("circle", { cx: at[0], cy: at[1], r: 0.4, class: "token-disc" }),
    svg("ellipse", { cx: at[0], cy: at[1], rx: 0.35, ry: 0.35, class: "token-ring" }),
    text(shift(at, 0, -0.05), number, "token-number"),
    pips,
  );
}

/**
 * The harbors and their piers, and what a tap on one does.
 *
 * @param {Page.View} view
 * @returns {[harbors: Harbors, turn: number]}
 */
const pickHarbors = (view) => [laid(view).harbors, islandOnPage()];

/**
 * @param {[harbors: Harbors, turn: number]} picked
 * @param {(id: string, kind: string) => void} tap
 */
export function drawHarbors([harbors, turn], tap) {
  return Object.entries(harbors).map(([id, kind]) => {
    const { at, ends } = HARBORS[id];
    const name = word("harbor", kind);
    return svg(
      "g",
      {
        class: "harbor",
        "data-resource": kind,
        "data-key": id,
        ...button(labelled(t("Harbor"), name), () => tap(id, kind)),
      },
      svg("title", {}, name),
      ["pier", "planks"].map((part) =>
        ends.map((end) => svg("line", { x1: at[0], y1: at[1], x2: end[0], y2: end[1], class: part })),
      ),
      svg("ellipse", { cx: at[0] + 0.02, cy: at[1] + 0.04, rx: 0.38, ry: 0.38, class: "shadow" }),
      svg("circle", { cx: at[0], cy: at[1], r: 0.36 }),
      upright(
        at,
        turn,
        {},
        shapeAt(kind, shift(at, 0, -0.1), 0.36, { class: "harbor-sign" }),
        text(shift(at, 0, 0.2), kind === "generic" ? "3:1" : "2:1", "harbor-rate"),
      ),
    );
  });
}

// What stands on it

/** @type {(view: Page.View) => [pieces: Api.PieceStands[], robber: string | null, turn: number]} */
const pickPieces = (view) => [view.pieces, view.robber, islandOnPage()];

/**
 * Rings around the buildings of those that can be robbed.
 *
 * @param {Page.View} view
 */
function pickVictims({ to_do: toDo, pieces, robber }) {
  const from = toDo.flatMap((item) => (item.kind === "steal" ? item.from : []));
  return pieces
    .filter(({ at, kind, colour }) => kind !== "road" && from.includes(colour) && BESIDE[at].includes(robber ?? ""))
    .map(({ at }) => at);
}

/** @param {string[]} ids */
const drawVictims = (ids) => ids.map((id) => ring(id, "ring ring-victim"));

/**
 * Rings around the sites that a question is about.
 *
 * @param {string[]} ids
 */
const drawAsked = (ids) => ids.map((id) => ring(id, "ring"));

/**
 * @param {string} id
 * @param {string} name
 */
function ring(id, name) {
  const [cx, cy] = SITES[id];
  return svg("circle", { class: name, cx, cy, r: RING });
}

/**
 * How the island departs from the box; where it may be read wrongly, that is asked, and the figures are a tap away.
 *
 * @param {[departures: Api.Sentence[], doubted: boolean]} picked
 */
function drawNotes([departures, doubted]) {
  const figures = departures.map((departure) => html("p", {}, said(departure)));
  if (!doubted) return figures;
  return html("details", {}, html("summary", {}, t("No box contains this set.")), figures);
}

function drawTurns() {
  /**
   * @param {number} steps
   * @param {string} mark
   * @param {string} name
   */
  const turn = (steps, mark, name) => {
    const label = { "data-key": name, "aria-label": name, title: name };
    return html("button", { type: "button", ...label, onclick: () => stepIsland(steps) }, mark);
  };
  return [turn(-1, "↺", t("Turn the island to the left")), turn(1, "↻", t("Turn the island to the right"))];
}

/**
 * @param {Page.Point} at
 * @param {string | number} content
 * @param {string} name
 */
function text([x, y], content, name) {
  return svg("text", { x, y, class: name }, `${content}`);
}
