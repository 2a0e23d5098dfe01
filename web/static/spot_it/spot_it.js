// The page of Spot it! CATAN.

import { actionBar, askMore } from "../table/action_bar.js";
import { composeFields } from "../dialogs/form_fields.js";
import { gameStartFields } from "../start/options.js";
import { enterWithNotice } from "../network/api.js";
import { elementById, panel } from "../drawing/dom.js";
import { followTable } from "../table/frame.js";
import { logPanel } from "../log/log.js";
import { withLabel, t, word } from "../language/i18n.js";
import { gameName, drawCourse, pickCourse, PICTURE } from "./course.js";
import { drawCurrentGame, pickCurrentGame } from "./current_game.js";
import { askScore, capturedField, gameField, countsField, firstOutField, updateOpenQuestion } from "./scoring.js";
import { drawTeams, pickTeams } from "./teams.js";
import { CHANGES, WORDS, kindName, news, eventText } from "./match_text.js";

/** @typedef {import("../table/action_bar.js").Action<Page.MatchView>} Action */

/** @type {{ [kind: string]: ((event: Page.Event, view: Page.MatchView) => Page.Field)[] }} */
const FIELDS = {
  game_started: [gameStartFields],
  game_scored: [gameField, firstOutField, countsField],
  round_scored: [capturedField],
};

/** @type {Page.Game} */
const SPOT_IT = {
  kind: "spot_it",
  title: (/** @type {Page.MatchView} */ { phase, game_on: game }) =>
    phase === "over" ? word("phase", phase) : withLabel(t("Game {number}", { number: game }), gameName(game)),
  words: WORDS,
  tell: eventText,
  where: () => "",
  startsTurn: ({ kind }) => kind === "game_scored",
  ground: ["game_started"],
  fieldsOf: composeFields(FIELDS),
  kinds: ["game_scored", "round_scored"],
  kindName,
  changes: CHANGES,
  news,
  picture: PICTURE,
};

/**
 * The part of a view that the action bar shows.
 *
 * @param {Page.MatchView} view
 */
const pickActions = ({ phase, game_on: game, redo }) => ({ scores: phase !== "over" && game < 5, redo });

/** @param {ReturnType<typeof pickActions>} picked */
function actions({ scores, redo }) {
  /** @type {(Action | false)[]} */
  const known = [
    scores && { key: "score", text: t("Game over: count the points"), usual: true, act: (view) => askScore(view) },
    { key: "undo", text: t("Undo"), usual: true, act: () => enterWithNotice({ kind: "undo" }) },
    redo && { key: "redo", text: t("Redo"), usual: true, act: () => enterWithNotice({ kind: "redo" }) },
    { key: "more", text: t("More"), usual: true, act: (view) => askMore(view) },
  ];
  return /** @type {Action[]} */ (known.filter(Boolean));
}

/** @type {((view: Page.MatchView) => void)[]} */
const parts = [
  panel(elementById("now"), pickCurrentGame, drawCurrentGame),
  panel(elementById("teams"), pickTeams, drawTeams),
  panel(elementById("course"), pickCourse, drawCourse),
  logPanel(elementById("log")),
  actionBar(elementById("actions"), pickActions, actions),
  updateOpenQuestion,
];
followTable(SPOT_IT, parts);
