// Which way up the island is on its device, told in degrees, clockwise, as the device shows it.
//
// An island that was turned as it lies on the table stays so when the page is turned towards another seat.

import { html } from "../drawing/dom.js";
import { HARBORS, INTERSECTIONS } from "./geometry.js";
import { lookChoices } from "../device/looks.js";
import { pageTurn, turnOf, turned, whole } from "../device/turning.js";
import { t } from "../language/i18n.js";

const STEP = 30;
/** Room around intersections for a piece, around harbors for their signs; in sides of a hex. */
const AROUND = { site: 0.4, harbor: 0.42 };

/** How far the island is turned on the device. */
export const islandTurn = () => turnOf("island");

/**
 * Turn the island so far.
 *
 * @param {number} degrees
 */
export const turnIsland = (degrees) => turned("island", degrees);

/**
 * Turn the island by some steps, clockwise.
 *
 * @param {number} steps
 */
export const stepIsland = (steps) => turnIsland((Math.round(islandTurn() / STEP) + steps) * STEP);

/** How far the island is turned on the page: what of its turn the page doesn't have already. */
export const islandOnPage = () => whole(islandTurn() - pageTurn());

/**
 * A direction on the page, as it is on an island turned so far.
 *
 * @param {Page.Point} direction
 * @param {number} degrees
 * @returns {Page.Point}
 */
export function onIsland([dx, dy], degrees) {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [dx * cos + dy * sin, dy * cos - dx * sin];
}

/**
 * What has to be seen of an island turned so far, with its harbors (by their ids): [x, y, width, height].
 *
 * @param {number} degrees
 * @param {string[]} harbors
 */
export function boxOf(degrees, harbors) {
  const round = [
    ...Object.values(INTERSECTIONS).map((at) => ({ at, room: AROUND.site })),
    ...harbors.map((id) => ({ at: HARBORS[id].at, room: AROUND.harbor })),
  ].map(({ at, room }) => ({ at: onIsland(at, -degrees), room }));
  const [left, top] = [0, 1].map((axis) => Math.min(...round.map(({ at, room }) => at[axis] - room)));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...round.map(({ at, room }) => at[axis] + room)));
  return [left, top, right - left, bottom - top];
}

/**
 * How it lies, as it is set on this device; `cameraTurn` is how the camera sees it, if it does.
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
    button(t("↺ to the left"), () => stepIsland(-1)),
    button(t("to the right ↻"), () => stepIsland(1)),
    button(t("north up"), () => turnIsland(0)),
    typeof cameraTurn === "number" ? button(t("as the camera sees it"), () => turnIsland(cameraTurn)) : null,
  ];
  const looks = { auto: t("automatic"), painted: t("painted"), signs: t("with symbols") };
  return [t("The island"), [buttons, html("div", { class: "looks" }, lookChoices("island", looks))]];
}
