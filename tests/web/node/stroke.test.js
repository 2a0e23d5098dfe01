// A finger draws the area of the dice: a closed line is an outline, a line across is the diagonal of a rectangle.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open();
const { strokeCorners } = await import("../../../web/static/calibrate/corners.js");
const SIZE = [960, 540];

/** A finger's way over places, in steps as a screen tells them. */
const strokeThrough = (...places) => [
  places[0],
  ...places.slice(1).flatMap((to, n) =>
    Array.from({ length: 12 }, (_, step) => places[n].map((share, axis) => share + ((to[axis] - share) * (step + 1)) / 12)),
  ),
];

/** Whether each of some places has a corner near it, and no corner is anywhere else. */
const matchesPlaces = (corners, places) => {
  const close = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]) < 0.03;
  const isEachNear = (these, those) => these.every((one) => those.some((other) => close(one, other)));
  return isEachNear(places, corners) && isEachNear(corners, places);
};

/** The area within corners, in shares of the picture. */
const area = (corners) => {
  const nextCorner = (n) => corners[(n + 1) % corners.length];
  return Math.abs(corners.reduce((sum, [x, y], n) => sum + x * nextCorner(n)[1] - nextCorner(n)[0] * y, 0)) / 2;
};

const TRAY = [[0.7, 0.2], [0.95, 0.22], [0.94, 0.8], [0.72, 0.78]];

test("a line across is a rectangle, from any corner", () => {
  const rectangle = [[0.7, 0.2], [0.95, 0.2], [0.95, 0.8], [0.7, 0.8]];
  for (const [from, to] of [[0, 2], [2, 0], [1, 3], [3, 1]])
    assert.deepEqual(strokeCorners(strokeThrough(rectangle[from], rectangle[to]), SIZE), rectangle);
});

test("an outline has its corners where the finger turned", () => {
  assert.ok(matchesPlaces(strokeCorners(strokeThrough(...TRAY, TRAY[0]), SIZE), TRAY));
});

test("an almost closed or overlapping outline gives the same corners", () => {
  const open = strokeCorners(strokeThrough(...TRAY, [0.7, 0.28]), SIZE);
  assert.ok(Math.abs(area(open) - area(TRAY)) < 0.01);
  const beyond = strokeCorners(strokeThrough([0.76, 0.19], TRAY[1], TRAY[2], TRAY[3], [0.7, 0.2], [0.9, 0.23]), SIZE);
  assert.ok(Math.abs(area(beyond) - area(TRAY)) < 0.02);
});

test("a round tray has few enough corners to drag, and is nearly as large", () => {
  const circle = Array.from({ length: 80 }, (_, n) => [0.8 + 0.1 * Math.cos(n / 12.7), 0.5 + 0.18 * Math.sin(n / 12.7)]);
  const corners = strokeCorners(circle, SIZE);
  assert.ok(corners.length >= 6 && corners.length <= 10);
  assert.ok(area(corners) > 0.85 * Math.PI * 0.1 * 0.18);
});

test("an area can be concave", () => {
  const hollow = [[0.6, 0.1], [0.95, 0.1], [0.95, 0.9], [0.6, 0.9], [0.8, 0.5]];
  assert.ok(matchesPlaces(strokeCorners(strokeThrough(...hollow, hollow[0]), SIZE), hollow));
});

test("a stroke that crosses itself gives an area that doesn't", () => {
  const eight = strokeCorners(strokeThrough([0.6, 0.2], [0.9, 0.8], [0.9, 0.2], [0.6, 0.8], [0.6, 0.2], [0.9, 0.5], [0.62, 0.2]), SIZE);
  const sides = eight.map((at, n) => [at, eight[(n + 1) % eight.length]]);
  const turn = (a, b, c) => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
  for (const [a, b] of sides)
    for (const [c, d] of sides)
      if (new Set([a, b, c, d]).size === 4) assert.ok(turn(a, b, c) === turn(a, b, d) || turn(c, d, a) === turn(c, d, b));
});

test("an outline stays within the picture when the finger leaves it", () => {
  for (const [x, y] of strokeCorners(strokeThrough([0.7, 0.2], [1.2, 1.1]), SIZE)) assert.ok(x >= 0 && x <= 1 && y >= 0 && y <= 1);
});

test("a trembling finger draws nothing", () => {
  assert.equal(strokeCorners([[0.5, 0.5]], SIZE), null);
  assert.equal(strokeCorners(strokeThrough([0.5, 0.5], [0.51, 0.5]), SIZE), null);
});
