// What grows and lies on a hex: painted over its ground, and the same each time, by the hex's id.
//
// Drawn in sides of a hex around its middle, upright however the island is turned: all within 0.84 of the
// middle, so that it stays on its hex. A token, where there is one, lies over the lower half.

import { svg } from "../drawing/dom.js";
import { chanceOf } from "./chance.js";

/** @typedef {() => number} Chance From 0 to 1, the same each time. */
/** @typedef {[kind: string, outline: string]} Layer What is painted, and its outline: back to front. */

const round = (/** @type {number} */ value) => Math.round(value * 1000) / 1000;

/**
 * An outline, its numbers as short as a drawing needs them.
 *
 * @param {TemplateStringsArray} commands
 * @param {number[]} numbers
 */
const path = (commands, ...numbers) =>
  commands.reduce((drawn, part, n) => `${drawn}${round(numbers[n - 1])}${part}`);

/**
 * What is painted on a hex, back to front.
 *
 * @param {string} terrain
 * @param {string} id
 * @param {boolean} isBare whether no token lies on it
 */
export const scenery = (terrain, id, isBare) => PAINTED[terrain]?.(chanceOf(id), isBare) ?? [];

/** @param {Layer[]} layers */
export const drawScenery = (layers) => layers.map(([kind, outline]) => svg("path", { class: kind, d: outline }));

/** @type {{ [terrain: string]: (chance: Chance, isBare: boolean) => Layer[] }} */
const PAINTED = { forest, hills, pasture, fields, mountains, desert };

/** Where the trees of a forest stand: the row behind first. x, foot, height. */
const TREES = [
  [-0.4, -0.42, 0.26], [-0.08, -0.48, 0.28], [0.22, -0.48, 0.27], [0.46, -0.38, 0.26],
  [-0.58, -0.18, 0.34], [-0.27, -0.22, 0.4], [0.04, -0.24, 0.42], [0.34, -0.2, 0.4], [0.62, -0.14, 0.34],
  [-0.6, 0.14, 0.28], [0.6, 0.16, 0.28], [-0.55, 0.4, 0.26], [0.53, 0.4, 0.26], [-0.4, 0.62, 0.2], [0.38, 0.62, 0.2],
];

/**
 * @param {Chance} chance
 * @returns {Layer[]}
 */
function forest(chance) {
  const trees = TREES.map(([x, foot, height]) => ({
    x: x + (chance() - 0.5) * 0.1,
    foot: foot + (chance() - 0.5) * 0.06,
    height: height * (0.9 + chance() * 0.25),
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
 * A conifer of three tiers; only its lit half where `right` is 0.
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
      return path`M${x} ${top}L${x - wide} ${low}Q${x} ${low + height * 0.05} ${x + wide * right} ${low + height * 0.02 * (1 - right)}Z`;
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
  path`M${x - across} ${y}a${across} ${down} 0 1 0 ${2 * across} 0a${across} ${down} 0 1 0 ${-2 * across} 0Z`;

/**
 * A rounded hill: its outline from the left foot to the right.
 *
 * @param {number} x
 * @param {number} foot
 * @param {number} half
 * @param {number} height
 */
const mound = (x, foot, half, height) =>
  path`M${x - half} ${foot}C${x - half * 0.7} ${foot - height * 0.5} ${x - half * 0.45} ${foot - height} ${x} ${foot - height}C${x + half * 0.45} ${foot - height} ${x + half * 0.75} ${foot - height * 0.45} ${x + half} ${foot}`;

/** The hills of a hex: x, foot, half the width, height. */
const HILLS = [[0.28, -0.22, 0.4, 0.42], [-0.3, -0.12, 0.46, 0.46], [0.42, 0.02, 0.36, 0.26]];

/**
 * @param {Chance} chance
 * @returns {Layer[]}
 */
function hills(chance) {
  const all = HILLS.map(([x, foot, half, height]) => [x + (chance() - 0.5) * 0.08, foot, half, height * (0.9 + chance() * 0.2)]);
  return all.flatMap(([x, foot, half, height]) => /** @type {Layer[]} */ ([
    ["scene-body", `${mound(x, foot, half, height)}Z`],
    // Lit from the left, worn in steps as clay is dug.
    ["scene-light", path`M${x - half} ${foot}C${x - half * 0.7} ${foot - height * 0.5} ${x - half * 0.45} ${foot - height} ${x} ${foot - height}Q${x - half * 0.3} ${foot - height * 0.5} ${x - half * 0.28} ${foot}Z`],
    ["scene-line", [0.28, 0.54, 0.78].map((part) => {
      const wide = half * Math.sqrt(1 - part) * 0.92;
      return path`M${x - wide * 0.35} ${foot - height * part}Q${x + wide * 0.35} ${foot - height * (part - 0.1)} ${x + wide * 0.9} ${foot - height * (part - 0.06)}`;
    }).join("")],
  ]));
}

/** Where sheep graze: x, y, size, which way they look. */
const SHEEP = [[-0.3, -0.36, 0.3, 1], [0.3, -0.42, 0.26, -1], [0.12, -0.24, 0.22, 1], [-0.58, 0.26, 0.2, 1], [0.56, 0.28, 0.2, -1]];

/**
 * @param {Chance} chance
 * @returns {Layer[]}
 */
function pasture(chance) {
  const flock = SHEEP.map(([x, y, size, looks]) => ({
    x: x + (chance() - 0.5) * 0.1, y: y + (chance() - 0.5) * 0.06, size, looks: chance() < 0.3 ? -looks : looks,
  }));
  return [
    ["scene-light", `${mound(-0.28, -0.12, 0.52, 0.36)}Z${mound(0.4, -0.18, 0.42, 0.3)}Z`],
    ["scene-line", tufts(chance, 12)],
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
  [-0.24, -0.1, 0.12, 0.26].map((dx) => path`M${x + dx * size} ${y}h${size * 0.07}v${size * 0.38}h${-size * 0.07}Z`).join("");

/**
 * Tufts of grass, anywhere.
 *
 * @param {Chance} chance
 * @param {number} many
 */
const tufts = (chance, many) =>
  Array.from({ length: many }, () => {
    const [turn, far] = [chance() * 2 * Math.PI, 0.2 + Math.sqrt(chance()) * 0.58];
    const [x, y] = [Math.cos(turn) * far, Math.sin(turn) * far];
    return path`M${x} ${y}l-.03-.06M${x} ${y}v-.08M${x} ${y}l.03-.06`;
  }).join("");

/** The stalks of a sheaf: how far its ears lean from its band. */
const STALKS = [-0.13, -0.085, -0.04, 0, 0.04, 0.085, 0.13];
/** Where sheaves stand: x, foot, height. */
const SHEAVES = [[-0.3, -0.16, 0.46], [0.28, -0.18, 0.46], [0, -0.15, 0.52], [-0.6, 0.34, 0.34], [0.6, 0.36, 0.34]];

/**
 * @param {Chance} chance
 * @returns {Layer[]}
 */
function fields(chance) {
  const sheaves = SHEAVES.map(([x, foot, height]) => [x + (chance() - 0.5) * 0.07, foot + (chance() - 0.5) * 0.05, height * (0.94 + chance() * 0.12)]);
  const rows = [-0.62, -0.5, -0.36, -0.2, 0, 0.22, 0.46, 0.68];
  return [
    ["scene-line", rows.map((y) => { const half = Math.sqrt(0.68 - y * y); return path`M${-half} ${y}Q0 ${y - 0.1} ${half} ${y}`; }).join("")],
    ["scene-shadow", sheaves.map(([x, foot, height]) => oval(x + height * 0.1, foot, height * 0.3, height * 0.09)).join("")],
    ...sheaves.flatMap(([x, foot, height]) => /** @type {Layer[]} */ ([
      ["scene-stalk", STALKS.map((lean) => stalk(x, foot, height, lean)).join("")],
      ["scene-ear", STALKS.map((lean, n) => ear(x, foot, height * (n % 2 ? 0.93 : 1), lean)).join("")],
      ["scene-dark", path`M${x - height * 0.11} ${foot - height * 0.33}h${height * 0.22}v${height * 0.09}h${-height * 0.22}Z`],
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
  path`M${x - lean * 0.9 * height * 2} ${foot}Q${x} ${foot - height * 0.3} ${x + lean * height * 2.2} ${foot - height * 0.75}`;

/**
 * @param {number} x
 * @param {number} foot
 * @param {number} height
 * @param {number} lean
 */
function ear(x, foot, height, lean) {
  const [from, to] = [[x + lean * height * 2.1, foot - height * 0.66], [x + lean * height * 2.7, foot - height]];
  const wide = height * 0.055;
  return path`M${from[0]} ${from[1]}Q${(from[0] + to[0]) / 2 - wide} ${(from[1] + to[1]) / 2} ${to[0]} ${to[1]}Q${(from[0] + to[0]) / 2 + wide} ${(from[1] + to[1]) / 2} ${from[0]} ${from[1]}Z`;
}

/** The peaks of a range, the ones behind first: x, foot, half the width, height. */
const PEAKS = [[0.4, -0.12, 0.34, 0.42], [-0.46, -0.1, 0.32, 0.36], [-0.04, -0.1, 0.44, 0.66], [0.55, 0.38, 0.19, 0.24], [-0.55, 0.4, 0.19, 0.22]];

/**
 * @param {Chance} chance
 * @returns {Layer[]}
 */
function mountains(chance) {
  return PEAKS.flatMap(([x, foot, half, height]) => {
    const [top, lean] = [foot - height * (0.92 + chance() * 0.14), (chance() - 0.5) * half * 0.3];
    const at = x + lean;
    const ridge = at + half * 0.12;
    const snow = 0.34;
    const left = (/** @type {number} */ part) => at + (x - half - at) * part;
    const right = (/** @type {number} */ part) => at + (x + half - at) * part;
    const down = (/** @type {number} */ part) => top + (foot - top) * part;
    return /** @type {Layer[]} */ ([
      ["scene-light", path`M${at} ${top}L${x - half} ${foot}H${x + half}Z`],
      ["scene-dark", path`M${at} ${top}L${x + half} ${foot}H${ridge}L${ridge - half * 0.14} ${down(0.62)}L${ridge + half * 0.05} ${down(0.4)}Z`],
      ["scene-white", path`M${at} ${top}L${left(snow)} ${down(snow)}L${left(snow * 0.5)} ${down(snow * 0.8)}L${at - half * 0.02} ${down(snow * 1.15)}L${right(snow * 0.45)} ${down(snow * 0.78)}L${right(snow * 0.9)} ${down(snow * 0.9)}Z`],
    ]);
  });
}

/**
 * @param {Chance} chance
 * @param {boolean} isBare
 * @returns {Layer[]}
 */
function desert(chance, isBare) {
  const low = isBare ? 0.34 : 0;
  const dunes = [[0.28, -0.16 + low, 0.48, 0.22 + chance() * 0.08], [-0.22, 0.02 + low, 0.52, 0.3 + chance() * 0.08]];
  return [
    ["scene-sun", oval(0.34 + chance() * 0.1, -0.5 + low / 2, 0.12, 0.12)],
    ...dunes.flatMap(([x, foot, half, height]) => /** @type {Layer[]} */ ([
      ["scene-light", `${mound(x, foot, half, height)}Z`],
      ["scene-dark", path`M${x} ${foot - height}C${x + half * 0.45} ${foot - height} ${x + half * 0.75} ${foot - height * 0.45} ${x + half} ${foot}H${x + half * 0.1}Q${x + half * 0.34} ${foot - height * 0.5} ${x} ${foot - height}Z`],
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
  path`M${x} ${foot}V${foot - height}M${x} ${foot - height * 0.32}H${x - height * 0.26}V${foot - height * 0.66}M${x} ${foot - height * 0.46}H${x + height * 0.24}V${foot - height * 0.8}`;
