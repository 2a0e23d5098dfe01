// The list of games by evening, and the club's book.

import { crest } from "../drawing/crests.js";
import { html } from "../drawing/dom.js";
import { sign } from "../drawing/signs.js";
import { translateSentence, t } from "../language/i18n.js";
import { drawBook, groupByEvening, olderCopies } from "./book.js";
import { lengthText, winnersOf, winnersText } from "./summary_text.js";
import { formatDate, formatDuration, formatTime } from "./time_text.js";

/**
 * Draws the list of games, or of archived games if `archived`.
 *
 * On the table's tablet each game has a button that calls `archive` with its number, and whether to archive it.
 *
 * @param {{ games: Api.GameInShort[], books: Api.BookOfKind[] }} data
 * @param {boolean} archived
 * @param {(game: number, isArchived: boolean) => unknown} archive
 */
export function drawGames({ games, books }, archived, archive) {
  if (!games.length) return archived ? [html("p", { class: "panel" }, t("No archived games."))] : [drawNone()];
  const copies = olderCopies(games);
  const hasSeveralKinds = new Set(games.map(({ kind }) => kind)).size > 1;
  return [
    html(
      "section",
      { class: "panel" },
      html("h2", {}, t("Evenings")),
      groupByEvening(games, formatDate).map((evening) => [
        html("h3", { class: "evening-day" }, evening.day),
        html("ol", { class: "games" }, evening.games.map((pastGame) => drawGame(pastGame, copies, hasSeveralKinds, archived, archive))),
      ]),
      archived ? null : html("a", { class: "button quiet", href: "/history?archived" }, t("Archived games")),
    ),
    books.map(drawBook),
  ].filter(Boolean);
}

function drawNone() {
  return html(
    "section",
    { class: "panel lonely" },
    ["settlement", "road", "city"].map((piece) => sign(piece)),
    html("p", { class: "winner" }, t("No games have been played here yet.")),
    html(
      "p",
      { class: "quiet" },
      t("Every game is saved here: the points turn by turn, the dice, the production of each hex, and who won how often."),
    ),
    html("a", { class: "button", href: "/" }, t("Back to the table")),
  );
}

/**
 * Draws a game's line, with the name of its kind if there are several. `copies` are the games of which a newer copy is
 * listed.
 *
 * @param {Api.GameInShort} pastGame
 * @param {Set<number>} copies
 * @param {boolean} hasSeveralKinds
 * @param {boolean} archived
 * @param {(game: number, isArchived: boolean) => unknown} archive
 */
function drawGame(pastGame, copies, hasSeveralKinds, archived, archive) {
  const { game, started, unreadable } = pastGame;
  const copy = copies.has(game) ? t("Saved twice, counted once. Archive one of the two?") : null;
  const details = [hasSeveralKinds ? translateSentence(pastGame.name) : null, formatTime(started), copy].filter(Boolean).join(" · ");
  const attributes = unreadable ? { class: "game-line" } : { class: "game-line", href: `/history/${game}` };
  return html(
    "li",
    { class: "game" },
    html(unreadable ? "div" : "a", attributes, unreadable ? drawUnreadable(pastGame, details) : drawPlayed(pastGame, details)),
    document.body.dataset.role === "tablet"
      ? html(
          "button",
          { class: "quiet", onclick: () => archive(game, !archived) },
          archived ? t("Restore") : t("Archive"),
        )
      : null,
  );
}

/**
 * Draws a game's result in a line.
 *
 * @param {Api.GameInShort} pastGame
 * @param {string} details
 */
function drawPlayed(pastGame, details) {
  const { finished, players, seconds } = pastGame;
  const winners = winnersOf(pastGame);
  const state = winners.length ? winnersText(winners) : finished ? t("over") : t("not finished");
  return [
    html("b", {}, state),
    html("span", { class: "quiet" }, details),
    html(
      "span",
      { class: "scores" },
      players.map(({ name, colour, points }) =>
        html("span", { class: "score", "data-colour": colour }, crest(colour), ` ${name} ${points} `),
      ),
    ),
    html("span", { class: "quiet" }, [lengthText(pastGame), formatDuration(seconds)].join(" · ")),
  ];
}

/**
 * Draws a game that can't be shown: the reason, and a way to save it.
 *
 * @param {Api.GameInShort} pastGame
 * @param {string} about
 */
function drawUnreadable({ game, unreadable }, about) {
  return [
    html("b", {}, t("This game can't be shown")),
    html("span", { class: "quiet" }, about),
    html("span", { class: "unreadable" }, translateSentence(unreadable ?? "")),
    html(
      "span",
      { class: "unreadable quiet" },
      t("It is saved. In a terminal, “companion export {game}” writes it to a file.", { game }),
    ),
  ];
}
