// One dice game looked back on.

import { html } from "../drawing/dom.js";
import { sign } from "../drawing/signs.js";
import { n, t, word } from "../language/i18n.js";
import { diceChart, pointsChart } from "../history/charts.js";
import { lookBack } from "../history/page.js";
import { drawHead, section, table } from "../history/parts.js";
import { PICTURE } from "./picture.js";

/**
 * The columns of what was built: how each is called, and its sign.
 *
 * @type {[piece: Api.SheetPiece, name: string][]}
 */
const BUILT = [
  ["road", "road"],
  ["settlement", "settlement"],
  ["city", "city"],
  ["knight", "knights"],
];

/** For what there are points. */
const POINTS = ["settlement", "city", "longest_route", "most_knights"];

/**
 * A game's part of the page.
 *
 * @param {Api.DiceGameGameTold} told
 */
function drawDiceGame(told) {
  const { summary } = told;
  return [
    drawHead(told, () => []),
    summary.points.length > 1 ? drawPoints(summary) : null,
    summary.dice.throws ? drawDice(summary) : null,
    drawBuilt(summary),
    drawPointsOf(summary),
  ].filter(Boolean);
}

/** @param {Api.DiceGameSummary} summary */
function drawPoints({ points, players }) {
  const title = t("Points over the turns");
  const inWords = players.map(({ name, points: has }) => `${name} ${has}`).join(", ");
  return section(title, pointsChart(`${title}: ${inWords}`, points, players));
}

/** @param {Api.DiceGameSummary} summary */
function drawDice({ dice: { faces, throws } }) {
  const title = t("Rolls: actual and expected");
  const bars = faces.map(({ face, thrown, expected }) => ({ sum: word("resource", face), rolled: thrown, expected }));
  const told = bars.map(({ sum, rolled }) => `${sum}: ${rolled}`).join(", ");
  return section(
    title,
    diceChart(`${title}: ${told}`, bars),
    html(
      "p",
      { class: "quiet" },
      n(
        "The first roll entered in {count} turn. Bars: actual; lines: expected.",
        "The first rolls entered in {count} turns. Bars: actual; lines: expected.",
        throws,
      ),
    ),
  );
}

/** @param {Api.DiceGameSummary} summary */
function drawBuilt({ players }) {
  const columns = BUILT.map(([piece, name]) => html("span", { class: "count" }, sign(name, { label: word("piece", piece) })));
  const rows = players.map((player) => ({
    player,
    cells: [...BUILT.map(([piece]) => player.built[piece]), player.spent, player.route].map(String),
  }));
  return section(t("Construction"), table([...columns, t("Knights spent"), t("Longest Road")], rows));
}

/**
 * Of what a player's points are made.
 *
 * @param {Api.DiceGameSummary} summary
 */
function drawPointsOf({ players }) {
  const columns = [word("piece", "settlement"), word("piece", "city"), t("Longest Road"), t("Largest Army"), t("Points")];
  const rows = players.map((player) => ({
    player,
    cells: [...POINTS.map((what) => player.of[what] ?? 0), player.points].map(String),
  }));
  return section(t("Points by source"), table(columns, rows));
}

lookBack({ draw: drawDiceGame, ...PICTURE });
