// The club's book: what all evenings together say of those who played, each kind of game by itself. Each chart says in
// a sentence what it shows.

import { html, svg } from "../drawing/dom.js";
import { n, said, t } from "../language/i18n.js";
import { NARROW, WIDTH } from "./charts.js";
import { figure } from "./time_text.js";

// In the chart's own measure.
const ROW = NARROW ? 32 : 40;
const BAR = NARROW ? 20 : 24;
const NAMES = NARROW ? 130 : 190;
const FIGURES = NARROW ? 60 : 70;
/** So many who met are shown, those who met most often first. */
const MOST_MEETINGS = 6;

/**
 * Where bars begin and end between 0 and 1, for values of which some may be below nothing; and where nothing is.
 *
 * @param {number[]} values
 */
export function spread(values) {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const all = most - least || 1;
  const zero = -least / all;
  return { zero, bars: values.map((value) => ({ from: zero + Math.min(0, value) / all, to: zero + Math.max(0, value) / all })) };
}

/**
 * Games by the evenings on which they were played, in their order.
 *
 * @template {{ started: string }} G
 * @param {G[]} games
 * @param {(iso: string) => string} dayOf
 * @returns {{ day: string, games: G[] }[]}
 */
export function evenings(games, dayOf) {
  /** @type {{ day: string, games: G[] }[]} */
  const found = [];
  for (const game of games) {
    const day = dayOf(game.started);
    const last = found.at(-1);
    if (last?.day === day) last.games.push(game);
    else found.push({ day, games: [game] });
  }
  return found;
}

/**
 * Who won most, in a sentence; of several who did, that they did.
 *
 * @param {Api.BookOfKind} book
 */
export function wonMost({ players, games }) {
  const most = Math.max(...players.map(({ won }) => won));
  const first = players.filter(({ won }) => won === most);
  if (!most) return t("Nobody has won yet.");
  if (first.length > 1) return t("{names} have won most often", { names: first.map(({ name }) => name).join(", ") });
  return n("{name} has won most often: {won} of {count} game", "{name} has won most often: {won} of {count} games", games, { name: first[0].name, won: most });
}

/**
 * What those who met most often came to, in a sentence.
 *
 * @param {Api.Meeting} meeting
 */
export function metMost({ one, other, games, one_ahead: ahead, other_ahead: behind }) {
  if (ahead === behind) return t("{one} and {other} are tied", { one, other });
  const [first, second, times] = ahead > behind ? [one, other, ahead] : [other, one, behind];
  return n("{first} beat {second} in {times} of {count} game", "{first} beat {second} in {times} of {count} games", games, { first, second, times });
}

/**
 * The pages of a kind of game: who won, and who came out ahead of whom; what each does more than the others.
 *
 * @param {Api.BookOfKind} book
 */
export function drawBook(book) {
  const { players, meetings, habits } = book;
  const results = html(
    "section",
    { class: "panel book" },
    title(book, t("Winners")),
    told(wonMost(book), bars(wonMost(book), players.map(({ name, won }) => ({ name, value: won })), String)),
    playersTable(players),
    meetings.length
      ? [html("h3", { class: "chart-says" }, metMost(meetings[0])), html("ul", { class: "meetings" }, meetings.slice(0, MOST_MEETINGS).map(drawMeeting))]
      : null,
  );
  if (!habits.length) return [results];
  const luck = html(
    "section",
    { class: "panel book" },
    title(book, t("Luck and habits")),
    habits.map((habit) => {
      const sentence = habit.told ? said(habit.told) : t("{title}: nobody stands out", { title: said(habit.title) });
      return told(sentence, bars(sentence, habit.values, figure));
    }),
    html("p", { class: "quiet" }, t("Average per game, over the games where it is known.")),
  );
  return [results, luck];
}

/**
 * @param {Api.BookOfKind} book
 * @param {string} what
 */
const title = ({ name, games }, what) => html("h2", {}, [said(name), what, n("{count} game played", "{count} games played", games)].join(" · "));

/**
 * @param {string} sentence
 * @param {Page.Content} chart
 */
const told = (sentence, chart) => [html("h3", { class: "chart-says" }, sentence), chart];

/**
 * @param {string} label
 * @param {{ name: string, value: number }[]} values
 * @param {(value: number) => string} written
 */
function bars(label, values, written) {
  const { zero, bars: shares } = spread(values.map(({ value }) => value));
  const most = Math.max(...values.map(({ value }) => value));
  const x = (/** @type {number} */ share) => NAMES + share * (WIDTH - NAMES - FIGURES);
  const inWords = values.map(({ name, value }) => `${name} ${written(value)}`).join(", ");
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${values.length * ROW}`, class: "chart bars", role: "img", "aria-label": `${label}: ${inWords}` },
    values.map(({ name, value }, index) => {
      const y = index * ROW + ROW / 2;
      const { from, to } = shares[index];
      return svg(
        "g",
        { class: value === most ? "bars-first" : "" },
        svg("text", { x: NAMES - 12, y: y + 6, class: "line-name", "text-anchor": "end" }, short(name)),
        svg("rect", { x: x(from), y: y - BAR / 2, width: Math.max(2, x(to) - x(from)), height: BAR, rx: 4, class: "bar" }),
        svg("text", { x: x(to) + 8, y: y + 6, class: "line-name" }, written(value)),
      );
    }),
    zero > 0 ? svg("line", { x1: x(zero), y1: 0, x2: x(zero), y2: values.length * ROW, class: "grid" }) : null,
  );
}

const LONGEST = NARROW ? 13 : 18;
/** @param {string} name */
const short = (name) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1).trimEnd()}…` : name);

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
    // On a phone it scrolls sideways: by the keyboard too.
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
            [`${games}`, `${won}`, figure(points), `${best}`].map((value) => html("td", {}, value)),
          ),
        ),
      ),
    ),
  );
}
