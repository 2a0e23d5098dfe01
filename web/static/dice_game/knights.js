// Knights that turn a die: the turn that pays for a piece, and the dialog for any other.

import { currentView } from "../table/current_view.js";
import { enterWithNotice } from "../network/api.js";
import { openDialog, dialogValues } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { RESOURCES } from "../drawing/signs.js";
import { TURN_STATE, combinePicks, pickFromView, closeWhenStale } from "../network/open_question.js";
import { t, word } from "../language/i18n.js";
import { withTurn } from "./selection.js";
import { FACES, countFaces, faceChoice } from "./faces.js";
import { PIECES, describePlace } from "./places.js";

const GOLD_PER_RESOURCE = 2;

/**
 * The turn of a knight with which the dice pay for a piece that they don't pay for yet, the dearest piece first; null: there is none.
 *
 * @param {Pick<Page.DiceView, "dice" | "may" | "costs" | "sheet">} view
 * @param {string} id
 * @returns {{ die: string, resource: string, piece: Api.SheetPiece } | null}
 */
export function payingTurn({ dice, may, costs, sheet }, id) {
  const own = sheet.knights.find((each) => each.id === id)?.resource;
  const turns = (own ? [own] : RESOURCES).flatMap((resource) => FACES.filter((die) => die !== resource && dice.lie?.some((face) => face === die)).map((die) => ({ die, resource })));
  for (const piece of [...PIECES].reverse()) {
    if (!may.build?.[piece]?.length || may.pay?.[piece] !== false) continue;
    const turn = turns.find(({ die, resource }) => {
      const counts = countFaces(dice.lie ?? []);
      counts[die] -= 1;
      counts[resource] = (counts[resource] ?? 0) + 1;
      const missing = Object.entries(costs[piece] ?? {}).reduce((sum, [kind, cost]) => sum + Math.max(0, cost - (counts[kind] ?? 0)), 0);
      return missing * GOLD_PER_RESOURCE <= (counts.gold ?? 0);
    });
    if (turn) return { ...turn, piece };
  }
  return null;
}

/**
 * Enters that a knight turns a die.
 *
 * @param {Page.DiceView} view
 * @param {string} knight
 * @param {{ die: string | null, resource: string | null }} turn
 */
export const enterKnight = (view, knight, { die, resource }) => enterWithNotice(withTurn(view, { kind: "use_knight", knight, die, resource }));

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
  const useKnight = () => enterKnight(view, id, chosenFields());
  openDialog(describePlace(sheet, "knight", id), fields, [[t("Turn the die"), useKnight]], { ready: isReady });
  closeWhenStale(combinePicks(TURN_STATE, pickFromView((/** @type {Page.DiceView} */ newView) => [newView.dice, newView.may])));
}
