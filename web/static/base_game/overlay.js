// The base game's overlay: last roll, robber and board, from public information.

import { crest, die, sign } from "../drawing/signs.js";
import { html, panel } from "../drawing/dom.js";
import { islandPanel } from "../island/island.js";
import { knownLayout } from "../island/sites.js";
import { hexName } from "../language/i18n.js";
import { showOverlay } from "../overlay/overlay.js";
import { facesOf, sumOf } from "./event_text.js";

/** @param {Page.AnyView} view */
const asBaseView = (view) => /** @type {Page.View} */ (view);

/** @param {ReturnType<typeof pickRoll>} roll */
const drawRoll = (roll) =>
  roll && [
    crest(roll.player),
    html("b", { class: "overlay-sum" }, `${sumOf(roll.dice)}`),
    html("span", { class: "overlay-dice" }, facesOf(roll.dice).map(die)),
  ];

/** @param {Page.AnyView} view */
const pickRoll = (view) => asBaseView(view).last_roll ?? asBaseView(view).roll;

/** @param {Page.AnyView} view */
const pickRobber = (view) => {
  const { robber } = asBaseView(view);
  return robber ? knownLayout(asBaseView(view)).hexes[robber] : null;
};

/** @param {ReturnType<typeof pickRobber>} hex */
const drawRobber = (hex) => hex && [sign("robber"), html("span", {}, hexName(hex))];

showOverlay(
  {
    roll: (root) => panel(root, pickRoll, drawRoll),
    robber: (root) => panel(root, pickRobber, drawRobber),
    board: (root) => {
      // The overlay isn't interactive.
      root.inert = true;
      const draw = islandPanel(root);
      return (view) => draw({ ...asBaseView(view), to_do: [] });
    },
  },
  ["points", "roll", "robber"],
);
