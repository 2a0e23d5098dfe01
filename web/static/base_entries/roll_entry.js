// A roll that nothing could see, or that was read wrongly.

import { enter, enterTold } from "../network/api.js";
import { ask, values } from "../dialogs/dialogs.js";
import { facesOf, inFigures, SUMS } from "../base_game/thrown.js";
import { all, html, within } from "../drawing/dom.js";
import { TURN, both, ofView, restOn } from "../network/open_question.js";
import { t } from "../language/i18n.js";

const FACES = [1, 2, 3, 4, 5, 6];

/**
 * The fields for a roll: two rows of faces, or else one of sums, where the faces don't matter; `dice` are chosen.
 *
 * @param {Api.Dice | undefined} dice
 */
export function diceFields(dice = undefined) {
  const faces = dice && facesOf(dice);
  const sum = dice && "sum" in dice ? dice.sum : undefined;
  const rows = [
    ...[0, 1].map((nth) => row(`die${nth + 1}`, t("Die {number}", { number: nth + 1 }), FACES, faces?.[nth])),
    row("sum", t("or only the sum"), SUMS, sum),
  ];
  const fields = html("div", { class: "thrown" }, rows);
  // One says it or the other.
  fields.addEventListener("change", ({ target }) => {
    const bySum = /** @type {HTMLInputElement} */ (target).name === "sum";
    all(fields, "input", HTMLInputElement).forEach((input) => {
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
const row = (name, legend, values, chosen) =>
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
 * The dice that the fields of the dialog say; null where they don't say it yet.
 *
 * @returns {Api.Dice | null}
 */
export function chosenDice() {
  const { die1, die2, sum } = values();
  if (sum) return { sum: Number(sum) };
  return die1 && die2 ? [Number(die1), Number(die2)] : null;
}

/** Whether both dice are said, or their sum. */
const said = () => chosenDice() !== null;

/**
 * Ask what was rolled where the dice could not be read, or nobody saw them; what they showed is entered with `input`.
 *
 * @param {Api.DiceAsked} input
 */
export function askDice(input) {
  const withDice = () => {
    const dice = chosenDice();
    return input.kind === "correct" ? { ...input, event: { ...input.event, dice } } : { ...input, dice };
  };
  ask(t("What was rolled?"), diceFields(), [[t("Save"), () => enter(withDice())]], { ready: said });
  if (input.kind === "roll") restOn(ROLLED);
}

/**
 * Ask what was rolled: the next roll, or this turn's where that was read wrongly. A roll that is due is entered as
 * soon as it is said.
 *
 * @param {Page.View} view
 */
export function askRoll(view) {
  const names = Object.fromEntries(view.players.map(({ colour, name }) => [colour, name]));
  const read = view.rolled && Boolean(view.roll);
  const told = read && view.log.findLast(({ event }) => event.kind === "roll");
  const unseen = view.rolled && !read;
  // The roll of this turn, where nobody told it or saw the dice; or the next one, which ends it.
  const turn = Math.max(1, view.turn + (read ? 1 : 0));
  const rolledIn = (/** @type {number} */ which) =>
    enterTold({ kind: "roll", dice: chosenDice(), about: { turn: which } });
  /** @type {Page.Choice[]} */
  const buttons = [[t("Save"), () => rolledIn(turn)]];
  if (unseen) {
    const text = t("The next player, {name}, rolled this", { name: following(view) });
    buttons.push([text, () => said() && rolledIn(turn + 1)]);
  }
  if (told) {
    const { number, event } = told;
    const about = { as_of: told.as_of };
    const instead = () => enterTold({ kind: "correct", entry: number, event: { ...event, dice: chosenDice() }, about });
    const name = names[event.player ?? ""];
    const text = t("{name} rolled this, not {dice}", { name, dice: inFigures(event.dice) });
    buttons.push([text, () => said() && instead()]);
    const before = () => enter({ kind: "another_roll", entry: number, dice: chosenDice() });
    const shifted = t("{name} rolled this, and the next player rolled {dice}", { name, dice: inFigures(event.dice) });
    buttons.push([shifted, () => said() && before()]);
  }
  const who = read ? following(view) : names[view.on_turn ?? ""];
  const note = view.phase === "play" ? html("p", { class: "quiet" }, t("{name} rolls.", { name: who })) : null;
  const fields = diceFields();
  const dialog = ask(t("What was rolled?"), [note, fields], buttons, { ready: said });
  restOn(ROLLED);
  if (told || unseen) return;
  // The arrow keys choose on their way: they enter nothing.
  let byFinger = false;
  fields.addEventListener("pointerup", () => (byFinger = true));
  fields.addEventListener("keydown", () => (byFinger = false));
  fields.addEventListener("change", () => byFinger && said() && within(dialog, "form", HTMLFormElement).requestSubmit());
}

/** Whose turn it is, and what was rolled in it. */
const ROLLED = both(TURN, ofView((/** @type {Page.View} */ { rolled, roll }) => [rolled, roll?.dice]));

/**
 * Who rolls next: the next seat, clockwise.
 *
 * @param {Page.View} view
 */
function following({ players, on_turn: onTurn }) {
  const seat = players.findIndex(({ colour }) => colour === onTurn);
  const after = [...players.slice(seat + 1), ...players.slice(0, seat + 1)];
  return (after.find(({ resting }) => !resting) ?? after[0]).name;
}
