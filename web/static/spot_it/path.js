// An adventure's five games as a path, with the points that each team scored in each.

import { crest } from "../drawing/crests.js";
import { html } from "../drawing/dom.js";
import { joinClauses, n, t, withLabel } from "../language/i18n.js";
import { playedGames } from "./course.js";
import { gameName } from "./games.js";

const GAMES = [1, 2, 3, 4, 5];

/**
 * @param {number} current
 * @param {Api.GameCounted[]} games the games and rounds scored so far
 * @param {Page.Player[]} teams
 */
export function drawPath(current, games, teams) {
  const played = new Map(playedGames({ games }).map((each) => [Number(each.game), each]));
  return html(
    "ol",
    { class: "match-path", "aria-label": t("Game {number} of 5", { number: current }) },
    GAMES.map((game) => drawStation(game, current, played.get(game)?.points ?? {}, teams)),
  );
}

/**
 * @param {number} game
 * @param {number} current
 * @param {{ [colour: string]: number }} points
 * @param {Page.Player[]} teams
 */
function drawStation(game, current, points, teams) {
  const scored = teams.filter(({ colour }) => points[colour]);
  const pointsText = scored.map(({ name, colour }) => n("{name}: {count} point", "{name}: {count} points", points[colour], { name }));
  const state = game < current ? "done" : game === current ? "current" : "ahead";
  return html(
    "li",
    { class: `station station-${state}`, "aria-current": game === current ? "step" : null },
    html("b", { "aria-hidden": "true" }, game < current ? "✓" : `${game}`),
    html("span", { class: "hidden" }, joinClauses([withLabel(t("Game {number}", { number: game }), gameName(game)), ...pointsText])),
    html("span", { class: "station-name", "aria-hidden": "true" }, gameName(game)),
    scored.length ? html("span", { class: "station-points", "aria-hidden": "true" }, scored.map(({ colour }) => html("span", { "data-colour": colour }, crest(colour), `${points[colour]}`))) : null,
  );
}
