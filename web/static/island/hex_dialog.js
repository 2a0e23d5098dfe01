// The dialogs of a tapped hex: move the robber there, or correct the hex.

import { enter } from "../network/api.js";
import { openDialog, openDialogWithPreview, selectField, dialogValues } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { knownLayout } from "./island_view.js";
import { TERRAINS } from "../drawing/signs.js";
import { TURN_STATE, combinePicks, pickFromView, closeWhenStale } from "../network/open_question.js";
import { hexName, t, word } from "../language/i18n.js";

const NUMBERS = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];

/**
 * Ask about a hex: whether the robber moves there, if it has to move; otherwise the terrain and number.
 *
 * `askCoast` asks about a harbor, where one may be beside the hex. The robber can be placed once the layout is known
 * (`isLaid`).
 *
 * @param {string} id
 * @param {Api.HexLies | undefined} lies
 * @param {Page.ToDo | undefined} robberMove the pending robber move, if any
 * @param {Page.Naming} name
 * @param {false | (() => void)} askCoast
 * @param {boolean} isLaid
 */
export function editHex(id, lies, robberMove, name, askCoast, isLaid = true) {
  // A redraw may replace the element, so look it up by its key.
  const hex = () => document.querySelector(`.hex[data-key="${id}"]`);
  hex()?.classList.add("hex-chosen");
  const correct = () => correctHex(id, lies, name, hex(), askCoast, isLaid);
  const dialog = robberMove ? askRobber(id, lies, robberMove.spared?.[id] ?? [], name, correct, hex()) : correct();
  dialog.addEventListener("close", () => hex()?.classList.remove("hex-chosen"), { once: true });
}

/**
 * Ask whether the robber moves to a hex; `correct` opens the correction of the hex instead. Returns the dialog.
 *
 * Mentions the players whom the friendly robber spares there, by a house rule of this table.
 *
 * @param {string} id
 * @param {Api.HexLies | undefined} lies
 * @param {string[]} spared
 * @param {Page.Naming} name
 * @param {() => unknown} correct
 * @param {Element | null} about
 */
function askRobber(id, lies, spared, name, correct, about) {
  const openCorrection = () => {
    correct();
    return false;
  };
  /** @type {Page.Choice[]} */
  const buttons = [
    [t("Place the robber here"), () => enter({ kind: "move_robber", to: id })],
    [t("Correct this hex …"), openCorrection],
  ];
  const names = spared.map(name).join(", ");
  const where = [
    lies ? html("p", { class: "quote" }, hexName(lies)) : null,
    names ? html("p", {}, t("House rule: the friendly robber spares {names} (few points).", { names })) : null,
  ];
  const dialog = openDialog(t("Move the robber here?"), where, buttons, { about, large: true });
  closeWhenStale(combinePicks(TURN_STATE, pickFromView((/** @type {Page.View} */ { robber }) => robber)));
  return dialog;
}

/**
 * Ask for the terrain and number of a hex, or whether the robber is on it. Returns the dialog.
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
    const { terrain, number } = dialogValues();
    const hex = { terrain, number: number === "" ? null : Number(number) };
    return { kind: "correct", layout: { hexes: { [id]: hex } } };
  };
  // Preselect nothing for an unknown hex, so that a quick tap enters no wrong terrain.
  /** @type {Page.Option[]} */
  const placeholder = lies ? [] : [["", t("Choose …")]];
  const fields = [
    selectField("terrain", t("Terrain"), [...placeholder, ...TERRAINS.map((t) => /** @type {Page.Option} */ ([t, word("terrain", t)]))], lies?.terrain ?? ""),
    selectField(
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
  // Nothing depends yet on an island that is still being entered, so no preview is needed.
  const dialog = isLaid
    ? openDialogWithPreview(title, fields, buttons, correction, name, about)
    : openDialog(title, fields, buttons, { about, ready: () => dialogValues().terrain !== "" });
  closeWhenStale(pickFromView((/** @type {Page.View} */ view) => knownLayout(view)?.hexes?.[id]));
  return dialog;
}
