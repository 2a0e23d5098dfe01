// The teams: points out of ten, the cards that each takes for the current game, and the referee.

import { crest } from "../drawing/crests.js";
import { html } from "../drawing/dom.js";
import { n, t } from "../language/i18n.js";
import { cardCountText } from "./games.js";
import { askReferee, canSendPhotos, photoButton } from "./referee.js";

const POINTS_TO_WIN = 10;

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
    html("span", { class: "player-crest" }, crest(colour)),
    html(
      "div",
      { class: "team-name" },
      html("b", {}, name),
      taking ? html("span", { class: "quiet" }, cardCountText(cards ?? 0)) : null,
      !gained ? null : html("span", { class: "team-gained" }, t("last: +{points}", { points: gained })),
      playing && alone && doubles ? html("span", { class: "badge" }, t("plays alone: its count is doubled")) : null,
    ),
    html(
      "div",
      { class: "player-points" },
      html("b", {}, `${points}`),
      html("span", {}, n("point", "points", points)),
    ),
    html(
      "div",
      { class: "team-track", "aria-hidden": "true" },
      Array.from({ length: POINTS_TO_WIN }, (_, at) => html("span", { class: at < points ? "team-step team-reached" : "team-step" }, `${at + 1}`)),
    ),
  );
}
