// The palette as a part of the page, and the effect of a tap on a hex.

import { enter } from "../network/api.js";
import { serialQueue } from "../network/serial_queue.js";
import { html, singleFlight, panel, svg } from "../drawing/dom.js";
import { PRODUCES, shapeAt, sign } from "../drawing/signs.js";
import { currentView } from "../table/current_view.js";
import { canEnter } from "../pairing/device_role.js";
import { COAST, CORNER_HEXES, FRAME, HARBORS } from "./geometry.js";
import { drawToken } from "./pieces.js";
import { islandRotationOnPage } from "./island_rotation.js";
import { lightOnHex } from "./light.js";
import { drawScenery, scenery } from "./landscape.js";
import { nextBrush, brushAfter, isEnteredByHand, tapInput, paletteState, frameInput, PATHS_PER_SIDE } from "./palette.js";
import { t, word } from "../language/i18n.js";

/** @typedef {import("./palette.js").Brush} Brush */
/** @typedef {import("./palette.js").PaletteState} PaletteState */

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
