// The regions of the players and the bank.

import { crest, race, RESOURCES, sign } from "../drawing/signs.js";
import { html } from "../drawing/dom.js";
import { UNKNOWN_CARD, card, drawCardCounts } from "../drawing/cards.js";
import { n, t, word } from "../language/i18n.js";

/** @type {(keyof Api.Left)[]} */
const PIECE_KINDS = ["road", "settlement", "city"];
/** The lowest probability of having won with hidden cards that is shown. */
const MIN_SHOWN_WIN_P = 0.05;

/**
 * Selects from a view the data that the players' region shows.
 *
 * @param {Page.View} view
 */
export const pickPlayers = (view) => ({
  players: view.players,
  onTurn: view.on_turn,
  toWin: view.points_to_win,
  mayHaveWon: view.may_have_won,
  victims: view.to_do.flatMap((item) => (item.kind === "steal" ? item.from : [])),
});

/** @param {ReturnType<typeof pickPlayers>} picked */
export function drawPlayers({ players, onTurn, toWin, mayHaveWon, victims }) {
  const drawn = players.map((p) => drawPlayer(p, toWin, p.colour === onTurn, mayHaveWon, victims.includes(p.colour)));
  return html("ol", { "aria-label": t("Players") }, drawn);
}

/**
 * @param {Api.BasePlayer} p
 * @param {number} toWin
 * @param {boolean} onTurn
 * @param {number} mayHaveWon
 * @param {boolean} robbable
 */
function drawPlayer(p, toWin, onTurn, mayHaveWon, robbable) {
  const kinds = ["player", onTurn && "on-turn", robbable && "robbable"].filter(Boolean);
  return html(
    "li",
    { class: kinds.join(" "), "data-colour": p.colour, "aria-current": onTurn && "true" },
    html("span", { class: "player-crest" }, crest(p.colour)),
    html(
      "div",
      { class: "player-name" },
      html("b", {}, p.name),
      p.resting ? html("small", {}, t("has left")) : null,
      robbable ? sign("robber", { label: t("can be robbed") }) : null,
    ),
    html("ul", { class: "left", "aria-label": t("Left in the supply") }, PIECE_KINDS.map((piece) => drawSupply(piece, p))),
    html(
      "ul",
      { class: "stats" },
      drawCardCount(p),
      drawStat("development_cards", p.development_cards),
      drawStat("knights", p.knights, p.largest_army && t("Largest army")),
      drawStat("road_length", p.road_length, p.longest_road && t("Longest road")),
    ),
    html(
      "div",
      { class: "player-points" },
      html("b", {}, `${p.points}`),
      html("span", {}, n("point", "points", p.points)),
    ),
    race(p.points, toWin),
    html(
      "div",
      { class: "player-more" },
      p.hand ? drawHand(p) : null,
      onTurn && mayHaveWon > MIN_SHOWN_WIN_P ? drawWinChance(Math.round(100 * mayHaveWon)) : null,
    ),
  );
}

/**
 * A badge with the probability that hidden cards have won; short where the layout is narrow.
 *
 * @param {number} percent
 */
const drawWinChance = (percent) =>
  html(
    "span",
    { class: "badge" },
    sign("development_cards"),
    html("span", { class: "badge-long" }, t("May have won: {percent} %", { percent })),
    html("span", { class: "badge-short", "aria-hidden": "true" }, t("{percent} %", { percent })),
  );

/**
 * A figure with its name, or with the name of the special card that it earned (`held`).
 *
 * @param {string} name
 * @param {number} value
 * @param {string | false} held
 */
function drawStat(name, value, held = false) {
  return html(
    "li",
    { class: ["stat", held && "badge", !value && "nothing"].filter(Boolean).join(" "), "data-stat": name },
    html("span", { class: "stat-value" }, sign(name, { label: word("stat", name) }), html("b", {}, value)),
    held
      ? html("span", { class: "stat-name", title: held }, "+2", html("span", { class: "hidden" }, held))
      : html("span", { class: "stat-name", "aria-hidden": "true" }, word("short", name)),
  );
}

/**
 * The number of cards in a hand. If it is uncertain, the likeliest number and a range.
 *
 * @param {Api.BasePlayer} p
 */
function drawCardCount({ cards: count, cards_between: [least, most], cards_certain: certain, cards_likely: likely }) {
  if (certain || likely) return drawStat("cards", count);
  const label = n("about {count} card", "about {count} cards", count);
  return html(
    "li",
    { class: "stat doubtful", "data-stat": "cards" },
    html(
      "span",
      { class: "stat-value" },
      sign("cards", { label }),
      html("b", { "aria-hidden": "true" }, `≈${count}`),
    ),
    html("span", { class: "stat-name" }, least < most ? `${least}–${most}` : word("short", "cards")),
  );
}

/**
 * @param {keyof Api.Left} piece
 * @param {Api.BasePlayer} p
 */
function drawSupply(piece, { colour, left: supply }) {
  const label = t("{piece}: {count} left", { piece: word("piece", piece), count: supply[piece] });
  return html(
    "li",
    { class: supply[piece] ? "" : "none" },
    sign(piece, { colour, label }),
    html("b", { "aria-hidden": "true" }, `${supply[piece]}`),
  );
}

/** @param {Api.BasePlayer} p */
function drawHand(p) {
  return html(
    "div",
    { class: "hand" },
    p.certain ? null : html("span", { class: "quiet" }, t("probably")),
    drawCardCounts(/** @type {Page.Cards} */ (p.hand)),
  );
}

/**
 * Selects from a view the data that the bank's region shows.
 *
 * @param {Page.View} view
 */
export const pickBank = (view) => ({
  bank: view.bank,
  unidentified: view.bank_unidentified,
  cards: view.development_cards_left,
  // Resources that ran short at the last roll, shown as long as the rows beside the dice show them.
  short: /** @type {string[]} */ (view.rolled ? (view.roll?.shortage ?? []) : []),
});

/** @param {ReturnType<typeof pickBank>} picked */
export function drawBank({ bank, unidentified, cards: left, short }) {
  return [
    html("h2", {}, t("Bank")),
    html(
      "ul",
      {},
      RESOURCES.map((kind) =>
        html(
          "li",
          { class: ["count", !bank[kind] && "count-none card-gone", short.includes(kind) && "count-short"].filter(Boolean).join(" "), "data-resource": kind },
          html("b", {}, `${bank[kind]}`),
          card(kind),
          html("span", { class: "count-name" }, word("resource", kind)),
          bank[kind] && !short.includes(kind) ? null : html("strong", { class: "count-shortage" }, bank[kind] ? t("too few") : t("run out")),
        ),
      ),
      unidentified
        ? html(
            "li",
            { class: "count unknown" },
            html("b", {}, `${unidentified}`),
            card(UNKNOWN_CARD),
            html("span", { class: "count-name" }, word("resource", "unidentified")),
          )
        : null,
      html(
        "li",
        { class: left ? "count" : "count count-none card-gone" },
        html("b", {}, `${left}`),
        card("development", { label: t("Development cards left") }),
        html("span", { class: "count-name", "aria-hidden": "true" }, word("short", "development_cards")),
      ),
    ),
  ];
}
