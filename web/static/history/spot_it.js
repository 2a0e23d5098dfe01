// One match of Spot it! CATAN looked back on.

import { html } from "../dom.js";
import { t } from "../words.js";
import { pointsChart } from "./charts.js";
import { drawHead, section, table } from "./parts.js";

const KNIGHTS = 5;

/** A match's part of the page. */
export function drawMatch(told) {
  const { summary } = told;
  return [drawHead(told, () => []), ...(summary.games.length ? [drawPoints(summary), drawGames(summary)] : [])];
}

function drawPoints({ points, players }) {
  const title = t("Points as they were counted");
  const inWords = players.map(({ name, points: has }) => `${name} ${has}`).join(", ");
  return section(title, pointsChart(`${title}: ${inWords}`, points, players));
}

function drawGames({ games, players }) {
  const played = games.reduce(joined, []);
  const columns = played.map(({ game }) => t("Game {number}", { number: game }));
  const rows = players.map((player) => ({ player, cells: played.map((game) => cell(game, player.colour)) }));
  return section(
    t("Points by game"),
    table(columns, rows),
    html("p", { class: "quiet" }, t("In brackets what was counted; ★: out of cards first.")),
  );
}

/** The rounds of game 5 as one game. */
function joined(before, game) {
  const last = before.at(-1);
  if (game.game !== KNIGHTS || last?.game !== KNIGHTS) return [...before, game];
  const sum = (one, other) => Object.fromEntries(Object.entries(one).map(([colour, count]) => [colour, count + other[colour]]));
  return [...before.slice(0, -1), { ...last, points: sum(last.points, game.points), counts: sum(last.counts, game.counts) }];
}

const cell = ({ points, counts, first_out: out }, colour) => [
  html("b", {}, `${points[colour]}`),
  html("small", {}, ` (${counts[colour] ?? "–"})${out.includes(colour) ? " ★" : ""}`),
];
