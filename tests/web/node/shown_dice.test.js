// The dice that people show to the calibration: their crops, what each seems to show, and the tap that names one.

import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { Window } from "./dom.js";
import { waitUntil } from "./page.js";

const window = new Window({ url: "http://table/" });
// What repeats keeps no process alive.
const { setInterval } = globalThis;
globalThis.setInterval = (...given) => setInterval(...given).unref();
const answers = [];
Object.assign(globalThis, { window, document: window.document, Node: window.Node, Element: window.Element });
globalThis.fetch = async (path, options = {}) => {
  if (path === "/api/calibration/answer") answers.push(JSON.parse(options.body));
  return Response.json(path === "/api/clock" ? { run: "1", up: 5 } : {});
};
after(() => window.happyDOM.abort());
const { shownDice } = await import("../../../web/static/calibrate/calibration.js");

const EXTENT = [640, 480];
const die = (face, x = 0.5, y = 0.25, size = 0.1) => ({ at: [x, y], size, face });
/** A view of the calibration whose step shows these dice. */
const viewOf = (dice, shown = {}) => ({ step: { name: "faces", about: { dice, extent: EXTENT, shown } } });

let root, show;
beforeEach(() => {
  answers.length = 0;
  root = window.document.createElement("section");
  show = shownDice(root, ({ step }) => step);
});

const dice = () => [...root.querySelectorAll(".shown-die")];
const textsOf = (elements) => [...elements].map((each) => each.textContent.trim());
const namesOfDice = () => textsOf(root.querySelectorAll(".shown-name"));
const keys = () => [...root.querySelectorAll(".shown-key")];

test("each die has a crop of the frozen picture, 1.3 widths wide around its face", () => {
  show(viewOf([die("ore")]));
  const picture = root.querySelector(".shown-picture");
  const [left, top, width, height] = picture.getAttribute("viewBox").split(" ").map(Number);
  assert.deepEqual([width, height].map((side) => side.toFixed(1)), ["83.2", "83.2"]);
  assert.deepEqual([left + width / 2, top + height / 2].map(Math.round), [320, 120]);
  assert.equal(picture.querySelector("image").getAttribute("href"), "/api/calibration/picture?dice=1");
});

test("other dice have another picture, the same dice keep theirs", () => {
  const address = () => root.querySelector("image").getAttribute("href");
  show(viewOf([die("ore")]));
  const first = address();
  show(viewOf([die("wool")]));
  assert.equal(address(), first, "another name of the same die");
  show(viewOf([die("ore", 0.6)]));
  assert.notEqual(address(), first);
});

test("the first unknown die is selected, and a tap on a resource names it", async () => {
  show(viewOf([die("ore"), die(null, 0.3), die(null, 0.7)]));
  assert.deepEqual(namesOfDice()[1], "?");
  assert.deepEqual(dice().map((each) => each.getAttribute("aria-pressed")), ["false", "true", "false"]);
  keys().find((key) => key.dataset.key === "face-brick").click();
  await waitUntil(() => answers.length === 1);
  const [{ step, answer }] = answers;
  assert.deepEqual([step, answer], ["faces", { die: 1, face: "brick" }]);
});

test("a tap selects a wrong die, a second tap closes the choice", () => {
  show(viewOf([die("ore"), die("wool", 0.3)]));
  assert.equal(keys().length, 0, "nothing is in doubt");
  dice()[1].click();
  assert.equal(keys().length, 7, "six resources, and no die");
  assert.equal(dice()[1].getAttribute("aria-pressed"), "true");
  dice()[1].click();
  assert.equal(keys().length, 0);
});

test("what is no die can be said, and is marked", async () => {
  show(viewOf([die("none")]));
  assert.ok(dice()[0].classList.contains("shown-none"));
  dice()[0].click();
  keys().find((key) => key.dataset.key === "face-none").click();
  await waitUntil(() => answers.length === 1);
  assert.deepEqual(answers[0].answer, { die: 0, face: "none" });
});

test("while no dice lie still, the page counts how often each face was shown", () => {
  show(viewOf(null, { ore: 2, wool: 1 }));
  const marks = Object.fromEntries([...root.querySelectorAll("li")].map((each) => [each.dataset.resource, each.querySelector("b").textContent]));
  assert.equal(dice().length, 0);
  assert.deepEqual([marks.ore, marks.wool, marks.gold], ["●●", "●○", "○○"]);
});

test("another step shows no dice", () => {
  show(viewOf([die("ore")]));
  show({ step: { name: "table", about: {} } });
  assert.equal(root.textContent.trim(), "");
});
