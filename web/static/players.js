// The players and the bank.

import { html } from "./dom.js";
import { RESOURCES, cardSigns, sign } from "./signs.js";
import { say, word } from "./words.js";

const STATS = ["development_cards", "knights", "road_length"];
const PIECES = ["road", "settlement", "city"];
/** A probability of having won with cards face down that is worth a word. */
const WORTH_SAYING = 0.05;

/** What the players' part of the page shows of a view. */
export const pickPlayers = (view) => ({
  players: view.players,
  onTurn: view.on_turn,
  mayHaveWon: view.may_have_won,
});

export function drawPlayers({ players, onTurn, mayHaveWon }) {
  const drawn = players.map((p) => player(p, p.colour === onTurn, mayHaveWon));
  return html("ol", { "aria-label": say("players") }, drawn);
}

function player(p, onTurn, mayHaveWon) {
  return html(
    "li",
    { class: onTurn ? "player on-turn" : "player", "data-colour": p.colour, "aria-current": onTurn && "true" },
    html(
      "div",
      { class: "player-name" },
      html("b", {}, p.name),
      p.longest_road ? badge("road_length", say("longestRoad")) : null,
      p.largest_army ? badge("knights", say("largestArmy")) : null,
      onTurn && mayHaveWon > WORTH_SAYING
        ? badge("development_cards", say("mayHaveWon", Math.round(100 * mayHaveWon)))
        : null,
      p.hand ? hand(p) : null,
    ),
    html(
      "div",
      { class: "player-points" },
      html("b", {}, `${p.points}`),
      html("span", {}, say("points")),
    ),
    html(
      "ul",
      { class: "stats" },
      p.cards_certain ? stat("cards", p.cards) : doubtfulHand(p),
      STATS.map((name) => stat(name, p[name])),
      PIECES.map((piece) =>
        html("li", { class: "stat left" },
          sign(piece, { colour: p.colour, label: say("left", word("piece", piece), p.left[piece]) }),
          html("b", {}, `${p.left[piece]}`)),
      ),
    ),
  );
}

function badge(name, text) {
  return html("span", { class: "badge" }, sign(name), text);
}

function stat(name, value) {
  return html(
    "li",
    { class: "stat", "data-stat": name },
    sign(name, { label: say("stat")[name] }),
    html("b", {}, `${value}`),
    html("span", { class: "stat-name", "aria-hidden": "true" }, say("short")[name]),
  );
}

/** The number of cards in a hand that isn't certain: the likeliest, and between which it may well be. */
function doubtfulHand({ cards, cards_between: [least, most] }) {
  return html(
    "li",
    { class: "stat", "data-stat": "cards" },
    sign("cards", { label: say("stat").cards }),
    html("span", { class: "stat-name" }, say("about")),
    html("b", {}, `${cards}`),
    least < most ? html("span", { class: "stat-name" }, `(${least}–${most})`) : null,
  );
}

function hand(p) {
  return html(
    "div",
    { class: "hand" },
    p.certain ? null : html("span", { class: "quiet" }, say("probably")),
    cardSigns(p.hand),
  );
}

/** What the bank's part of the page shows of a view. */
export const pickBank = (view) => ({
  bank: view.bank,
  unidentified: view.bank_unidentified,
  cards: view.development_cards_left,
});

export function drawBank({ bank, unidentified, cards }) {
  return [
    html("h2", {}, say("bank")),
    html(
      "ul",
      {},
      RESOURCES.map((kind) =>
        html(
          "li",
          { class: bank[kind] ? "count" : "count count-none", "data-resource": kind },
          html("b", {}, `${bank[kind]}`),
          sign(kind),
          html("span", { class: "count-name" }, word("resource", kind)),
        ),
      ),
      unidentified
        ? html("li", { class: "count" }, html("b", {}, `${unidentified}`), word("resource", "unidentified"))
        : null,
      html(
        "li",
        { class: "count" },
        html("b", {}, `${cards}`),
        sign("development_cards", { label: say("developmentCardsLeft") }),
        html("span", { class: "count-name", "aria-hidden": "true" }, say("short").development_cards),
      ),
    ),
  ];
}
