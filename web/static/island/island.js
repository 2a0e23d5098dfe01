// The drawn island with its targets, and its picture without them.

import { cardAt } from "../drawing/cards.js";
import { buttonAttributes, elementCache, exchangeChildren, html, panel, setAttributes, svg } from "../drawing/dom.js";
import { drawSea, counterRotate, drawPieces, drawText, drawToken, offsetPoint } from "./island_drawing.js";
import { ADJACENT_HEXES, HARBORS, HEXES, SITES, interpolate, knownLayout, pendingRobberMove, legalTargets, targetInput } from "./sites.js";
import { diffViews, isRollLatest, animateChanges } from "./motion.js";
import { addHarbor, editHarbor, canAddHarbor, editHex, askSite } from "./site_dialogs.js";
import { boundingBox, islandRotationOnPage, rotateIslandBySteps, lightOnHex, lightGradients } from "./rotation.js";
import { drawScenery, scenery } from "./landscape.js";
import { rovingTabindex, pickSites, sitesLayer } from "./site_targets.js";
import { enterWithNotice, serialQueue } from "../network/api.js";
import { pressListeners, tapGuardOnChange } from "../drawing/press.js";
import { PRODUCES, shapeAt } from "../drawing/signs.js";
import { askedPlaces, drawAskedCoast, onBrushChange, tapWithBrush } from "./palette.js";
import { namesOf } from "../table/game.js";
import { onRotation } from "../device/rotation.js";
import { hexName, withLabel, translateSentence, t, word } from "../language/i18n.js";
import { loadStyles } from "../drawing/styles.js";

// The drawing of the island. The server sends the geometry by site ids.

/** @typedef {{ [path: string]: string }} Harbors */

/** Radius of a ring around a building. */
const RING_RADIUS = 0.55;
/** Size of a hex's marks as a share of the hex, small enough that no neighbour covers them. */
const RIM_SHARE = 0.88;
/** Size of the slope at a hex's edge, as a share of the hex. */
const SLOPE_SHARE = 0.91;

/** @param {Page.Point[]} points */
const joinPoints = (points) => points.map((point) => point.join()).join(" ");
/**
 * Build the island's part of the page. Returns the draw callback for a game's view.
 *
 * @param {HTMLElement} root
 */
export function islandPanel(root) {
  const layers = Object.fromEntries(
    ["sea", "harbors", "land", "marked", "pieces", "asked", "sites"].map((name) => [name, svg("g", { class: name })]),
  );
  const rotatedGroup = svg("g", { class: "turned" }, Object.values(layers));
  // It takes taps while they are ignored.
  const shield = svg("rect", { class: "shield" });
  const picture = svg("svg", { class: "map", role: "group" }, lightGradients(), rotatedGroup, shield);
  const notes = html("div", { class: "island-notes" });
  const turns = html("div", { class: "island-turns" });
  root.replaceChildren(html("div", { class: "island-view" }, picture, turns), notes);

  // Taps refer to the current view, not to the view when the element was drawn.
  /** @type {Page.View} */
  let shown;
  let isShown = false;
  /** @param {string} colour */
  const name = (colour) => namesOf(shown)[colour];
  /** @param {string} id */
  const askHex = (id) => {
    const moves = pendingRobberMove(shown);
    const askCoast = () => addHarbor(id, shown, name);
    editHex(id, knownLayout(shown).hexes[id], moves, name, canAddHarbor(id, shown) && askCoast, Boolean(shown.layout));
  };
  const moveRobber = serialQueue((/** @type {string} */ to) => canRobberMoveTo(to, pickLand(shown)) && enterWithNotice({ kind: "move_robber", to }));
  const placePiece = serialQueue((/** @type {string} */ at) => {
    const target = legalTargets(shown)[at];
    return target && enterWithNotice(targetInput(at, target));
  });
  /** @param {string} id */
  const tapHex = (id) => {
    if (canRobberMoveTo(id, pickLand(shown))) return moveRobber(id);
    return tapWithBrush(id, () => askHex(id));
  };
  /** @param {string} site */
  const openSite = (site) => askSite(site, shown);
  /** @param {string} site */
  const tapSite = (site) => (legalTargets(shown)[site] ? placePiece(site) : openSite(site));
  const guardTaps = tapGuardOnChange(picture);
  /** @param {string} id */
  const tapHarbor = (id) => editHarbor(id, shown, name);
  /** @type {((view: Page.View) => void)[]} */
  const panels = [
    panel(layers.sea, () => null, drawSea),
    panel(layers.land, pickLand, landLayer(tapHex, askHex), exchangeChildren),
    panel(layers.harbors, pickHarbors, (harbors) => drawHarbors(harbors, tapHarbor)),
    panel(layers.pieces, pickPieces, drawPieces),
    panel(layers.marked, pickVictims, drawVictims),
    panel(layers.sites, pickSites, sitesLayer(tapSite, openSite), exchangeChildren),
    panel(layers.asked, pickAsked, drawAsked),
    panel(notes, (view) => /** @type {[Api.Sentence[], boolean]} */ ([view.departures, view.doubtful?.length > 0]), drawNotes),
    panel(turns, () => null, drawRotateButtons),
  ];
  const [hexStops, harborStops, siteStops] = [
    rovingTabindex(layers.land, centresOf(HEXES)),
    rovingTabindex(layers.harbors, centresOf(HARBORS)),
    rovingTabindex(layers.sites, SITES),
  ];
  /** @param {Page.View} view */
  function draw(view) {
    const changes = diffViews(isShown ? shown : undefined, view);
    [shown, isShown] = [view, true];
    const [x, y, width, height] = boundingBox(islandRotationOnPage(), Object.keys(knownLayout(view).harbors)).map(String);
    setAttributes(picture, { "aria-label": t("The island"), viewBox: `${x} ${y} ${width} ${height}` });
    setAttributes(shield, { x, y, width, height });
    setAttributes(rotatedGroup, { transform: `rotate(${islandRotationOnPage()})` });
    panels.forEach((part) => part(view));
    const land = pickLand(view);
    hexStops(t("Hexes: use the arrow keys to move between them"), Object.keys(HEXES).filter((id) => canRobberMoveTo(id, land)));
    harborStops(t("Harbors: use the arrow keys to move between them"));
    siteStops(t("Places for pieces: use the arrow keys to move between them, Page Down for those that are ringed"), Object.keys(legalTargets(view)));
    animateChanges(changes, picture, islandRotationOnPage(), view.pieces);
    // If taps now mean something else, ignore taps for a moment: they were meant for the previous targets.
    guardTaps([Object.keys(legalTargets(view)), Boolean(pendingRobberMove(view))]);
  }
  const drawAgain = () => isShown && draw(shown);
  onRotation(drawAgain);
  onBrushChange(drawAgain);
  return draw;
}

/** @param {{ [id: string]: { at: Page.Point } }} shapes */
const centresOf = (shapes) => Object.fromEntries(Object.entries(shapes).map(([id, { at }]) => [id, at]));

// The land

/** @param {Page.View} view */
function pickLand(view) {
  const moves = pendingRobberMove(view);
  return {
    hexes: knownLayout(view).hexes,
    rolled: isRollLatest(view) ? view.roll?.sum : null,
    short: isRollLatest(view) ? (view.roll?.shortage ?? []) : [],
    robber: view.robber,
    moves: Boolean(moves),
    spared: Object.keys(moves?.spared ?? {}),
    doubtful: view.doubtful ?? [],
    asked: askedPlaces(view).hexes,
    turn: islandRotationOnPage(),
  };
}

/**
 * Test whether a tap on a hex moves the robber there: a move is pending and the hex is allowed.
 *
 * @param {string} id
 * @param {{ moves?: boolean, robber?: string | null, spared?: string[] }} land
 */
const canRobberMoveTo = (id, { moves, robber, spared = [] }) => Boolean(moves) && id !== robber && !spared.includes(id);

/** @typedef {{ hexes: Page.Hexes, turn: number } & Partial<ReturnType<typeof pickLand>>} Land */

/**
 * Draw the hexes. `tap` handles a tap on one; `ask` handles a long press or the keyboard.
 *
 * @param {Land} land
 * @param {(id: string) => void} tap
 * @param {(id: string) => void} ask
 */
export const drawLand = (land, tap, ask = tap) => Object.keys(HEXES).map((id) => drawHex(id, land, tap, ask));

/**
 * Create the draw callback for the hexes. Most events only mark a few of them, which changes their classes.
 *
 * @param {(id: string) => void} tap
 * @param {(id: string) => void} ask
 * @returns {(land: Land) => SVGElement[]}
 */
function landLayer(tap, ask) {
  /** @type {ReturnType<typeof elementCache<SVGElement>>} */
  const cached = elementCache();
  return (land) =>
    Object.keys(HEXES).map((id) => {
      const look = JSON.stringify([document.documentElement.lang, land.turn, land.hexes?.[id], missingResource(id, land)]);
      const element = cached(id, look, () => drawHex(id, land, tap, ask));
      setAttributes(element, { class: hexClasses(id, land) });
      return element;
    });
}

/**
 * @param {string} id
 * @param {Land} land
 */
function hexClasses(id, { hexes, rolled, robber, moves, spared, doubtful = [], asked = [] }) {
  const number = hexes?.[id]?.number;
  const classes = [
    "hex",
    number && number === rolled && (id === robber ? "hex-blocked" : "hex-rolled"),
    canRobberMoveTo(id, { moves, robber, spared }) && "hex-due",
    /** @type {string[]} */ (doubtful).includes(id) && "hex-doubtful",
    /** @type {string[]} */ (asked).includes(id) && "hex-asked",
    id === robber && "hex-robbed",
  ];
  return classes.filter(Boolean).join(" ");
}

/**
 * The resource that a rolled hex produces and the bank could not pay; null if there is none.
 *
 * @param {string} id
 * @param {Land} land
 * @returns {string | null}
 */
function missingResource(id, { hexes, rolled, robber, short = [] }) {
  const hex = hexes?.[id];
  const kind = hex?.number && hex.number === rolled && id !== robber && PRODUCES[hex.terrain];
  return kind && /** @type {string[]} */ (short).includes(kind) ? kind : null;
}

/**
 * @param {string} id
 * @param {Land} land
 * @param {(id: string) => void} tap
 * @param {(id: string) => void} ask
 */
function drawHex(id, land, tap, ask) {
  const { at, corners } = HEXES[id];
  const { turn } = land;
  const hex = land.hexes?.[id];
  const missing = missingResource(id, land);
  const name = hex ? hexName(hex) : withLabel(t("Not read yet"), rowName(id));
  return svg(
    "g",
    {
      class: hexClasses(id, land),
      "data-terrain": hex?.terrain,
      "data-key": id,
      ...buttonAttributes(name, () => ask(id)),
      ...pressListeners(() => id, id, tap, ask),
    },
    svg("title", {}, name),
    svg("polygon", { points: joinPoints(corners) }),
    svg("path", { class: "slope", d: `M${joinPoints(corners.map((corner) => interpolate(at, corner, SLOPE_SHARE)))}Z` }),
    hex && sceneryGroup(at, turn, [lightOnHex(), drawScenery(scenery(hex.terrain, id, !hex.number))]),
    svg("path", { class: "rim", d: `M${joinPoints(corners.map((corner) => interpolate(at, corner, RIM_SHARE)))}Z` }),
    counterRotate(at, turn, {}, hex ? hexLabels(hex, at) : drawText(at, "?", "unread")),
    missing && counterRotate(at, turn, {}, drawShortage(missing, at)),
  );
}

/**
 * The name of an unknown hex: its row, and its position in the row.
 *
 * @param {string} id
 */
function rowName(id) {
  const down = [...new Set(Object.values(HEXES).map(({ at: [, y] }) => y))].sort((one, other) => one - other);
  const [x, y] = HEXES[id].at;
  const before = Object.values(HEXES).filter(({ at }) => at[1] === y && at[0] < x);
  return t("row {row}, hex {number}", { row: down.indexOf(y) + 1, number: before.length + 1 });
}

/**
 * The painted scenery of a hex around its centre. Hidden from screen readers, because the hex has a label.
 *
 * @param {Page.Point} at
 * @param {number} turn
 * @param {Page.Content[]} children
 */
const sceneryGroup = ([x, y], turn, children) =>
  counterRotate(
    [x, y],
    turn,
    { class: "scenery", "aria-hidden": "true" },
    svg("g", { transform: `translate(${x} ${y})` }, children),
  );

/**
 * @param {Api.HexLies} lies
 * @param {Page.Point} at
 */
function hexLabels({ terrain, number }, at) {
  const [place, size] = number ? [offsetPoint(at, 0, -0.46), 0.5] : [at, 0.7];
  return [
    shapeAt(PRODUCES[terrain] ?? terrain, place, size, { class: "terrain-sign" }),
    number ? drawToken(offsetPoint(at, 0, 0.27), number) : null,
  ];
}

/**
 * A crossed-out card on a hex whose production the bank could not pay.
 *
 * @param {string} kind
 * @param {Page.Point} at
 */
const drawShortage = (kind, [x, y]) => [
  cardAt(kind, [x, y - 0.38], 0.52),
  svg("path", { class: "not-given", d: `M${x - 0.22} ${y - 0.62}L${x + 0.22} ${y - 0.14}M${x + 0.22} ${y - 0.62}L${x - 0.22} ${y - 0.14}` }),
];

/**
 * Pick the harbors and the island's rotation.
 *
 * @param {Page.View} view
 * @returns {[harbors: Harbors, turn: number]}
 */
const pickHarbors = (view) => [knownLayout(view).harbors, islandRotationOnPage()];

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
        ...buttonAttributes(withLabel(t("Harbor"), name), () => tap(id, kind)),
      },
      svg("title", {}, name),
      ["pier", "planks"].map((part) =>
        ends.map((end) => svg("line", { x1: at[0], y1: at[1], x2: end[0], y2: end[1], class: part })),
      ),
      svg("ellipse", { cx: at[0] + 0.02, cy: at[1] + 0.04, rx: 0.38, ry: 0.38, class: "shadow" }),
      svg("circle", { cx: at[0], cy: at[1], r: 0.36 }),
      counterRotate(
        at,
        turn,
        {},
        shapeAt(kind, offsetPoint(at, 0, -0.1), 0.36, { class: "harbor-sign" }),
        drawText(offsetPoint(at, 0, 0.2), kind === "generic" ? "3:1" : "2:1", "harbor-rate"),
      ),
    );
  });
}

// Pieces and marks

/** @type {(view: Page.View) => [pieces: Api.PieceStands[], robber: string | null, turn: number]} */
const pickPieces = (view) => [view.pieces, view.robber, islandRotationOnPage()];

/**
 * Pick the buildings of the players who can be robbed.
 *
 * @param {Page.View} view
 */
function pickVictims({ to_do: toDo, pieces, robber }) {
  const from = toDo.flatMap((item) => (item.kind === "steal" ? item.from : []));
  return pieces
    .filter(({ at, kind, colour }) => kind !== "road" && from.includes(colour) && ADJACENT_HEXES[at].includes(robber ?? ""))
    .map(({ at }) => at);
}

/** @param {string[]} ids */
const drawVictims = (ids) => ids.map((id) => drawRing(id, "ring ring-victim"));

/**
 * Pick the sites of open questions, and the side of the island that the palette asks about.
 *
 * @param {Page.View} view
 * @returns {[sites: string[], coast: string[]]}
 */
const pickAsked = (view) => [view.questions.flatMap(({ fields }) => ("at" in fields ? (fields.at ?? []) : [])), askedPlaces(view).coast];

/** @param {[sites: string[], coast: string[]]} picked */
const drawAsked = ([sites, coast]) => [sites.map((id) => drawRing(id, "ring")), coast.length ? drawAskedCoast(coast) : null];

/**
 * @param {string} id
 * @param {string} name
 */
function drawRing(id, name) {
  const [cx, cy] = SITES[id];
  return svg("circle", { class: name, cx, cy, r: RING_RADIUS });
}

/**
 * Draw how the island departs from the box; if its reading is doubtful, folded behind a summary.
 *
 * @param {[departures: Api.Sentence[], doubted: boolean]} picked
 */
function drawNotes([departures, doubted]) {
  const figures = departures.map((departure) => html("p", {}, translateSentence(departure)));
  if (!doubted) return figures;
  return html("details", {}, html("summary", {}, t("No box contains this set.")), figures);
}

function drawRotateButtons() {
  /**
   * @param {number} steps
   * @param {string} mark
   * @param {string} name
   */
  const rotateButton = (steps, mark, name) => {
    const label = { "data-key": name, "aria-label": name, title: name };
    return html("button", { type: "button", ...label, onclick: () => rotateIslandBySteps(steps) }, mark);
  };
  return [rotateButton(-1, "↺", t("Turn the island to the left")), rotateButton(1, "↻", t("Turn the island to the right"))];
}

// A static picture of an island with its pieces.

/**
 * Draw an island with its pieces and the robber.
 *
 * @param {{ hexes: Page.Hexes, harbors: { [path: string]: string } }} layout
 * @param {Api.PieceStands[]} pieces
 * @param {Page.View["robber"]} robber
 */
export const drawIsland = ({ hexes, harbors }, pieces = [], robber = null) =>
  svg(
    "svg",
    { class: "map", viewBox: boundingBox(0, Object.keys(harbors)).join(" ") },
    lightGradients(),
    svg("g", { class: "sea" }, drawSea()),
    svg("g", { class: "land" }, drawLand({ hexes, turn: 0, robber }, () => {})),
    svg("g", { class: "harbors" }, drawHarbors([harbors, 0], () => {})),
    svg("g", { class: "pieces" }, drawPieces([pieces, robber, 0])),
  );

// The final board of a base game in the picture to share.

/** Margin of sea beyond the harbors, as a share of the height. */
const SHORE_SHARE = 0.02;

/**
 * @param {Api.BaseSummary} summary
 * @param {Page.Place} place
 * @param {Page.Brush} brush
 */
export async function drawBoard({ layout, pieces, robber_at: robber }, { left, top, width, height }, { pen, colour, paint }) {
  await loadStyles("island/island.css");
  const middle = /** @type {const} */ ([left + width / 2, top + height / 2]);
  const sea = pen.createRadialGradient(...middle, height * 0.3, ...middle, Math.hypot(width, height) / 2);
  sea.addColorStop(0, colour("sea"));
  sea.addColorStop(1, colour("far-sea") || colour("sea"));
  pen.fillStyle = sea;
  pen.fillRect(left, top, width, height);
  if (!layout) return;
  const edge = SHORE_SHARE * height;
  const within = { left: left + edge, top: top + edge, width: width - 2 * edge, height: height - 2 * edge };
  paint(drawIsland(layout, pieces, robber), within, "island");
}
