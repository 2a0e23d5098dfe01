// Whose turn it is, the last roll, and what it brings this player.

import { facesOf } from "../base_game/thrown.js";
import { winnersOf, wonBy } from "../base_game/event_text.js";
import { crest } from "../drawing/crests.js";
import { isTaught, teach } from "../base_game/taught.js";
import { explained, showCard } from "../base_game/teacher.js";
import { ownBuildable, ownLesson } from "../base_game/teaching.js";
import { countedCards } from "../drawing/cards.js";
import { contents, html } from "../drawing/dom.js";
import { button } from "../phone/seat_inputs.js";
import { die } from "../drawing/signs.js";
import { n, t, word } from "../language/i18n.js";

/**
 * A snapshot that the page draws: of a game of which it sees the own seat, and whether its cards are covered.
 *
 * @typedef {{ game: { id: number, view: Page.View }, seat: Api.SeatView, covered: boolean, offers: Api.OfferShown[] }} Seated
 */

/** What who knows the own hand for certain needs no word about. */
const OF_THE_HAND = ["discard", "may_discard"];

/**
 * What the turn's part of the phone shows of a snapshot.
 *
 * @param {Seated} seen
 */
export const pickTurn = ({ game, seat, covered }) => ({
  ...pickTold(game.view, seat),
  of: { game: game.id, explained: game.view.explained },
  // Covered, the phone says nothing of what the hand pays for.
  lesson: !covered && isTaught({ game: game.id, explained: game.view.explained }) ? ownLesson({ view: game.view, seat }) : null,
  costs: game.view.phase !== "play" ? null : covered ? { now: null } : { now: ownBuildable({ view: game.view, seat }) },
});

/**
 * @param {Page.View} view
 * @param {Api.SeatView} seat
 */
const pickTold = (view, seat) => ({
  phase: view.phase,
  onTurn: view.on_turn,
  winners: winnersOf(view),
  roll: view.roll,
  players: view.players.map(({ colour, name }) => ({ colour, name })),
  own: seat.colour,
  takes: seat.takes,
  dealt: view.dealt?.find(({ colour }) => colour === seat.colour)?.cards ?? null,
  todo: /** @type {Page.ToDo[]} */ (view.to_do).filter(({ kind, colour }) => colour === seat.colour && !(seat.hand?.certain && OF_THE_HAND.includes(kind))),
  founds: /** @type {Page.ToDo[]} */ (view.to_do).find(({ kind }) => kind === "found")?.colour,
});

/** What this player does next with pieces and dice: the table sees it, nobody enters it; and doubts of a discard. */
/** @type {{ [kind: string]: (item: Page.ToDo) => string | null }} */
const TO_DO = {
  roll: ({ again }) => (again ? t("House rule: no seven in the first rounds. Roll again.") : t("Roll the dice.")),
  discard: ({ likely = true, between }) =>
    likely ? null : t("The number of cards to discard isn't certain: {least} to {most}.", { least: between[0], most: between[1] }),
  may_discard: ({ count, limit }) =>
    t("With more than {limit} cards, you discard {count}: enter your hand.", { limit, count }),
  move_robber: () => t("Move the robber."),
  found: ({ piece }) => (piece ? t("Place a {piece}.", { piece: word("piece", piece) }) : null),
  free_roads: ({ count }) => n("Place {count} road.", "Place {count} roads.", count),
};

/** @param {ReturnType<typeof pickTurn>} picked */
export function drawTurn({ of, lesson, costs, ...told }) {
  return [
    ...contents(drawTold(told)),
    lesson ? explained(lesson, of) : null,
    costs ? button(t("Building costs"), () => askCosts(of, costs.now, lesson), { key: "costs", kind: "costs-button" }) : null,
  ];
}

/**
 * @param {{ game: number, explained: boolean }} of
 * @param {ReturnType<typeof ownBuildable> | null} now
 * @param {string | null} told
 */
function askCosts(of, now, told) {
  showCard(now, told, isTaught(of) ? [] : [[t("Explain each step"), () => teach(of, true)]]);
}

/** @param {ReturnType<typeof pickTold>} picked */
function drawTold({ phase, onTurn, winners, roll, players, own, takes, dealt, todo, founds }) {
  /** @param {string | null} colour */
  const name = (colour) => players.find((player) => player.colour === colour)?.name ?? "";
  if (phase === "over") {
    const alone = winners.length === 1 && winners[0] === own;
    const won = alone ? t("You win!") : wonBy(winners.map(name));
    return html("p", { class: "whose" }, winners.map(crest), html("b", {}, winners.length ? won : t("Game over")));
  }
  const next = todo.map((item) => TO_DO[item.kind]?.(item)).filter(Boolean);
  const hints = next.map((text) => html("p", { class: "next" }, text));
  /** @param {string | null} colour */
  const whose = (colour) => {
    const told = colour === own ? t("Your turn") : t("{name}'s turn", { name: name(colour) });
    return html("p", { class: "whose" }, colour ? crest(colour) : null, html("b", {}, told));
  };
  if (phase !== "play") {
    return [
      html("p", founds ? { class: "quiet" } : { class: "whose" }, html("b", {}, word("phase", phase))),
      founds ? whose(founds) : null,
      hints,
      dealt ? youTake(dealt) : null,
    ];
  }
  return [
    whose(onTurn),
    hints,
    dealt ? youTake(dealt) : null,
    roll ? drawRoll(roll, takes) : html("p", { class: "quiet" }, t("The dice have not been rolled yet.")),
  ];
}

/**
 * @param {Api.BaseRolled} roll
 * @param {Page.Cards} takes
 */
function drawRoll(roll, takes) {
  const nothing = Object.keys(takes).length === 0;
  return html(
    "div",
    { class: "phone-roll" },
    html("span", { class: "phone-dice" }, html("b", { class: "phone-sum" }, `${roll.sum}`), facesOf(roll.dice).map(die)),
    nothing
      ? html("span", { class: "quiet" }, roll.sum === 7 ? t("The robber moves.") : t("You receive nothing."))
      : youTake(takes),
  );
}

/** @param {Page.Cards} cards */
const youTake = (cards) => html("p", { class: "phone-takes" }, html("span", {}, t("You receive")), countedCards(cards));
