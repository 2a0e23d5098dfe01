// The base game's overlay: its last roll, where the robber stands, and the board, as everybody at the table sees them.

import { crest } from "../drawing/crests.js";
import { html, panel } from "../drawing/dom.js";
import { die, sign } from "../drawing/signs.js";
import { islandPanel } from "../island/island.js";
import { laid } from "../island/island_view.js";
import { hexName } from "../language/i18n.js";
import { showOverlay } from "../overlay/overlay.js";
import { facesOf, sumOf } from "./thrown.js";

/** @param {Page.AnyView} view */
const base = (view) => /** @type {Page.View} */ (view);

/** @param {ReturnType<typeof pickRoll>} roll */
const drawRoll = (roll) =>
  roll && [
    crest(roll.player),
    html("b", { class: "overlay-sum" }, `${sumOf(roll.dice)}`),
    html("span", { class: "overlay-dice" }, facesOf(roll.dice).map(die)),
  ];

/** @param {Page.AnyView} view */
const pickRoll = (view) => base(view).last_roll ?? base(view).roll;

/** @param {Page.AnyView} view */
const pickRobber = (view) => {
  const { robber } = base(view);
  return robber ? laid(base(view)).hexes[robber] : null;
};

/** @param {ReturnType<typeof pickRobber>} hex */
const drawRobber = (hex) => hex && [sign("robber"), html("span", {}, hexName(hex))];

showOverlay(
  {
    roll: (root) => panel(root, pickRoll, drawRoll),
    robber: (root) => panel(root, pickRobber, drawRobber),
    board: (root) => {
      // Nothing on it is to be tapped.
      root.inert = true;
      const draw = islandPanel(root);
      return (view) => draw({ ...base(view), to_do: [] });
    },
  },
  ["points", "roll", "robber"],
);
