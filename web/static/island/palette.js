// Entering an island without a camera, with one tap per hex: terrains, number tokens (or their spiral) and the frame.
//
// When a kind is used up, the next one is selected. The last kind fills all remaining hexes.

import { FRAME, COAST, CORNER_HEXES, HEXES } from "./geometry.js";
import { knownLayout } from "./island_view.js";

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
