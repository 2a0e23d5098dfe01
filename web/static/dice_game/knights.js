// A knight turns a die: which one, and a joker into what.

import { now } from "../table/current_view.js";
import { enterTold } from "../network/api.js";
import { ask, values } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { RESOURCES } from "../drawing/signs.js";
import { TURN, both, ofView, restOn } from "../network/open_question.js";
import { t, word } from "../language/i18n.js";
import { ofTurn } from "./selection.js";
import { FACES, faceChoice } from "./faces.js";
import { placeOf } from "./places.js";

/**
 * Ask which die a knight turns.
 *
 * @param {string} id
 */
export function askKnight(id) {
  /** @type {Page.DiceView} */
  const view = now();
  const { sheet, dice } = view;
  const resource = sheet.knights.find((each) => each.id === id)?.resource ?? null;
  const lie = dice.lie ? FACES.filter((face) => dice.lie?.some((each) => each === face) && face !== resource) : [];
  const fields = [
    lie.length ? faceChoice("die", t("Which die?"), lie, lie.length === 1 ? lie[0] : undefined) : null,
    resource
      ? html("p", {}, t("It turns into {resource}.", { resource: word("resource", resource) }))
      : faceChoice("resource", t("Into what?"), RESOURCES),
  ];
  // Where all dice show it already, it turns one of these.
  const used = () => ({ resource, die: lie.length ? null : resource, ...values() });
  const ready = () => Boolean(used().resource && used().die);
  const use = () => enterTold(ofTurn(view, { kind: "use_knight", knight: id, ...used() }));
  ask(placeOf(sheet, "knight", id), fields, [[t("Turn the die"), use]], { ready });
  restOn(both(TURN, ofView((/** @type {Page.DiceView} */ now) => [now.dice, now.may])));
}
