// Parts of a summary page that all games share.

import { crest, sign } from "../drawing/signs.js";
import { flattenContent, html } from "../drawing/dom.js";
import { translateSentence, t } from "../language/i18n.js";
import { lengthText, winnersOf, winnersText, historyView, PLAY_LOG_ID, formatDateTime, formatDecimal, formatDuration } from "./summary_text.js";
import { openShareDialog } from "./share.js";
import { fetchJson } from "../network/timed_fetch.js";
import { scaleTimeout } from "../network/timeout_scale.js";

// Transfers a finished game to BG Stats, an app that logs plays: a QR code for the phone with the app, and a link for
// this device.

const ANSWER_TIMEOUT_MS = scaleTimeout(10_000);

/**
 * The panel with the link. The play is requested when the panel is opened; the address's fragment opens it.
 *
 * @param {number} game
 */
function playLogPanel(game) {
  const content = html("div", { class: "play-log-content", "aria-live": "polite" });
  const panel = html(
    "details",
    { class: "play-log", id: PLAY_LOG_ID },
    html("summary", {}, t("Add to BG Stats")),
    content,
  );
  const loadIfOpen = () => {
    if (!(/** @type {HTMLDetailsElement} */ (panel).open) || content.firstChild) return;
    showPlay(game, content);
  };
  panel.addEventListener("toggle", loadIfOpen);
  if (location.hash === `#${PLAY_LOG_ID}`) panel.setAttribute("open", "");
  loadIfOpen();
  return panel;
}

/**
 * @param {number} game
 * @param {HTMLElement} content
 */
async function showPlay(game, content) {
  try {
    /** @type {{ link: string, qr: string | null }} */
    const { link, qr } = await fetchJson(`/api/history/${game}/play`, {}, ANSWER_TIMEOUT_MS);
    content.replaceChildren(
      ...flattenContent(
        qr
          ? html("p", {}, t("On the phone that has BG Stats, point the camera at this code; or open the link here."))
          : html("p", {}, t("Open the link on the device that has BG Stats.")),
        qr ? html("img", { class: "play-code", src: qr, alt: t("QR code: this play for BG Stats") }) : null,
        html("a", { class: "button", href: link, target: "_blank", rel: "noopener" }, t("Open in BG Stats")),
        html("p", { class: "quiet" }, t("The link holds names and points, and goes over the internet to bgstatsapp.com.")),
      ),
    );
  } catch (caught) {
    const error = /** @type {Page.Refusal} */ (caught);
    const text = error.status ? error.message : t("The table doesn't answer.");
    content.replaceChildren(html("p", { class: "refusal", role: "alert" }, text));
  }
}

/**
 * A section of the page with its title.
 *
 * @param {string} title
 * @param {Page.Content[]} content
 */
export function section(title, ...content) {
  return html("section", { class: "panel" }, html("h2", {}, title), content);
}

/**
 * Draws the head of a summary: winners, kind of game, date, duration and standings.
 *
 * `pointParts(player)` returns the sources of a player's points: sign, number (0 isn't shown) and label.
 *
 * @template {Page.Standing} P
 * @param {Omit<Page.PastGame, "summary"> & { summary: Omit<Page.Summary, "players"> & { players: P[] } }} pastGame
 * @param {(player: P) => [what: string, count: number, label: string][]} pointParts
 */
export function drawHead(pastGame, pointParts) {
  const { summary, started, game } = pastGame;
  /** @type {P[]} */
  const standings = pastGame.summary.players;
  const winners = winnersOf(summary);
  const isOver = winners.length > 0;
  return html(
    "section",
    { class: "panel head" },
    html(
      "p",
      { class: "winner" },
      isOver ? victoryText(winners) : t("This game isn't over yet: standings so far"),
    ),
    html(
      "p",
      { class: "quiet" },
      [translateSentence(pastGame.name), formatDateTime(started), lengthText(summary), formatDuration(summary.seconds)].join(" · "),
    ),
    html("ol", { class: "standings" }, standings.map((player) => drawStanding(player, pointParts(player)))),
    html(
      "div",
      { class: "buttons" },
      html("button", { type: "button", onclick: () => openShareDialog(pastGame) }, t("Share as a picture")),
      isOver
        ? html("a", { class: "button", href: `/api/history/${game}/export`, download: "" }, t("Save as a file"))
        : null,
      pastGame.lists_rolls
        ? html("a", { class: "button", href: rollsUrl(game), download: "" }, t("Rolls for a spreadsheet (CSV)"))
        : null,
    ),
    isOver ? playLogPanel(game) : null,
  );
}

/**
 * The URL of a game's rolls as CSV, in the format that this language's spreadsheets expect.
 *
 * If the decimal mark is a comma, semicolons separate the values.
 *
 * @param {number} game
 */
function rollsUrl(game) {
  const hasDecimalComma = formatDecimal(1.5).includes(",");
  return `/api/history/${game}/rolls.csv${hasDecimalComma ? "?separator=semicolon" : ""}`;
}

/** @param {Page.Standing[]} winners */
const victoryText = (winners) =>
  winners.length > 1
    ? winnersText(winners)
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
      { class: "standing-parts" },
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
    // On a phone the table scrolls horizontally; `tabindex` makes that possible by keyboard.
    { class: "wide", tabindex: "0" },
    html(
      "table",
      {},
      html("thead", {}, html("tr", {}, html("th", { scope: "col" }, historyView().seat?.() ?? t("Player")), columns.map(columnHeader))),
      html(
        "tbody",
        {},
        rows.map(({ player: { name, colour }, cells }) =>
          html(
            "tr",
            { "data-colour": colour },
            html("th", { scope: "row" }, crest(colour), ` ${name}`),
            cells.map((cell) => html("td", {}, flattenContent(cell))),
          ),
        ),
      ),
    ),
  );
}

/** @param {Page.Content} content */
const columnHeader = (content) => html("th", { scope: "col" }, content);
