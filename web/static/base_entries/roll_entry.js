// A roll that nothing could see, or that was read wrongly.

import { enter, enterTold } from "../network/api.js";
import { ask, values } from "../dialogs/dialogs.js";
import { html, within } from "../drawing/dom.js";
import { TURN, both, ofView, restOn } from "../network/open_question.js";
import { t } from "../language/i18n.js";

const FACES = [1, 2, 3, 4, 5, 6];

/**
 * Two rows of faces; `dice` are chosen.
 *
 * @param {number[]} dice
 */
export function diceFields(dice = []) {
  return [1, 2].map((nth) =>
    html(
      "fieldset",
      { class: "faces" },
      html("legend", {}, t("Die {number}", { number: nth })),
      FACES.map((face) =>
        html(
          "label",
          { class: "face" },
          html("input", {
            type: "radio",
            name: `die${nth}`,
            value: face,
            required: true,
            checked: dice[nth - 1] === face,
          }),
          html("span", {}, `${face}`),
        ),
      ),
    ),
  );
}

/** The dice that the fields of the dialog say. */
export const chosenDice = () => ["die1", "die2"].map((name) => Number(values()[name]));

/**
 * Ask what was rolled: the next roll, or this turn's where that was read wrongly.
 *
 * @param {Page.View} view
 */
export function askRoll(view) {
  const names = Object.fromEntries(view.players.map(({ colour, name }) => [colour, name]));
  const told = view.rolled && view.log.findLast(({ event }) => event.kind === "roll");
  // The roll of this turn; or the next one, which ends it.
  const turn = Math.max(1, view.turn + (view.rolled ? 1 : 0));
  /** @type {Page.Choice[]} */
  const buttons = [[t("Save"), () => enter({ kind: "roll", dice: chosenDice(), about: { turn } })]];
  if (told) {
    const { number, event } = told;
    const about = { as_of: told.as_of };
    const instead = () => enterTold({ kind: "correct", entry: number, event: { ...event, dice: chosenDice() }, about });
    const name = names[event.player ?? ""];
    const text = t("{name} rolled this, not {first} + {second}", { name, first: event.dice[0], second: event.dice[1] });
    buttons.push([text, () => bothChosen() && instead()]);
  }
  const who = told ? following(view) : names[view.on_turn ?? ""];
  const note = view.phase === "play" ? html("p", { class: "quiet" }, t("{name} rolls.", { name: who })) : null;
  ask(t("What was rolled?"), [note, diceFields()], buttons);
  restOn(both(TURN, ofView((/** @type {Page.View} */ { rolled, roll }) => [rolled, roll?.dice])));
}

/**
 * Who rolls next: the next seat, clockwise.
 *
 * @param {Page.View} view
 */
function following({ players, on_turn: onTurn }) {
  const seat = players.findIndex(({ colour }) => colour === onTurn);
  return players[(seat + 1) % players.length].name;
}

/** Whether both dice are chosen; else the browser says what misses. */
const bothChosen = () => within(document, "#dialog form", HTMLFormElement).reportValidity();
