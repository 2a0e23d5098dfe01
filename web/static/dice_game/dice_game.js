// The page of the dice game.

import { actionBar } from "../table/action_bar.js";
import { askMore } from "../table/more.js";
import { now } from "../table/current_view.js";
import { enter, enterTold } from "../network/api.js";
import { at, panel } from "../drawing/dom.js";
import { followTable } from "../table/frame.js";
import { drawLog, pickLog } from "../log/log.js";
import { t, word } from "../language/i18n.js";
import { ofTurn, onChoice } from "./selection.js";
import { dicePanel } from "./dice.js";
import { HAPPENED, fieldsOf } from "./fields.js";
import { buildsPanel, drawLarge, pickLarge } from "./large_sheet.js";
import { drawSheets, pickSheets } from "./players.js";
import { PICTURE } from "./picture.js";
import { CHANGES, WORDS, kindName, news, tell, where } from "./dice_game_text.js";
import { drawTurn, pickTurn } from "./turn.js";

/** @typedef {import("../table/action_bar.js").Action<Page.DiceView>} Action */

/** @type {Page.Game} */
const DICE_GAME = {
  kind: "dice_game",
  title: ({ phase, turn }) => (phase === "play" ? t("Turn {turn}", { turn }) : word("phase", phase)),
  words: WORDS,
  tell,
  where,
  startsTurn: ({ kind }) => kind === "end_turn",
  ground: ["game_started"],
  fieldsOf,
  kinds: HAPPENED,
  kindName,
  changes: CHANGES,
  picture: PICTURE,
  news,
};

/**
 * What the bar shows of a view.
 *
 * @param {Page.DiceView} view
 */
const pickActions = ({ phase, may, dice }) => ({ playing: phase === "play", ends: may.end_turn, done: !may.throw && dice.lie !== null });

/** @param {ReturnType<typeof pickActions>} picked */
function actions({ playing, ends, done }) {
  /** @type {(Action | false)[]} */
  const known = [
    playing && { key: "end", text: t("End turn"), usual: ends, due: done, off: !ends, act: (view) => enter(ofTurn(view, { kind: "end_turn" })) },
    { key: "undo", text: t("Undo"), usual: true, act: () => enterTold({ kind: "undo" }) },
    { key: "more", text: t("More"), usual: true, act: (view) => askMore(view) },
  ];
  return /** @type {Action[]} */ (known.filter(Boolean));
}

/** @type {((view: Page.DiceView) => void)[]} */
const parts = [
  panel(at("turn"), pickTurn, drawTurn),
  dicePanel(at("dice")),
  panel(at("large"), pickLarge, drawLarge),
  buildsPanel(at("builds")),
  panel(at("sheets"), pickSheets, drawSheets),
  panel(at("log"), pickLog, drawLog),
  actionBar(at("actions"), pickActions, actions),
];
onChoice(() => parts.forEach((part) => part(now())));
followTable(DICE_GAME, parts);
