// Starting a game: the first screen, the dialog for a new game, and the games that can be resumed. A part of the page,
// which loads while no game is in progress or when somebody asks for another.

import { html, requireElement, findAll, fillForm, readFields, singleFlight } from "../drawing/dom.js";
import { lengthText } from "../history/summary_text.js";
import { language, translateSentence, t } from "../language/i18n.js";
import { fetchChoices, resumeGame, leaveGame, startGame, post } from "../network/api.js";
import { openDialog, selectField, refreshDialog } from "../dialogs/dialogs.js";
import { optionFields, checkbox } from "./options.js";
import { seatFields } from "./seats.js";
import { soundSwitches } from "../sound/sound.js";
import { crest } from "../drawing/signs.js";
import { fetchJson } from "../network/timed_fetch.js";
import { scaleTimeout } from "../network/timeout_scale.js";
import { game } from "../table/game.js";
import { showRefusal } from "../table/message.js";
import { codeForm } from "../pairing/code_form.js";
import { notifyOtherPages } from "../network/connection.js";
import { canEnter } from "../pairing/device_role.js";

// The dialog for a new game: players, options, who begins, and the games that can be resumed.

// A list of unfinished games, each resumed by a tap.

/**
 * Draws the games; `choose` is called with the number of the tapped one. Returns no elements for no games.
 *
 * `several`: whether the table has several kinds of games, so that each names its kind.
 *
 * @param {Api.GameInShort[]} games
 * @param {boolean} several
 * @param {(game: number) => unknown} choose
 */
export function unfinishedGames(games, several, choose) {
  if (!games.length) return [];
  return [
    html("h2", {}, t("Resume a game")),
    html("ul", { class: "unfinished" }, games.map((game) => html("li", {}, gameButton(game, choose, several)))),
  ];
}

/**
 * @param {Api.GameInShort} left
 * @param {(game: number) => unknown} choose
 * @param {boolean} several
 */
function gameButton(left, choose, several) {
  const { game, name: what, started, players } = left;
  const onTap = async (/** @type {Page.Happened} */ { currentTarget: button }) => {
    // Ignore the second tap of a double tap.
    button.disabled = true;
    const isResumed = await choose(game);
    button.disabled = false;
    // Close the dialog that contains the list, if any.
    if (isResumed) button.closest("dialog")?.close();
  };
  const when = new Date(started).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
  return html(
    "button",
    { type: "button", class: "choice", "data-game": game, onclick: onTap },
    several ? html("span", {}, translateSentence(what)) : null,
    html("b", {}, players.map(({ name }) => name).join(", ")),
    html("span", { class: "quiet" }, t("{when}, {turns}", { when, turns: lengthText(left) })),
  );
}

// The rolls for the first player: one tap for each player's roll. Tied players roll again.

/** @typedef {{ [colour: string]: number }} Sums */

const SUMS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/**
 * The collapsed fields of the rolls for the first player, as an element.
 *
 * `players` returns the seated players, in order. `rolls()` returns the entered rounds, each with the sums by
 * colour, or null. `refresh` redraws the fields for the current players.
 *
 * @param {() => Page.Player[]} players
 */
export function whoBeginsFields(players) {
  // The sums of each round by colour: they follow a player who changes seats.
  /** @type {Sums[]} */
  let rounds = [];
  const box = html("div", { class: "begins" });
  const root = html("details", { class: "who-begins" }, html("summary", {}, t("Roll to see who begins")), box);

  function draw() {
    const seated = players();
    let throwing = seated;
    /** @type {HTMLElement[]} */
    const drawn = [];
    /** @type {Sums[]} */
    const keptRounds = [];
    while (throwing.length > 1) {
      const sums = sumsOf(rounds[keptRounds.length] ?? {}, throwing);
      drawn.push(drawRound(keptRounds.length, throwing, sums));
      if (Object.keys(sums).length) keptRounds.push(sums);
      if (Object.keys(sums).length < throwing.length) break;
      const highest = Math.max(...Object.values(sums));
      throwing = throwing.filter(({ colour }) => sums[colour] === highest);
    }
    rounds = keptRounds;
    const [{ name }] = throwing;
    box.replaceChildren(
      ...drawn,
      html("p", { class: "who-begins-result", role: "status" }, throwing.length > 1 ? "" : t("{name} begins.", { name })),
    );
  }

  /**
   * @param {number} round
   * @param {Page.Player[]} throwing
   * @param {Sums} sums
   */
  function drawRound(round, throwing, sums) {
    const legend = round ? t("They rolled the same and roll again") : t("Each player rolls two dice: the highest sum begins");
    return html(
      "fieldset",
      { class: "begins-round" },
      html("legend", {}, legend),
      throwing.map(({ name, colour }) => drawSums(round, name, colour, sums[colour])),
    );
  }

  /**
   * @param {number} round
   * @param {string} name
   * @param {string} colour
   * @param {number | undefined} sum
   */
  function drawSums(round, name, colour, sum) {
    const onChoose = (/** @type {number} */ each) => (/** @type {Page.Happened} */ { target }) => {
      if (!target.checked) return;
      rounds = [...rounds.slice(0, round), { ...rounds[round], [colour]: each }];
      draw();
      requireElement(root, `[name="${field}"]:checked`, HTMLInputElement).focus();
    };
    const field = `begins${round}-${colour}`;
    return html(
      "fieldset",
      { class: "faces sums", "data-colour": colour },
      html("legend", {}, name),
      SUMS.map((each) =>
        html(
          "label",
          { class: "face" },
          html("input", { type: "radio", name: field, value: each, checked: each === sum, onchange: onChoose(each) }),
          html("span", {}, `${each}`),
        ),
      ),
    );
  }

  draw();
  return { element: root, refresh: draw, rolls: () => (rounds.length ? rounds : null) };
}

/**
 * The sums of a round, of the players who take part in it.
 *
 * @param {Sums} sums
 * @param {Page.Player[]} throwing
 * @returns {Sums}
 */
const sumsOf = (sums, throwing) =>
  Object.fromEntries(throwing.filter(({ colour }) => sums[colour]).map(({ colour }) => [colour, sums[colour]]));

// The form that starts a game, and a dialog with it over a running game, which can also resume an unfinished one.

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

// The page without a game: ways to start one, and the page's address for other devices.

const ADDRESS_TIMEOUT_MS = scaleTimeout(4000);

/** @typedef {"last" | "new" | null} Form The open form: prefilled from the last game, or with defaults; null: none. */
/** @typedef {{ link: string, qr: string, reached: boolean, may_open: boolean }} Address */

/** @type {Form} */
let openForm = null;

/** Closes the form, because a game has started. */
export const closeForm = () => (openForm = null);

/**
 * Draws the page without a game.
 *
 * @param {HTMLElement} root
 */
export function drawFirstScreen(root) {
  if (canEnter()) loadWays(root);
  else root.replaceChildren(drawIdleGame(), html("div", { class: "ways" }, html("p", { class: "first-status" }, t("No game in progress.")), pairingForm()));
}

/** The game's decoration while nobody plays. */
const drawIdleGame = () => html("div", { class: "at-rest", inert: true, "aria-hidden": "true" }, game().atRest?.());

/** @param {HTMLElement} root */
function loadWays(root) {
  // Keep the values of an open form when the language changes.
  const before = readFields(findAll(document, "#start form", HTMLFormElement)[0]);
  fetchChoices().then((offered) => {
    /** @param {Form} form */
    const show = (form) => {
      openForm = form;
      root.classList.toggle("first-form", form !== null);
      root.replaceChildren(...(form ? [drawStartForm(offered, form, () => show(null))] : [drawIdleGame(), drawWays(offered, show)]));
    };
    show(openForm);
    if (openForm) fillForm(requireElement(root, "form", HTMLFormElement), before);
  });
}

/**
 * Draws the ways to start a game.
 *
 * @param {Api.Choices} offered
 * @param {(form: Form) => void} show
 */
function drawWays({ last, unfinished, games }, show) {
  const again = last && games.some(({ kind }) => kind === last.kind) ? last : null;
  return html(
    "div",
    { class: "ways" },
    html("h2", { class: "first-title" }, t("Start here")),
    html("p", { class: "first-status" }, t("You play at your table. Companion counts the cards and the points.")),
    again ? wayButton("last", true, () => show("last"), t("Same game as last time"), again.players.map(({ name, colour }, at, { length }) => html("span", { class: "way-player" }, crest(colour), at + 1 < length ? `${name}, ` : name))) : null,
    wayButton("new", !again, () => show("new"), t("New game")),
    unfinishedGames(unfinished, games.length > 1, (number) => resumeGame({ game: number })),
    "demo" in document.body.dataset ? wayButton("demo", false, singleFlight(showDemo), t("See a demo game")) : null,
    addressBox(),
  );
}

/**
 * @param {string} key
 * @param {boolean} usual
 * @param {Page.Listener} onclick
 * @param {string} text
 * @param {Page.Content} [more]
 */
const wayButton = (key, usual, onclick, text, more) =>
  html(
    "button",
    { type: "button", class: usual ? "way primary" : "way", "data-key": key, onclick },
    html("b", {}, text),
    more ? html("span", {}, more) : null,
  );

/**
 * @param {Api.Choices} offered
 * @param {Form} form
 * @param {() => void} back
 */
function drawStartForm(offered, form, back) {
  const { last } = offered;
  const fields = gameForm({ ...offered, ...(form === "last" && last ? lastGameDefaults(last) : {}) });
  const start = (/** @type {Event} */ event) => {
    event.preventDefault();
    startGame(fields.newGame());
  };
  return html(
    "form",
    { onsubmit: start },
    html("h2", {}, t("A new game")),
    fields.element,
    html(
      "div",
      { class: "buttons" },
      html("button", { type: "button", onclick: back }, t("Back")),
      html("button", { class: "primary" }, t("Start")),
    ),
  );
}

/** The address of this page for phones and other tablets, as a QR code. */
function addressBox() {
  const box = html("div", { class: "first-address" });
  const loadAddress = () =>
    fetchJson("/api/pairing/address", {}, ADDRESS_TIMEOUT_MS).then(
      (found) => box.replaceChildren(...drawAddress(found, loadAddress)),
      // A failed request has already shown its message; the ways to start stay.
      () => box.replaceChildren(),
    );
  loadAddress();
  return box;
}

/**
 * @param {Address} address
 * @param {() => unknown} again
 * @returns {HTMLElement[]}
 */
function drawAddress({ link, qr, reached, may_open: mayOpen }, again) {
  if (reached) {
    return [
      html("img", { class: "qr", src: `${qr}?${Date.now()}`, alt: t("The address of this page") }),
      html("p", { class: "quiet" }, t("Scan this with a phone or a tablet to open the table's page: {link}", { link })),
      html("p", { class: "quiet" }, t("View only. To enter moves, pair it under “Phones”.")),
    ];
  }
  const openNetwork = async () => {
    try {
      await post("/api/pairing/network", {});
      again();
    } catch (error) {
      showRefusal(/** @type {Error} */ (error).message);
    }
  };
  return [
    html("p", { class: "quiet" }, t("Phones and other tablets can't reach this table yet: it is open to this computer only.")),
    mayOpen
      ? html("div", { class: "buttons" }, html("button", { type: "button", onclick: singleFlight(openNetwork) }, t("Open the table to this network until it stops")))
      : html("p", { class: "quiet" }, t("Start it with --host 0.0.0.0.")),
  ];
}

/** The form that pairs this device with the table's code. A player's phone uses its seat's code instead. */
function pairingForm() {
  if (document.body.dataset.role !== "viewer") return null;
  const refused = html("p", { role: "alert" });
  const form = codeForm(async (code) => {
    try {
      await post("/api/pairing", { code });
      notifyOtherPages();
      location.reload();
    } catch (error) {
      refused.textContent = /** @type {Error} */ (error).message;
      refused.className = "refusal";
    }
  });
  form.append(refused);
  return form;
}

/** Starts a demo at its own table and opens it. */
async function showDemo() {
  try {
    const { link } = await post("/api/demo", {});
    location.assign(link);
  } catch (error) {
    showRefusal(/** @type {Error} */ (error).message);
  }
}
