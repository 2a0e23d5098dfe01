// What happens, for the ear: a sound, and the sentence that somebody at the table would say.
//
// Both are off until somebody at this device wants them: a table may want quiet.

import { tellAsked, tellToDo } from "./asking.js";
import { keep, kept } from "./kept.js";
import { sound } from "./sounds.js";
import { namesOf } from "./turn.js";
import { speakAloud } from "./voices.js";
import { labelled, listCards, said, t, word } from "./words.js";

const ON = "on";

/** Whether this device makes sounds, or speaks. */
export const isOn = (what) => kept(what) === ON;

/** Switch sounds or speech on or off. */
export const switchOn = (what, on) => keep(what, on ? ON : null);

/** Make heard what is new in a snapshot. `before` is the one shown until now; null: there is none. */
export function announce(before, after) {
  const news = whatIsNew(before, after);
  if (!news.length) return;
  if (isOn("sounds")) sound(news[0].sound);
  const text = news.map(({ text: sentence }) => sentence).join(" ");
  if (isOn("speech") && text) speakAloud(text);
}

/** What somebody should hear of: objects with a `sound` and a `text`, the most important first. */
export function whatIsNew(before, after) {
  const known = before?.game && after.game && before.epoch === after.epoch && before.game.id === after.game.id;
  return [
    ...(known ? inGame(before.game.view, after.game.view) : []),
    ...(before ? atTheTable(before, after) : []),
  ];
}

function inGame(before, after) {
  const names = namesOf(after);
  if (after.winner && !before.winner) {
    return [{ sound: "winner", text: t("{name} wins!", { name: names[after.winner] }) }];
  }
  const rolled = newRoll(before, after);
  return [
    ...(rolled ? roll(after, names) : []),
    ...(!rolled && after.phase === "play" && after.turn !== before.turn
      ? [{ sound: "turn", text: t("{name} is on turn.", { name: names[after.on_turn] }) }]
      : []),
    ...(after.dealt && after.dealt.colour !== before.dealt?.colour ? [taken(after.dealt, names, "card")] : []),
    ...specialCards(before, after, names),
  ];
}

/** Whether the dice were thrown: the last roll of the story is another, and the last thing told. */
function newRoll({ log: before }, { log: after, roll: shown }) {
  const newest = after.at(-1);
  return Boolean(shown) && newest?.event.kind === "roll" && newest.number > (before.at(-1)?.number ?? 0);
}

function roll({ roll: { sum, player, takes }, to_do: toDo }, names) {
  const rolled = t("{name} rolls {sum}.", { name: names[player], sum });
  const rest =
    sum === 7
      ? toDo.map((item) => `${tellToDo(item, names[item.colour])}.`)
      : takes.map((each) => taken(each, names).text);
  return [{ sound: sum === 7 ? "seven" : "roll", text: [rolled, ...rest].join(" ") }];
}

const taken = ({ colour, cards }, names, sound) => ({
  sound,
  text: t("{name} takes {cards}.", { name: names[colour], cards: listCards(cards) }),
});

function specialCards({ players: before }, { players: after }, names) {
  const cards = { longest_road: t("Longest road"), largest_army: t("Largest army") };
  return Object.entries(cards).flatMap(([card, name]) => {
    const [had, has] = [before, after].map((players) => players.find((each) => each[card])?.colour);
    return has && has !== had ? [{ sound: "card", text: `${labelled(name, names[has])}.` }] : [];
  });
}

/** Questions that are new, and sources that need help from now on. */
function atTheTable(before, after) {
  const asked = new Set(before.questions.map(({ number }) => number));
  const ailing = new Set(before.sources.filter(isFaulty).map(({ name }) => name));
  return [
    ...after.sources
      .filter((source) => isFaulty(source) && !ailing.has(source.name))
      .map(({ name, text }) => ({ sound: "trouble", text: labelled(word("source", name), said(text)) })),
    ...after.questions
      .filter(({ number }) => !asked.has(number))
      .map(({ word: question, fields }) => ({ sound: "question", text: tellAsked(question, fields) })),
  ];
}

const isFaulty = ({ health }) => health === "fault";
