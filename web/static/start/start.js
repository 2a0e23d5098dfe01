// The form that starts a game, and a dialog with it over a running game, which can also resume an unfinished one.

import { fetchChoices, resumeGame, leaveGame, startGame } from "../network/api.js";
import { openDialog, selectField, refreshDialog } from "../dialogs/dialogs.js";
import { findAll, html, requireElement } from "../drawing/dom.js";
import { whoBeginsFields } from "./who_begins.js";
import { optionFields, checkbox } from "./options.js";
import { seatFields } from "./seats.js";
import { soundSwitches } from "../sound/sound_switches.js";
import { unfinishedGames } from "./unfinished_games.js";
import { translateSentence, t } from "../language/i18n.js";

/**
 * The games and expected players. `played` are the options to prefill for the `usual` game; `last` is null if nobody
 * has played here before.
 *
 * @typedef {{
 *   games: Api.PlayedKind[], names: string[], seated?: Page.Player[], usual?: string, played?: { [name: string]: Page.OptionValue },
 *   last?: object | null,
 * }} Offered
 */

/**
 * Opens the form as a dialog over the running game of `view`.
 *
 * @param {Page.AnyView} view
 */
export function askStart(view) {
  /** @type {ReturnType<typeof gameForm> | null} */
  let form = null;
  const box = html("div", { class: "start-box" });
  let begun = true;
  const start = () => form && replaceGame(view, begun, startGame, form.newGame());
  openDialog(t("New game"), box, [[t("Start"), start]], { ready: () => form !== null });
  fetchChoices().then((offered) => {
    // The same players most likely play again.
    const { last } = offered;
    const filled = last?.kind === view.kind ? lastGameDefaults(last) : {};
    form = gameForm({ ...offered, ...filled, seated: view.players, usual: view.kind });
    begun = offered.begun;
    const several = offered.games.length > 1;
    const left = unfinishedGames(offered.unfinished, several, (game) => replaceGame(view, begun, resumeGame, { game }));
    box.replaceChildren(...left, ...(left.length ? [html("h2", {}, t("A new game"))] : []), form.element);
    refreshDialog();
  });
  return false;
}

/**
 * The values that prefill the form like an earlier game.
 *
 * @param {NonNullable<Api.Choices["last"]>} last
 */
export function lastGameDefaults({ kind, players, options }) {
  return { seated: players, usual: kind, played: Object.keys(options).length ? options : undefined };
}

/**
 * Asks for confirmation before it ends the running game of `view`.
 *
 * @param {Page.AnyView} view
 */
export function askQuit(view) {
  let known = false;
  const text = html("p", {});
  confirmQuit(text, () => leaveGame(view.game), { ready: () => known });
  fetchChoices().then(({ begun }) => {
    text.append(quitText(view, begun));
    known = true;
    refreshDialog();
  });
}

/**
 * Starts another game; asks first if one is running. Returns the result of a dialog's action.
 *
 * @param {Page.AnyView} view
 * @param {boolean} begun
 * @template {object} G
 * @param {(game: G) => unknown} begin
 * @param {G} game
 * @returns {unknown}
 */
function replaceGame(view, begun, begin, game) {
  if (view.phase === "over") return begin(game);
  confirmQuit(html("p", {}, quitText(view, begun)), () => begin({ ...game, abandon: true }));
  return false;
}

/**
 * @param {HTMLElement} text
 * @param {() => unknown} action
 * @param {{ ready?: () => boolean }} options
 */
const confirmQuit = (text, action, options = {}) =>
  openDialog(t("Quit the game in progress?"), text, [[t("Quit game"), action]], { back: true, ...options });

/**
 * The text about an abandoned game: it can be resumed, unless nothing has happened yet.
 *
 * @param {Page.AnyView} view
 * @param {boolean} begun
 */
function quitText({ players }, begun) {
  const names = players.map(({ name }) => name).join(", ");
  return begun
    ? t("{names} are in the middle of a game. It is kept, and you can resume it later.", { names })
    : t("Nothing has happened yet in the game of {names}, so there is nothing to resume later.", { names });
}

/**
 * The fields of a new game: their element, and `newGame()`, the game as filled in.
 *
 * @param {Offered} offered
 */
export function gameForm({ games, names, seated = [], usual = games[0]?.kind, played, last }) {
  const kind = selectField("game", t("Game"), games.map((game) => [game.kind, translateSentence(game.name)]), usual);
  const own = html("div", { class: "own" });
  const root = html("div", { class: "game-form" }, games.length > 1 ? kind : null, own, soundSwitches());
  /** @type {() => Page.NewGame} */
  let newGame;
  const draw = () => {
    const chosen = requireElement(kind, "select", HTMLSelectElement).value;
    const offered = games.find((game) => game.kind === chosen) ?? games[0];
    const fields = kindFields(offered, names, seated, offered.kind === usual ? played : null, last === null);
    own.replaceChildren(fields.element);
    ({ newGame } = fields);
  };
  kind.addEventListener("change", draw);
  if (games.length) draw();
  return { element: root, newGame: () => newGame() };
}

/**
 * The fields of one kind of game.
 *
 * @param {Api.PlayedKind} offered
 * @param {string[]} names
 * @param {Page.Player[]} seated
 * @param {{ [name: string]: Page.OptionValue } | null} [played]
 * @param {boolean} newcomers
 */
function kindFields(offered, names, seated, played = null, newcomers = false) {
  const seats = seatFields(offered, names, seated);
  const options = optionFields(offered, played, newcomers);
  const begins = whoBeginsFields(seats.players);
  seats.element.addEventListener("change", begins.refresh);
  const { taken_up: taking } = offered;
  const isOn = html("input", { type: "checkbox", name: "isOn" });
  const onTurn = selectField(
    "onTurn",
    taking ? translateSentence(taking.on_turn) : "",
    Array.from({ length: Math.max(...offered.players) }, (_, seat) => [`${seat}`, t("Player {number}", { number: seat + 1 })]),
    "0",
  );
  const labelTurns = () => {
    const players = seats.players();
    findAll(onTurn, "option", HTMLOptionElement).forEach((option, seat) => {
      option.textContent = players[seat]?.name ?? t("Player {number}", { number: seat + 1 });
      option.hidden = option.disabled = seat >= players.length;
    });
  };
  seats.element.addEventListener("input", labelTurns);
  seats.element.addEventListener("change", labelTurns);
  labelTurns();
  const toggleTakeUp = () => {
    onTurn.hidden = !isOn.checked;
    seats.showSides(isOn.checked);
    begins.element.hidden = isOn.checked || !offered.who_begins;
  };
  isOn.addEventListener("change", toggleTakeUp);
  toggleTakeUp();
  const taken = taking ? [checkbox(isOn, t("The game is already in progress")), onTurn] : [];
  const more =
    options.element.childElementCount || taken.length
      ? html("details", { class: "more" }, html("summary", {}, t("More options")), html("div", { class: "own" }, options.element, taken))
      : null;
  // Expand the options if one of their values is invalid.
  more?.addEventListener("invalid", () => (more.open = true), { capture: true });
  const root = html("div", { class: "own" }, seats.element, begins.element, more);
  const newGame = () => {
    const players = seats.players();
    const game = { game: offered.kind, players, options: options.chosenOptions() };
    const rolled = begins.rolls();
    if (!isOn.checked) return offered.who_begins && rolled ? { ...game, who_begins: rolled } : game;
    const first = Math.min(Number(requireElement(onTurn, "select", HTMLSelectElement).value), players.length - 1);
    return { ...game, taken_up: { on_turn: players[first].colour, ...seats.sides() } };
  };
  return { element: root, newGame };
}
