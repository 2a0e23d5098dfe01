// Entering a roll that no source saw, or that was misread.

import { enter, enterWithNotice } from "../network/api.js";
import { openDialog, dialogValues } from "../dialogs/dialogs.js";
import { facesOf, formatDice, SUMS } from "../base_game/dice.js";
import { findAll, html, requireElement } from "../drawing/dom.js";
import { TURN_STATE, combinePicks, pickFromView, closeWhenStale } from "../network/open_question.js";
import { t } from "../language/i18n.js";

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
