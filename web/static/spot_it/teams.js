// The teams and their score cards.

import { animate } from "../device/motion.js";
import { crestAt, crest } from "../drawing/signs.js";
import { svg, html } from "../drawing/dom.js";
import { n, t } from "../language/i18n.js";
import { cardCountText } from "./course.js";
import { askReferee, canSendPhotos, photoButton } from "./referee.js";

// A team's score card: it turns by a notch for each point, and is turned over at six ("Comment marquer ses points ?").

const FULL_TURN_DEG = 360;
/** The numbers on both sides. */
const SIDES = [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10]];
const MAX_POINTS = 10;
const NUMBER_RADIUS = 70;

/**
 * The side of the card that shows a number of points, and its turn in degrees.
 *
 * @param {number} points
 */
export function scorePosition(points) {
  const shown = Math.min(points, MAX_POINTS);
  const side = SIDES.findIndex((numbers) => numbers.includes(shown));
  return { side, turn: -(FULL_TURN_DEG / SIDES[side].length) * SIDES[side].indexOf(shown) };
}

/**
 * The points that each team's card showed last.
 *
 * @type {Map<string, number>}
 */
const shownPoints = new Map();

/**
 * A team's score card; it turns from what it showed before. The number at the pointer counts.
 *
 * @param {string} colour
 * @param {number} points
 */
export function scoreCard(colour, points) {
  const before = shownPoints.get(colour) ?? points;
  shownPoints.set(colour, points);
  const [from, to] = [scorePosition(before), scorePosition(points)];
  const numbers = SIDES[to.side];
  const disc = svg(
    "g",
    { class: "score-disc", transform: `rotate(${to.turn})` },
    svg("circle", { r: 96, class: "deck-rim" }),
    svg("circle", { r: 90, class: "deck-back-ring" }),
    numbers.map((number, n) =>
      svg("text", { y: -NUMBER_RADIUS, transform: `rotate(${(FULL_TURN_DEG / numbers.length) * n})`, class: "score-number" }, `${number}`),
    ),
  );
  const card = svg(
    "svg",
    { viewBox: "-104 -112 208 212", class: "score-card", "aria-hidden": "true", "data-colour": colour },
    disc,
    svg("circle", { r: 40, class: "deck-back-middle" }),
    crestAt(colour, [0, 0], 46),
    svg("path", { d: "M-13 -111h26L0 -92z", class: "score-pointer" }),
    svg("circle", { cy: -NUMBER_RADIUS, r: 22, class: "score-window" }),
  );
  if (from.side !== to.side) animate(card, [{ transform: "rotateY(180deg)" }, { transform: "none" }], { duration: "slide", easing: "ease-in-out" });
  else if (from.turn !== to.turn) animate(disc, [{ transform: `rotate(${from.turn}deg)` }, { transform: `rotate(${to.turn}deg)` }], { duration: "slide", easing: "cubic-bezier(0.3, 1.4, 0.6, 1)" });
  return card;
}

// The teams: score cards, the cards that each takes for the current game, and the referee.

/**
 * The part of a view that this panel shows.
 *
 * @param {Page.MatchView} view
 */
export const pickTeams = ({ phase, game_on: game, round, players, last, winners }) => ({
  playing: phase !== "over",
  // The knights' cards are dealt once for all rounds.
  taking: phase !== "over" && !(round !== null && round > 1),
  doubles: game < 5,
  players,
  last,
  winners,
});

/** @param {ReturnType<typeof pickTeams>} picked */
export function drawTeams({ players, last, ...match }) {
  const drawn = players.map((player) => drawTeam(player, last?.points[player.colour], match));
  const referee = match.playing && canSendPhotos() && photoButton(t("Which symbol do two cards share?"), "referee", askReferee);
  return [html("ol", { "aria-label": t("Teams") }, drawn), referee];
}

/**
 * @param {Api.TeamView} team
 * @param {number | undefined} gained
 * @param {Pick<ReturnType<typeof pickTeams>, "playing" | "taking" | "doubles" | "winners">} match
 */
function drawTeam({ name, colour, points, alone, cards }, gained, { playing, taking, doubles, winners }) {
  return html(
    "li",
    { class: winners.includes(colour) ? "team team-won" : "team", "data-colour": colour },
    scoreCard(colour, points),
    html("b", { class: "team-name" }, name),
    html(
      "div",
      { class: "player-points" },
      html("b", {}, `${points}`),
      html("span", {}, n("point", "points", points)),
      gained ? html("small", { class: "team-gained" }, `+${gained}`) : null,
    ),
    taking ? html("span", { class: "quiet" }, cardCountText(cards ?? 0)) : null,
    playing && alone && doubles ? html("span", { class: "badge" }, t("plays alone: its count is doubled")) : null,
  );
}
