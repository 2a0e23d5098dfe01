// The turn: whose it is and for how long, the last roll, and who takes or gives what.

import { enter } from "./api.js";
import { tellToDo } from "./asking.js";
import { crest } from "./crests.js";
import { html } from "./dom.js";
import { acts } from "./pairing/looking.js";
import { RESOURCES, cardSigns, die, sign } from "./signs.js";
import { listCards, t, tell, word } from "./words.js";

/** What is done where the roll stands, in rows to be seen from afar; all else in the line above it. */
const IN_ROWS = ["discard", "move_robber", "steal"];
/** What the table waits for with a tap on the island. */
const TAPPED = ["found", "free_roads", "take_up"];

/** The players' names by their colours. */
export function namesOf(view) {
  return Object.fromEntries(view.players.map(({ colour, name }) => [colour, name]));
}

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
    newest: view.log.at(-1)?.event,
    names: namesOf(view),
  };
}

/** The roll's part of the page; a tap on the dice has `correct`, where it is given, asked about the roll's line. */
export function drawRoll({ line, dice, player, roll, rows, newest, names }, correct = null) {
  if (!dice && !newest) return html("p", { class: "quiet" }, t("No roll yet"));
  const opens = correct && line ? () => correct(line) : null;
  return [
    dice ? drawDice(dice, names[player], opens) : null,
    html("div", { class: "outcome" }, outcome(roll, rows, newest, names)),
  ];
}

function drawDice(dice, name, correct) {
  const sum = dice[0] + dice[1];
  const rolled = t("{name} rolled", { name });
  const what = t("{rolled} {first} + {second}: correct it", { rolled, first: dice[0], second: dice[1] });
  return html(
    correct ? "button" : "div",
    { class: "dice", ...(correct ? { type: "button", "aria-label": what, "data-key": "roll", onclick: correct } : {}) },
    html("span", { class: "sum", "data-sum": sum }, `${sum}`),
    html("span", { class: "faces-shown" }, dice.map(die)),
    html("span", { class: "roller" }, rolled),
  );
}

function outcome(roll, rows, newest, names) {
  if (rows.length) return html("ul", { class: "takes" }, rows.map((item) => row(item, names)));
  if (roll) return gains(roll, names);
  return newest ? html("p", { class: "newest", "data-colour": newest.player }, told(newest, names)) : null;
}

const told = (event, names) => [
  event.player ? crest(event.player) : null,
  html("span", {}, tell(event, (colour) => names[colour] ?? word("colour", colour))),
];

function gains({ sum, takes, shortage }, names) {
  const taken = takes.filter(({ cards }) => Object.values(cards).some(Boolean));
  const nothing = sum === 7 ? t("Seven: nobody takes cards, the robber moves.") : t("Nobody takes cards.");
  return [
    taken.length
      ? html("ul", { class: "takes" }, taken.map(({ colour, cards }) => take(names[colour], colour, cards)))
      : html("p", { class: "nobody" }, nothing),
    shortage.length
      ? html("p", { class: "shortage" }, t("The bank is short of {resources}.", { resources: inWords(shortage) }))
      : null,
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
  if (item.kind === "discard") {
    const count = html("span", { class: "count" }, html("b", {}, `−${item.count}`), sign("cards"));
    const done = { kind: "discard", player: item.colour, resources: null };
    return band(item.colour, name, html("span", { class: "take-cards" }, acts() ? ticked(done) : null, count), label);
  }
  if (item.kind === "move_robber") {
    const robber = html("span", { class: "take-cards" }, sign("robber"));
    return band(item.colour, t("{name} moves the robber", { name }), robber, label);
  }
  const victims = item.from.map((colour) => victim(colour, names[colour]));
  const nobody = acts() ? answer(t("nobody"), { kind: "steal", from: null, resource: null }) : null;
  return band(item.colour, t("{name} robs", { name }), html("span", { class: "victims" }, victims, nobody), label);
}

/** A tick that says that something is done. */
function ticked(input) {
  const button = answer("✓", input);
  button.setAttribute("aria-label", t("Done"));
  return button;
}

/** Who can be robbed; a tap says that it is so. */
function victim(colour, name) {
  const shown = [crest(colour), html("span", {}, name)];
  if (!acts()) return html("span", { class: "victim", "data-colour": colour }, shown);
  const button = answer(shown, { kind: "steal", from: colour, resource: null });
  button.className = "victim";
  button.dataset.colour = colour;
  return button;
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
  began: view.turn_began,
  toDo: view.to_do.filter(({ kind }) => !IN_ROWS.includes(kind)),
  rows: view.to_do.filter(({ kind }) => IN_ROWS.includes(kind)),
  winner: view.winner,
  game: view.game,
  names: namesOf(view),
});

export function drawToDo({ phase, onTurn, began, toDo, rows, winner, game, names }) {
  if (phase === "over" && winner) {
    return [
      html("p", { class: "winner", "data-colour": winner }, crest(winner), t("{name} wins!", { name: names[winner] })),
      html("a", { class: "button", "data-key": "evening", href: `/history/${game}` }, t("Look back on the evening")),
    ];
  }
  if (!toDo.length) return onTurn ? turnLine(onTurn, onTurnText(phase, rows, onTurn, names[onTurn]), began) : [];
  const [first, ...rest] = toDo;
  return [
    turnLine(first.colour, tellToDo(first, names[first.colour]), first.colour ? began : null, answers(first, names)),
    rest.length ? html("ul", { class: "to-do-items" }, rest.map((item) => toDoItem(item, names))) : null,
    toDo.some(({ kind }) => TAPPED.includes(kind))
      ? html("p", { class: "quiet hint" }, t("Tap the place on the island where it stands."))
      : null,
  ];
}

function onTurnText(phase, rows, onTurn, name) {
  if (rows[0]?.colour === onTurn) return tellToDo(rows[0], name);
  if (phase !== "play" || rows.length) return t("{name} is on turn", { name });
  return t("{name} trades and builds", { name });
}

/** The line in the colour of who is on turn, with the clock of the turn. */
function turnLine(colour, text, began, buttons = []) {
  const clock = Number.isFinite(began)
    ? html("span", { class: "clock", role: "timer", "aria-live": "off", "aria-label": t("This turn so far"), "data-began": began })
    : null;
  return html(
    "div",
    { class: "turn-line to-do-item", "data-colour": colour },
    html("p", { class: "to-do-text" }, colour ? crest(colour) : null, html("span", {}, text)),
    buttons.length ? html("div", { class: "buttons" }, buttons) : null,
    clock,
  );
}

function toDoItem(item, names) {
  const buttons = answers(item, names);
  return html(
    "li",
    { class: "to-do-item" },
    html("p", { class: "to-do-text" }, item.colour ? crest(item.colour) : null, html("span", {}, tellToDo(item, names[item.colour]))),
    buttons.length ? html("div", { class: "buttons" }, buttons) : null,
  );
}

// What can be said with one tap; what needs more is entered at the bar.
function answers(item, names) {
  if (item.kind === "found" && item.or) {
    return item.or.map((player) => answer(t("{name} begins", { name: names[player] }), { kind: "first_player", player }));
  }
  if (item.kind === "confirm_island") return [answer(t("It is right"), { kind: "confirm", entry: item.entry })];
  if (item.kind === "take_up") return [answer(t("All pieces stand as shown"), { kind: "take_up" })];
  return [];
}

/** A button that enters something; `shown` is what stands on it. */
function answer(shown, input) {
  const tap = async ({ currentTarget: button }) => {
    // A finger that taps twice means once.
    button.disabled = true;
    await enter(input);
    button.disabled = false;
  };
  return html("button", { type: "button", "data-key": JSON.stringify(input), onclick: tap }, shown);
}
