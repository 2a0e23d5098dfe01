// The dialog in which a knight turns a die.

import { currentView } from "../table/current_view.js";
import { enterWithNotice } from "../network/api.js";
import { openDialog, dialogValues } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { RESOURCES } from "../drawing/signs.js";
import { TURN_STATE, combinePicks, pickFromView, closeWhenStale } from "../network/open_question.js";
import { t, word } from "../language/i18n.js";
import { withTurn } from "./selection.js";
import { FACES, faceChoice } from "./faces.js";
import { describePlace } from "./places.js";

/**
 * Asks which die a knight turns, and for a joker into which resource.
 *
 * @param {string} id
 */
export function askKnight(id) {
  /** @type {Page.DiceView} */
  const view = currentView();
  const { sheet, dice } = view;
  const resource = sheet.knights.find((each) => each.id === id)?.resource ?? null;
  const faces = dice.lie ? FACES.filter((face) => dice.lie?.some((each) => each === face) && face !== resource) : [];
  const fields = [
    faces.length ? faceChoice("die", t("Which die?"), faces, faces.length === 1 ? faces[0] : undefined) : null,
    resource
      ? html("p", {}, t("It turns into {resource}.", { resource: word("resource", resource) }))
      : faceChoice("resource", t("Into what?"), RESOURCES),
  ];
  // If all dice show the knight's resource, it turns one of them.
  const chosenFields = () => ({ resource, die: faces.length ? null : resource, ...dialogValues() });
  const isReady = () => Boolean(chosenFields().resource && chosenFields().die);
  const useKnight = () => enterWithNotice(withTurn(view, { kind: "use_knight", knight: id, ...chosenFields() }));
  openDialog(describePlace(sheet, "knight", id), fields, [[t("Turn the die"), useKnight]], { ready: isReady });
  closeWhenStale(combinePicks(TURN_STATE, pickFromView((/** @type {Page.DiceView} */ newView) => [newView.dice, newView.may])));
}
