// The form that starts a game, and the same as a dialog over the game that is on, or one that was left is gone on with.

import { choices, goOn, leaveGame, startGame } from "../network/api.js";
import { ask, choice } from "../dialogs/dialogs.js";
import { all, html, within } from "../drawing/dom.js";
import { beginFields } from "./who_begins.js";
import { optionFields, tick } from "./options.js";
import { seatFields } from "./seats.js";
import { heardSwitches } from "../sound/heard.js";
import { unfinishedGames } from "./unfinished_games.js";
import { said, t } from "../language/i18n.js";

/**
 * What can be played, and who is expected; `played` are the options that stand in the form of the `usual` game;
 * `last` is null where nobody has played here before.
 *
 * @typedef {{
 *   games: Api.PlayedKind[], names: string[], seated?: Page.Player[], usual?: string, played?: { [name: string]: Page.OptionValue },
 *   last?: object | null,
 * }} Offered
 */

/**
 * The form as a dialog, over the game that is on, as `view` shows it.
 *
 * @param {Page.AnyView} view
 */
export function askStart(view) {
  /** @type {HTMLElement | null} */
  let form = null;
  const box = html("div", { class: "start-box" });
  let begun = true;
  const start = () => form && giveUp(view, begun, startGame, form.described());
  const dialog = ask(t("New game"), box, [[t("Start"), start]], { ready: () => form !== null });
  choices().then((offered) => {
    // Who has just played most likely plays again.
    const { last } = offered;
    const filled = last?.kind === view.kind ? asLastTime(last) : {};
    form = gameForm({ ...offered, ...filled, seated: view.players, usual: view.kind });
    begun = offered.begun;
    const several = offered.games.length > 1;
    const left = unfinishedGames(offered.unfinished, several, (game) => giveUp(view, begun, goOn, { game }));
    box.replaceChildren(...left, ...(left.length ? [html("h2", {}, t("A new game"))] : []), form);
    dialog.refresh();
  });
  return false;
}

/**
 * What fills in the form as a game began.
 *
 * @param {NonNullable<Api.Choices["last"]>} last
 */
export function asLastTime({ kind, players, options }) {
  return { seated: players, usual: kind, played: Object.keys(options).length ? options : undefined };
}

/**
 * Ask whether the game that is on, as `view` shows it, is given up; then none is on.
 *
 * @param {Page.AnyView} view
 */
export function askLeave(view) {
  let known = false;
  const told = html("p", {});
  const dialog = askGivingUp(told, () => leaveGame(view.game), { ready: () => known });
  choices().then(({ begun }) => {
    told.append(whatIsLeft(view, begun));
    known = true;
    dialog.refresh();
  });
}

/**
 * Begin another game; where one is on, only once it is said that it is given up. Resolves as a dialog's action.
 *
 * @param {Page.AnyView} view
 * @param {boolean} begun
 * @template {object} G
 * @param {(game: G) => unknown} begin
 * @param {G} game
 * @returns {unknown}
 */
function giveUp(view, begun, begin, game) {
  if (view.phase === "over") return begin(game);
  askGivingUp(html("p", {}, whatIsLeft(view, begun)), () => begin({ ...game, abandon: true }));
  return false;
}

/**
 * @param {HTMLElement} told
 * @param {() => unknown} action
 * @param {{ ready?: () => boolean }} options
 */
const askGivingUp = (told, action, options = {}) =>
  ask(t("Quit the game in progress?"), told, [[t("Quit game"), action]], { back: true, ...options });

/**
 * What is left of a game that is given up: where nothing happened, none is offered to be gone on with.
 *
 * @param {Page.AnyView} view
 * @param {boolean} begun
 */
function whatIsLeft({ players }, begun) {
  const names = players.map(({ name }) => name).join(", ");
  return begun
    ? t("{names} are in the middle of a game. It is kept, and you can resume it later.", { names })
    : t("Nothing has happened yet in the game of {names}, so there is nothing to resume later.", { names });
}

/**
 * The fields of a new game, as an element; `described()` is the game that they say.
 *
 * @param {Offered} offered
 */
export function gameForm({ games, names, seated = [], usual = games[0]?.kind, played, last }) {
  const kind = choice("game", t("Game"), games.map((game) => [game.kind, said(game.name)]), usual);
  const own = html("div", { class: "own" });
  const root = html("div", { class: "game-form" }, games.length > 1 ? kind : null, own, heardSwitches());
  const draw = () => {
    const chosen = within(kind, "select", HTMLSelectElement).value;
    const offered = games.find((game) => game.kind === chosen) ?? games[0];
    const fields = ownFields(offered, names, seated, offered.kind === usual ? played : null, last === null);
    own.replaceChildren(fields);
    root.described = fields.described;
  };
  kind.addEventListener("change", draw);
  if (games.length) draw();
  return root;
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
function ownFields(offered, names, seated, played = null, newcomers = false) {
  const seats = seatFields(offered, names, seated);
  const options = optionFields(offered, played, newcomers);
  const begins = beginFields(seats.players);
  seats.addEventListener("change", begins.refresh);
  const { taken_up: taking } = offered;
  const isOn = html("input", { type: "checkbox", name: "isOn" });
  const onTurn = choice(
    "onTurn",
    taking ? said(taking.on_turn) : "",
    Array.from({ length: Math.max(...offered.players) }, (_, seat) => [`${seat}`, t("Player {number}", { number: seat + 1 })]),
    "0",
  );
  const nameTurns = () => {
    const players = seats.players();
    all(onTurn, "option", HTMLOptionElement).forEach((option, seat) => {
      option.textContent = players[seat]?.name ?? t("Player {number}", { number: seat + 1 });
      option.hidden = option.disabled = seat >= players.length;
    });
  };
  seats.addEventListener("input", nameTurns);
  seats.addEventListener("change", nameTurns);
  nameTurns();
  const showTaken = () => {
    onTurn.hidden = !isOn.checked;
    seats.showSides(isOn.checked);
    begins.hidden = isOn.checked || !offered.who_begins;
  };
  isOn.addEventListener("change", showTaken);
  showTaken();
  const taken = taking ? [tick(isOn, t("The game is already in progress")), onTurn] : [];
  const more =
    options.childElementCount || taken.length
      ? html("details", { class: "more" }, html("summary", {}, t("More options")), html("div", { class: "own" }, options, taken))
      : null;
  // What can't be so is shown where it stands.
  more?.addEventListener("invalid", () => (more.open = true), { capture: true });
  const root = html("div", { class: "own" }, seats, begins, more);
  root.described = () => {
    const players = seats.players();
    const game = { game: offered.kind, players, options: options.chosen() };
    const rolled = begins.rolled();
    if (!isOn.checked) return offered.who_begins && rolled ? { ...game, who_begins: rolled } : game;
    const first = Math.min(Number(within(onTurn, "select", HTMLSelectElement).value), players.length - 1);
    return { ...game, taken_up: { on_turn: players[first].colour, ...seats.sides() } };
  };
  return root;
}
