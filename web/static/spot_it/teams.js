// The teams: score cards, the cards that each takes for the current game, and the referee.

import { crest } from "../drawing/crests.js";
import { html } from "../drawing/dom.js";
import { n, t } from "../language/i18n.js";
import { cardCountText } from "./games.js";
import { scoreCard } from "./score_card.js";
import { askReferee, canSendPhotos, photoButton } from "./referee.js";

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
