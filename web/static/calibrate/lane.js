// The lane at the foot of the dice tower, from above: how dice are to lie in it while it learns its pockets.

import { svg } from "../drawing/dom.js";
import { t } from "../language/i18n.js";

/** The top faces that each lesson asks for; 0: the lane is empty. */
const FACES = [0, 6, 1];
const DIE = 34;
const WALL = 4;
const [WIDTH, HEIGHT] = [140, 62];
/**
 * Where pips are, in shares of a die's side.
 *
 * @type {{ [face: number]: number[][] }}
 */
const PIPS = { 1: [[0.5, 0.5]], 6: [0.25, 0.75].flatMap((x) => [0.2, 0.5, 0.8].map((y) => [x, y])) };

/**
 * The face that dice in the lane are to show; null: nothing is to be laid there.
 *
 * @param {Api.StepView | undefined} step
 */
export function pickLane(step) {
  const lesson = step?.name === "tower" ? step.about.lesson : undefined;
  return lesson === undefined ? null : { face: FACES[lesson - 1] };
}

/**
 * The picture of what `pickLane` picked.
 *
 * @param {ReturnType<typeof pickLane>} picked
 */
export function drawLane(picked) {
  if (!picked) return [];
  const { face } = picked;
  const named = face ? t("The lane with two dice side by side, each with its {face} up", { face }) : t("The lane, empty");
  const middle = WIDTH / 2;
  const top = WALL + 4;
  return svg(
    "svg",
    { class: "lane", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": named },
    svg("rect", { class: "lane-wall", x: middle - DIE - WALL, y: WALL, width: 2 * (DIE + WALL), height: DIE + 8, rx: 3 }),
    face ? [middle - DIE, middle].map((left) => die(left, top, face)) : [],
    svg("text", { class: "lane-name", x: middle - 5, y: HEIGHT - 5, "text-anchor": "end" }, t("left pocket")),
    svg("text", { class: "lane-name", x: middle + 5, y: HEIGHT - 5 }, t("right pocket")),
  );
}

/**
 * @param {number} left
 * @param {number} top
 * @param {number} face
 */
const die = (left, top, face) => [
  svg("rect", { class: "lane-die", x: left + 0.5, y: top, width: DIE - 1, height: DIE, rx: 5 }),
  PIPS[face].map(([x, y]) => svg("circle", { class: "lane-pip", cx: left + x * DIE, cy: top + y * DIE, r: DIE * 0.09 })),
];
