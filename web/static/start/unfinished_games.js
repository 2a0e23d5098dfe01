// A list of unfinished games, each resumed by a tap.

import { html } from "../drawing/dom.js";
import { lengthText } from "../history/summary_text.js";
import { language, translateSentence, t } from "../language/i18n.js";

/**
 * Draws the games; `choose` is called with the number of the tapped one. Returns no elements for no games.
 *
 * `several`: whether the table has several kinds of games, so that each names its kind.
 *
 * @param {Api.GameInShort[]} games
 * @param {boolean} several
 * @param {(game: number) => unknown} choose
 */
export function unfinishedGames(games, several, choose) {
  if (!games.length) return [];
  return [
    html("h2", {}, t("Resume a game")),
    html("ul", { class: "unfinished" }, games.map((game) => html("li", {}, gameButton(game, choose, several)))),
  ];
}

/**
 * @param {Api.GameInShort} left
 * @param {(game: number) => unknown} choose
 * @param {boolean} several
 */
function gameButton(left, choose, several) {
  const { game, name: what, started, players } = left;
  const onTap = async (/** @type {Page.Happened} */ { currentTarget: button }) => {
    // Ignore the second tap of a double tap.
    button.disabled = true;
    const isResumed = await choose(game);
    button.disabled = false;
    // Close the dialog that contains the list, if any.
    if (isResumed) button.closest("dialog")?.close();
  };
  const when = new Date(started).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
  return html(
    "button",
    { type: "button", class: "choice", "data-game": game, onclick: onTap },
    several ? html("span", {}, translateSentence(what)) : null,
    html("b", {}, players.map(({ name }) => name).join(", ")),
    html("span", { class: "quiet" }, t("{when}, {turns}", { when, turns: lengthText(left) })),
  );
}
