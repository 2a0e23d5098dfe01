// The last roll, and what it comes to: who takes what; on a seven who gives up what, and whom the robber robs.

import { tellToDo } from "./question_text.js";
import { askTaken } from "../base_entries/taken.js";
import { enterTold } from "../network/api.js";
import { crest } from "../drawing/crests.js";
import { html, once, panel } from "../drawing/dom.js";
import { settlingOn } from "../table/settling.js";
import { acts } from "../pairing/device_role.js";
import { countedCards } from "../drawing/cards.js";
import { RESOURCES, die, sign } from "../drawing/signs.js";
import { namesOf, now } from "../table/current_view.js";
import { IN_ROWS, answer } from "./turn.js";
import { tell } from "./event_text.js";
import { drawKey, keypad } from "./keypad.js";
import { facesOf, inFigures, sumOf } from "./thrown.js";
import { listCards, t, word } from "../language/i18n.js";

/**
 * What is done in rows, as a view tells it; `done`: a discard that was made.
 *
 * @typedef {{
 *   kind: string, colour: string, done?: boolean, count?: number, likely?: boolean, between?: [number, number],
 *   from?: string[], limit?: number,
 * }} Row
 */

const SEVEN = 7;
/** Of a resource of which the bank has so few left after a roll, it may have had too few for all: the count may be a little off. */
const NEARLY_OUT = 4;

/**
 * What the roll's part of the page shows of a view.
 *
 * @param {Page.View} view
 */
function pickRoll(view) {
  const line = view.log.findLast(({ event }) => event.kind === "roll");
  const roll = view.last_roll ?? view.roll;
  return {
    line,
    dice: roll?.dice ?? line?.event.dice,
    player: roll?.player ?? line?.event.player,
    roll,
    rows: rowsOf(view),
    dealt: view.dealt,
    newest: view.log.at(-1)?.event,
    past: !view.rolled || !view.roll,
    corrected: Boolean(view.last_roll) && acts(),
    bank: view.bank,
    keys: rollIsEntered(view) ? Math.max(1, view.turn) : null,
    cards: view.roll_cards_left,
    names: namesOf(view),
  };
}

/**
 * Whether the dice are to be thrown, and nothing that sees them is at work: somebody says the sum.
 *
 * @param {Page.View} view
 */
const rollIsEntered = ({ to_do: toDo, watched }) => !watched && toDo.some(({ kind }) => kind === "roll");

/**
 * What is done in rows. Who has discarded keeps the row until the robber has moved, so that no other row
 * comes under the finger that ticked it.
 *
 * @param {Page.View} view
 * @returns {Row[]}
 */
function rowsOf({ to_do: toDo, log, players }) {
  const rows = /** @type {Row[]} */ (toDo.filter(({ kind }) => IN_ROWS.includes(kind)));
  if (!rows.some(({ kind }) => ["discard", "move_robber"].includes(kind))) return rows;
  const since = log.slice(log.findLastIndex(({ event }) => event.kind === "roll") + 1);
  const done = since.flatMap(({ event: { kind, player } }) => (kind === "discard" ? [player] : []));
  /** @type {Row[]} */
  const discards = players.flatMap(({ colour }) => {
    const owed = rows.find((row) => row.kind === "discard" && row.colour === colour);
    return owed ?? (done.includes(colour) ? { kind: "discard", colour, done: true } : []);
  });
  return [...discards, ...rows.filter(({ kind }) => kind !== "discard")];
}

/** @param {ReturnType<typeof pickRoll>} picked */
const takersOf = ({ roll }) => (roll?.takes ?? []).map(({ colour }) => colour).join();

/**
 * The roll's part of the page, as a function that draws a view.
 *
 * What comes in the place of the keypad takes no tap for a moment, nor does the keypad, nor a row that comes into another's place:
 * who taps twice means once.
 *
 * @param {HTMLElement} root
 * @param {() => ((line: Page.Line) => unknown) | null} correct
 */
export function rollPanel(root, correct) {
  const settle = settlingOn(root);
  return panel(root, pickRoll, (picked) => {
    settle([Boolean(picked.keys), takersOf(picked)]);
    return drawRoll(picked, correct());
  });
}

/**
 * The roll's part of the page; a tap on the dice has `correct`, where it is given, asked about its line.
 *
 * @param {ReturnType<typeof pickRoll>} picked
 * @param {((line: Page.Line) => unknown) | null} correct
 */
function drawRoll({ line, dice, player, past, names, ...shown }, correct = null) {
  if (!dice && !shown.newest && !shown.keys) return html("p", { class: "quiet" }, t("No roll yet"));
  const opens = correct && line ? () => correct(line) : null;
  const keys = shown.keys && acts() ? keysOf(shown.keys, shown.cards) : null;
  return [
    dice ? drawDice(dice, names[player ?? ""], past, opens) : null,
    // The starting resources stay in sight until the first roll.
    keys && shown.dealt?.length ? html("ul", { class: "dealt" }, takesOf(shown.dealt, names)) : null,
    keys ?? html("div", { class: "outcome" }, outcome(shown, names)),
  ];
}

/**
 * What is tapped for a roll: its sum, or, where the table rolls with a deck, that a card is drawn.
 *
 * @param {number} turn
 * @param {number | null | undefined} cards
 */
const keysOf = (turn, cards) => (typeof cards === "number" ? drawKey(turn, cards) : keypad(turn));

/**
 * The dice; once they are `past`, somebody else is to roll: they step back.
 *
 * @param {Api.Dice} dice
 * @param {string} name
 * @param {boolean} past
 * @param {(() => unknown) | null} correct
 */
function drawDice(dice, name, past, correct) {
  const sum = sumOf(dice);
  const rolled = t("{name} rolled", { name });
  const label = t("{rolled} {dice}: edit", { rolled, dice: inFigures(dice) });
  const tapped = { type: "button", "aria-label": label, "data-key": "roll", onclick: correct };
  return html(
    correct ? "button" : "div",
    { class: past ? "dice dice-past" : "dice", ...(correct ? tapped : {}) },
    html("span", { class: "sum", "data-sum": sum }, `${sum}`),
    html("span", { class: "faces-shown" }, facesOf(dice).map(die)),
    html("span", { class: "roller" }, rolled),
  );
}

/**
 * What a roll comes to stays until the next one; what has happened since stands below it.
 *
 * @param {Pick<ReturnType<typeof pickRoll>, "rows" | "roll" | "dealt" | "newest" | "corrected" | "bank">} shown
 * @param {Page.Names} names
 */
function outcome({ rows, roll, dealt, newest, corrected, bank }, names) {
  if (rows.length) return html("ul", { class: "takes" }, rows.map((item) => row(item, names)));
  // The starting resources.
  if (dealt?.length) {
    return html("ul", { class: "takes" }, takesOf(dealt, names));
  }
  const since = newest && newest.kind !== "roll";
  return [
    roll && !(since && roll.sum === SEVEN) ? gains(roll, names, corrected ? bank : null) : null,
    since ? html("p", { class: "newest", "data-colour": newest.player }, told(newest, names)) : null,
  ];
}

/**
 * @param {Page.Event} event
 * @param {Page.Names} names
 */
const told = (event, names) => [
  event.player ? crest(event.player) : null,
  html("span", {}, tell(event, (colour) => names[colour] ?? word("colour", colour))),
];

/**
 * @param {Api.BaseRolled} roll
 * @param {Page.Names} names
 * @param {Page.Cards | null} bank what is left, where a tap says what was taken instead; null: nobody here says that
 */
function gains({ sum, again, takes, shortage }, names, bank) {
  const taken = takes.filter(({ cards }) => Object.values(cards).some(Boolean));
  const rows = takesOf(taken, names, bank !== null);
  const seven = again ? t("This seven doesn't count yet.") : t("Seven: nobody takes cards, the robber moves.");
  const ranOut = bank ? mayHaveRunOut(taken, bank).map(hadRunOut) : [];
  const nothing = sum === SEVEN ? seven : t("Nobody takes cards.");
  const short = t("The bank is short of {resources}.", { resources: inWords(shortage) });
  return [
    rows.length ? html("ul", { class: "takes" }, rows) : html("p", { class: "nobody" }, nothing),
    shortage.length ? html("p", { class: "shortage" }, short) : null,
    ranOut.length ? html("div", { class: "ran-outs" }, ranOut) : null,
  ];
}

/**
 * The resources of which the bank may have had too few for all who were to take some.
 *
 * @param {Api.Takes[]} takes
 * @param {Page.Cards} bank
 */
export const mayHaveRunOut = (takes, bank) =>
  RESOURCES.filter((kind) => takes.filter(({ cards }) => cards[kind]).length > 1 && (bank[kind] ?? 0) <= NEARLY_OUT);

/** @param {Api.Resource} resource */
const hadRunOut = (resource) => {
  const text = t("The bank had run out of {resource}", { resource: word("resource", resource) });
  const said = once(() => enterTold({ kind: "bank_ran_out", resource }));
  return html("button", { type: "button", "data-key": `ran-out-${resource}`, onclick: said }, text);
};

/**
 * A row for each who takes cards.
 *
 * @param {Api.Takes[]} takes
 * @param {Page.Names} names
 * @param {boolean} corrected
 */
const takesOf = (takes, names, corrected = false) => takes.map(({ colour, cards }) => take(names[colour], colour, cards, corrected));

/**
 * @param {string} name
 * @param {string} colour
 * @param {Page.Cards} cards
 * @param {boolean} corrected
 */
function take(name, colour, cards, corrected) {
  const label = t("{name} takes {cards}", { name, cards: listCards(cards) });
  const shown = html("span", { class: "take-cards" }, countedCards(cards));
  const other = { type: "button", class: "take-other", "data-key": `other-${colour}`, "aria-label": t("{name} took other cards …", { name }) };
  const asks = corrected ? html("button", { ...other, onclick: () => askTaken(now(), colour) }) : null;
  return band(colour, name, [shown, asks, corrected && missed(name, colour)], { "aria-label": label });
}

/**
 * One tap says that somebody took nothing.
 *
 * @param {string} name
 * @param {string} player
 */
function missed(name, player) {
  const said = once(() => enterTold({ kind: "take_instead", player, resources: {} }));
  const label = t("{name} took nothing", { name });
  return html("button", { type: "button", class: "take-missed", "data-key": `missed-${player}`, "aria-label": label, title: label, onclick: said }, "✕");
}

/**
 * A row in a player's colour: who, and what of it is to be seen from afar.
 *
 * @param {string} colour
 * @param {string} name
 * @param {Page.Content} what
 * @param {Page.Attributes} attributes
 */
function band(colour, name, what, attributes = {}) {
  return html(
    "li",
    { class: "take", "data-colour": colour, ...attributes },
    html("span", { class: "take-name" }, crest(colour), html("span", {}, name)),
    what,
  );
}

// A seven's course: who gives up how many cards, who moves the robber, whom it can rob.
/**
 * @param {Row} item
 * @param {Page.Names} names
 */
function row(item, names) {
  const name = names[item.colour];
  const said = item.done ? t("{name} has discarded", { name }) : tellToDo(item, name);
  const label = { "data-row": item.kind, "data-done": item.done, "aria-label": said };
  if (item.kind === "discard" || item.kind === "may_discard") return band(item.colour, name, discard(item), label);
  if (item.kind === "move_robber") {
    const robber = html("span", { class: "take-cards" }, sign("robber"));
    return band(item.colour, t("{name} moves the robber", { name }), robber, label);
  }
  const victims = (item.from ?? []).map((colour) => victim(colour, names[colour]));
  const nobody = acts() ? answer(t("nobody"), { kind: "steal", from: null, resource: null }) : null;
  return band(item.colour, t("{name} robs", { name }), html("span", { class: "victims" }, victims, nobody), label);
}

/**
 * How many cards somebody gives up, with its doubt where there is some; a tick says that they are gone. Who only
 * may have to has none: what was told says otherwise.
 *
 * @param {Row} row
 */
function discard({ kind, colour, count = 0, done, likely = true, between: [least, most] = [count, count] }) {
  if (done) return html("span", { class: "take-cards" }, html("span", { class: "ticked ticked-done" }, "✓"));
  if (kind === "may_discard" || !likely) {
    const doubt = least < most ? html("small", {}, `${least}–${most}`) : null;
    return discarded(kind === "discard" && colour, kind === "discard" ? `≈−${count}` : `−${count}?`, doubt);
  }
  return discarded(colour, `−${count}`);
}

/**
 * @param {string | false | undefined} colour
 * @param {string} count
 * @param {Page.Content} doubt
 */
function discarded(colour, count, doubt = null) {
  const done = { kind: "discard", player: colour, resources: null };
  return html(
    "span",
    { class: "take-cards" },
    colour && acts() ? answer(html("span", { class: "ticked" }, "✓"), done, { "aria-label": t("Done") }) : null,
    html("span", { class: "count" }, html("b", {}, count), sign("cards"), doubt),
  );
}

/**
 * Who can be robbed; a tap says that it is so.
 *
 * @param {string} colour
 * @param {string} name
 */
function victim(colour, name) {
  const shown = [crest(colour), html("span", {}, name)];
  const looks = { class: "victim", "data-colour": colour };
  return acts() ? answer(shown, { kind: "steal", from: colour, resource: null }, looks) : html("span", looks, shown);
}

/** @param {string[]} resources */
function inWords(resources) {
  return RESOURCES.filter((kind) => resources.includes(kind))
    .map((kind) => word("resource", kind))
    .join(", ");
}
