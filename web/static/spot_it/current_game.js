// The current game and its instructions.

import { enter } from "../network/api.js";
import { crest } from "../drawing/crests.js";
import { html, singleFlight } from "../drawing/dom.js";
import { canEnter } from "../pairing/device_role.js";
import { namesOf } from "../table/current_view.js";
import { n, t } from "../language/i18n.js";
import { drawTable } from "./drawing.js";
import { INSTRUCTIONS, ordinalGameText, gameName } from "./games.js";

const KNIGHTS_GAME = 5;

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
  teams: view.players.map(({ colour, name }) => ({ colour, name })),
  names: namesOf(view),
});

/** @param {ReturnType<typeof pickCurrentGame>} picked */
export function drawCurrentGame(picked) {
  // The victory panel shows the winner (table/victory.js).
  return picked.winners.length ? [] : drawGame(picked);
}

/** @param {ReturnType<typeof pickCurrentGame>} picked */
function drawGame({ game, mode, exchanges, round, rounds, counted, teams, names }) {
  const position = gamePosition(game, mode, counted);
  const instructions = INSTRUCTIONS[game];
  /**
   * @param {string} label
   * @param {string} text
   */
  const drawStep = (label, text) => html("li", {}, html("b", {}, label), html("span", {}, text));
  return [
    html("p", { class: "quiet match-position" }, position),
    html("h2", { class: "match-game" }, gameName(game)),
    html(
      "div",
      { class: "match-drawn" },
      drawTable(game, teams.map(({ colour }) => colour)),
      exchanges.map(({ between: [one, other], cards }) => html("p", { class: "match-swap" }, swapText(names[one], names[other], cards))),
    ),
    html(
      "ol",
      { class: "match-how" },
      drawStep(t("Set up"), t(instructions.lay)),
      drawStep(t("Play"), t(instructions.play)),
      drawStep(t("Score"), t(instructions.count)),
    ),
    round && canEnter() ? drawRound(round, rounds, teams, counted) : null,
  ];
}

/**
 * The position of the current game: of five, or how often it was played. The knights' panel shows its round itself.
 *
 * @param {number} number
 * @param {string} mode
 * @param {number} counted
 */
function gamePosition(number, mode, counted) {
  if (mode === "adventure") return t("Game {number} of 5", { number });
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
