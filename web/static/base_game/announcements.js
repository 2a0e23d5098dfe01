// Spoken and audible announcements of a base game.

import { toDoText } from "./question_text.js";
import { winnersOf, victoryText } from "./event_text.js";
import { namesOf } from "../table/current_view.js";
import { withLabel, listCards, t } from "../language/i18n.js";

/**
 * Lists the announcements for the change between two views, most important first. Each has a `sound` and a `text`.
 *
 * @param {Page.View} before
 * @param {Page.View} after
 * @returns {Page.News[]}
 */
export function news(before, after) {
  const names = namesOf(after);
  const winners = winnersOf(after);
  if (winners.length && !winnersOf(before).length) {
    return [{ sound: "winner", text: victoryText(winners.map((colour) => names[colour])) }];
  }
  const rolled = hasNewRoll(before, after);
  return [
    ...(rolled && after.roll ? announceRoll(after.roll, after.to_do, names) : []),
    ...(!rolled && after.phase === "play" && after.turn !== before.turn
      ? [{ sound: "turn", text: t("{name}'s turn.", { name: names[after.on_turn ?? ""] }) }]
      : []),
    ...newDeals(before, after).map((each) => announceTakenCards(each, names, "card")),
    ...announceSpecialCards(before, after, names),
  ];
}

/**
 * Players whose starting resources appear only in the newer view.
 *
 * @param {Page.View} before
 * @param {Page.View} after
 */
const newDeals = ({ dealt: before = [] }, { dealt: after = [] }) =>
  after.filter(({ colour }) => !before.some((each) => each.colour === colour));

/**
 * Returns whether the dice were rolled between the views: the latest log entry is a new roll.
 *
 * @param {Page.View} before
 * @param {Page.View} after
 */
function hasNewRoll({ log: before }, { log: after, roll: shown }) {
  const newest = after.at(-1);
  return Boolean(shown) && newest?.event.kind === "roll" && newest.number > (before.at(-1)?.number ?? 0);
}

/**
 * @param {Api.BaseRolled} rolled
 * @param {Page.ToDo[]} toDo
 * @param {Page.Names} names
 * @returns {Page.News[]}
 */
function announceRoll({ sum, player, takes }, toDo, names) {
  const rolled = t("{name} rolls {sum}.", { name: names[player], sum });
  const rest =
    sum === 7
      ? toDo.map((item) => `${toDoText(item, names[item.colour])}.`)
      : takes.map((each) => announceTakenCards(each, names, "").text);
  return [{ sound: sum === 7 ? "seven" : "roll", text: [rolled, ...rest].join(" ") }];
}

/**
 * @param {Api.Takes} takes
 * @param {Page.Names} names
 * @param {string} sound
 * @returns {Page.News}
 */
const announceTakenCards = ({ colour, cards }, names, sound) => ({
  sound,
  text: t("{name} takes {cards}.", { name: names[colour], cards: listCards(cards) }),
});

/**
 * @param {Page.View} before
 * @param {Page.View} after
 * @param {Page.Names} names
 * @returns {Page.News[]}
 */
function announceSpecialCards({ players: before }, { players: after }, names) {
  /** @type {[card: "longest_road" | "largest_army", name: string][]} */
  const cards = [
    ["longest_road", t("Longest road")],
    ["largest_army", t("Largest army")],
  ];
  return cards.flatMap(([card, name]) => {
    const [had, has] = [before, after].map((players) => players.find((each) => each[card])?.colour);
    return has && has !== had ? [{ sound: "card", text: `${withLabel(name, names[has])}.` }] : [];
  });
}
