// The turn: the last roll, who takes what, and what is to be done.

import { enter } from "./api.js";
import { html } from "./dom.js";
import { RESOURCES, cardSigns, die } from "./signs.js";
import { listCards, say, word } from "./words.js";

/** What the roll's part of the page shows of a view. */
export const pickRoll = (view) => ({ roll: view.roll, names: namesOf(view) });

export function drawRoll({ roll, names }) {
  if (!roll) return html("p", { class: "quiet" }, say("noRoll"));
  const takes = roll.takes.filter(({ cards }) => Object.values(cards).some(Boolean));
  return [
    html(
      "div",
      { class: "dice" },
      html("span", { class: "sum", "data-sum": roll.sum }, `${roll.sum}`),
      roll.dice.map(die),
      html("p", { class: "roller" }, say("rolls", names[roll.player])),
    ),
    html(
      "div",
      { class: "outcome" },
      takes.length
        ? html("ul", { class: "takes" }, takes.map(({ colour, cards }) => take(names[colour], colour, cards)))
        : html("p", { class: "nobody" }, say(roll.sum === 7 ? "seven" : "nobodyTakes")),
      roll.shortage.length ? html("p", { class: "shortage" }, say("shortage", inWords(roll.shortage))) : null,
    ),
  ];
}

function take(name, colour, cards) {
  return html(
    "li",
    { class: "take", "data-colour": colour, "aria-label": say("takes", name, listCards(cards)) },
    html("span", { class: "take-name" }, name),
    html("span", { class: "take-cards" }, cardSigns(cards)),
  );
}

function inWords(resources) {
  return RESOURCES.filter((kind) => resources.includes(kind))
    .map((kind) => word("resource", kind))
    .join(", ");
}

/** What the line of things to do shows of a view. */
export const pickToDo = (view) => ({
  phase: view.phase,
  onTurn: view.on_turn,
  rolled: view.rolled,
  toDo: view.to_do,
  winner: view.winner,
  names: namesOf(view),
});

export function drawToDo({ phase, onTurn, rolled, toDo, winner, names }) {
  if (phase === "over" && winner) {
    return html("p", { class: "winner", "data-colour": winner }, say("wins", names[winner]));
  }
  if (toDo.length) {
    const tapped = toDo.some(({ kind }) => ["found", "free_roads", "take_up"].includes(kind));
    return [
      html("ul", { class: "to-do-items" }, toDo.map((item) => toDoItem(item, names))),
      tapped ? html("p", { class: "quiet hint" }, say("tapSite")) : null,
    ];
  }
  if (!onTurn) return [];
  if (phase !== "play") return line(onTurn, say("onTurn", names[onTurn]));
  return html(
    "div",
    { class: "to-do-item" },
    line(onTurn, say("trade", names[onTurn])),
    rolled ? answer(say("endTurn"), { kind: "end_turn" }) : null,
  );
}

function line(colour, text) {
  return html("p", { class: "to-do-text" }, colour ? swatch(colour) : null, html("span", {}, text));
}

function toDoItem(item, names) {
  const sentence = say("toDo")[item.kind];
  const name = names[item.colour];
  const unknown = word("toDo", item.kind);
  const answering = answers(item, names);
  return html(
    "li",
    { class: "to-do-item" },
    line(item.colour, sentence ? sentence(item, name) : name ? say("labelled", name, unknown) : unknown),
    answering.length ? html("div", { class: "buttons" }, answering) : null,
  );
}

// What can be said with one tap; the rest the table sees by itself.
function answers(item, names) {
  if (item.kind === "discard") {
    return [answer(say("done"), { kind: "discard", player: item.colour, resources: null })];
  }
  if (item.kind === "steal") {
    return [...item.from, null].map((from) =>
      answer(from ? say("robs", names[from]) : say("robsNobody"), { kind: "steal", from, resource: null }),
    );
  }
  if (item.kind === "found" && item.or) {
    return item.or.map((player) => answer(say("begins", names[player]), { kind: "first_player", player }));
  }
  if (item.kind === "confirm_island") return [answer(say("confirm"), { kind: "confirm", entry: item.entry })];
  if (item.kind === "take_up") return [answer(say("boardIsRight"), { kind: "take_up" })];
  return [];
}

function answer(text, input) {
  const tap = async ({ currentTarget: button }) => {
    // A finger that taps twice means once.
    button.disabled = true;
    await enter(input);
    button.disabled = false;
  };
  return html("button", { type: "button", "data-key": JSON.stringify(input), onclick: tap }, text);
}

function swatch(colour) {
  return html("span", { class: "swatch", "data-colour": colour });
}

/** The players' names by their colours. */
export function namesOf(view) {
  return Object.fromEntries(view.players.map(({ colour, name }) => [colour, name]));
}
