// Games that were left before they were over: each can be gone on with by a tap.

import { html } from "../drawing/dom.js";
import { turnsOf } from "../history/summary_text.js";
import { language, said, t } from "../language/i18n.js";

/**
 * The games as elements; `choose` is told the number of the one that is tapped. None: no elements.
 *
 * Where `several` kinds of games are played at this table, each says which it is.
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
  const tap = async (/** @type {Page.Happened} */ { currentTarget: button }) => {
    // A finger that taps twice means once.
    button.disabled = true;
    const taken = await choose(game);
    button.disabled = false;
    // The dialog that it may stand in is done with.
    if (taken) button.closest("dialog")?.close();
  };
  const when = new Date(started).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
  return html(
    "button",
    { type: "button", class: "choice", "data-game": game, onclick: tap },
    several ? html("span", {}, said(what)) : null,
    html("b", {}, players.map(({ name }) => name).join(", ")),
    html("span", { class: "quiet" }, t("{when}, {turns}", { when, turns: turnsOf(left) })),
  );
}
