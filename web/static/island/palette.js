// An island entered without a camera: terrains and tokens by the palette, one tap a hex; the tokens' spiral; the frame.
//
// What lies on most hexes follows: a kind that is used up gives way to the next, and the last kind fills what is left.

import { FRAME, CORNER_HEXES, HEXES } from "./geometry.js";
import { laid } from "./island_view.js";

/** @typedef {{ kind: "terrain", terrain: string } | { kind: "number", number: number } | { kind: "spiral" } | { kind: "frame" }} Brush */
/** @typedef {{ [kind: string]: number }} Counts */

/**
 * What the box has of each terrain, in the order in which they are laid: the fewest first, so that most is left to
 * the last.
 *
 * @type {Counts}
 */
const TERRAINS = { desert: 1, hills: 3, mountains: 3, forest: 4, pasture: 4, fields: 4 };
/**
 * And of each token.
 *
 * @type {Counts}
 */
const TOKENS = { 2: 1, 3: 2, 4: 2, 5: 2, 6: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 1 };

/**
 * Whether the island is entered with the palette: nothing lies there, and no camera is about to read it.
 *
 * @param {Pick<Page.View, "to_do" | "camera">} view
 */
export const isEntered = ({ to_do: toDo, camera }) =>
  toDo.some(({ kind }) => kind === "lay_island") && !["ok", "waiting"].includes(camera ?? "");

/**
 * What the box has left of each kind; below zero where more lie there.
 *
 * @param {Counts} box
 * @param {(string | number | null)[]} lying
 * @returns {Counts}
 */
function left(box, lying) {
  const counts = { ...box };
  lying.forEach((kind) => kind !== null && (counts[kind] = (counts[kind] ?? 0) - 1));
  return counts;
}

/**
 * What the palette shows: how much is left of each terrain and token, and which hexes miss which.
 *
 * @param {Pick<Page.View, "layout" | "entered">} view
 */
export function stillToLay(view) {
  const { hexes } = laid(view);
  const lying = Object.values(hexes);
  return {
    terrains: left(TERRAINS, lying.map(({ terrain }) => terrain)),
    tokens: left(TOKENS, lying.map(({ number }) => number)),
    unsaid: Object.keys(HEXES).filter((id) => !hexes[id]),
    bare: Object.keys(HEXES).filter((id) => hexes[id] && hexes[id].terrain !== "desert" && hexes[id].number === null),
    harbors: Object.values(view.entered?.missing.harbors ?? {}).reduce((sum, count) => sum + count, 0),
  };
}

/** @typedef {ReturnType<typeof stillToLay>} Left */

/**
 * What a tap lays: as it was chosen while there is some of it to lay, else what comes next; null where all lies.
 *
 * @param {Left} still
 * @param {Brush | null} chosen
 * @returns {Brush | null}
 */
export function brushOf(still, chosen) {
  const { terrains, tokens, unsaid, bare, harbors } = still;
  if (unsaid.length) {
    if (chosen?.kind === "terrain") return chosen;
    const terrain = Object.keys(terrains).find((kind) => terrains[kind] > 0) ?? Object.keys(terrains)[0];
    return { kind: "terrain", terrain };
  }
  if (bare.length) {
    if (chosen?.kind === "number") return chosen;
    const untouched = Object.keys(TOKENS).every((kind) => tokens[kind] === TOKENS[kind]);
    if (untouched) return { kind: "spiral" };
    return { kind: "number", number: Number(Object.keys(tokens).find((kind) => tokens[kind] > 0) ?? 2) };
  }
  return harbors ? { kind: "frame" } : null;
}

/**
 * What is chosen from now on, once some of it was laid: a kind that is used up gives way.
 *
 * @param {Left} still before it was laid
 * @param {Brush | null} chosen
 * @returns {Brush | null}
 */
export function chosenAfter({ terrains, tokens }, chosen) {
  if (chosen?.kind === "terrain" && terrains[chosen.terrain] === 1) return null;
  if (chosen?.kind === "number" && tokens[chosen.number] === 1) return null;
  return chosen;
}

/**
 * What a tap on a hex enters; null where it asks instead what lies there.
 *
 * @param {string} id
 * @param {Left} still
 * @param {Brush | null} brush
 * @param {boolean | undefined} clockwise
 * @returns {Page.Input | null}
 */
export function laying(id, still, brush, clockwise) {
  const { terrains, tokens, unsaid, bare } = still;
  if (brush?.kind === "terrain" && unsaid.includes(id)) {
    const { terrain } = brush;
    return hexes({ [id]: { terrain } }, "terrain", rest(id, unsaid, terrains, terrain));
  }
  if (brush?.kind === "number" && bare.includes(id)) {
    const { number } = brush;
    const last = rest(id, bare, tokens, `${number}`);
    return hexes({ [id]: { number } }, "number", Object.fromEntries(Object.entries(last).map(([at, kind]) => [at, Number(kind)])));
  }
  if (brush?.kind === "spiral" && CORNER_HEXES.includes(id)) return { kind: "lay_island", as: "spiral", from: id, clockwise };
  return null;
}

/**
 * The other hexes, where all that is left for them is of one kind: by their ids, that kind.
 *
 * @param {string} id
 * @param {string[]} missing
 * @param {Counts} counts
 * @param {string} laidNow
 * @returns {{ [hex: string]: string }}
 */
function rest(id, missing, counts, laidNow) {
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
const hexes = (tapped, what, others) => ({
  kind: "correct",
  layout: { hexes: { ...tapped, ...Object.fromEntries(Object.entries(others).map(([id, kind]) => [id, { [what]: kind }])) } },
});

/**
 * The frame as far as it was said, with its last piece where only that is left: null where more are missing.
 *
 * @param {number[]} pieces clockwise from the top side
 * @returns {number[] | null}
 */
export function wholeFrame(pieces) {
  const others = FRAME.map((_, piece) => piece).filter((piece) => !pieces.includes(piece));
  return others.length <= 1 ? [...pieces, ...others] : null;
}
