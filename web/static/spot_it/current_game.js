// Which game is on and how it goes.

import { enter } from "../network/api.js";
import { crest } from "../drawing/crests.js";
import { html, once } from "../drawing/dom.js";
import { acts } from "../pairing/device_role.js";
import { namesOf } from "../table/current_view.js";
import { n, t } from "../language/i18n.js";
import { tableDrawing } from "./drawing.js";
import { HOW, forWhichTime, gameName } from "./games.js";

const KNIGHTS = 5;

/**
 * What this part of the page shows of a view.
 *
 * @param {Page.MatchView} view
 */
export const pickNow = (view) => ({
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

/** @param {ReturnType<typeof pickNow>} picked */
export function drawNow(picked) {
  // Who won is told by the end of the game (table/victory.js).
  return picked.winners.length ? [] : drawGame(picked);
}

/** @param {ReturnType<typeof pickNow>} picked */
function drawGame({ game, mode, exchanges, round, rounds, counted, teams, names }) {
  const which = whichGame(game, mode, counted);
  const how = HOW[game];
  /**
   * @param {string} label
   * @param {string} text
   */
  const step = (label, text) => html("li", {}, html("b", {}, label), html("span", {}, text));
  return [
    html("p", { class: "quiet match-which" }, which),
    html("h2", { class: "match-game" }, gameName(game)),
    html(
      "div",
      { class: "match-drawn" },
      tableDrawing(game, teams.map(({ colour }) => colour)),
      exchanges.map(({ between: [one, other], cards }) => html("p", { class: "match-swap" }, swap(names[one], names[other], cards))),
    ),
    html(
      "ol",
      { class: "match-how" },
      step(t("Set up"), t(how.lay)),
      step(t("Play"), t(how.play)),
      step(t("Score"), t(how.count)),
    ),
    round && acts() ? drawRound(round, rounds, teams, counted) : null,
  ];
}

/**
 * Which game is on, of several or for which time; of the knights the round says that.
 *
 * @param {number} number
 * @param {string} mode
 * @param {number} counted
 */
function whichGame(number, mode, counted) {
  if (mode === "adventure") return t("Game {number} of 5", { number });
  return number === KNIGHTS ? t("Game {number}, several times", { number }) : forWhichTime(number, counted + 1);
}

/**
 * @param {string} one
 * @param {string} other
 * @param {number} count
 */
const swap = (one, other, count) =>
  n("{one} and {other} swap {count} card", "{one} and {other} swap {count} cards", count, { one, other });

/**
 * Who took which cards in the round that is on: a tap each.
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
    html("div", { class: "choices" }, outcomes(teams).map((outcome) => outcomeButton(outcome, teams, counted))),
  );
}

/**
 * What a round can come to: each team but one loses its card to another.
 *
 * @param {Page.Player[]} teams
 */
function outcomes(teams) {
  const [first, ...others] = teams;
  if (others.length === 1) return teams.map(({ colour }) => [colour]);
  return [
    ...teams.map(({ colour }) => [colour, colour]),
    ...teams.flatMap((one, at) => teams.slice(at + 1).map((other) => [one.colour, other.colour])),
  ];
}

/**
 * @param {string[]} took
 * @param {Page.Player[]} teams
 * @param {number} after
 */
function outcomeButton(took, teams, after) {
  const captured = Object.fromEntries(teams.map(({ colour }) => [colour, took.filter((each) => each === colour).length]));
  const takers = teams.filter(({ colour }) => captured[colour]);
  return html(
    "button",
    {
      type: "button",
      class: "choice match-took",
      "data-key": `took-${took.join("-")}`,
      "data-colour": takers.length === 1 ? took[0] : null,
      onclick: once(() => enter({ kind: "round_scored", captured, after })),
    },
    takers.map(({ colour, name }) =>
      html("span", { class: "match-taker", "data-colour": colour }, crest(colour), html("span", {}, name), html("b", {}, `+${captured[colour]}`)),
    ),
  );
}
