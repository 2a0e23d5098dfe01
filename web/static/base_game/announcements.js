// What happens in a base game, for the ear.

import { tellToDo } from "./question_text.js";
import { winnersOf, wonBy } from "./event_text.js";
import { namesOf } from "../table/current_view.js";
import { labelled, listCards, t } from "../language/i18n.js";

/**
 * What somebody should hear of between two views: objects with a `sound` and a `text`, the most important first.
 *
 * @param {Page.View} before
 * @param {Page.View} after
 * @returns {Page.News[]}
 */
export function news(before, after) {
  const names = namesOf(after);
  const winners = winnersOf(after);
  if (winners.length && !winnersOf(before).length) {
    return [{ sound: "winner", text: wonBy(winners.map((colour) => names[colour])) }];
  }
  const rolled = newRoll(before, after);
  return [
    ...(rolled && after.roll ? roll(after.roll, after.to_do, names) : []),
    ...(!rolled && after.phase === "play" && after.turn !== before.turn
      ? [{ sound: "turn", text: t("{name}'s turn.", { name: names[after.on_turn ?? ""] }) }]
      : []),
    ...newlyDealt(before, after).map((each) => taken(each, names, "card")),
    ...specialCards(before, after, names),
  ];
}

/**
 * Who takes starting resources that wasn't said to take them.
 *
 * @param {Page.View} before
 * @param {Page.View} after
 */
const newlyDealt = ({ dealt: before = [] }, { dealt: after = [] }) =>
  after.filter(({ colour }) => !before.some((each) => each.colour === colour));

/**
 * Whether the dice were thrown: the last roll of the story is another, and the last thing told.
 *
 * @param {Page.View} before
 * @param {Page.View} after
 */
function newRoll({ log: before }, { log: after, roll: shown }) {
  const newest = after.at(-1);
  return Boolean(shown) && newest?.event.kind === "roll" && newest.number > (before.at(-1)?.number ?? 0);
}

/**
 * @param {Api.BaseRolled} rolled
 * @param {Page.ToDo[]} toDo
 * @param {Page.Names} names
 * @returns {Page.News[]}
 */
function roll({ sum, player, takes }, toDo, names) {
  const rolled = t("{name} rolls {sum}.", { name: names[player], sum });
  const rest =
    sum === 7
      ? toDo.map((item) => `${tellToDo(item, names[item.colour])}.`)
      : takes.map((each) => taken(each, names, "").text);
  return [{ sound: sum === 7 ? "seven" : "roll", text: [rolled, ...rest].join(" ") }];
}

/**
 * @param {Api.Takes} takes
 * @param {Page.Names} names
 * @param {string} sound
 * @returns {Page.News}
 */
const taken = ({ colour, cards }, names, sound) => ({
  sound,
  text: t("{name} takes {cards}.", { name: names[colour], cards: listCards(cards) }),
});

/**
 * @param {Page.View} before
 * @param {Page.View} after
 * @param {Page.Names} names
 * @returns {Page.News[]}
 */
function specialCards({ players: before }, { players: after }, names) {
  /** @type {[card: "longest_road" | "largest_army", name: string][]} */
  const cards = [
    ["longest_road", t("Longest road")],
    ["largest_army", t("Largest army")],
  ];
  return cards.flatMap(([card, name]) => {
    const [had, has] = [before, after].map((players) => players.find((each) => each[card])?.colour);
    return has && has !== had ? [{ sound: "card", text: `${labelled(name, names[has])}.` }] : [];
  });
}
