// The game in progress: countdown, path and panel.

import { animate } from "../device/motion.js";
import { html, singleFlight } from "../drawing/dom.js";
import { t, joinClauses, n, withLabel } from "../language/i18n.js";
import { playSound } from "../sound/sound.js";
import { formatTime } from "../table/clock.js";
import { crest } from "../drawing/signs.js";
import { playedGames, KNIGHTS_GAME, gameName, INSTRUCTIONS, RULES, ordinalGameText } from "./course.js";
import { enter } from "../network/api.js";
import { canEnter } from "../pairing/device_role.js";
import { namesOf, currentView } from "../table/game.js";
import { drawRule, drawTable } from "./drawing.js";
import { endGameByCall } from "./scoring.js";

// The countdown before a game, over the whole page, and the time since it ended. Both are this device's alone.

const BEAT_MS = 900;
const TICK_MS = 500;
const COUNTS = ["3", "2", "1"];

/**
 * The game whose clock runs, and the time at which it began and ended, in milliseconds.
 *
 * @type {{ key: string, began: number, ended: number | null } | null}
 */
let clock = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let beat;
/** @type {ReturnType<typeof setInterval> | undefined} */
let ticking;

/** @param {string} key */
const clockText = (key) => (clock?.key === key ? formatTime(Math.floor(((clock.ended ?? Date.now()) - clock.began) / 1000)) : "");

/**
 * The button that begins the countdown of a game. It shows the time once the game has begun.
 *
 * @param {string} key names the game; another one has no clock yet
 */
export function countdownButton(key) {
  const time = clockText(key);
  return html(
    "button",
    { type: "button", class: "match-countdown", "data-key": "countdown", "data-clock": key, onclick: () => startCountdown(key) },
    html("b", {}, time || "3 · 2 · 1"),
    html("span", {}, time ? t("Start over") : t("Countdown")),
  );
}

/** Stop the clock: a team is out of cards. */
export function stopClock() {
  if (clock) clock.ended ??= Date.now();
}

/** @param {string} key */
function startCountdown(key) {
  clearTimeout(beat);
  document.querySelector(".countdown")?.remove();
  const number = html("span", { class: "countdown-number" });
  const leave = () => {
    clearTimeout(beat);
    root.remove();
    /** @type {HTMLElement | null} */ (document.querySelector("[data-key=countdown]"))?.focus();
  };
  const root = html(
    "button",
    { type: "button", class: "countdown", "aria-label": t("Cancel the countdown"), onclick: leave, onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && leave() },
    number,
  );
  document.body.append(root);
  root.focus();
  /** @param {number} at */
  const show = (at) => {
    const isStart = at === COUNTS.length;
    number.textContent = isStart ? t("Go!") : COUNTS[at];
    playSound(isStart ? "start" : "count");
    animate(number, [{ scale: 2.2, opacity: 0 }, { scale: 1, opacity: 1 }], { duration: "tick", easing: "ease-out" });
    if (isStart) {
      clock = { key, began: Date.now(), ended: null };
      ticking ??= setInterval(updateButton, TICK_MS);
      updateButton();
    }
    beat = setTimeout(() => (isStart ? leave() : show(at + 1)), BEAT_MS);
  };
  show(0);
}

/** Show the time on the button, in its existing text. */
function updateButton() {
  const button = /** @type {HTMLElement | null} */ (document.querySelector("[data-clock]"));
  const time = clockText(button?.dataset.clock ?? "");
  if (!button || !time) return;
  const [figure, label] = button.children;
  if (figure.textContent !== time) figure.textContent = time;
  if (label.textContent !== t("Start over")) label.textContent = t("Start over");
}

// An adventure's five games as a path, with the points that each team scored in each.

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

// The current game and its instructions.

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
