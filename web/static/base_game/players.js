// The players and the bank.

import { crest } from "../drawing/crests.js";
import { html } from "../drawing/dom.js";
import { race } from "../table/race.js";
import { UNNAMED, card, countedCards } from "../drawing/cards.js";
import { RESOURCES, sign } from "../drawing/signs.js";
import { n, t, word } from "../language/i18n.js";

/** @type {(keyof Api.Left)[]} */
const PIECES = ["road", "settlement", "city"];
/** A probability of having won with cards face down that is worth a word. */
const WORTH_SAYING = 0.05;

/**
 * What the players' part of the page shows of a view.
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
  const drawn = players.map((p) => player(p, toWin, p.colour === onTurn, mayHaveWon, victims.includes(p.colour)));
  return html("ol", { "aria-label": t("Players") }, drawn);
}

/**
 * @param {Api.BasePlayer} p
 * @param {number} toWin
 * @param {boolean} onTurn
 * @param {number} mayHaveWon
 * @param {boolean} robbable
 */
function player(p, toWin, onTurn, mayHaveWon, robbable) {
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
    html("ul", { class: "left", "aria-label": t("Left in the supply") }, PIECES.map((piece) => left(piece, p))),
    html(
      "ul",
      { class: "stats" },
      cards(p),
      stat("development_cards", p.development_cards),
      stat("knights", p.knights, p.largest_army && t("Largest army")),
      stat("road_length", p.road_length, p.longest_road && t("Longest road")),
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
      p.hand ? hand(p) : null,
      onTurn && mayHaveWon > WORTH_SAYING ? mayHave(Math.round(100 * mayHaveWon)) : null,
    ),
  );
}

/**
 * That a hand face down may have won: in few signs where there is no room for words.
 *
 * @param {number} percent
 */
const mayHave = (percent) =>
  html(
    "span",
    { class: "badge" },
    sign("development_cards"),
    html("span", { class: "badge-long" }, t("May have won: {percent} %", { percent })),
    html("span", { class: "badge-short", "aria-hidden": "true" }, t("{percent} %", { percent })),
  );

/**
 * A figure with its name below it, or what the special card brings that it holds, by the name `held`.
 *
 * @param {string} name
 * @param {number} value
 * @param {string | false} held
 */
function stat(name, value, held = false) {
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
 * The number of cards in a hand; where it isn't nearly certain, the likeliest, and between which it may well be.
 *
 * @param {Api.BasePlayer} p
 */
function cards({ cards: count, cards_between: [least, most], cards_certain: certain, cards_likely: likely }) {
  if (certain || likely) return stat("cards", count);
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
function left(piece, { colour, left: supply }) {
  const label = t("{piece}: {count} left", { piece: word("piece", piece), count: supply[piece] });
  return html(
    "li",
    { class: supply[piece] ? "" : "none" },
    sign(piece, { colour, label }),
    html("b", { "aria-hidden": "true" }, `${supply[piece]}`),
  );
}

/** @param {Api.BasePlayer} p */
function hand(p) {
  return html(
    "div",
    { class: "hand" },
    p.certain ? null : html("span", { class: "quiet" }, t("probably")),
    countedCards(/** @type {Page.Cards} */ (p.hand)),
  );
}

/**
 * What the bank's part of the page shows of a view.
 *
 * @param {Page.View} view
 */
export const pickBank = (view) => ({
  bank: view.bank,
  unidentified: view.bank_unidentified,
  cards: view.development_cards_left,
  // Of what the last roll would have given it had too little; the rows beside the dice say so as long.
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
          bank[kind] && !short.includes(kind) ? null : html("strong", { class: "count-said" }, bank[kind] ? t("too few") : t("run out")),
        ),
      ),
      unidentified
        ? html(
            "li",
            { class: "count unknown" },
            html("b", {}, `${unidentified}`),
            card(UNNAMED),
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
