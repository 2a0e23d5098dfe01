// What every page is made of that looks back: on all the games that were played here, or on one of them.

import { post } from "../network/api.js";
import { at, contents, html } from "../drawing/dom.js";
import { languageSwitch } from "../language/language_switch.js";
import { onLanguage, said, t } from "../language/i18n.js";
import { drawGames } from "./games.js";
import { lookAt } from "./look.js";
import { toldAt } from "./told.js";

const game = document.body.dataset.game;
const archived = new URLSearchParams(location.search).has("archived");
const root = at("history");

/**
 * @param {string} text
 * @param {string} href
 */
function way(text, href) {
  return html("a", { class: "button", href }, text);
}

/** @type {((told: Page.Told) => Page.Content[]) | null} */
let drawTold = null;
/** @type {any} (any: what the table tells of the game, or of all of them, by `drawTold`) */
let told = null;
/** @type {string | null} */
let failed = null;

function draw() {
  at("ways").replaceChildren(
    languageSwitch(),
    ...(game || archived ? [way(t("All games"), "/history")] : []),
    way(t("Back to the table"), "/"),
  );
  const list = archived ? t("Archived games") : t("Past games");
  at("title").textContent = game ? t("Game summary") : list;
  if (failed) root.replaceChildren(html("p", { class: "panel", role: "alert" }, said(failed)));
  else if (told) root.replaceChildren(...contents(drawTold ? drawTold(told) : drawGames(told, archived, archive)));
  root.setAttribute("aria-busy", `${!failed && !told}`);
}

/**
 * Put a game out of sight, or bring it back; the list is asked for anew.
 *
 * @param {number} number
 * @param {boolean} away
 */
async function archive(number, away) {
  try {
    await post("/api/games/archive", { game: number, archived: away });
  } catch (error) {
    failed = /** @type {Error} */ (error).message;
    return draw();
  }
  return load();
}

const load = () =>
  toldAt(game ? `/api/history/${game}` : `/api/history${archived ? "?archived=1" : ""}`)
    .then((answer) => {
      // A game is looked back on by its own script; this one is here where there was none to be had.
      if (game && !drawTold) throw new Error(t("The table doesn't answer."));
      told = answer;
    })
    .catch((error) => (failed = error.message))
    .then(draw);

/**
 * Look back on the game that the page is for:
 *
 * - `draw(told)`: its elements, of what the table tells of it; `drawHead` and the like are in parts.js;
 * - `seat()`: what those are called who play it, where they aren't players;
 * - `points()`: what stands over the points in the picture to share, where they aren't told turn by turn;
 * - `drawBoard(summary, place, {pen, colour, write, crest, paint})`: the final board, large, in that picture.
 *
 * @param {Page.Look} look
 */
export function lookBack(look) {
  lookAt(look);
  drawTold = look.draw;
  lookAround();
}

/** Show the page: of all the games, where no script of a game's own looks back on one. */
export function lookAround() {
  onLanguage(draw);
  draw();
  load();
}
