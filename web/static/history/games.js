// The list of games by evening, and the club's book.

import { crest, sign } from "../drawing/signs.js";
import { html, svg } from "../drawing/dom.js";
import { translateSentence, t, n } from "../language/i18n.js";
import { lengthText, winnersOf, winnersText, formatDate, formatDuration, formatTime, formatDecimal } from "./summary_text.js";
import { NARROW, WIDTH } from "./charts.js";

// The club's book: statistics of all players over all evenings, for each kind of game. A sentence above each chart
// states its main result.

// In the chart's units.
const ROW_HEIGHT = NARROW ? 32 : 40;
const BAR_HEIGHT = NARROW ? 20 : 24;
const NAMES_WIDTH = NARROW ? 130 : 190;
const FIGURES_WIDTH = NARROW ? 60 : 70;
/** Number of pairs shown; the most frequent come first. */
const MAX_MEETINGS = 6;

/**
 * Start and end of each bar as shares from 0 to 1, and the share at which the value 0 is. Values may be negative.
 *
 * @param {number[]} values
 */
export function barSpans(values) {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const all = most - least || 1;
  const zero = -least / all;
  return { zero, bars: values.map((value) => ({ from: zero + Math.min(0, value) / all, to: zero + Math.max(0, value) / all })) };
}

/**
 * The numbers of the games of which a newer copy precedes them in the list.
 *
 * @param {{ game: number, uuid: string }[]} games
 */
export const olderCopies = (games) =>
  new Set(games.filter(({ uuid }, n) => games.findIndex((other) => other.uuid === uuid) < n).map(({ game }) => game));

/**
 * Groups games by the evening on which they were played; keeps their order.
 *
 * @template {{ started: string }} G
 * @param {G[]} games
 * @param {(iso: string) => string} dayOf
 * @returns {{ day: string, games: G[] }[]}
 */
export function groupByEvening(games, dayOf) {
  /** @type {{ day: string, games: G[] }[]} */
  const groups = [];
  for (const game of games) {
    const day = dayOf(game.started);
    const last = groups.at(-1);
    if (last?.day === day) last.games.push(game);
    else groups.push({ day, games: [game] });
  }
  return groups;
}

/**
 * A sentence that names the player with the most victories, or all tied players.
 *
 * @param {Api.BookOfKind} book
 */
export function mostVictoriesText({ players, games }) {
  const most = Math.max(...players.map(({ won }) => won));
  const first = players.filter(({ won }) => won === most);
  if (!most) return t("Nobody has won yet.");
  if (first.length > 1) return t("{names} have won most often", { names: first.map(({ name }) => name).join(", ") });
  return n("{name} has won most often: {won} of {count} game", "{name} has won most often: {won} of {count} games", games, { name: first[0].name, won: most });
}

/**
 * A sentence with the result between two players over their shared games.
 *
 * @param {Api.Meeting} meeting
 */
export function meetingText({ one, other, games, one_ahead: ahead, other_ahead: behind }) {
  if (ahead === behind) return t("{one} and {other} are tied", { one, other });
  const [first, second, times] = ahead > behind ? [one, other, ahead] : [other, one, behind];
  return n("{first} beat {second} in {times} of {count} game", "{first} beat {second} in {times} of {count} games", games, { first, second, times });
}

/**
 * Draws the sections of a kind of game: victories, results between pairs of players, luck and habits.
 *
 * @param {Api.BookOfKind} book
 */
function drawBook(book) {
  const { players, meetings, habits, games } = book;
  // One game says nothing about luck or habit, and its result is in the list.
  const isComparable = games > 1;
  const results = html(
    "section",
    { class: "panel book" },
    sectionTitle(book, t("Winners")),
    isComparable ? captionedChart(mostVictoriesText(book), barChart(mostVictoriesText(book), players.map(({ name, won }) => ({ name, value: won })), String)) : null,
    playersTable(players),
    meetings.length && isComparable
      ? [html("h3", { class: "chart-caption" }, meetingText(meetings[0])), html("ul", { class: "meetings" }, meetings.slice(0, MAX_MEETINGS).map(drawMeeting))]
      : null,
  );
  if (!habits.length || !isComparable) return [results];
  const luck = html(
    "section",
    { class: "panel book" },
    sectionTitle(book, t("Luck and habits")),
    habits.map((habit) => {
      const sentence = habit.told ? translateSentence(habit.told) : t("{title}: nobody stands out", { title: translateSentence(habit.title) });
      return captionedChart(sentence, barChart(sentence, habit.values, formatDecimal));
    }),
    html("p", { class: "quiet" }, t("Average per game, over the games where it is known.")),
  );
  return [results, luck];
}

/**
 * @param {Api.BookOfKind} book
 * @param {string} topic
 */
const sectionTitle = ({ name, games }, topic) => html("h2", {}, [translateSentence(name), topic, n("{count} game played", "{count} games played", games)].join(" · "));

/**
 * @param {string} sentence
 * @param {Page.Content} chart
 */
const captionedChart = (sentence, chart) => [html("h3", { class: "chart-caption" }, sentence), chart];

/**
 * @param {string} label
 * @param {{ name: string, value: number }[]} values
 * @param {(value: number) => string} formatValue
 */
function barChart(label, values, formatValue) {
  const { zero, bars: shares } = barSpans(values.map(({ value }) => value));
  const most = Math.max(...values.map(({ value }) => value));
  const x = (/** @type {number} */ share) => NAMES_WIDTH + share * (WIDTH - NAMES_WIDTH - FIGURES_WIDTH);
  const figuresText = values.map(({ name, value }) => `${name} ${formatValue(value)}`).join(", ");
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${values.length * ROW_HEIGHT}`, class: "chart bars", role: "img", "aria-label": `${label}: ${figuresText}` },
    values.map(({ name, value }, index) => {
      const y = index * ROW_HEIGHT + ROW_HEIGHT / 2;
      const { from, to } = shares[index];
      return svg(
        "g",
        { class: value === most ? "bars-first" : "" },
        svg("text", { x: NAMES_WIDTH - 12, y: y + 6, class: "line-name", "text-anchor": "end" }, shortenName(name)),
        svg("rect", { x: x(from), y: y - BAR_HEIGHT / 2, width: Math.max(2, x(to) - x(from)), height: BAR_HEIGHT, rx: 4, class: "bar" }),
        svg("text", { x: x(to) + 8, y: y + 6, class: "line-name" }, formatValue(value)),
      );
    }),
    zero > 0 ? svg("line", { x1: x(zero), y1: 0, x2: x(zero), y2: values.length * ROW_HEIGHT, class: "grid" }) : null,
  );
}

const MAX_NAME_LENGTH = NARROW ? 13 : 18;
/** @param {string} name */
const shortenName = (name) => (name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1).trimEnd()}…` : name);

/** @param {Api.Meeting} meeting */
function drawMeeting({ one, other, one_ahead: ahead, other_ahead: behind }) {
  const both = ahead + behind || 1;
  return html(
    "li",
    { class: "meeting" },
    html("span", { class: "meeting-one" }, one),
    html("b", {}, `${ahead} : ${behind}`),
    html("span", {}, other),
    svg(
      "svg",
      { viewBox: "0 0 100 4", preserveAspectRatio: "none", class: "meeting-bar", "aria-hidden": "true" },
      svg("rect", { x: 0, y: 0, width: 100, height: 4, class: "meeting-other" }),
      svg("rect", { x: 0, y: 0, width: (100 * ahead) / both, height: 4, class: "bar" }),
    ),
  );
}

/** @param {Api.PlayerHistory[]} players */
function playersTable(players) {
  const columns = [t("Name"), t("Games"), t("Victories"), t("Points on average"), t("Best")];
  return html(
    "div",
    // On a phone the table scrolls horizontally; `tabindex` makes that possible by keyboard.
    { class: "wide", tabindex: "0" },
    html(
      "table",
      {},
      html("thead", {}, html("tr", {}, columns.map((name) => html("th", { scope: "col" }, name)))),
      html(
        "tbody",
        {},
        players.map(({ name, games, won, points, best }) =>
          html(
            "tr",
            {},
            html("th", { scope: "row" }, name),
            [`${games}`, `${won}`, formatDecimal(points), `${best}`].map((value) => html("td", {}, value)),
          ),
        ),
      ),
    ),
  );
}

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
