// The summary page of a dice game.

import { html } from "../drawing/dom.js";
import { sign } from "../drawing/signs.js";
import { n, t, word } from "../language/i18n.js";
import { diceChart, pointsChart } from "../history/charts.js";
import { showPastGame } from "../history/page.js";
import { drawHead, section, table } from "../history/parts.js";
import { PICTURE } from "./sheet.js";

/**
 * The columns of the construction table: each piece and its sign.
 *
 * @type {[piece: Api.SheetPiece, name: string][]}
 */
const PIECE_COLUMNS = [
  ["road", "road"],
  ["settlement", "settlement"],
  ["city", "city"],
  ["knight", "knights"],
];

/** The sources of points. */
const POINT_SOURCES = ["settlement", "city", "longest_route", "most_knights"];

/**
 * Draws the page's sections for a game.
 *
 * @param {Api.DiceGameGameTold} pastGame
 */
function drawDiceGame(pastGame) {
  const { summary } = pastGame;
  return [
    drawHead(pastGame, () => []),
    summary.points.length > 1 ? drawPoints(summary) : null,
    summary.dice.throws ? drawDice(summary) : null,
    drawBuilt(summary),
    drawPointSources(summary),
  ].filter(Boolean);
}

/** @param {Api.DiceGameSummary} summary */
function drawPoints({ points, players }) {
  const title = t("Points over the turns");
  const pointsText = players.map(({ name, points: total }) => `${name} ${total}`).join(", ");
  return section(title, pointsChart(`${title}: ${pointsText}`, points, players));
}

/** @param {Api.DiceGameSummary} summary */
function drawDice({ dice: { faces, throws } }) {
  const title = t("Rolls: actual and expected");
  const bars = faces.map(({ face, thrown, expected }) => ({ sum: word("resource", face), rolled: thrown, expected }));
  const figures = bars.map(({ sum, rolled }) => `${sum}: ${rolled}`).join(", ");
  return section(
    title,
    diceChart(`${title}: ${figures}`, bars),
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
  const columns = PIECE_COLUMNS.map(([piece, name]) => html("span", { class: "count" }, sign(name, { label: word("piece", piece) })));
  const rows = players.map((player) => ({
    player,
    cells: [...PIECE_COLUMNS.map(([piece]) => player.built[piece]), player.spent, player.route].map(String),
  }));
  return section(t("Construction"), table([...columns, t("Knights spent"), t("Longest Road")], rows));
}

/**
 * Draws the table of points by source.
 *
 * @param {Api.DiceGameSummary} summary
 */
function drawPointSources({ players }) {
  const columns = [word("piece", "settlement"), word("piece", "city"), t("Longest Road"), t("Largest Army"), t("Points")];
  const rows = players.map((player) => ({
    player,
    cells: [...POINT_SOURCES.map((source) => player.of[source] ?? 0), player.points].map(String),
  }));
  return section(t("Points by source"), table(columns, rows));
}

showPastGame({ draw: drawDiceGame, ...PICTURE });
