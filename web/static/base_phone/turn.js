// The turn's region on the phone: active player, last roll and the player's gains.

import { facesOf } from "../base_game/dice.js";
import { winnersOf, victoryText } from "../base_game/event_text.js";
import { crest } from "../drawing/crests.js";
import { isTeachingOn, setTeaching } from "../base_game/teaching_setting.js";
import { drawLesson, showCard } from "../base_game/teacher.js";
import { ownBuildOptions, ownLesson } from "../base_game/teaching.js";
import { drawCardCounts } from "../drawing/cards.js";
import { flattenContent, html } from "../drawing/dom.js";
import { button } from "../phone/seat_inputs.js";
import { die } from "../drawing/signs.js";
import { n, t, word } from "../language/i18n.js";

/**
 * A snapshot with a game, the player's seat, and whether the cards are covered.
 *
 * @typedef {{ game: { id: number, view: Page.View }, seat: Api.SeatView, covered: boolean, offers: Api.OfferShown[] }} Seated
 */

/** Actions that need no explanation for a player whose hand is certain. */
const HAND_KINDS = ["discard", "may_discard"];

/**
 * Selects the data of the turn's region.
 *
 * @param {Seated} seen
 */
export const pickTurn = ({ game, seat, covered }) => ({
  ...pickStatus(game.view, seat),
  teaching: { game: game.id, explained: game.view.explained },
  // While covered, the phone reveals nothing about what the hand can pay for.
  lesson: !covered && isTeachingOn({ game: game.id, explained: game.view.explained }) ? ownLesson({ view: game.view, seat }) : null,
  costs: game.view.phase !== "play" ? null : covered ? { now: null } : { now: ownBuildOptions({ view: game.view, seat }) },
});

/**
 * @param {Page.View} view
 * @param {Api.SeatView} seat
 */
const pickStatus = (view, seat) => ({
  phase: view.phase,
  onTurn: view.on_turn,
  winners: winnersOf(view),
  roll: view.roll,
  players: view.players.map(({ colour, name }) => ({ colour, name })),
  own: seat.colour,
  takes: seat.takes,
  dealt: view.dealt?.find(({ colour }) => colour === seat.colour)?.cards ?? null,
  todo: /** @type {Page.ToDo[]} */ (view.to_do).filter(({ kind, colour }) => colour === seat.colour && !(seat.hand?.certain && HAND_KINDS.includes(kind))),
  placing: /** @type {Page.ToDo[]} */ (view.to_do).find(({ kind }) => kind === "found")?.colour,
});

/** The player's next step with pieces or dice, which the table detects; and uncertain discards. */
/** @type {{ [kind: string]: (item: Page.ToDo) => string | null }} */
const TO_DO_SENTENCES = {
  roll: ({ again }) => (again ? t("House rule: no seven in the first rounds. Roll again.") : t("Roll the dice.")),
  discard: ({ likely = true, between }) =>
    likely ? null : t("The number of cards to discard isn't certain: {least} to {most}.", { least: between[0], most: between[1] }),
  may_discard: ({ count, limit }) =>
    t("With more than {limit} cards, you discard {count}: enter your hand.", { limit, count }),
  move_robber: () => t("Move the robber."),
  found: ({ piece }) => (piece ? t("Place a {piece}.", { piece: word("piece", piece) }) : null),
  take_starting_resources: () => t("Tap your settlement with the star on the tablet."),
  free_roads: ({ count }) => n("Place {count} road.", "Place {count} roads.", count),
};

/** @param {ReturnType<typeof pickTurn>} picked */
export function drawTurn({ teaching, lesson, costs, ...status }) {
  return [
    ...flattenContent(drawStatus(status)),
    lesson ? drawLesson(lesson, teaching) : null,
    costs ? button(t("Building costs"), () => showBuildingCosts(teaching, costs.now, lesson), { key: "costs", kind: "costs-button" }) : null,
  ];
}

/**
 * @param {{ game: number, explained: boolean }} teaching
 * @param {ReturnType<typeof ownBuildOptions> | null} now
 * @param {string | null} lessonText
 */
function showBuildingCosts(teaching, now, lessonText) {
  showCard(now, lessonText, isTeachingOn(teaching) ? [] : [[t("Explain each step"), () => setTeaching(teaching, true)]]);
}

/** @param {ReturnType<typeof pickStatus>} picked */
function drawStatus({ phase, onTurn, winners, roll, players, own, takes, dealt, todo, placing }) {
  /** @param {string | null} colour */
  const name = (colour) => players.find((player) => player.colour === colour)?.name ?? "";
  if (phase === "over") {
    const alone = winners.length === 1 && winners[0] === own;
    const won = alone ? t("You win!") : victoryText(winners.map(name));
    return html("p", { class: "turn-owner" }, winners.map(crest), html("b", {}, winners.length ? won : t("Game over")));
  }
  const next = todo.map((item) => TO_DO_SENTENCES[item.kind]?.(item)).filter(Boolean);
  const hints = next.map((text) => html("p", { class: "next" }, text));
  /** @param {string | null} colour */
  const drawOwner = (colour) => {
    const text = colour === own ? t("Your turn") : t("{name}'s turn", { name: name(colour) });
    return html("p", { class: "turn-owner" }, colour ? crest(colour) : null, html("b", {}, text));
  };
  if (phase !== "play") {
    return [
      html("p", placing ? { class: "quiet" } : { class: "turn-owner" }, html("b", {}, word("phase", phase))),
      placing ? drawOwner(placing) : null,
      hints,
      dealt ? drawTakes(dealt) : null,
    ];
  }
  return [
    drawOwner(onTurn),
    hints,
    dealt ? drawTakes(dealt) : null,
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
      : drawTakes(takes),
  );
}

/** @param {Page.Cards} cards */
const drawTakes = (cards) => html("p", { class: "phone-takes" }, html("span", {}, t("You receive")), drawCardCounts(cards));
