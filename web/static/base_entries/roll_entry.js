// A roll that nothing could see, or that was read wrongly.

import { enterTold } from "../network/api.js";
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
    row("sum", t("or the sum alone"), SUMS, sum),
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

/**
 * Ask what was rolled: the next roll, or this turn's where that was read wrongly. A roll that is due is entered as
 * soon as it is said.
 *
 * @param {Page.View} view
 */
export function askRoll(view) {
  const names = Object.fromEntries(view.players.map(({ colour, name }) => [colour, name]));
  const told = view.rolled && view.log.findLast(({ event }) => event.kind === "roll");
  // The roll of this turn; or the next one, which ends it.
  const turn = Math.max(1, view.turn + (view.rolled ? 1 : 0));
  /** @type {Page.Choice[]} */
  const buttons = [[t("Save"), () => enterTold({ kind: "roll", dice: chosenDice(), about: { turn } })]];
  if (told) {
    const { number, event } = told;
    const about = { as_of: told.as_of };
    const instead = () => enterTold({ kind: "correct", entry: number, event: { ...event, dice: chosenDice() }, about });
    const name = names[event.player ?? ""];
    const text = t("{name} rolled this, not {dice}", { name, dice: inFigures(event.dice) });
    buttons.push([text, () => chosenDice() !== null && instead()]);
  }
  const who = told ? following(view) : names[view.on_turn ?? ""];
  const note = view.phase === "play" ? html("p", { class: "quiet" }, t("{name} rolls.", { name: who })) : null;
  const fields = diceFields();
  const ready = () => chosenDice() !== null;
  const dialog = ask(t("What was rolled?"), [note, fields], buttons, { ready });
  restOn(both(TURN, ofView((/** @type {Page.View} */ { rolled, roll }) => [rolled, roll?.dice])));
  if (told) return;
  // The arrow keys choose on their way: they enter nothing.
  let byFinger = false;
  fields.addEventListener("pointerup", () => (byFinger = true));
  fields.addEventListener("keydown", () => (byFinger = false));
  fields.addEventListener("change", () => byFinger && ready() && within(dialog, "form", HTMLFormElement).requestSubmit());
}

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
