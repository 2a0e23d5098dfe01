// Motion that explains what has just happened on the island. What is shown is right at once: the motion follows,
// gives way to whatever is drawn next, and is left out where a device asks for less of it.

import { move } from "../device/motion.js";
import { HEXES } from "./geometry.js";
import { onIsland } from "./island_turning.js";
import { longestRoad } from "./longest_road.js";
import { svg } from "../drawing/dom.js";

/** From how high a piece falls, in sides of a hex. */
const HEIGHT = 0.7;

/**
 * Show how it came to what is drawn already, on an island turned so far.
 *
 * @param {ReturnType<typeof import("./happened.js").happened>} what
 * @param {Element} picture
 * @param {number} turn
 * @param {Api.PieceStands[]} pieces
 */
export function explain(what, picture, turn, pieces) {
  if (what === null) return;
  const above = shifted(onIsland([0, -HEIGHT], turn));
  for (const at of what.put) {
    const falls = [{ translate: above, opacity: 0 }, { translate: "0px 0px", opacity: 1 }];
    const piece = picture.querySelector(`.piece[data-at="${CSS.escape(at)}"]`);
    move(piece, falls, { duration: "drop", easing: "cubic-bezier(0.5, 0, 0.9, 0.6)" });
  }
  if (what.robber) {
    const [[fx, fy], [tx, ty]] = [HEXES[what.robber.from].at, HEXES[what.robber.to].at];
    const slides = [{ translate: shifted([fx - tx, fy - ty]) }, { translate: "0px 0px" }];
    move(picture.querySelector(".robber"), slides, { duration: "slide", easing: "ease-in-out" });
  }
  const road = what.won.find(({ card }) => card === "longest_road");
  if (road) drawRoad(picture, longestRoad(pieces, road.to), road.to);
  if (what.isRolled)
    for (const token of picture.querySelectorAll(".hex-rolled .token"))
      move(token, [{ scale: 1 }, { scale: 1.22 }, { scale: 1 }, { scale: 1.12 }, { scale: 1 }], { duration: "pulse" });
}

/**
 * The longest road draws itself over its pieces, from one end to the other, and is gone again.
 *
 * @param {Element} picture
 * @param {Page.Point[]} run
 * @param {string} colour
 */
function drawRoad(picture, run, colour) {
  const line = svg("path", { class: "road-drawn", "data-colour": colour, "aria-hidden": "true", d: `M${run.map((point) => point.join(" ")).join("L")}`, pathLength: 1 });
  picture.querySelector(".turned")?.append(line);
  const drawn = move(line, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0, offset: 0.8 }, { strokeDashoffset: 0 }], { duration: "pulse", easing: "ease-in-out" });
  if (drawn) drawn.onfinish = () => line.remove();
  else line.remove();
}

/** @param {Page.Point} by */
const shifted = ([x, y]) => `${x}px ${y}px`;
