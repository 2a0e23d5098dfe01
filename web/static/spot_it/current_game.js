// The current game and its instructions.

import { enter } from "../network/api.js";
import { crest } from "../drawing/crests.js";
import { html, singleFlight } from "../drawing/dom.js";
import { canEnter } from "../pairing/device_role.js";
import { namesOf } from "../table/current_view.js";
import { n, t } from "../language/i18n.js";
import { currentView } from "../table/current_view.js";
import { countdownButton, stopClock } from "./countdown.js";
import { KNIGHTS_GAME } from "./course.js";
import { drawRule, drawTable } from "./drawing.js";
import { INSTRUCTIONS, RULES, ordinalGameText, gameName } from "./games.js";
import { drawPath } from "./path.js";
import { endGameByCall } from "./scoring.js";
import { playSound } from "../sound/sounds.js";

const BARBARIANS_GAME = 4;

/**
 * The part of a view that this panel shows.
 *
 * @param {Page.MatchView} view
 */
export const pickCurrentGame = (view) => ({
  winners: view.winners,
  game: view.game_on,
  mode: view.mode,
  exchanges: view.exchanges,
  round: view.round,
  rounds: view.rounds,
  counted: view.counted,
  games: view.games,
  match: view.game,
  teams: view.players.map(({ colour, name }) => ({ colour, name })),
  names: namesOf(view),
});

/** @param {ReturnType<typeof pickCurrentGame>} picked */
export function drawCurrentGame(picked) {
  // The victory panel shows the winner (table/victory.js).
  return picked.winners.length ? [] : drawGame(picked);
}

/** @param {ReturnType<typeof pickCurrentGame>} picked */
function drawGame({ match, game, mode, exchanges, round, rounds, counted, games, teams, names }) {
  const instructions = INSTRUCTIONS[game];
  const colours = teams.map(({ colour }) => colour);
  /**
   * @param {string} label
   * @param {string} text
   */
  const drawStep = (label, text) => html("li", {}, html("b", {}, label), html("span", {}, text));
  return [
    mode === "adventure" ? drawPath(game, games, teams) : html("p", { class: "quiet match-position" }, gamePosition(game, counted)),
    html("div", { class: "match-drawn" }, drawTable(game, colours)),
    html(
      "div",
      { class: "match-told" },
      html("h2", { class: "match-game" }, gameName(game)),
      html("p", { class: "match-rule" }, t(RULES[game])),
      drawRule(game, colours),
      exchanges.map(({ between: [one, other], cards }) => html("p", { class: "match-swap" }, swapText(names[one], names[other], cards))),
      html(
        "details",
        { class: "match-details" },
        html("summary", {}, t("Rules of this game")),
        html(
          "ol",
          { class: "match-how" },
          drawStep(t("Set up"), t(instructions.lay)),
          drawStep(t("Play"), t(instructions.play)),
          drawStep(t("Score"), t(instructions.count)),
        ),
      ),
    ),
    canEnter()
      ? html(
          "div",
          { class: "match-calls" },
          countdownButton(`${match} ${counted}`),
          round ? drawRound(round, rounds, teams, counted) : game === BARBARIANS_GAME ? allTakenButton() : teams.map(outButton),
        )
      : null,
  ];
}

/**
 * A button for the team that is out of cards first: it ends the game, and asks for the count.
 *
 * @param {Page.Player} team
 */
const outButton = ({ colour, name }) =>
  html(
    "button",
    { type: "button", class: "match-out", "data-key": `out-${colour}`, "data-colour": colour, onclick: () => endGame([colour]) },
    crest(colour),
    html("span", {}, name),
    html("b", {}, t("Out first!")),
  );

/** A button for the end of the barbarians' game. */
const allTakenButton = () =>
  html("button", { type: "button", class: "match-out", "data-key": "all-taken", onclick: () => endGame([]) }, html("b", {}, t("All cards are taken!")));

/** @param {string[]} firstOut */
function endGame(firstOut) {
  playSound("out");
  stopClock();
  endGameByCall(/** @type {Page.MatchView} */ (currentView()), firstOut);
}

/**
 * How often a game was played. The knights' panel shows its round itself.
 *
 * @param {number} number
 * @param {number} counted
 */
function gamePosition(number, counted) {
  return number === KNIGHTS_GAME ? t("Game {number}, several times", { number }) : ordinalGameText(number, counted + 1);
}

/**
 * @param {string} one
 * @param {string} other
 * @param {number} count
 */
const swapText = (one, other, count) =>
  n("{one} and {other} swap {count} card", "{one} and {other} swap {count} cards", count, { one, other });

/**
 * Draws a button for each outcome of the current round.
 *
 * @param {number} round
 * @param {number | null} rounds
 * @param {Page.Player[]} teams
 * @param {number} counted
 */
function drawRound(round, rounds, teams, counted) {
  return html(
    "div",
    { class: "match-round", role: "group", "aria-label": t("Round {round} of {rounds}", { round, rounds }) },
    html("p", {}, html("b", {}, t("Round {round} of {rounds}", { round, rounds })), " ", t("Who took a card?")),
    html("div", { class: "choices" }, roundOutcomes(teams).map((outcome) => outcomeButton(outcome, teams, counted))),
  );
}

/**
 * The possible outcomes of a round: each team but one loses its card to another.
 *
 * @param {Page.Player[]} teams
 */
function roundOutcomes(teams) {
  const [first, ...others] = teams;
  if (others.length === 1) return teams.map(({ colour }) => [colour]);
  return [
    ...teams.map(({ colour }) => [colour, colour]),
    ...teams.flatMap((one, at) => teams.slice(at + 1).map((other) => [one.colour, other.colour])),
  ];
}

/**
 * @param {string[]} winningTeams
 * @param {Page.Player[]} teams
 * @param {number} countedGames
 */
function outcomeButton(winningTeams, teams, countedGames) {
  const captured = Object.fromEntries(teams.map(({ colour }) => [colour, winningTeams.filter((each) => each === colour).length]));
  const winners = teams.filter(({ colour }) => captured[colour]);
  return html(
    "button",
    {
      type: "button",
      class: "choice match-outcome",
      "data-key": `took-${winningTeams.join("-")}`,
      "data-colour": winners.length === 1 ? winningTeams[0] : null,
      onclick: singleFlight(() => enter({ kind: "round_scored", captured, after: countedGames })),
    },
    winners.map(({ colour, name }) =>
      html("span", { class: "match-taker", "data-colour": colour }, crest(colour), html("span", {}, name), html("b", {}, `+${captured[colour]}`)),
    ),
  );
}
