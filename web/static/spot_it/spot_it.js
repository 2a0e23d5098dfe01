// The page of Spot it! CATAN.

import { actionBar } from "../table/action_bar.js";
import { composed } from "../dialogs/composed.js";
import { askMore } from "../table/more.js";
import { gameStart } from "../start/seating.js";
import { enterTold } from "../network/api.js";
import { at, panel } from "../drawing/dom.js";
import { followTable } from "../table/frame.js";
import { drawLog, pickLog } from "../log/log.js";
import { labelled, t, word } from "../language/i18n.js";
import { gameName } from "./games.js";
import { drawCourse, pickCourse } from "./course.js";
import { drawNow, pickNow } from "./current_game.js";
import { PICTURE } from "./picture.js";
import { askScore, captured, countedGame, counts, firstOut, noticeCounted } from "./scoring.js";
import { drawTeams, pickTeams } from "./teams.js";
import { CHANGES, WORDS, kindName, news, tell } from "./match_text.js";

/** @typedef {import("../table/action_bar.js").Action<Page.MatchView>} Action */

/** @type {{ [kind: string]: ((event: Page.Event, view: Page.MatchView) => Page.Field)[] }} */
const FIELDS = {
  game_started: [gameStart],
  game_scored: [countedGame, firstOut, counts],
  round_scored: [captured],
};

/** @type {Page.Game} */
const SPOT_IT = {
  kind: "spot_it",
  title: (/** @type {Page.MatchView} */ { phase, game_on: game }) =>
    phase === "over" ? word("phase", phase) : labelled(t("Game {number}", { number: game }), gameName(game)),
  words: WORDS,
  tell,
  where: () => "",
  startsTurn: ({ kind }) => kind === "game_scored",
  ground: ["game_started"],
  fieldsOf: composed(FIELDS),
  kinds: ["game_scored", "round_scored"],
  kindName,
  changes: CHANGES,
  news,
  picture: PICTURE,
};

/**
 * What the bar shows of a view.
 *
 * @param {Page.MatchView} view
 */
const pickActions = ({ phase, game_on: game }) => ({ scores: phase !== "over" && game < 5 });

/** @param {{ scores: boolean }} picked */
function actions({ scores }) {
  /** @type {(Action | false)[]} */
  const known = [
    scores && { key: "score", text: t("Game over: count the points"), due: true, act: askScore },
    { key: "undo", text: t("Undo"), usual: true, act: () => enterTold({ kind: "undo" }) },
    { key: "more", text: t("More"), usual: true, act: (view) => askMore(view) },
  ];
  return /** @type {Action[]} */ (known.filter(Boolean));
}

/** @type {((view: Page.MatchView) => void)[]} */
const parts = [
  panel(at("now"), pickNow, drawNow),
  panel(at("teams"), pickTeams, drawTeams),
  panel(at("course"), pickCourse, drawCourse),
  panel(at("log"), pickLog, drawLog),
  actionBar(at("actions"), pickActions, actions),
  noticeCounted,
];
followTable(SPOT_IT, parts);
