// What looking back on a game is made of, whichever game it was.

import { crest } from "../drawing/crests.js";
import { contents, html } from "../drawing/dom.js";
import { sign } from "../drawing/signs.js";
import { said, t } from "../language/i18n.js";
import { turnsOf, winnersOf, wonBy } from "./summary_text.js";
import { look } from "./look.js";
import { playLog } from "./play_log.js";
import { share } from "./share.js";
import { day, figure, lasted } from "./time_text.js";

/**
 * A part of the page, with its title.
 *
 * @param {string} title
 * @param {Page.Content[]} content
 */
export function section(title, ...content) {
  return html("section", { class: "panel" }, html("h2", {}, title), content);
}

/**
 * What a game came to, in short: who won, which game it was, when and for how long, and the standings.
 *
 * `partsOf(player)` says of what a player's points are made: for each its sign, its number (none is left out)
 * and what that is in words.
 *
 * @template {Page.Standing} P
 * @param {Omit<Page.Told, "summary"> & { summary: Omit<Page.Summary, "players"> & { players: P[] } }} told
 * @param {(player: P) => [what: string, count: number, label: string][]} partsOf
 */
export function drawHead(told, partsOf) {
  const { summary, started, game } = told;
  /** @type {P[]} */
  const standings = told.summary.players;
  const winners = winnersOf(summary);
  const over = winners.length > 0;
  return html(
    "section",
    { class: "panel head" },
    html(
      "p",
      { class: "winner" },
      over ? wonInPoints(winners) : t("This game isn't over yet: standings so far"),
    ),
    html(
      "p",
      { class: "quiet" },
      [said(told.name), day(started), turnsOf(summary), lasted(summary.seconds)].join(" · "),
    ),
    html("ol", { class: "standings" }, standings.map((player) => drawStanding(player, partsOf(player)))),
    html(
      "div",
      { class: "buttons" },
      html("button", { type: "button", onclick: () => share(told) }, t("Share as a picture")),
      over
        ? html("a", { class: "button", href: `/api/history/${game}/export`, download: "" }, t("Save as a file"))
        : null,
      told.lists_rolls
        ? html("a", { class: "button", href: rollsOf(game), download: "" }, t("Rolls for a spreadsheet (CSV)"))
        : null,
    ),
    over ? playLog(game) : null,
  );
}

/**
 * Where the rolls of a game are to be had, as the spreadsheets of this language expect them: where 1.5 is written
 * with a comma, values are kept apart by semicolons.
 *
 * @param {number} game
 */
function rollsOf(game) {
  const comma = figure(1.5).includes(",");
  return `/api/history/${game}/rolls.csv${comma ? "?separator=semicolon" : ""}`;
}

/** @param {Page.Standing[]} winners */
const wonInPoints = (winners) =>
  winners.length > 1
    ? wonBy(winners)
    : t("{name} won with {points} points", { name: winners[0].name, points: winners[0].points });

/**
 * @param {Page.Standing} standing
 * @param {[what: string, count: number, label: string][]} parts
 */
function drawStanding({ name, colour, points }, parts) {
  return html(
    "li",
    { class: "standing", "data-colour": colour },
    crest(colour),
    html("b", {}, name),
    html("b", { class: "standing-points" }, `${points}`),
    html(
      "span",
      { class: "standing-of" },
      parts.map(([what, count, label]) =>
        count ? html("span", { class: "count", title: label }, html("b", {}, `${count}`), sign(what, { label })) : null,
      ),
    ),
  );
}

/**
 * A table with a row for each player or team: `{player, cells}`, the cells in the order of `columns`.
 *
 * @param {Page.Content[]} columns
 * @param {{ player: Page.Player, cells: Page.Content[] }[]} rows
 */
export function table(columns, rows) {
  return html(
    "div",
    // On a phone it scrolls sideways: by the keyboard too.
    { class: "wide", tabindex: "0" },
    html(
      "table",
      {},
      html("thead", {}, html("tr", {}, html("th", { scope: "col" }, look().seat?.() ?? t("Player")), columns.map(column))),
      html(
        "tbody",
        {},
        rows.map(({ player: { name, colour }, cells }) =>
          html(
            "tr",
            { "data-colour": colour },
            html("th", { scope: "row" }, crest(colour), ` ${name}`),
            cells.map((cell) => html("td", {}, contents(cell))),
          ),
        ),
      ),
    ),
  );
}

/** @param {Page.Content} content */
const column = (content) => html("th", { scope: "col" }, content);
