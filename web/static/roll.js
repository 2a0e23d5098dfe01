// The last roll, and what it comes to: who takes what; on a seven who gives up what, and whom the robber robs.

import { tellToDo } from "./asking.js";
import { crest } from "./crests.js";
import { html } from "./dom.js";
import { acts } from "./pairing/looking.js";
import { RESOURCES, cardSigns, die, sign } from "./signs.js";
import { IN_ROWS, answer, namesOf } from "./turn.js";
import { tell } from "./telling.js";
import { listCards, t, word } from "./words.js";

/** Whether a roll is the last thing that happened: what it gives is still being taken. */
export const isFresh = (view) => view.log.at(-1)?.event.kind === "roll";

/** What the roll's part of the page shows of a view. */
export function pickRoll(view) {
  const line = view.log.findLast(({ event }) => event.kind === "roll");
  return {
    line,
    dice: view.roll?.dice ?? line?.event.dice,
    player: view.roll?.player ?? line?.event.player,
    roll: view.roll && isFresh(view) ? view.roll : null,
    rows: view.to_do.filter(({ kind }) => IN_ROWS.includes(kind)),
    dealt: view.dealt,
    newest: view.log.at(-1)?.event,
    past: !view.rolled,
    names: namesOf(view),
  };
}

/** The roll's part of the page; a tap on the dice has `correct`, where it is given, asked about its line. */
export function drawRoll({ line, dice, player, past, names, ...shown }, correct = null) {
  if (!dice && !shown.newest) return html("p", { class: "quiet" }, t("No roll yet"));
  const opens = correct && line ? () => correct(line) : null;
  return [
    dice ? drawDice(dice, names[player], past, opens) : null,
    html("div", { class: "outcome" }, outcome(shown, names)),
  ];
}

/** The dice; once they are `past`, somebody else is to roll: they step back. */
function drawDice(dice, name, past, correct) {
  const sum = dice[0] + dice[1];
  const rolled = t("{name} rolled", { name });
  const label = t("{rolled} {first} + {second}: correct it", { rolled, first: dice[0], second: dice[1] });
  const tapped = { type: "button", "aria-label": label, "data-key": "roll", onclick: correct };
  return html(
    correct ? "button" : "div",
    { class: past ? "dice dice-past" : "dice", ...(correct ? tapped : {}) },
    html("span", { class: "sum", "data-sum": sum }, `${sum}`),
    html("span", { class: "faces-shown" }, dice.map(die)),
    html("span", { class: "roller" }, rolled),
  );
}

function outcome({ rows, roll, dealt, newest }, names) {
  if (rows.length) return html("ul", { class: "takes" }, rows.map((item) => row(item, names)));
  if (roll) return gains(roll, names);
  // The starting resources.
  if (dealt?.length) {
    return html("ul", { class: "takes" }, dealt.map(({ colour, cards }) => take(names[colour], colour, cards)));
  }
  return newest ? html("p", { class: "newest", "data-colour": newest.player }, told(newest, names)) : null;
}

const told = (event, names) => [
  event.player ? crest(event.player) : null,
  html("span", {}, tell(event, (colour) => names[colour] ?? word("colour", colour))),
];

function gains({ sum, takes, shortage }, names) {
  const taken = takes.filter(({ cards }) => Object.values(cards).some(Boolean));
  const rows = taken.map(({ colour, cards }) => take(names[colour], colour, cards));
  const nothing = sum === 7 ? t("Seven: nobody takes cards, the robber moves.") : t("Nobody takes cards.");
  const short = t("The bank is short of {resources}.", { resources: inWords(shortage) });
  return [
    rows.length ? html("ul", { class: "takes" }, rows) : html("p", { class: "nobody" }, nothing),
    shortage.length ? html("p", { class: "shortage" }, short) : null,
  ];
}

function take(name, colour, cards) {
  const label = t("{name} takes {cards}", { name, cards: listCards(cards) });
  return band(colour, name, html("span", { class: "take-cards" }, cardSigns(cards)), { "aria-label": label });
}

/** A row in a player's colour: who, and what of it is to be seen from afar. */
function band(colour, name, what, attributes = {}) {
  return html(
    "li",
    { class: "take", "data-colour": colour, ...attributes },
    html("span", { class: "take-name" }, crest(colour), html("span", {}, name)),
    what,
  );
}

// A seven's course: who gives up how many cards, who moves the robber, whom it can rob.
function row(item, names) {
  const name = names[item.colour];
  const label = { "data-row": item.kind, "aria-label": tellToDo(item, name) };
  if (item.kind === "discard") return band(item.colour, name, discard(item), label);
  if (item.kind === "move_robber") {
    const robber = html("span", { class: "take-cards" }, sign("robber"));
    return band(item.colour, t("{name} moves the robber", { name }), robber, label);
  }
  const victims = item.from.map((colour) => victim(colour, names[colour]));
  const nobody = acts() ? answer(t("nobody"), { kind: "steal", from: null, resource: null }) : null;
  return band(item.colour, t("{name} robs", { name }), html("span", { class: "victims" }, victims, nobody), label);
}

/** How many cards somebody gives up; a tick says that they are gone. */
function discard({ colour, count }) {
  const done = { kind: "discard", player: colour, resources: null };
  return html(
    "span",
    { class: "take-cards" },
    acts() ? answer("✓", done, { "aria-label": t("Done") }) : null,
    html("span", { class: "count" }, html("b", {}, `−${count}`), sign("cards")),
  );
}

/** Who can be robbed; a tap says that it is so. */
function victim(colour, name) {
  const shown = [crest(colour), html("span", {}, name)];
  const looks = { class: "victim", "data-colour": colour };
  return acts() ? answer(shown, { kind: "steal", from: colour, resource: null }, looks) : html("span", looks, shown);
}

function inWords(resources) {
  return RESOURCES.filter((kind) => resources.includes(kind))
    .map((kind) => word("resource", kind))
    .join(", ");
}
