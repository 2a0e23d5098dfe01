// The active player's turn: what is due, the offers, the actions.

import { namesOf } from "../table/game.js";
import { sendOffer, enter, pickFromView, closeWhenStale, enterWithNotice } from "../network/api.js";
import { html, singleFlight, requireElement } from "../drawing/dom.js";
import { drawFan } from "../drawing/cards.js";
import { t, listCards, n } from "../language/i18n.js";
import { winnersOf } from "./event_text.js";
import { isTeachingOn, setTeaching, drawLesson, showCosts, lesson, unavailableReason } from "./teaching.js";
import { toDoText } from "./question_text.js";
import { crest } from "../drawing/signs.js";
import { canEnter } from "../pairing/device_role.js";
import { openDialog } from "../dialogs/dialogs.js";
import { HEXES } from "../island/sites.js";
import { askPlay, askReveal, buyCard } from "../base_entries/development.js";
import { askTakenCards, askHand, askEnd, askPlayerLeaves, askRevealedPoints, askRoll } from "../base_entries/table_dialogs.js";
import { askMore } from "../table/action_bar.js";
import { askDiscard, askRob, askTrade } from "../base_entries/card_transfers.js";

// Open trade offers. The tablet answers them for players without a phone.

/**
 * Selects the offers of a snapshot, with the players' names.
 *
 * @param {Page.Snapshot} snapshot
 */
export const pickOffers = ({ offers, game }) =>
  /** @type {NamedOffer[]} */ ((offers ?? []).map((offer) => ({ ...offer, names: namesOf(game?.view) })));

/** @typedef {Omit<Api.OfferShown, "by" | "to"> & { by: Api.Colour, to: Api.Colour[], names: Page.Names }} NamedOffer */

/**
 * Draws the offers with their possible answers.
 *
 * @param {NamedOffer[]} offers
 */
export const drawOffers = (offers) => offers.map(drawOffer);

/** @param {NamedOffer} offer */
function drawOffer({ number, by, to, give, take, accepted, refused, names }) {
  const title = t("{name} offers", { name: names[by] });
  /** @type {(player: Api.Colour, answer: Api.OfferAnswerOf["answer"], more?: object) => () => Promise<boolean>} */
  const sendAnswer = (player, answer, more) => () => sendOffer(`/${number}`, { player, answer, ...more });
  return html(
    "div",
    { class: "question offer", role: "group", "aria-label": title, "data-matter": `offer-${number}` },
    html(
      "p",
      { class: "offer-cards" },
      html("b", {}, title),
      drawFan(give),
      html("span", {}, t("for")),
      drawFan(take),
    ),
    html(
      "div",
      { class: "buttons" },
      to.map((colour) => {
        const name = names[colour];
        // A refused answer keeps its place, so that no other button moves under a finger.
        if (refused.includes(colour)) return offerButton(`yes-${number}-${colour}`, t("{name} refuses", { name }), null);
        if (!accepted.includes(colour)) return offerButton(`yes-${number}-${colour}`, t("{name} accepts", { name }), sendAnswer(colour, "accept"));
        return offerButton(`with-${number}-${colour}`, t("Trade with {name}", { name }), sendAnswer(by, "close", { with: colour }));
      }),
      offerButton(`no-${number}`, t("No trade"), sendAnswer(by, "withdraw")),
    ),
  );
}

/**
 * @param {string} key
 * @param {string} text
 * @param {(() => unknown) | null} action
 */
function offerButton(key, text, action) {
  return html("button", { type: "button", "data-key": key, disabled: !action, onclick: action && singleFlight(action) }, text);
}

// The turn: its player, its clock and the pending actions.

/** Pending actions that are shown as rows of the roll (roll.js). The others are in the line above it. */
export const ROW_KINDS = ["discard", "may_discard", "move_robber", "steal"];
/** Pending actions that are entered by a tap on the island. */
const BOARD_TAP_KINDS = ["found", "take_starting_resources", "free_roads", "take_up"];

/**
 * Selects from a view the data of the pending actions.
 *
 * @param {Page.View} view
 */
export const pickToDo = (view) => ({
  phase: view.phase,
  onTurn: view.on_turn,
  began: view.turn_began,
  allowed: view.turn_seconds ?? null,
  reserve: (view.on_turn && view.reserves?.[view.on_turn]) ?? null,
  toDo: /** @type {Page.ToDo[]} */ (view.to_do)
    .filter(({ kind }) => !ROW_KINDS.includes(kind))
    .map((item) => /** @type {Page.ToDo} */ ({ ...item, camera: view.camera })),
  rows: /** @type {Page.ToDo[]} */ (view.to_do.filter(({ kind }) => ROW_KINDS.includes(kind))),
  winners: winnersOf(view),
  names: namesOf(view),
  lesson: canEnter() && isTeachingOn(view) ? lesson(view) : null,
  game: view.game,
});

/** @param {ReturnType<typeof pickToDo>} picked */
export function drawToDo({ lesson: taught, game, ...picked }) {
  // The end of the game announces the winner (table/victory.js).
  if (picked.phase === "over" && picked.winners.length) return [];
  return [...drawDue(picked, taught === null), taught === null ? null : drawLesson(taught, { game })];
}

/**
 * Draws the pending actions. `hinted`: whether to say where to tap, because no lesson does.
 *
 * @param {Omit<ReturnType<typeof pickToDo>, "lesson" | "game">} picked
 * @param {boolean} hinted
 */
function drawDue({ phase, onTurn, toDo, rows, names, ...timed }, hinted) {
  if (!toDo.length) {
    return [
      onTurn ? drawTurnLine(onTurn, turnText(phase, rows, onTurn, names[onTurn]), drawClock(timed)) : null,
      hinted && rows[0]?.kind === "move_robber" && canEnter() ? drawHint(t("Tap the hex where it is now.")) : null,
    ];
  }
  const [first, ...rest] = toDo;
  const text = toDoText(first, names[first.colour], canEnter());
  return [
    drawTurnLine(first.colour, text, first.colour ? drawClock(timed) : null, answerButtons(first, names), "turn-due"),
    // Ask for the first player only after the island is confirmed: one question at a time.
    rest.length
      ? html("ul", { class: "to-do-items" }, rest.map((item) => drawToDoItem(item, names, first.kind !== "confirm_island")))
      : null,
    hinted && canEnter() && toDo.some(({ kind }) => BOARD_TAP_KINDS.includes(kind)) ? drawHint(t("Tap its place on the island.")) : null,
  ];
}

/** @param {string} text */
const drawHint = (text) => html("p", { class: "quiet hint" }, text);

/**
 * @param {string} phase
 * @param {Page.ToDo[]} rows
 * @param {string} onTurn
 * @param {string} name
 */
function turnText(phase, rows, onTurn, name) {
  if (rows[0]?.colour === onTurn) return toDoText(rows[0], name);
  if (phase !== "play" || rows.length) return t("{name}'s turn", { name });
  return t("{name} trades and builds", { name });
}

/**
 * Draws the line in the active player's colour, with the turn's clock.
 *
 * @param {string | undefined} colour
 * @param {Page.Content} text
 * @param {Page.Content} clockShown
 * @param {Page.Content[]} buttons
 * @param {string} kind
 */
function drawTurnLine(colour, text, clockShown, buttons = [], kind = "") {
  return html(
    "div",
    { class: `turn-line to-do-item ${kind}`.trim(), "data-colour": colour },
    drawToDoText(colour, text),
    buttons.length ? html("div", { class: "buttons" }, buttons) : null,
    clockShown,
  );
}

/**
 * Draws the turn's clock: the elapsed time, or with a house rule the remaining time out of `allowed` and of the
 * game's `reserve`.
 *
 * @param {{ began: number | null, allowed: number | null, reserve: number | null }} timed
 */
function drawClock({ began, allowed, reserve }) {
  if (began === null || !Number.isFinite(began)) return null;
  const left = reserve === null ? t("Time left in this turn") : t("Time left in this turn, and in reserve");
  const label = allowed || reserve !== null ? left : t("Time in this turn");
  const limits = allowed || reserve !== null ? { "data-allowed": allowed ?? 0, "data-reserve": reserve } : {};
  return html("span", { class: "clock", role: "timer", "aria-live": "off", "aria-label": label, "data-began": began, ...limits });
}

/**
 * @param {string | undefined} colour
 * @param {Page.Content} text
 */
const drawToDoText = (colour, text) =>
  html("p", { class: "to-do-text" }, colour ? crest(colour) : null, html("span", {}, text));

/**
 * @param {Page.ToDo} item
 * @param {Page.Names} names
 * @param {boolean} answered
 */
function drawToDoItem(item, names, answered) {
  const buttons = answered ? answerButtons(item, names) : [];
  return html(
    "li",
    { class: "to-do-item" },
    drawToDoText(item.colour, toDoText(item, names[item.colour], canEnter())),
    buttons.length ? html("div", { class: "buttons" }, buttons) : null,
  );
}

/**
 * The buttons for answers of one tap. Other answers are entered with the bar.
 *
 * @param {Page.ToDo} item
 * @param {Page.Names} names
 * @returns {Page.Content[]}
 */
function answerButtons(item, names) {
  if (!canEnter()) return [];
  if (item.kind === "found" && item.or) {
    const askFirst = () => askFirstPlayer(item.or, names);
    return [html("button", { type: "button", class: "quiet-button", "data-key": "first-player", onclick: askFirst }, t("Someone else begins …"))];
  }
  if (item.kind === "confirm_island") return [entryButton(t("Confirm"), { kind: "confirm", entry: item.entry }, PRIMARY)];
  if (item.kind === "roll" && item.fresh) {
    return [entryButton(t("{name} has already rolled", { name: names[item.colour ?? ""] }), { kind: "rolled_before" })];
  }
  if (item.kind === "lay_island") return layoutButtons(item);
  if (item.kind === "take_starting_resources" && item.likely) {
    const { at, cards } = item.likely;
    return [entryButton(t("The one with {cards}", { cards: listCards(cards) }), { kind: item.kind, at, player: item.colour })];
  }
  if (item.kind === "take_up") return [entryButton(t("All pieces are as shown"), { kind: "take_up" })];
  return [];
}

const PRIMARY = { class: "primary" };

/**
 * Ask for the first player, before anything is founded.
 *
 * @param {string[]} others
 * @param {Page.Names} names
 */
function askFirstPlayer(others, names) {
  const choices = others.map((player) => entryButton(t("{name} begins", { name: names[player] }), { kind: "first_player", player }, { class: "choice", "data-colour": player }));
  openDialog(t("Who begins?"), choiceList(choices), []);
  closeWhenStale(pickFromView((/** @type {Page.View} */ { to_do: due }) => due.find(({ kind }) => kind === "found")));
}

/**
 * The buttons that confirm an island without a camera: as entered, by a diagram, or at random. Once hexes are entered,
 * the islands that would replace them are behind one button, which says so.
 *
 * @param {Page.ToDo} item
 */
function layoutButtons(item) {
  const { missing } = item;
  const entered = HEX_COUNT - (missing?.hexes ?? HEX_COUNT);
  if (!entered) return proposedIslands(item, PRIMARY);
  const isWhole = !missing.tokens && !missing.harbors;
  const askOther = () => {
    openDialog(
      t("Use another island?"),
      [
        html("p", {}, n("It replaces {count} hex that was entered. Undo restores it.", "It replaces {count} hexes that were entered. Undo restores them.", entered)),
        choiceList(proposedIslands(item, { class: "choice" })),
      ],
      [],
      { leave: t("Back") },
    );
    closeWhenStale(pickFromView((/** @type {Page.View} */ { to_do: due }) => due.find(({ kind }) => kind === "lay_island")));
  };
  return [
    missing.hexes === 0 ? entryButton(t("Confirm"), ENTERED_ISLAND, { ...(isWhole ? PRIMARY : {}), ...(isWhole ? {} : { onclick: askIncompleteIsland(missing) }) }) : null,
    html("button", { type: "button", class: "quiet-button", "data-key": "other-island", onclick: askOther }, t("Another island …")),
  ].filter(Boolean);
}

/**
 * A dialog's list of buttons, each of which closes the dialog.
 *
 * @param {HTMLElement[]} buttons
 */
function choiceList(buttons) {
  const closeDialog = (/** @type {Page.Happened} */ { target }) => {
    if (target.closest("button")) target.closest("dialog")?.close();
  };
  return html("div", { class: "choices", onclick: closeDialog }, buttons);
}

const HEX_COUNT = Object.keys(HEXES).length;

/**
 * The buttons of the islands that Companion proposes; the first one has the attributes of `first`, a class at least.
 *
 * @param {Page.ToDo} item
 * @param {{ class: string }} first
 */
function proposedIslands({ editions = [], draw, pieces }, first) {
  const rest = first === PRIMARY ? {} : first;
  /** @type {[string, object][]} */
  const islands = [
    ...(pieces ? editions : []).map((/** @type {string} */ edition) => [t("Beginners' island and pieces ({edition})", { edition }), { as: "first_game", edition, pieces: true }]),
    ...(draw ? editions : []).map((/** @type {string} */ edition) => [t("Beginners' island ({edition})", { edition }), { as: "first_game", edition }]),
    ...(draw ? [[t("Draw an island at random"), { as: "drawn" }]] : []),
  ];
  return islands.map(([shown, as], at) => entryButton(shown, { kind: "lay_island", ...as }, at ? rest : first));
}

/** @type {Page.Input} */
const ENTERED_ISLAND = { kind: "lay_island", as: "entered" };

/**
 * Ask before an island without all its number tokens or harbors is used.
 *
 * @type {(missing: { tokens: number, harbors: number }) => () => void}
 */
const askIncompleteIsland = ({ tokens, harbors }) => () => {
  const sentences = [
    tokens ? n("{count} number token is still missing.", "{count} number tokens are still missing.", tokens) : null,
    harbors ? n("{count} harbor is still missing.", "{count} harbors are still missing.", harbors) : null,
  ];
  openDialog(
    t("Use the island anyway?"),
    sentences.filter(Boolean).map((each) => html("p", {}, each)),
    [[t("Use the island"), () => enter(ENTERED_ISLAND)]],
    { leave: t("Back") },
  );
  closeWhenStale(pickFromView((/** @type {Page.View} */ { to_do: due }) => due.find(({ kind }) => kind === "lay_island")));
};

/**
 * A button that enters an input; `shown` is its label.
 *
 * @param {Page.Content} shown
 * @param {Page.Input} input
 * @param {Page.Attributes} attributes
 */
export const entryButton = (shown, input, attributes = {}) =>
  html(
    "button",
    { type: "button", "data-key": JSON.stringify(input), onclick: singleFlight(() => enter(input)), ...attributes },
    shown,
  );

// Actions of a base game that no camera sees.

/** @typedef {import("../table/action_bar.js").Action<Page.ViewInPlay>} Action */

/**
 * Selects from a view the data that the action bar shows.
 *
 * @param {Page.View} view
 */
export function pickActions(view) {
  const { phase, ended, players, may, redo, roll_cards_left: cards } = view;
  const { roll, trade, buy_card: buy, play, reveal, end_turn: ends, discard, rob } = may ?? {};
  const faceDown = ended ? players.filter(({ development_cards: count }) => count > 0).map(({ colour, name }) => ({ colour, name })) : [];
  const reasons = Object.fromEntries(["roll", "draw", "trade", "buy", "play", "end"].map((key) => [key, may && unavailableReason(key, view)]));
  return { phase, faceDown, roll, cards, trade, buy, plays: Boolean(play?.length), reveals: Boolean(reveal?.length), ends, discard, rob, redo, reasons, taught: isTeachingOn(view) };
}

/**
 * The actions of the bar, in display order (table/action_bar.js).
 *
 * @param {ReturnType<typeof pickActions>} picked
 * @returns {Action[]}
 */
export function actions({ phase, faceDown, roll, cards, trade, buy, plays, reveals, ends, discard, rob, redo, reasons, taught }) {
  const playing = phase === "play";
  /** @type {(Action | false)[]} */
  const candidates = [
    Object.keys(discard ?? {}).length > 0 && { key: "discard", text: t("Discard"), due: true, act: askDiscard },
    Boolean(rob?.length) && { key: "rob", text: t("Rob"), due: true, act: askRob },
    playing && typeof cards === "number" && { key: "draw", text: n("Draw ({count} card)", "Draw ({count} cards)", cards), usual: roll, off: !roll, act: drawRollCard },
    phase !== "over" && !(playing && typeof cards === "number") && { key: "roll", text: t("Enter a roll"), usual: roll, act: askRoll },
    playing && { key: "trade", text: t("Trade"), usual: trade, act: askTrade },
    playing && { key: "buy", text: t("Buy card"), usual: buy, act: buyCard },
    playing && { key: "play", text: t("Play card"), usual: plays, act: askPlay },
    faceDown.length > 0 && { key: "reveal", text: t("Reveal"), usual: true, act: () => askRevealedPoints(faceDown) },
    reveals && { key: "reveal", text: t("Reveal"), usual: true, act: (view) => askReveal(view, view.on_turn ?? "") },
    playing && { key: "end", text: t("End turn"), usual: ends, off: !ends, act: () => enter({ kind: "end_turn" }) },
    { key: "undo", text: t("Undo"), usual: true, act: () => enterWithNotice({ kind: "undo" }) },
    redo && { key: "redo", text: t("Redo"), usual: true, act: () => enterWithNotice({ kind: "redo" }) },
    { key: "more", text: t("More"), usual: true, act: (view) => askMore(view, [[t("Building costs"), () => showCosts(view)], explainChoice(view), ...rareChoices(view)]) },
  ];
  return /** @type {Action[]} */ (candidates.filter(Boolean)).map((action) => addReason(action, reasons[action.key], taught));
}

/**
 * Makes an unavailable action show its reason when it is tapped or pointed at, with a button to enter it anyway where
 * that is possible.
 *
 * @param {Action} action
 * Only beginners are asked before an action that can be entered anyway: others enter things late, or in another order.
 *
 * @param {Action} action
 * @param {string | null | undefined} reason
 * @param {boolean} taught
 * @returns {Action}
 */
function addReason(action, reason, taught) {
  const { key, text, usual, due, off, act } = action;
  if (usual || due || !reason) return action;
  if (!off && !taught) return { ...action, reason };
  const showReason = (/** @type {Page.ViewInPlay} */ view) => {
    const why = unavailableReason(key, view);
    if (!why) return act(view);
    /** @type {Page.Choice[]} */
    const anyway = off ? [] : [[t("Enter anyway"), enterDespiteReason]];
    const dialog = openDialog(text, html("p", {}, why), anyway, { leave: off ? t("Close") : undefined });
    /** Entering may open a further question, which replaces the dialog with the reason. */
    function enterDespiteReason() {
      dialog.close();
      act(view);
      return false;
    }
  };
  return { ...action, off: false, reason, act: showReason };
}

/**
 * Has Companion draw the roll card, at a table that plays with a deck.
 *
 * @param {Page.View} view
 */
const drawRollCard = ({ turn }) => enter({ kind: "draw_roll", about: { turn: Math.max(1, turn) } });

/**
 * A menu entry that turns the explanation of each step on or off on this device.
 *
 * @param {Page.View} view
 * @returns {Page.Choice}
 */
function explainChoice(view) {
  const taught = isTeachingOn(view);
  const change = () => {
    setTeaching(view, !taught);
    requireElement(document, "#dialog", HTMLDialogElement).close();
  };
  return [taught ? t("Stop explaining") : t("Explain each step"), change];
}

/**
 * @param {Page.View} view
 * @returns {Page.Choice[]}
 */
const rareChoices = (view) =>
  view.phase === "play"
    ? [
        ...(view.may.claim ? [/** @type {Page.Choice} */ ([t("Claim victory"), () => enterWithNotice({ kind: "claim_victory" })])] : []),
        [t("Enter a hand"), () => askHand(view)],
        ...(view.last_roll?.takes.length ? [/** @type {Page.Choice} */ ([t("Correct the cards taken …"), () => askTakenCards(view)])] : []),
        [t("A player leaves …"), () => askPlayerLeaves(view.players)],
        ...view.players.filter(({ resting }) => resting).map(({ name, colour }) => /** @type {Page.Choice} */ ([t("{name} rejoins the game", { name }), () => enterWithNotice({ kind: "come_back", player: colour })])),
        [t("End the game now …"), () => askEnd()],
        ...(typeof view.roll_cards_left === "number" ? [/** @type {Page.Choice} */ ([t("Enter a roll"), () => askRoll(view)])] : []),
      ]
    : [];
