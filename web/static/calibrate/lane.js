// A picture of the dice tower's lane from above: where to put dice while the camera learns the pockets.

import { svg } from "../drawing/dom.js";
import { t } from "../language/i18n.js";

/** The top faces for each lesson; 0: an empty lane. */
const LESSON_FACES = [0, 6, 1];
const DIE_SIZE = 34;
const WALL_SIZE = 4;
const [WIDTH, HEIGHT] = [140, 62];
/**
 * Positions of the pips, in shares of a die's side.
 *
 * @type {{ [face: number]: number[][] }}
 */
const PIPS = { 1: [[0.5, 0.5]], 6: [0.25, 0.75].flatMap((x) => [0.2, 0.5, 0.8].map((y) => [x, y])) };

/**
 * The face that the dice in the lane have to show; null: no dice are needed.
 *
 * @param {Api.StepView | undefined} step
 */
export function pickLane(step) {
  const lesson = step?.name === "tower" ? step.about.lesson : undefined;
  return lesson === undefined ? null : { face: LESSON_FACES[lesson - 1] };
}

/**
 * Draws the lane.
 *
 * @param {ReturnType<typeof pickLane>} picked
 */
export function drawLane(picked) {
  if (!picked) return [];
  const { face } = picked;
  const named = face ? t("The lane with two dice side by side, each with its {face} up", { face }) : t("The lane, empty");
  const middle = WIDTH / 2;
  const top = WALL_SIZE + 4;
  return svg(
    "svg",
    { class: "lane", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": named },
    svg("rect", { class: "lane-wall", x: middle - DIE_SIZE - WALL_SIZE, y: WALL_SIZE, width: 2 * (DIE_SIZE + WALL_SIZE), height: DIE_SIZE + 8, rx: 3 }),
    face ? [middle - DIE_SIZE, middle].map((left) => drawDie(left, top, face)) : [],
    svg("text", { class: "lane-name", x: middle - 5, y: HEIGHT - 5, "text-anchor": "end" }, t("left pocket")),
    svg("text", { class: "lane-name", x: middle + 5, y: HEIGHT - 5 }, t("right pocket")),
  );
}

/**
 * @param {number} left
 * @param {number} top
 * @param {number} face
 */
const drawDie = (left, top, face) => [
  svg("rect", { class: "lane-die", x: left + 0.5, y: top, width: DIE_SIZE - 1, height: DIE_SIZE, rx: 5 }),
  PIPS[face].map(([x, y]) => svg("circle", { class: "lane-pip", cx: left + x * DIE_SIZE, cy: top + y * DIE_SIZE, r: DIE_SIZE * 0.09 })),
];
