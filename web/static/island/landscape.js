// The painted landscape of the hexes, the same for the same island.

import { svg } from "../drawing/dom.js";

// Reproducible random numbers: drawings look natural but never change between redraws.

/**
 * A generator of numbers from 0 to 1, seeded by a name.
 *
 * The seed is an FNV-1a hash; the generator is xorshift (Marsaglia, Xorshift RNGs, 2003).
 *
 * @param {string} name
 * @returns {() => number}
 */
export function seededRandom(name) {
  let state = [...name].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5);
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

// The scenery of a hex, painted over its ground. The hex's id seeds it, so that it is the same each time.
//
// Coordinates are hex sides from the centre, upright however the island is rotated. The scenery stays within 0.84 of
// the centre, so that it stays on its hex. A token, where there is one, covers the lower half.

/** @typedef {() => number} Random A seeded generator of numbers from 0 to 1. */
/** @typedef {[kind: string, outline: string]} Layer A style class and the outline to paint. Layers are ordered back to front. */

const round = (/** @type {number} */ value) => Math.round(value * 1000) / 1000;

/**
 * SVG path data with rounded numbers.
 *
 * @param {TemplateStringsArray} commands
 * @param {number[]} numbers
 */
const pathData = (commands, ...numbers) =>
  commands.reduce((drawn, part, n) => `${drawn}${round(numbers[n - 1])}${part}`);

/**
 * The scenery of a hex, back to front.
 *
 * @param {string} terrain
 * @param {string} id
 * @param {boolean} isBare true if the hex has no token
 */
export const scenery = (terrain, id, isBare) => PAINTERS[terrain]?.(seededRandom(id), isBare) ?? [];

/** @param {Layer[]} layers */
export const drawScenery = (layers) => layers.map(([kind, outline]) => svg("path", { class: kind, d: outline }));

/** @type {{ [terrain: string]: (random: Random, isBare: boolean) => Layer[] }} */
const PAINTERS = { forest, hills, pasture, fields, mountains, desert };

/** The trees of a forest, back row first: x, foot, height. */
const TREES = [
  [-0.4, -0.42, 0.26], [-0.08, -0.48, 0.28], [0.22, -0.48, 0.27], [0.46, -0.38, 0.26],
  [-0.58, -0.18, 0.34], [-0.27, -0.22, 0.4], [0.04, -0.24, 0.42], [0.34, -0.2, 0.4], [0.62, -0.14, 0.34],
  [-0.6, 0.14, 0.28], [0.6, 0.16, 0.28], [-0.55, 0.4, 0.26], [0.53, 0.4, 0.26], [-0.4, 0.62, 0.2], [0.38, 0.62, 0.2],
];

/**
 * @param {Random} random
 * @returns {Layer[]}
 */
function forest(random) {
  const trees = TREES.map(([x, foot, height]) => ({
    x: x + (random() - 0.5) * 0.1,
    foot: foot + (random() - 0.5) * 0.06,
    height: height * (0.9 + random() * 0.25),
  }));
  const shadows = trees.map(({ x, foot, height }) => oval(x + height * 0.14, foot, height * 0.36, height * 0.12));
  return [
    ["scene-shadow", shadows.join("")],
    ...trees.flatMap(({ x, foot, height }) => /** @type {Layer[]} */ ([
      ["scene-dark", conifer(x, foot, height, 1)],
      ["scene-light", conifer(x, foot, height, 0)],
    ])),
  ];
}

/**
 * A conifer of three tiers; only its lit half if `right` is 0.
 *
 * @param {number} x
 * @param {number} foot
 * @param {number} height
 * @param {number} right
 */
function conifer(x, foot, height, right) {
  const tiers = [[0, 0.3, 0.5], [0.24, 0.24, 0.76], [0.48, 0.17, 1]];
  return tiers
    .map(([from, half, to]) => {
      const [low, top, wide] = [foot - height * from, foot - height * to, height * half];
      return pathData`M${x} ${top}L${x - wide} ${low}Q${x} ${low + height * 0.05} ${x + wide * right} ${low + height * 0.02 * (1 - right)}Z`;
    })
    .join("");
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} across
 * @param {number} down
 */
const oval = (x, y, across, down) =>
  pathData`M${x - across} ${y}a${across} ${down} 0 1 0 ${2 * across} 0a${across} ${down} 0 1 0 ${-2 * across} 0Z`;

/**
 * The outline of a rounded hill, from its left foot to its right.
 *
 * @param {number} x
 * @param {number} foot
 * @param {number} half
 * @param {number} height
 */
const mound = (x, foot, half, height) =>
  pathData`M${x - half} ${foot}C${x - half * 0.7} ${foot - height * 0.5} ${x - half * 0.45} ${foot - height} ${x} ${foot - height}C${x + half * 0.45} ${foot - height} ${x + half * 0.75} ${foot - height * 0.45} ${x + half} ${foot}`;

/** The hills of a hex: x, foot, half the width, height. */
const HILLS = [[0.28, -0.22, 0.4, 0.42], [-0.3, -0.12, 0.46, 0.46], [0.42, 0.02, 0.36, 0.26]];

/**
 * @param {Random} random
 * @returns {Layer[]}
 */
function hills(random) {
  const all = HILLS.map(([x, foot, half, height]) => [x + (random() - 0.5) * 0.08, foot, half, height * (0.9 + random() * 0.2)]);
  return all.flatMap(([x, foot, half, height]) => /** @type {Layer[]} */ ([
    ["scene-body", `${mound(x, foot, half, height)}Z`],
    // Lit from the left, with steps as in a clay pit.
    ["scene-light", pathData`M${x - half} ${foot}C${x - half * 0.7} ${foot - height * 0.5} ${x - half * 0.45} ${foot - height} ${x} ${foot - height}Q${x - half * 0.3} ${foot - height * 0.5} ${x - half * 0.28} ${foot}Z`],
    ["scene-line", [0.28, 0.54, 0.78].map((part) => {
      const wide = half * Math.sqrt(1 - part) * 0.92;
      return pathData`M${x - wide * 0.35} ${foot - height * part}Q${x + wide * 0.35} ${foot - height * (part - 0.1)} ${x + wide * 0.9} ${foot - height * (part - 0.06)}`;
    }).join("")],
  ]));
}

/** The sheep: x, y, size, direction of view. */
const SHEEP = [[-0.3, -0.36, 0.3, 1], [0.3, -0.42, 0.26, -1], [0.12, -0.24, 0.22, 1], [-0.58, 0.26, 0.2, 1], [0.56, 0.28, 0.2, -1]];

/**
 * @param {Random} random
 * @returns {Layer[]}
 */
function pasture(random) {
  const flock = SHEEP.map(([x, y, size, looks]) => ({
    x: x + (random() - 0.5) * 0.1, y: y + (random() - 0.5) * 0.06, size, looks: random() < 0.3 ? -looks : looks,
  }));
  return [
    ["scene-light", `${mound(-0.28, -0.12, 0.52, 0.36)}Z${mound(0.4, -0.18, 0.42, 0.3)}Z`],
    ["scene-line", tufts(random, 12)],
    ["scene-shadow", flock.map(({ x, y, size }) => oval(x + size * 0.08, y + size * 0.36, size * 0.48, size * 0.12)).join("")],
    ["scene-deep", flock.map(({ x, y, size, looks }) => legs(x, y, size) + oval(x + looks * size * 0.5, y - size * 0.1, size * 0.15, size * 0.2)).join("")],
    ["scene-white", flock.map(({ x, y, size }) => fleece(x, y, size)).join("")],
  ];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
const fleece = (x, y, size) =>
  [[-0.28, 0, 0.2], [-0.1, -0.14, 0.22], [0.14, -0.13, 0.21], [0.3, 0, 0.2], [0.12, 0.12, 0.2], [-0.14, 0.12, 0.2]]
    .map(([dx, dy, r]) => oval(x + dx * size, y + dy * size, r * size, r * size))
    .join("");

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
const legs = (x, y, size) =>
  [-0.24, -0.1, 0.12, 0.26].map((dx) => pathData`M${x + dx * size} ${y}h${size * 0.07}v${size * 0.38}h${-size * 0.07}Z`).join("");

/**
 * Tufts of grass at random places.
 *
 * @param {Random} random
 * @param {number} many
 */
const tufts = (random, many) =>
  Array.from({ length: many }, () => {
    const [turn, far] = [random() * 2 * Math.PI, 0.2 + Math.sqrt(random()) * 0.58];
    const [x, y] = [Math.cos(turn) * far, Math.sin(turn) * far];
    return pathData`M${x} ${y}l-.03-.06M${x} ${y}v-.08M${x} ${y}l.03-.06`;
  }).join("");

/** The stalks of a sheaf: the lean of each ear. */
const STALKS = [-0.13, -0.085, -0.04, 0, 0.04, 0.085, 0.13];
/** The sheaves: x, foot, height. */
const SHEAVES = [[-0.3, -0.16, 0.46], [0.28, -0.18, 0.46], [0, -0.15, 0.52], [-0.6, 0.34, 0.34], [0.6, 0.36, 0.34]];

/**
 * @param {Random} random
 * @returns {Layer[]}
 */
function fields(random) {
  const sheaves = SHEAVES.map(([x, foot, height]) => [x + (random() - 0.5) * 0.07, foot + (random() - 0.5) * 0.05, height * (0.94 + random() * 0.12)]);
  const rows = [-0.62, -0.5, -0.36, -0.2, 0, 0.22, 0.46, 0.68];
  return [
    ["scene-line", rows.map((y) => { const half = Math.sqrt(0.68 - y * y); return pathData`M${-half} ${y}Q0 ${y - 0.1} ${half} ${y}`; }).join("")],
    ["scene-shadow", sheaves.map(([x, foot, height]) => oval(x + height * 0.1, foot, height * 0.3, height * 0.09)).join("")],
    ...sheaves.flatMap(([x, foot, height]) => /** @type {Layer[]} */ ([
      ["scene-stalk", STALKS.map((lean) => stalk(x, foot, height, lean)).join("")],
      ["scene-ear", STALKS.map((lean, n) => ear(x, foot, height * (n % 2 ? 0.93 : 1), lean)).join("")],
      ["scene-dark", pathData`M${x - height * 0.11} ${foot - height * 0.33}h${height * 0.22}v${height * 0.09}h${-height * 0.22}Z`],
    ])),
  ];
}

/**
 * @param {number} x
 * @param {number} foot
 * @param {number} height
 * @param {number} lean
 */
const stalk = (x, foot, height, lean) =>
  pathData`M${x - lean * 0.9 * height * 2} ${foot}Q${x} ${foot - height * 0.3} ${x + lean * height * 2.2} ${foot - height * 0.75}`;

/**
 * @param {number} x
 * @param {number} foot
 * @param {number} height
 * @param {number} lean
 */
function ear(x, foot, height, lean) {
  const [from, to] = [[x + lean * height * 2.1, foot - height * 0.66], [x + lean * height * 2.7, foot - height]];
  const wide = height * 0.055;
  return pathData`M${from[0]} ${from[1]}Q${(from[0] + to[0]) / 2 - wide} ${(from[1] + to[1]) / 2} ${to[0]} ${to[1]}Q${(from[0] + to[0]) / 2 + wide} ${(from[1] + to[1]) / 2} ${from[0]} ${from[1]}Z`;
}

/** The peaks of a range, back to front: x, foot, half the width, height. */
const PEAKS = [[0.4, -0.12, 0.34, 0.42], [-0.46, -0.1, 0.32, 0.36], [-0.04, -0.1, 0.44, 0.66], [0.55, 0.38, 0.19, 0.24], [-0.55, 0.4, 0.19, 0.22]];

/**
 * @param {Random} random
 * @returns {Layer[]}
 */
function mountains(random) {
  return PEAKS.flatMap(([x, foot, half, height]) => {
    const [top, lean] = [foot - height * (0.92 + random() * 0.14), (random() - 0.5) * half * 0.3];
    const at = x + lean;
    const ridge = at + half * 0.12;
    const snow = 0.34;
    const leftSlope = (/** @type {number} */ part) => at + (x - half - at) * part;
    const rightSlope = (/** @type {number} */ part) => at + (x + half - at) * part;
    const heightAt = (/** @type {number} */ part) => top + (foot - top) * part;
    return /** @type {Layer[]} */ ([
      ["scene-light", pathData`M${at} ${top}L${x - half} ${foot}H${x + half}Z`],
      ["scene-dark", pathData`M${at} ${top}L${x + half} ${foot}H${ridge}L${ridge - half * 0.14} ${heightAt(0.62)}L${ridge + half * 0.05} ${heightAt(0.4)}Z`],
      ["scene-white", pathData`M${at} ${top}L${leftSlope(snow)} ${heightAt(snow)}L${leftSlope(snow * 0.5)} ${heightAt(snow * 0.8)}L${at - half * 0.02} ${heightAt(snow * 1.15)}L${rightSlope(snow * 0.45)} ${heightAt(snow * 0.78)}L${rightSlope(snow * 0.9)} ${heightAt(snow * 0.9)}Z`],
    ]);
  });
}

/**
 * @param {Random} random
 * @param {boolean} isBare
 * @returns {Layer[]}
 */
function desert(random, isBare) {
  const low = isBare ? 0.34 : 0;
  const dunes = [[0.28, -0.16 + low, 0.48, 0.22 + random() * 0.08], [-0.22, 0.02 + low, 0.52, 0.3 + random() * 0.08]];
  return [
    ["scene-sun", oval(0.34 + random() * 0.1, -0.5 + low / 2, 0.12, 0.12)],
    ...dunes.flatMap(([x, foot, half, height]) => /** @type {Layer[]} */ ([
      ["scene-light", `${mound(x, foot, half, height)}Z`],
      ["scene-dark", pathData`M${x} ${foot - height}C${x + half * 0.45} ${foot - height} ${x + half * 0.75} ${foot - height * 0.45} ${x + half} ${foot}H${x + half * 0.1}Q${x + half * 0.34} ${foot - height * 0.5} ${x} ${foot - height}Z`],
    ])),
    ["scene-cactus", cactus(-0.02, 0.04 + low, 0.42)],
  ];
}

/**
 * @param {number} x
 * @param {number} foot
 * @param {number} height
 */
const cactus = (x, foot, height) =>
  pathData`M${x} ${foot}V${foot - height}M${x} ${foot - height * 0.32}H${x - height * 0.26}V${foot - height * 0.66}M${x} ${foot - height * 0.46}H${x + height * 0.24}V${foot - height * 0.8}`;
