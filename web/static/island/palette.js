// Entering an island by hand: the palette of hexes, numbers and harbors.

import { FRAME, COAST, CORNER_HEXES, HEXES, HARBORS, knownLayout } from "./sites.js";
import { enter, serialQueue } from "../network/api.js";
import { html, singleFlight, panel, svg } from "../drawing/dom.js";
import { PRODUCES, shapeAt, sign } from "../drawing/signs.js";
import { currentView } from "../table/game.js";
import { canEnter } from "../pairing/device_role.js";
import { drawToken } from "./island_drawing.js";
import { islandRotationOnPage, lightOnHex } from "./rotation.js";
import { drawScenery, scenery } from "./landscape.js";
import { t, word } from "../language/i18n.js";

// Entering an island without a camera, with one tap per hex: terrains, number tokens (or their spiral) and the frame.
//
// When a kind is used up, the next one is selected. The last kind fills all remaining hexes.

/** @typedef {{ kind: "terrain", terrain: string } | { kind: "number", number: number } | { kind: "spiral" } | { kind: "frame" }} Brush */
/** @typedef {{ [kind: string]: number }} Counts */

/**
 * The number of hexes of each terrain in the box, rarest first, so that the most frequent one fills the rest.
 *
 * @type {Counts}
 */
const TERRAINS_IN_BOX = { desert: 1, hills: 3, mountains: 3, forest: 4, pasture: 4, fields: 4 };
/**
 * The number of tokens of each number in the box.
 *
 * @type {Counts}
 */
const TOKENS_IN_BOX = { 2: 1, 3: 2, 4: 2, 5: 2, 6: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 1 };

/**
 * Test whether the island is entered with the palette: a layout is missing, and no camera is about to read it.
 *
 * @param {Pick<Page.View, "to_do" | "camera">} view
 */
export const isEnteredByHand = ({ to_do: toDo, camera }) =>
  toDo.some(({ kind }) => kind === "lay_island") && !["ok", "waiting"].includes(camera ?? "");

/**
 * Count what the box has left of each kind; negative if the island has more than the box.
 *
 * @param {Counts} box
 * @param {(string | number | null)[]} lying
 * @returns {Counts}
 */
function remainingCounts(box, lying) {
  const counts = { ...box };
  lying.forEach((kind) => kind !== null && (counts[kind] = (counts[kind] ?? 0) - 1));
  return counts;
}

/** The number of coastal paths on each side of the frame. */
export const PATHS_PER_SIDE = 5;

/**
 * The pieces of the frame that the entered harbors show, clockwise from the top side, up to the first unknown one.
 *
 * @param {{ [path: string]: string }} harbors
 * @returns {number[]}
 */
function framePieces(harbors) {
  const kindsOfSides = FRAME.map((_, side) =>
    COAST.slice(side * PATHS_PER_SIDE, (side + 1) * PATHS_PER_SIDE).flatMap((path) => harbors[path] ?? []),
  );
  const pieces = kindsOfSides.map((kinds) => FRAME.findIndex((piece) => `${piece}` === `${kinds}`));
  const end = pieces.findIndex((piece, side) => piece < 0 || pieces.indexOf(piece) < side);
  return end < 0 ? pieces : pieces.slice(0, end);
}

/**
 * The state of the palette: the remaining terrains and tokens, and the hexes that lack one.
 *
 * @param {Pick<Page.View, "layout" | "entered">} view
 */
export function paletteState(view) {
  const { hexes } = knownLayout(view);
  const lying = Object.values(hexes);
  return {
    terrains: remainingCounts(TERRAINS_IN_BOX, lying.map(({ terrain }) => terrain)),
    tokens: remainingCounts(TOKENS_IN_BOX, lying.map(({ number }) => number)),
    emptyHexes: Object.keys(HEXES).filter((id) => !hexes[id]),
    hexesWithoutToken: Object.keys(HEXES).filter((id) => hexes[id] && hexes[id].terrain !== "desert" && hexes[id].number === null),
    harbors: Object.values(view.entered?.missing.harbors ?? {}).reduce((sum, count) => sum + count, 0),
    pieces: framePieces(view.entered?.harbors ?? {}),
  };
}

/** @typedef {ReturnType<typeof paletteState>} PaletteState */

/**
 * The brush of the next tap: the chosen one while it applies, otherwise the next in order; null if the island is complete.
 *
 * @param {PaletteState} still
 * @param {Brush | null} chosen
 * @returns {Brush | null}
 */
export function nextBrush(still, chosen) {
  const { terrains, tokens, emptyHexes, hexesWithoutToken, harbors } = still;
  if (emptyHexes.length) {
    if (chosen?.kind === "terrain") return chosen;
    const terrain = Object.keys(terrains).find((kind) => terrains[kind] > 0) ?? Object.keys(terrains)[0];
    return { kind: "terrain", terrain };
  }
  if (hexesWithoutToken.length) {
    if (chosen?.kind === "number") return chosen;
    const isUntouched = Object.keys(TOKENS_IN_BOX).every((kind) => tokens[kind] === TOKENS_IN_BOX[kind]);
    if (isUntouched) return { kind: "spiral" };
    return { kind: "number", number: Number(Object.keys(tokens).find((kind) => tokens[kind] > 0) ?? 2) };
  }
  return harbors ? { kind: "frame" } : null;
}

/**
 * The chosen brush after a tap: null if its kind is used up.
 *
 * @param {PaletteState} still the state before the tap
 * @param {Brush | null} chosen
 * @returns {Brush | null}
 */
export function brushAfter({ terrains, tokens }, chosen) {
  if (chosen?.kind === "terrain" && terrains[chosen.terrain] === 1) return null;
  if (chosen?.kind === "number" && tokens[chosen.number] === 1) return null;
  return chosen;
}

/**
 * The input of a tap on a hex; null if the tap should open the hex dialog.
 *
 * @param {string} id
 * @param {PaletteState} still
 * @param {Brush | null} brush
 * @param {boolean | undefined} clockwise
 * @returns {Page.Input | null}
 */
export function tapInput(id, still, brush, clockwise) {
  const { terrains, tokens, emptyHexes, hexesWithoutToken } = still;
  if (brush?.kind === "terrain" && emptyHexes.includes(id)) {
    const { terrain } = brush;
    return hexCorrection({ [id]: { terrain } }, "terrain", fillLastKind(id, emptyHexes, terrains, terrain));
  }
  if (brush?.kind === "number" && hexesWithoutToken.includes(id)) {
    const { number } = brush;
    const last = fillLastKind(id, hexesWithoutToken, tokens, `${number}`);
    return hexCorrection({ [id]: { number } }, "number", Object.fromEntries(Object.entries(last).map(([at, kind]) => [at, Number(kind)])));
  }
  if (brush?.kind === "spiral" && CORNER_HEXES.includes(id)) return { kind: "lay_island", as: "spiral", from: id, clockwise };
  return null;
}

/**
 * Fill the other hexes if only one kind remains for them: that kind by hex id.
 *
 * @param {string} id
 * @param {string[]} missing
 * @param {Counts} counts
 * @param {string} laidNow
 * @returns {{ [hex: string]: string }}
 */
function fillLastKind(id, missing, counts, laidNow) {
  const others = missing.filter((each) => each !== id);
  const after = Object.entries({ ...counts, [laidNow]: counts[laidNow] - 1 }).filter(([, count]) => count !== 0);
  const [[kind, count]] = after.length === 1 ? after : [["", 0]];
  return count === others.length ? Object.fromEntries(others.map((each) => [each, kind])) : {};
}

/**
 * @param {object} tapped
 * @param {string} what
 * @param {{ [hex: string]: string | number }} others
 * @returns {Page.Input}
 */
const hexCorrection = (tapped, what, others) => ({
  kind: "correct",
  layout: { hexes: { ...tapped, ...Object.fromEntries(Object.entries(others).map(([id, kind]) => [id, { [what]: kind }])) } },
});

/**
 * The input that enters the pieces of the frame, with the last one if only that is missing.
 *
 * @param {number[]} pieces clockwise from the top side
 * @returns {Page.Input}
 */
export function frameInput(pieces) {
  const others = FRAME.map((_, piece) => piece).filter((piece) => !pieces.includes(piece));
  return { kind: "lay_island", as: "frame", frame: others.length === 1 ? [...pieces, ...others] : pieces };
}

// The palette as a part of the page, and the effect of a tap on a hex.

/** The choices on this device, and the game that they are for. */
let game = 0;
/** @type {Brush | null} */
let chosen = null;
let clockwise = false;
/** @type {() => void} */
let redraw = () => {};
/** @type {(() => void)[]} */
const brushListeners = [];

/**
 * Call a function whenever another brush is chosen on this device.
 *
 * @param {() => void} listener
 */
export const onBrushChange = (listener) => void brushListeners.push(listener);

/**
 * Build the palette. Returns the draw callback for a view.
 *
 * @param {HTMLElement} root
 * @returns {(view: Page.View) => void}
 */
export function palettePanel(root) {
  /** @type {Page.View | undefined} */
  let shown;
  const draw = panel(root, pickPalette, (still) => (still && canEnter() ? drawPalette(still) : []));
  redraw = () => shown && draw(shown);
  return (view) => {
    if (view.game !== game) [game, chosen, clockwise] = [view.game, null, false];
    shown = view;
    draw(view);
  };
}

/** @param {Page.View} view */
const pickPalette = (view) => (isEnteredByHand(view) ? { ...paletteState(view), chosen, clockwise, turn: islandRotationOnPage() } : null);

/** @param {Brush | null} brush */
function chooseBrush(brush) {
  chosen = brush;
  redraw();
  brushListeners.forEach((listener) => listener());
}

/**
 * The places that the palette asks about: the corner hexes for the spiral, or the side of the next frame piece.
 *
 * @param {Page.View} view
 * @returns {{ hexes: string[], coast: string[] }}
 */
export function askedPlaces(view) {
  const left = isEnteredByHand(view) && canEnter() ? paletteState(view) : null;
  const kind = left && nextBrush(left, view.game === game ? chosen : null)?.kind;
  const side = left?.pieces.length ?? 0;
  return {
    hexes: kind === "spiral" ? CORNER_HEXES : [],
    coast: kind === "frame" ? COAST.slice(side * PATHS_PER_SIDE, (side + 1) * PATHS_PER_SIDE) : [],
  };
}

/**
 * Mark a part of the coast: the side that the next frame piece belongs to.
 *
 * @param {string[]} coast
 */
export const drawAskedCoast = (coast) =>
  ["coast-edge", "coast-asked"].map((name) =>
    svg("path", { class: name, d: coast.map((id) => `M${HARBORS[id].ends.map(String).join("L")}`).join("") }),
  );

/** A second tap on the same hex within this time is ignored, in milliseconds. */
const DOUBLE_TAP_MS = 600;
let lastTap = { id: "", at: -Infinity };

// Taps while an input is on its way are queued, and use the state that it leaves.
const layQueued = serialQueue(async (/** @type {string} */ id) => {
  const left = paletteState(/** @type {Page.View} */ (currentView()));
  const brush = nextBrush(left, chosen);
  const input = tapInput(id, left, brush, clockwise);
  if (!input) return;
  chosen = brushAfter(left, brush);
  await enter(input);
  redraw();
});

/**
 * Apply the chosen brush to a hex, if it applies there; otherwise call `ask`.
 *
 * @param {string} id
 * @param {() => unknown} ask
 */
export function tapWithBrush(id, ask) {
  const isDoubleTap = lastTap.id === id && performance.now() - lastTap.at < DOUBLE_TAP_MS;
  if (isDoubleTap) return null;
  const view = /** @type {Page.View} */ (currentView());
  const still = paletteState(view);
  if (!isEnteredByHand(view) || tapInput(id, still, nextBrush(still, chosen), clockwise) === null) return ask();
  lastTap = { id, at: performance.now() };
  return layQueued(id);
}

/** @param {PaletteState} still */
function drawPalette(still) {
  const brush = nextBrush(still, chosen);
  if (brush?.kind === "terrain") return drawTerrains(still, brush.terrain);
  if (brush?.kind === "spiral" || brush?.kind === "number") return drawTokens(still, brush);
  return brush?.kind === "frame" ? drawFrame(still) : [];
}

/** @param {string} text */
const drawInstruction = (text) => html("p", { class: "palette-text" }, text);

/**
 * @param {string} key
 * @param {boolean} isChosen
 * @param {string} name
 * @param {number} count
 * @param {Page.Content} shown
 * @param {Brush} brush
 */
function drawChip(key, isChosen, name, count, shown, brush) {
  const label = t("{name}: {count} left", { name, count });
  return html(
    "button",
    {
      type: "button",
      class: count > 0 ? "chip" : "chip chip-none",
      "data-key": key,
      "aria-pressed": `${isChosen}`,
      "aria-label": label,
      onclick: () => chooseBrush(brush),
    },
    shown,
    html("small", {}, `×${count}`),
  );
}

const HEX_CORNERS = "0,-1 .866,-.5 .866,.5 0,1 -.866,.5 -.866,-.5";

/**
 * A hex of a terrain as it lies on the island.
 *
 * @param {string} terrain
 */
const drawTile = (terrain) =>
  svg(
    "svg",
    { class: "map chip-piece", viewBox: "-.9 -1.03 1.8 2.06", "aria-hidden": "true" },
    svg(
      "g",
      { class: "hex", "data-terrain": terrain },
      svg("polygon", { points: HEX_CORNERS }),
      svg("g", { class: "scenery" }, lightOnHex(), drawScenery(scenery(terrain, terrain, true))),
      shapeAt(PRODUCES[terrain] ?? terrain, [0, 0], 0.7, { class: "terrain-sign" }),
    ),
  );

/**
 * @param {PaletteState} still
 * @param {string} chosenTerrain
 */
function drawTerrains({ terrains }, chosenTerrain) {
  return [
    drawInstruction(t("Tap each hex with this terrain; the last terrain fills the rest.")),
    html(
      "div",
      { class: "chips chips-terrains", role: "group", "aria-label": t("Terrain") },
      Object.entries(terrains).map(([terrain, count]) => {
        const name = word("terrain", terrain);
        return drawChip(`lay-${terrain}`, terrain === chosenTerrain, name, count, [drawTile(terrain), html("span", {}, name)], { kind: "terrain", terrain });
      }),
    ),
  ];
}

/**
 * @param {PaletteState} still
 * @param {Brush} brush
 */
function drawTokens({ tokens }, brush) {
  const isSpiral = brush.kind === "spiral";
  const reverse = () => {
    clockwise = !clockwise;
    redraw();
  };
  return [
    drawInstruction(
      isSpiral
        ? t("Tap the corner hex with number token A: the others follow in a spiral. Or choose a number.")
        : t("Tap each hex with this number."),
    ),
    html(
      "div",
      { class: "chips chips-tokens", role: "group", "aria-label": t("Number") },
      html(
        "button",
        { type: "button", class: "chip chip-wide", "data-key": "spiral", "aria-pressed": `${isSpiral}`, onclick: () => chooseBrush({ kind: "spiral" }) },
        t("Spiral"),
      ),
      html(
        "button",
        { type: "button", class: "chip chip-wide", "data-key": "clockwise", onclick: reverse },
        clockwise ? t("clockwise ↻") : t("counter-clockwise ↺"),
      ),
      Object.entries(tokens).map(([name, count]) => {
        const number = Number(name);
        const token = svg("svg", { class: "map chip-piece", viewBox: "-.43 -.43 .88 .9", "aria-hidden": "true" }, drawToken([0, 0], number));
        return drawChip(`lay-${name}`, brush.kind === "number" && brush.number === number, name, count, token, { kind: "number", number });
      }),
    ),
  ];
}

// Each piece is entered when it is tapped, so that the table keeps a frame of which only some pieces are known.
const layPieceQueued = serialQueue(async (/** @type {number} */ piece) => {
  const { pieces } = paletteState(/** @type {Page.View} */ (currentView()));
  if (!pieces.includes(piece)) await enter(frameInput([...pieces, piece]));
});

/** @param {PaletteState} still */
function drawFrame({ pieces }) {
  /** @param {number[]} frame */
  const enterFrame = (frame) => singleFlight(() => enter(frameInput(frame)));
  const turns = Math.round(islandRotationOnPage() / 60);
  const side = sideNames()[(pieces.length + turns + 6) % 6];
  return [
    drawInstruction(t("Harbors: which piece of the frame is at the {side}?", { side })),
    html(
      "div",
      { class: "chips chips-frame", role: "group", "aria-label": t("Harbors") },
      FRAME.map((kinds, piece) =>
        pieces.includes(piece)
          ? null
          : html(
              "button",
              { type: "button", class: "chip chip-coast", "data-key": `frame-${piece}`, "aria-label": kinds.map((kind) => word("harbor", kind)).join(", "), onclick: () => layPieceQueued(piece) },
              kinds.map((kind) => html("span", { class: "chip-harbor", "data-resource": kind }, sign(kind), kind === "generic" ? "3:1" : "2:1")),
            ),
      ),
      pieces.length
        ? html("button", { type: "button", class: "chip chip-wide", "data-key": "frame-restart", onclick: enterFrame([]) }, t("Start over"))
        : html(
            "button",
            { type: "button", class: "chip chip-wide primary", "data-key": "frame-numerals", onclick: enterFrame(FRAME.map((_, nth) => nth)) },
            t("Match the frame's numbers"),
          ),
    ),
  ];
}

/** The names of the island's sides, clockwise from the top, in the order of the frame's pieces. */
const sideNames = () => [t("top"), t("upper right"), t("lower right"), t("bottom"), t("lower left"), t("upper left")];
