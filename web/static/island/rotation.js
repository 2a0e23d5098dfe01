// The rotation of the drawn island, and the light that keeps its direction.

import { html, svg } from "../drawing/dom.js";
import { HARBORS, INTERSECTIONS } from "./sites.js";
import { lookChoices, pageRotation, storedRotation, setRotation, normalizeDegrees } from "../device/rotation.js";
import { t } from "../language/i18n.js";

// The rotation of the island on its device, in degrees clockwise.
//
// The rotation is relative to the device: it stays the same when the page is rotated towards another seat.

const STEP_DEGREES = 30;
/** Padding around intersections for a piece, around harbors for their signs; in hex sides. */
const PADDING = { site: 0.4, harbor: 0.42 };

/** The island's rotation on the device, in degrees. */
export const islandRotation = () => storedRotation("island");

/**
 * Rotate the island to an angle.
 *
 * @param {number} degrees
 */
export const rotateIsland = (degrees) => setRotation("island", degrees);

/**
 * Rotate the island clockwise by a number of steps.
 *
 * @param {number} steps
 */
export const rotateIslandBySteps = (steps) => rotateIsland((Math.round(islandRotation() / STEP_DEGREES) + steps) * STEP_DEGREES);

/** The island's rotation relative to the page, in degrees. */
export const islandRotationOnPage = () => normalizeDegrees(islandRotation() - pageRotation());

/**
 * Convert a direction on the page to one on an island that is rotated by some degrees.
 *
 * @param {Page.Point} direction
 * @param {number} degrees
 * @returns {Page.Point}
 */
export function toIslandDirection([dx, dy], degrees) {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [dx * cos + dy * sin, dy * cos - dx * sin];
}

/**
 * The bounding box of a rotated island with the given harbors: [x, y, width, height].
 *
 * @param {number} degrees
 * @param {string[]} harbors
 */
export function boundingBox(degrees, harbors) {
  const round = [
    ...Object.values(INTERSECTIONS).map((at) => ({ at, room: PADDING.site })),
    ...harbors.map((id) => ({ at: HARBORS[id].at, room: PADDING.harbor })),
  ].map(({ at, room }) => ({ at: toIslandDirection(at, -degrees), room }));
  const [left, top] = [0, 1].map((axis) => Math.min(...round.map(({ at, room }) => at[axis] - room)));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...round.map(({ at, room }) => at[axis] + room)));
  return [left, top, right - left, bottom - top];
}

/**
 * The settings of the island's rotation and look; `cameraTurn` is its rotation as the camera sees it, if known.
 *
 * @param {number | null | undefined} cameraTurn
 * @returns {[string, Page.Content]}
 */
export function islandSettings(cameraTurn) {
  /**
   * @param {string} name
   * @param {() => void} action
   */
  const button = (name, action) => html("button", { type: "button", onclick: action }, name);
  const buttons = [
    button(t("↺ to the left"), () => rotateIslandBySteps(-1)),
    button(t("to the right ↻"), () => rotateIslandBySteps(1)),
    button(t("north up"), () => rotateIsland(0)),
    typeof cameraTurn === "number" ? button(t("as the camera sees it"), () => rotateIsland(cameraTurn)) : null,
  ];
  const looks = { auto: t("automatic"), painted: t("painted"), signs: t("symbols") };
  return [t("The island"), [html("div", { class: "island-rotation" }, buttons), html("div", { class: "looks" }, lookChoices("island", looks))]];
}

// The light on the island: always from the viewer's upper left.

/** Direction towards the light on the page, a unit vector. */
const LIGHT_DIRECTION = /** @type {Page.Point} */ ([-0.5, -0.866]);

/**
 * The gradients by name, from the centre outwards or from left to right.
 *
 * @type {{ [name: string]: { shape: "radialGradient" | "linearGradient", stops: [share: number, colour: string, opacity: number][], about: Page.Attributes } }}
 */
const GRADIENTS = {
  glow: { shape: "radialGradient", stops: [[0, "#fff8dc", 0.34], [1, "#fff8dc", 0]], about: {} },
  dusk: { shape: "radialGradient", stops: [[0, "#1c1408", 0.2], [1, "#1c1408", 0]], about: {} },
  token: { shape: "radialGradient", stops: [[0, "#fffaf0", 1], [0.7, "#f8eed6", 1], [1, "#e2d2ab", 1]], about: { cx: 0.4, cy: 0.36, r: 0.66 } },
  robber: { shape: "linearGradient", stops: [[0, "#7d776d", 1], [0.4, "#45413b", 1], [1, "#1b1917", 1]], about: {} },
};

/** The gradient definitions of a drawing. Style sheets fill with `url(#light-…)`. */
export const lightGradients = () =>
  svg(
    "defs",
    {},
    Object.entries(GRADIENTS).map(([name, { shape, stops, about }]) =>
      svg(
        shape,
        { id: `light-${name}`, ...about },
        stops.map(([offset, colour, opacity]) => svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity })),
      ),
    ),
  );

/** Light and shade over a hex, around its centre. They fade out, so they need no clipping. */
export const lightOnHex = () => [
  svg("circle", { class: "glow", cx: -0.25, cy: -0.32, r: 0.56 }),
  svg("circle", { class: "dusk", cx: 0.24, cy: 0.34, r: 0.56 }),
];

/**
 * Shift a point towards the light on an island rotated by `turn`; away from it if `far` is negative.
 *
 * @param {Page.Point} at
 * @param {number} far
 * @param {number} turn
 * @returns {Page.Point}
 */
export function shiftTowardsLight([x, y], far, turn) {
  const [dx, dy] = toIslandDirection(LIGHT_DIRECTION, turn);
  return [x + dx * far, y + dy * far];
}
