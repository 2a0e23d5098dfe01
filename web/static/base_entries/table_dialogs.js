// The table's own forms: hands, a roll entered by hand, the end of a game.

import { enterWithNotice, TURN_STATE, closeWhenStale, enter, combinePicks, pickFromView } from "../network/api.js";
import { openDialog, dialogValues } from "../dialogs/dialogs.js";
import { html, singleFlight, findAll, requireElement } from "../drawing/dom.js";
import { RESOURCES, crest } from "../drawing/signs.js";
import { t, word } from "../language/i18n.js";
import { cardCounters, UNIDENTIFIED_CARD, counters } from "./card_transfers.js";
import { playerChips, radioGroup } from "../dialogs/form_fields.js";
import { facesOf, formatDice, SUMS } from "../base_game/event_text.js";

// Entering the cards that players really took for the last roll, if that differs from what was due.

/**
 * Asks which cards were taken instead, by everybody or by `only` one player. The most frequent answers need one tap.
 *
 * @param {Page.View} view
 * @param {string | null} only
 */
export function askTakenCards(view, only = null) {
  /** @type {Api.Takes[]} */
  const takes = view.last_roll?.takes ?? [];
  /** @param {string} colour */
  const nameOf = (colour) => view.players.find((player) => player.colour === colour)?.name ?? colour;
  const isAsked = (/** @type {{ colour: string }} */ { colour }) => only === null || colour === only;
  const missed = takes.filter(isAsked).map(({ colour }) =>
    choiceButton(t("{name} took nothing", { name: nameOf(colour) }), () => enterWithNotice({ kind: "take_instead", player: colour, resources: {} })),
  );
  const short = RESOURCES.filter((kind) => takes.filter(({ cards }) => cards[kind]).length > 1 && takes.filter(isAsked).some(({ cards }) => cards[kind])).map((kind) =>
    choiceButton(t("The bank had run out of {resource}", { resource: word("resource", kind) }), () => enterWithNotice({ kind: "bank_ran_out", resource: kind })),
  );
  const other = view.players.filter(isAsked).map(({ colour, name }) =>
    choiceButton(t("{name} took other cards …", { name }), () => askOtherCards(colour, name)),
  );
  openDialog(t("Which cards were taken for this roll?"), html("div", { class: "choices" }, missed, short, other), []);
}

/**
 * @param {string} text
 * @param {() => unknown} act
 */
const choiceButton = (text, act) => html("button", { type: "button", class: "choice", onclick: singleFlight(act) }, text);

/**
 * Asks which cards a player took.
 *
 * @param {string} colour
 * @param {string} name
 */
function askOtherCards(colour, name) {
  const took = cardCounters(t("Cards taken"), { most: () => Infinity });
  const enterCards = () => enterWithNotice({ kind: "take_instead", player: colour, resources: took.cards() });
  openDialog(t("{name} took other cards", { name }), took.element, [[t("Save"), enterCards]]);
  return false;
}

// Entering the cards of a hand that was shown, or the number of cards in each hand.

/**
 * Asks for all cards of a player's hand; the answer replaces all earlier assumptions.
 *
 * @param {Page.View} view
 */
export function askHand(view) {
  const who = playerChips("player", t("Whose hand is it?"), view.players, view.on_turn);
  const cards = cardCounters(t("Everybody at this screen sees what is entered here."), {
    kinds: [...RESOURCES, UNIDENTIFIED_CARD],
  });
  const enterHand = () => enterWithNotice({ kind: "show_hand", player: dialogValues().player, resources: cards.cards() });
  openDialog(t("Which cards are in the hand?"), [who, cards.element], [[t("All of its cards"), enterHand]]);
  closeWhenStale(TURN_STATE);
}

/**
 * Asks for the number of cards in each hand, beginning with the recorded numbers.
 *
 * @param {Api.CountAsked[]} counts
 */
export function askCounts(counts) {
  const given = Object.fromEntries(counts.map(({ colour, cards }) => [colour, cards]));
  const rows = counts.map(({ colour, name }) => ({ key: colour, name, label: [crest(colour), html("span", { class: "count-name" }, name)] }));
  const fields = counters(t("How many cards does each hold?"), rows, { given });
  const none = Object.fromEntries(counts.map(({ colour }) => [colour, 0]));
  const enterCounts = () => enterWithNotice({ kind: "count_cards", cards: { ...none, ...fields.cards() } });
  openDialog(t("Count your cards"), fields.element, [[t("Save"), enterCounts]]);
  closeWhenStale(TURN_STATE);
}

// Entering a roll that no source saw, or that was misread.

const FACES = [1, 2, 3, 4, 5, 6];

/**
 * The fields for a roll: two rows of faces, or a row of sums. `dice` are chosen initially.
 *
 * @param {Api.Dice | undefined} dice
 */
export function diceFields(dice = undefined) {
  const faces = dice && facesOf(dice);
  const sum = dice && "sum" in dice ? dice.sum : undefined;
  const rows = [
    ...[0, 1].map((nth) => faceRow(`die${nth + 1}`, t("Die {number}", { number: nth + 1 }), FACES, faces?.[nth])),
    faceRow("sum", t("or only the sum"), SUMS, sum),
  ];
  const fields = html("div", { class: "thrown" }, rows);
  // Choosing a sum clears the faces, and the reverse.
  fields.addEventListener("change", ({ target }) => {
    const bySum = /** @type {HTMLInputElement} */ (target).name === "sum";
    findAll(fields, "input", HTMLInputElement).forEach((input) => {
      if ((input.name === "sum") !== bySum) input.checked = false;
    });
  });
  return fields;
}

/**
 * @param {string} name
 * @param {string} legend
 * @param {number[]} values
 * @param {number | undefined} chosen
 */
const faceRow = (name, legend, values, chosen) =>
  html(
    "fieldset",
    { class: name === "sum" ? "faces sums" : "faces" },
    html("legend", {}, legend),
    values.map((value) =>
      html(
        "label",
        { class: "face" },
        html("input", { type: "radio", name, value, checked: value === chosen }),
        html("span", {}, `${value}`),
      ),
    ),
  );

/**
 * The dice that are chosen in the dialog; null if incomplete.
 *
 * @returns {Api.Dice | null}
 */
export function chosenDice() {
  const { die1, die2, sum } = dialogValues();
  if (sum) return { sum: Number(sum) };
  return die1 && die2 ? [Number(die1), Number(die2)] : null;
}

/** Returns whether both dice or their sum are chosen. */
const hasDice = () => chosenDice() !== null;

/**
 * Asks what was rolled if the dice are unreadable or unseen. `input` is entered with the chosen dice.
 *
 * @param {Api.DiceAsked} input
 */
export function askDice(input) {
  const completeInput = () => {
    const dice = chosenDice();
    return input.kind === "correct" ? { ...input, event: { ...input.event, dice } } : { ...input, dice };
  };
  openDialog(t("What was rolled?"), diceFields(), [[t("Save"), () => enter(completeInput())]], { ready: hasDice });
  if (input.kind === "roll") closeWhenStale(ROLL_STATE);
}

/**
 * Asks for the next roll, or for this turn's if it was misread. A due roll is entered as soon as it is chosen.
 *
 * @param {Page.View} view
 */
export function askRoll(view) {
  const names = Object.fromEntries(view.players.map(({ colour, name }) => [colour, name]));
  const isRead = view.rolled && Boolean(view.roll);
  const rollLine = isRead && view.log.findLast(({ event }) => event.kind === "roll");
  const isUnseen = view.rolled && !isRead;
  // This turn's roll if it is missing or unseen; otherwise the next one, which ends this turn.
  const turn = Math.max(1, view.turn + (isRead ? 1 : 0));
  const enterRoll = (/** @type {number} */ which) =>
    enterWithNotice({ kind: "roll", dice: chosenDice(), about: { turn: which } });
  /** @type {Page.Choice[]} */
  const buttons = [[t("Save"), () => enterRoll(turn)]];
  if (isUnseen) {
    const text = t("The next player, {name}, rolled this", { name: nextPlayer(view) });
    buttons.push([text, () => hasDice() && enterRoll(turn + 1)]);
  }
  if (rollLine) {
    const { number, event } = rollLine;
    const about = { as_of: rollLine.as_of };
    const correctRoll = () => enterWithNotice({ kind: "correct", entry: number, event: { ...event, dice: chosenDice() }, about });
    const name = names[event.player ?? ""];
    const text = t("{name} rolled this, not {dice}", { name, dice: formatDice(event.dice) });
    buttons.push([text, () => hasDice() && correctRoll()]);
    const insertRoll = () => enter({ kind: "another_roll", entry: number, dice: chosenDice() });
    const insertText = t("{name} rolled this, and the next player rolled {dice}", { name, dice: formatDice(event.dice) });
    buttons.push([insertText, () => hasDice() && insertRoll()]);
  }
  const who = isRead ? nextPlayer(view) : names[view.on_turn ?? ""];
  const note = view.phase === "play" ? html("p", { class: "quiet" }, t("{name} rolls.", { name: who })) : null;
  const fields = diceFields();
  const dialog = openDialog(t("What was rolled?"), [note, fields], buttons, { ready: hasDice });
  closeWhenStale(ROLL_STATE);
  if (rollLine || isUnseen) return;
  // The arrow keys select values on the way, so they don't submit the form.
  let byFinger = false;
  fields.addEventListener("pointerup", () => (byFinger = true));
  fields.addEventListener("keydown", () => (byFinger = false));
  fields.addEventListener("change", () => byFinger && hasDice() && requireElement(dialog, "form", HTMLFormElement).requestSubmit());
}

/** The active turn and its roll: the dialog closes when they change. */
const ROLL_STATE = combinePicks(TURN_STATE, pickFromView((/** @type {Page.View} */ { rolled, roll }) => [rolled, roll?.dice]));

/**
 * The name of the player who rolls next: the next seat clockwise.
 *
 * @param {Page.View} view
 */
function nextPlayer({ players, on_turn: onTurn }) {
  const seat = players.findIndex(({ colour }) => colour === onTurn);
  const after = [...players.slice(seat + 1), ...players.slice(0, seat + 1)];
  return (after.find(({ resting }) => !resting) ?? after[0]).name;
}

// Ending a game early: by agreement or because the time is up.

/** Asks why the game ends now. */
export function askEnd() {
  const enterEnd = (/** @type {"agreement" | "time"} */ because) => () => enterWithNotice({ kind: "end_game", because });
  const note = t("The player with the most visible points wins. Face-down victory points count once they are revealed.");
  /** @type {Page.Choice[]} */
  const buttons = [
    [t("All agree"), enterEnd("agreement")],
    [t("The time is up"), enterEnd("time")],
  ];
  openDialog(t("End the game now?"), html("p", {}, note), buttons);
}

/**
 * Asks which victory points a player reveals after the game was ended.
 *
 * @param {{ colour: string, name: string }[]} players the players with cards face down
 */
export function askRevealedPoints(players) {
  const who = playerChips("player", t("Whose are they?"), players, players.length === 1 ? players[0].colour : null);
  const counts = radioGroup("count", t("How many victory point cards?"), [1, 2, 3, 4, 5].map((count) => [count, `${count}`]), null);
  const enterReveal = () => enterWithNotice({ kind: "reveal_victory_points", player: dialogValues().player, count: Number(dialogValues().count) });
  const isReady = () => Boolean(dialogValues().player && dialogValues().count);
  openDialog(t("Victory points are revealed"), [who, counts], [[t("Reveal"), enterReveal]], { ready: isReady });
}

/**
 * Asks which player leaves.
 *
 * @param {Api.BasePlayer[]} players
 */
export function askPlayerLeaves(players) {
  const who = playerChips("player", t("Who leaves?"), players.filter(({ resting }) => !resting), null);
  const note = t("The seat is paused: its pieces and cards stay, it gets nothing and nobody can rob it. A player who comes back plays on.");
  const enterLeave = () => enterWithNotice({ kind: "leave_table", player: dialogValues().player });
  openDialog(t("A player leaves"), [who, html("p", {}, note)], [[t("Pause this seat"), enterLeave]], { ready: () => Boolean(dialogValues().player) });
}
