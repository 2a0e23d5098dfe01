// What a tap on a hex asks: whether the robber moves there, what lies there.

import { enter } from "../network/api.js";
import { ask, askWeighing, choice, values } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { laid } from "./island_view.js";
import { TERRAINS } from "../drawing/signs.js";
import { TURN, both, ofView, restOn } from "../network/open_question.js";
import { hexName, t, word } from "../language/i18n.js";

const NUMBERS = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];

/**
 * Ask about a hex: whether the robber moves there, where it has to; else what lies there.
 *
 * `askCoast`, where a harbor may lie beside it, asks about that. No robber stands on an island before it `isLaid`.
 *
 * @param {string} id
 * @param {Api.HexLies | undefined} lies
 * @param {Page.ToDo | undefined} robberDue what the table waits for of the robber, if it has to move
 * @param {Page.Naming} name
 * @param {false | (() => void)} askCoast
 * @param {boolean} isLaid
 */
export function editHex(id, lies, robberDue, name, askCoast, isLaid = true) {
  // Drawn anew meanwhile, it is found again by its key.
  const hex = () => document.querySelector(`.hex[data-key="${id}"]`);
  hex()?.classList.add("hex-chosen");
  const correct = () => correctHex(id, lies, name, hex(), askCoast, isLaid);
  const dialog = robberDue ? askRobber(id, lies, robberDue.spared?.[id] ?? [], name, correct, hex()) : correct();
  dialog.addEventListener("close", () => hex()?.classList.remove("hex-chosen"), { once: true });
}

/**
 * Ask whether the robber stands on a hex now; `correct` asks what lies there instead. Returns the dialog.
 *
 * Where a friendly robber spares somebody there, by this table's house rule, that is said.
 *
 * @param {string} id
 * @param {Api.HexLies | undefined} lies
 * @param {string[]} spared
 * @param {Page.Naming} name
 * @param {() => unknown} correct
 * @param {Element | null} about
 */
function askRobber(id, lies, spared, name, correct, about) {
  const otherwise = () => {
    correct();
    return false;
  };
  /** @type {Page.Choice[]} */
  const buttons = [
    [t("Place the robber here"), () => enter({ kind: "move_robber", to: id })],
    [t("Correct this hex …"), otherwise],
  ];
  const names = spared.map(name).join(", ");
  const where = [
    lies ? html("p", { class: "quote" }, hexName(lies)) : null,
    names ? html("p", {}, t("House rule: the friendly robber spares {names} (few points).", { names })) : null,
  ];
  const dialog = ask(t("Move the robber here?"), where, buttons, { about, large: true });
  restOn(both(TURN, ofView((/** @type {Page.View} */ { robber }) => robber)));
  return dialog;
}

/**
 * Ask what lies on a hex, or whether the robber stands there. Returns the dialog.
 *
 * @param {string} id
 * @param {Api.HexLies | undefined} lies
 * @param {Page.Naming} name
 * @param {Element | null} about
 * @param {false | (() => void)} askCoast
 * @param {boolean} isLaid
 */
function correctHex(id, lies, name, about, askCoast, isLaid) {
  const correction = () => {
    const { terrain, number } = values();
    const hex = { terrain, number: number === "" ? null : Number(number) };
    return { kind: "correct", layout: { hexes: { [id]: hex } } };
  };
  // Of a hex that nobody knows, nothing is chosen for whoever taps on quickly.
  /** @type {Page.Option[]} */
  const unsaid = lies ? [] : [["", t("Choose …")]];
  const fields = [
    choice("terrain", t("Terrain"), [...unsaid, ...TERRAINS.map((t) => /** @type {Page.Option} */ ([t, word("terrain", t)]))], lies?.terrain ?? ""),
    choice(
      "number",
      t("Number"),
      [["", t("none")], ...NUMBERS.map((n) => /** @type {Page.Option} */ ([`${n}`, `${n}`]))],
      `${lies?.number ?? ""}`,
    ),
  ];
  /** @type {Page.Choice[]} */
  const buttons = [
    [t("Save"), () => enter(correction())],
    ...(isLaid ? [/** @type {Page.Choice} */ ([t("Place the robber here"), () => enter({ kind: "move_robber", to: id })])] : []),
  ];
  if (askCoast) {
    const harbor = () => {
      askCoast();
      return false;
    };
    buttons.push([t("Add a harbor …"), harbor]);
  }
  const title = t("What is on this hex?");
  // Nothing rests yet on an island that is still being entered.
  const dialog = isLaid
    ? askWeighing(title, fields, buttons, correction, name, about)
    : ask(title, fields, buttons, { about, ready: () => values().terrain !== "" });
  restOn(ofView((/** @type {Page.View} */ view) => laid(view)?.hexes?.[id]));
  return dialog;
}
