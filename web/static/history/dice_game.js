// One dice game looked back on.

import { html } from "../dom.js";
import { sign } from "../signs.js";
import { n, t, word } from "../words.js";
import { diceChart, pointsChart } from "./charts.js";
import { drawHead, section, table } from "./parts.js";

/** The columns of what was built: how each is called, and its sign. */
const BUILT = [
  ["road", "road"],
  ["settlement", "settlement"],
  ["city", "city"],
  ["knight", "knights"],
];

/** A game's part of the page. */
export function drawDiceGame(told) {
  const { summary } = told;
  return [
    drawHead(told, partsOf),
    summary.points.length > 1 ? drawPoints(summary) : null,
    summary.dice.throws ? drawDice(summary) : null,
    drawBuilt(summary),
  ].filter(Boolean);
}

/** Of what a player's points are made. */
function partsOf({ of }) {
  return [
    ["settlement", of.settlement, n("{count} point from settlements", "{count} points from settlements", of.settlement)],
    ["city", of.city, n("{count} point from cities", "{count} points from cities", of.city)],
    ["road_length", of.longest_route, t("Longest route")],
    ["knights", of.most_knights, t("Most knights")],
  ];
}

function drawPoints({ points, players }) {
  const title = t("Points over the turns");
  const inWords = players.map(({ name, points: has }) => `${name} ${has}`).join(", ");
  return section(title, pointsChart(`${title}: ${inWords}`, points, players));
}

function drawDice({ dice: { faces, throws } }) {
  const title = t("The dice against what was to be expected");
  const bars = faces.map(({ face, thrown, expected }) => ({ sum: word("resource", face), rolled: thrown, expected }));
  const told = bars.map(({ sum, rolled }) => `${sum}: ${rolled}`).join(", ");
  return section(
    title,
    diceChart(`${title}: ${told}`, bars),
    html(
      "p",
      { class: "quiet" },
      n(
        "{count} turn, its first throw that was entered. Bars: thrown; lines: to be expected.",
        "{count} turns, of each the first throw that was entered. Bars: thrown; lines: to be expected.",
        throws,
      ),
    ),
  );
}

function drawBuilt({ players }) {
  const columns = BUILT.map(([piece, name]) => html("span", { class: "count" }, sign(name, { label: word("piece", piece) })));
  const rows = players.map((player) => ({
    player,
    cells: [...BUILT.map(([piece]) => player.built[piece]), player.spent, player.route].map(String),
  }));
  return section(t("What was built"), table([...columns, t("Knights spent"), t("Longest route")], rows));
}
