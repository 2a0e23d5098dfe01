// The club's book, and the games by their evenings.

import { crest } from "../drawing/crests.js";
import { html } from "../drawing/dom.js";
import { sign } from "../drawing/signs.js";
import { said, t } from "../language/i18n.js";
import { drawBook, evenings } from "./book.js";
import { turnsOf, winnersOf, wonBy } from "./summary_text.js";
import { date, lasted, time } from "./time_text.js";

/**
 * The list's part of the page: of the games in sight, or of the `archived` ones. On the table's tablet each
 * has a button that calls `archive` with its number, and whether it goes out of sight.
 *
 * @param {{ games: Api.GameInShort[], books: Api.BookOfKind[] }} told
 * @param {boolean} archived
 * @param {(game: number, away: boolean) => unknown} archive
 */
export function drawGames({ games, books }, archived, archive) {
  if (!games.length) return archived ? [html("p", { class: "panel" }, t("No archived games."))] : [drawNone()];
  const several = new Set(games.map(({ kind }) => kind)).size > 1;
  return [
    html(
      "section",
      { class: "panel" },
      html("h2", {}, t("Evenings")),
      evenings(games, date).map((evening) => [
        html("h3", { class: "evening-day" }, evening.day),
        html("ol", { class: "games" }, evening.games.map((told) => drawGame(told, several, archived, archive))),
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
 * A game's line, with the name of its kind where there are several.
 *
 * @param {Api.GameInShort} told
 * @param {boolean} several
 * @param {boolean} archived
 * @param {(game: number, away: boolean) => unknown} archive
 */
function drawGame(told, several, archived, archive) {
  const { game, started, unreadable } = told;
  const about = [several ? said(told.name) : null, time(started)].filter(Boolean).join(" · ");
  const attributes = unreadable ? { class: "game-line" } : { class: "game-line", href: `/history/${game}` };
  return html(
    "li",
    { class: "game" },
    html(unreadable ? "div" : "a", attributes, unreadable ? drawUnreadable(told, about) : drawPlayed(told, about)),
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
 * What a game came to, in a line.
 *
 * @param {Api.GameInShort} told
 * @param {string} about
 */
function drawPlayed(told, about) {
  const { finished, players, seconds } = told;
  const winners = winnersOf(told);
  const state = winners.length ? wonBy(winners) : finished ? t("over") : t("not finished");
  return [
    html("b", {}, state),
    html("span", { class: "quiet" }, about),
    html(
      "span",
      { class: "scores" },
      players.map(({ name, colour, points }) =>
        html("span", { class: "score", "data-colour": colour }, crest(colour), ` ${name} ${points} `),
      ),
    ),
    html("span", { class: "quiet" }, [turnsOf(told), lasted(seconds)].join(" · ")),
  ];
}

/**
 * A game that can't be shown: why, and what can be done with it.
 *
 * @param {Api.GameInShort} told
 * @param {string} about
 */
function drawUnreadable({ game, unreadable }, about) {
  return [
    html("b", {}, t("This game can't be shown")),
    html("span", { class: "quiet" }, about),
    html("span", { class: "unreadable" }, said(unreadable ?? "")),
    html(
      "span",
      { class: "unreadable quiet" },
      t("It is saved. In a terminal, “companion export {game}” writes it to a file.", { game }),
    ),
  ];
}
