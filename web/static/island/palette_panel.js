// The palette of an island that is entered, as a part of the page, and what a tap on a hex lays of it.

import { enter } from "../network/api.js";
import { inTurn } from "../network/in_turn.js";
import { html, once, panel } from "../drawing/dom.js";
import { sign } from "../drawing/signs.js";
import { now } from "../table/current_view.js";
import { acts } from "../pairing/device_role.js";
import { FRAME } from "./geometry.js";
import { islandOnPage } from "./island_turning.js";
import { brushOf, chosenAfter, isEntered, laying, stillToLay, wholeFrame } from "./palette.js";
import { t, word } from "../language/i18n.js";

/** @typedef {import("./palette.js").Brush} Brush */
/** @typedef {import("./palette.js").Left} Left */

/** What people have chosen on this device, and for which game. */
let game = 0;
/** @type {Brush | null} */
let chosen = null;
let clockwise = false;
/** @type {number[]} */
let pieces = [];
/** @type {() => void} */
let redraw = () => {};

/**
 * The palette: a function that draws a view.
 *
 * @param {HTMLElement} root
 * @returns {(view: Page.View) => void}
 */
export function palettePanel(root) {
  /** @type {Page.View | undefined} */
  let shown;
  const draw = panel(root, pick, (still) => (still && acts() ? drawPalette(still) : []));
  redraw = () => shown && draw(shown);
  return (view) => {
    if (view.game !== game) [game, chosen, clockwise, pieces] = [view.game, null, false, []];
    shown = view;
    draw(view);
  };
}

/** @param {Page.View} view */
const pick = (view) => (isEntered(view) ? { ...stillToLay(view), chosen, clockwise, pieces: [...pieces], turn: islandOnPage() } : null);

/** @param {Brush | null} brush */
function choose(brush) {
  chosen = brush;
  redraw();
}

/** For how long a second tap on a hex means the first, in milliseconds. */
const TWICE_MS = 600;
let last = { id: "", at: -Infinity };

// What is tapped while the last is on its way is laid after it, by what is left then.
const layNext = inTurn(async (/** @type {string} */ id) => {
  const left = stillToLay(/** @type {Page.View} */ (now()));
  const brush = brushOf(left, chosen);
  const input = laying(id, left, brush, clockwise);
  if (!input) return;
  chosen = chosenAfter(left, brush);
  await enter(input);
  redraw();
});

/**
 * Lay on a hex what is chosen, if a tap there lays something; `ask` is done otherwise.
 *
 * @param {string} id
 * @param {() => unknown} ask
 */
export function tapToLay(id, ask) {
  const twice = last.id === id && performance.now() - last.at < TWICE_MS;
  if (twice) return null;
  const view = /** @type {Page.View} */ (now());
  const still = stillToLay(view);
  if (!isEntered(view) || laying(id, still, brushOf(still, chosen), clockwise) === null) return ask();
  last = { id, at: performance.now() };
  return layNext(id);
}

/** @param {Left} still */
function drawPalette(still) {
  const brush = brushOf(still, chosen);
  if (brush?.kind === "terrain") return drawTerrains(still, brush.terrain);
  if (brush?.kind === "spiral" || brush?.kind === "number") return drawTokens(still, brush);
  return brush?.kind === "frame" ? drawFrame() : [];
}

/** @param {string} text */
const say = (text) => html("p", { class: "palette-text" }, text);

/**
 * @param {string} key
 * @param {boolean} isChosen
 * @param {string} name
 * @param {number} count
 * @param {Page.Content} shown
 * @param {Brush} brush
 * @param {Page.Attributes} attributes
 */
function chip(key, isChosen, name, count, shown, brush, attributes = {}) {
  const label = t("{name}: {count} left", { name, count });
  return html(
    "button",
    {
      type: "button",
      class: count > 0 ? "chip" : "chip chip-none",
      "data-key": key,
      "aria-pressed": `${isChosen}`,
      "aria-label": label,
      onclick: () => choose(brush),
      ...attributes,
    },
    shown,
    html("small", {}, `${count}`),
  );
}

/**
 * @param {Left} still
 * @param {string} chosenTerrain
 */
function drawTerrains({ terrains }, chosenTerrain) {
  return [
    say(t("Tap each hex with this terrain; the last terrain fills the rest.")),
    html(
      "div",
      { class: "chips", role: "group", "aria-label": t("Terrain") },
      Object.entries(terrains).map(([terrain, count]) =>
        chip(`lay-${terrain}`, terrain === chosenTerrain, word("terrain", terrain), count, word("terrain", terrain), { kind: "terrain", terrain }, { "data-terrain": terrain }),
      ),
    ),
  ];
}

/**
 * @param {Left} still
 * @param {Brush} brush
 */
function drawTokens({ tokens }, brush) {
  const turn = () => {
    clockwise = !clockwise;
    redraw();
  };
  return [
    say(
      brush.kind === "spiral"
        ? t("Tap the corner hex with number token A: the others follow in a spiral. Or choose a number.")
        : t("Tap each hex with this number."),
    ),
    html(
      "div",
      { class: "chips chips-tokens", role: "group", "aria-label": t("Number") },
      html(
        "button",
        { type: "button", class: "chip chip-wide", "data-key": "spiral", "aria-pressed": `${brush.kind === "spiral"}`, onclick: () => choose({ kind: "spiral" }) },
        t("Spiral"),
      ),
      html(
        "button",
        { type: "button", class: "chip chip-wide", "data-key": "clockwise", onclick: turn },
        clockwise ? t("clockwise ↻") : t("counter-clockwise ↺"),
      ),
      Object.entries(tokens).map(([number, count]) =>
        chip(`lay-${number}`, brush.kind === "number" && brush.number === Number(number), number, count, number, { kind: "number", number: Number(number) }),
      ),
    ),
  ];
}

function drawFrame() {
  /** @param {number[]} whole */
  const lay = (whole) => enter({ kind: "lay_island", as: "frame", frame: whole });
  /** @param {number} piece */
  const add = async (piece) => {
    pieces = [...pieces, piece];
    const whole = wholeFrame(pieces);
    if (whole && (await lay(whole))) pieces = [];
    redraw();
  };
  const anew = () => {
    pieces = [];
    redraw();
  };
  const turns = Math.round(islandOnPage() / 60);
  const side = SIDES()[(pieces.length + turns + 6) % 6];
  return [
    say(t("Harbors: which piece of the frame is at the {side}?", { side })),
    html(
      "div",
      { class: "chips", role: "group", "aria-label": t("Harbors") },
      FRAME.map((kinds, piece) =>
        pieces.includes(piece)
          ? null
          : html(
              "button",
              { type: "button", class: "chip", "data-key": `frame-${piece}`, "aria-label": kinds.map((kind) => word("harbor", kind)).join(", "), onclick: once(() => add(piece)) },
              kinds.map((kind) => html("span", { class: "chip-harbor" }, sign(kind), kind === "generic" ? "3:1" : "2:1")),
            ),
      ),
      pieces.length
        ? html("button", { type: "button", class: "chip chip-wide", "data-key": "frame-anew", onclick: anew }, t("Start over"))
        : html(
            "button",
            { type: "button", class: "chip chip-wide", "data-key": "frame-numerals", onclick: once(() => lay(FRAME.map((_, nth) => nth))) },
            t("Match the frame's numbers"),
          ),
    ),
  ];
}

/** The sides of the island, clockwise from the top, as the frame's pieces lie. */
const SIDES = () => [t("top"), t("upper right"), t("lower right"), t("bottom"), t("lower left"), t("upper left")];
