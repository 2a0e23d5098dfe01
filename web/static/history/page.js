// The history page: of all past games, or of one of them.

import { post } from "../network/api.js";
import { elementById, flattenContent, html } from "../drawing/dom.js";
import { languageSwitch } from "../language/language_switch.js";
import { onLanguageChange, translateSentence, t } from "../language/i18n.js";
import { drawGames } from "./games.js";
import { setHistoryView, fetchHistory } from "./summary_text.js";

const game = document.body.dataset.game;
const isArchive = new URLSearchParams(location.search).has("archived");
const root = elementById("history");

/**
 * @param {string} text
 * @param {string} href
 */
function linkButton(text, href) {
  return html("a", { class: "button", href }, text);
}

/** @type {((pastGame: Page.PastGame) => Page.Content[]) | null} */
let drawGame = null;
/** @type {any} (any: what the table tells of the game, or of all of them, by `drawTold`) */
let data = null;
/** @type {string | null} */
let errorText = null;

function draw() {
  elementById("ways").replaceChildren(
    languageSwitch(),
    ...(game || isArchive ? [linkButton(t("All games"), "/history")] : []),
    linkButton(t("Back to the table"), "/"),
  );
  const list = isArchive ? t("Archived games") : t("Past games");
  elementById("title").textContent = game ? t("Game summary") : list;
  if (errorText) root.replaceChildren(html("p", { class: "panel", role: "alert" }, translateSentence(errorText)));
  else if (data) root.replaceChildren(...flattenContent(drawGame ? drawGame(data) : drawGames(data, isArchive, archive)));
  root.setAttribute("aria-busy", `${!errorText && !data}`);
}

/**
 * Archives or restores a game, and reloads the list.
 *
 * @param {number} number
 * @param {boolean} toArchive
 */
async function archive(number, toArchive) {
  try {
    await post("/api/games/archive", { game: number, archived: toArchive });
  } catch (error) {
    errorText = /** @type {Error} */ (error).message;
    return draw();
  }
  return load();
}

const load = () =>
  fetchHistory(game ? `/api/history/${game}` : `/api/history${isArchive ? "?archived=1" : ""}`)
    .then((answer) => {
      // A game's summary needs that game's own script; without it only the list can be drawn.
      if (game && !drawGame) throw new Error(t("The table doesn't answer."));
      data = answer;
    })
    .catch((error) => (errorText = error.message))
    .then(draw);

/**
 * Shows the summary of the page's game with the game's history view:
 *
 * - `draw(pastGame)`: the page's elements; shared parts such as `drawHead` are in parts.js;
 * - `seat()`: the heading for the game's sides, if they aren't players;
 * - `points()`: the heading of the points chart in the picture to share, if points aren't recorded by turn;
 * - `drawBoard(summary, place, {pen, colour, write, crest, paint})`: draws the final board in that picture.
 *
 * @param {Page.HistoryView} view
 */
export function showPastGame(view) {
  setHistoryView(view);
  drawGame = view.draw;
  startHistoryPage();
}

/** Draws and loads the page; without a game's own script it lists all games. */
export function startHistoryPage() {
  onLanguageChange(draw);
  draw();
  load();
}
