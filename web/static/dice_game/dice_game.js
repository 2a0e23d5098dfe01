// The page of the dice game.

import { actionBar, askMore } from "../table/action_bar.js";
import { currentView } from "../table/game.js";
import { enter, enterWithNotice } from "../network/api.js";
import { elementById, panel } from "../drawing/dom.js";
import { followTable } from "../table/frame.js";
import { logPanel } from "../log/log.js";
import { t, word } from "../language/i18n.js";
import { withTurn, onSelectionChange, dicePanel } from "./dice.js";
import { INSERTABLE_KINDS, fieldsOf } from "./fields.js";
import { buildsPanel, drawLarge, pickLarge, drawSheets, pickSheets, drawTurn, pickTurn } from "./large_sheet.js";
import { PICTURE } from "./sheet.js";
import { CHANGES, QUESTIONS, WORDS, kindName, news, eventText, describeLocation } from "./dice_game_text.js";

/** @typedef {import("../table/action_bar.js").Action<Page.DiceView>} Action */

/** @type {Page.Game} */
const DICE_GAME = {
  kind: "dice_game",
  title: ({ phase, turn }) => (phase === "play" ? t("Turn {turn}", { turn }) : word("phase", phase)),
  words: WORDS,
  questions: QUESTIONS,
  tell: eventText,
  where: describeLocation,
  startsTurn: ({ kind }) => kind === "end_turn",
  ground: ["game_started"],
  fieldsOf,
  kinds: INSERTABLE_KINDS,
  kindName,
  changes: CHANGES,
  picture: PICTURE,
  news,
};

/**
 * The part of a view that the action bar shows.
 *
 * @param {Page.DiceView} view
 */
const pickActions = ({ phase, may, dice, redo }) => ({ playing: phase === "play", ends: may.end_turn, done: !may.throw && dice.lie !== null, redo });

/** @param {ReturnType<typeof pickActions>} picked */
function actions({ playing, ends, done, redo }) {
  /** @type {(Action | false)[]} */
  const known = [
    playing && { key: "end", text: t("End turn"), usual: ends, due: done, off: !ends, act: (view) => enter(withTurn(view, { kind: "end_turn" })) },
    { key: "undo", text: t("Undo"), usual: true, act: () => enterWithNotice({ kind: "undo" }) },
    redo && { key: "redo", text: t("Redo"), usual: true, act: () => enterWithNotice({ kind: "redo" }) },
    { key: "more", text: t("More"), usual: true, act: (view) => askMore(view) },
  ];
  return /** @type {Action[]} */ (known.filter(Boolean));
}

/** @type {((view: Page.DiceView) => void)[]} */
const parts = [
  panel(elementById("turn"), pickTurn, drawTurn),
  dicePanel(elementById("dice")),
  panel(elementById("large"), pickLarge, drawLarge),
  buildsPanel(elementById("builds")),
  panel(elementById("sheets"), pickSheets, drawSheets),
  logPanel(elementById("log")),
  actionBar(elementById("actions"), pickActions, actions),
];
onSelectionChange(() => parts.forEach((part) => part(currentView())));
followTable(DICE_GAME, parts);
