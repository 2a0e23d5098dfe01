// The roll's panel, and the order of founding before the first roll.

import { crest, RESOURCES, die, sign } from "../drawing/signs.js";
import { html, singleFlight, panel } from "../drawing/dom.js";
import { t, listCards, word, n } from "../language/i18n.js";
import { toDoText } from "./question_text.js";
import { askTakenCards, askRoll } from "../base_entries/table_dialogs.js";
import { enterWithNotice, enter } from "../network/api.js";
import { tapGuardOnChange } from "../drawing/press.js";
import { canEnter } from "../pairing/device_role.js";
import { drawCardCounts } from "../drawing/cards.js";
import { namesOf, currentView } from "../table/game.js";
import { ROW_KINDS, entryButton } from "./turn.js";
import { eventText, facesOf, formatDice, sumOf, SUMS } from "./event_text.js";

// The order in which the players place their first settlements: clockwise, then backwards.

/**
 * The order of the set-up phase, from the placement that is due; null if the pieces on the island don't follow it.
 *
 * @param {Pick<Page.View, "phase" | "players" | "pieces" | "to_do">} view
 * @returns {{ colours: string[], placed: number } | null} the players of both rounds, and the settlements that are complete
 */
export function foundingOrder({ phase, players, pieces, to_do: toDo }) {
  const due = /** @type {Page.ToDo[]} */ (toDo).find(({ kind }) => kind === "found");
  if (phase !== "founding" || !due?.piece) return null;
  const seats = players.map(({ colour }) => /** @type {string} */ (colour));
  const settled = pieces.filter(({ kind }) => kind !== "road").map(({ colour }) => colour);
  const placed = settled.length - (due.piece === "road" ? 1 : 0);
  const turn = placed < seats.length ? placed : 2 * seats.length - 1 - placed;
  const first = (seats.indexOf(due.colour) - turn + seats.length) % seats.length;
  const round = [...seats.slice(first), ...seats.slice(0, first)];
  const colours = [...round, ...[...round].reverse()];
  return `${colours.slice(0, settled.length).sort()}` === `${settled.sort()}` ? { colours, placed } : null;
}

/**
 * @param {NonNullable<ReturnType<typeof foundingOrder>>} order
 * @param {Page.Names} names
 */
export function drawFoundingOrder({ colours, placed }, names) {
  const each = colours.map((colour, n) =>
    html("li", { "data-colour": colour, class: n < placed ? "order-done" : "", "aria-current": n === placed && "step" }, crest(colour), html("span", { class: "hidden" }, names[colour])),
  );
  const half = colours.length / 2;
  const rounds = [each.slice(0, half), each.slice(half)].map((round, n) => {
    const name = n ? t("Second settlement") : t("First settlement");
    return [html("span", {}, name), html("ol", { "aria-label": name }, round)];
  });
  return html("div", { class: "order" }, rounds);
}

// The last roll and its outcome: cards received, and on a seven the discards and the robber.

// The keypad for a due roll that no source detects: one tap enters the sum of the dice or has a card drawn.

/**
 * A key for each sum, and a last key to enter both dice.
 *
 * @param {number} turn the turn that the roll begins
 */
function keypad(turn) {
  const enterRoll = (/** @type {number} */ sum) => singleFlight(() => enterWithNotice({ kind: "roll", dice: { sum }, about: { turn } }));
  return html(
    "div",
    { class: "keypad", role: "group", "aria-label": t("What was rolled?") },
    SUMS.map((sum) => html("button", { type: "button", "data-key": `sum-${sum}`, onclick: enterRoll(sum) }, `${sum}`)),
    html("button", { type: "button", class: "keypad-dice", "data-key": "both-dice", onclick: () => askRoll(currentView()) }, t("Both dice")),
  );
}

/**
 * A key that has Companion draw a card, at a table that rolls with a deck.
 *
 * @param {number} turn the turn that the roll begins
 * @param {number} cards the number of cards left
 */
function drawCardKey(turn, cards) {
  const enterDraw = singleFlight(() => enter({ kind: "draw_roll", about: { turn } }));
  const text = n("Draw a card ({count} left)", "Draw a card ({count} left)", cards);
  return html("div", { class: "keypad" }, html("button", { type: "button", class: "keypad-draw", "data-key": "draw", onclick: enterDraw }, text));
}

/**
 * An action that is shown as a row; `done`: a discard that was already entered.
 *
 * @typedef {{
 *   kind: string, colour: string, done?: boolean, count?: number, likely?: boolean, between?: [number, number],
 *   from?: string[], limit?: number,
 * }} Row
 */

const SEVEN = 7;
/** The most cards left after a roll at which the bank may have run out, because its count may be slightly wrong. */
const NEARLY_OUT_CARDS = 4;

/**
 * Selects from a view the data that the roll's region shows.
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
    order: foundingOrder(view),
    past: !view.rolled || !view.roll,
    corrected: Boolean(view.last_roll) && canEnter(),
    bank: view.bank,
    keys: needsRollEntry(view) ? Math.max(1, view.turn) : null,
    cards: view.roll_cards_left,
    names: namesOf(view),
  };
}

/**
 * Returns whether a roll is due that somebody has to enter, because no source watches the dice.
 *
 * @param {Page.View} view
 */
const needsRollEntry = ({ to_do: toDo, watched }) => !watched && toDo.some(({ kind }) => kind === "roll");

/**
 * The rows of the pending actions. A finished discard keeps its row until the robber moves, so that no other row
 * moves under a finger.
 *
 * @param {Page.View} view
 * @returns {Row[]}
 */
function rowsOf({ to_do: toDo, log, players }) {
  const rows = /** @type {Row[]} */ (toDo.filter(({ kind }) => ROW_KINDS.includes(kind)));
  if (!rows.some(({ kind }) => ["discard", "move_robber"].includes(kind))) return rows;
  const since = log.slice(log.findLastIndex(({ event }) => event.kind === "roll") + 1);
  const done = since.flatMap(({ event: { kind, player } }) => (kind === "discard" ? [player] : []));
  /** @type {Row[]} */
  const discards = players.flatMap(({ colour }) => {
    const due = rows.find((row) => row.kind === "discard" && row.colour === colour);
    return due ?? (done.includes(colour) ? { kind: "discard", colour, done: true } : []);
  });
  return [...discards, ...rows.filter(({ kind }) => kind !== "discard")];
}

/** @param {ReturnType<typeof pickRoll>} picked */
const takersOf = ({ roll }) => (roll?.takes ?? []).map(({ colour }) => colour).join();

/**
 * Creates the roll's region. Returns its draw callback.
 *
 * The keypad, the outcome that replaces it and rows that change ignore taps for a moment, so that a double tap enters
 * only once.
 *
 * @param {HTMLElement} root
 * @param {() => ((line: Page.Line) => unknown) | null} correct
 */
export function rollPanel(root, correct) {
  const guardTaps = tapGuardOnChange(root);
  return panel(root, pickRoll, (picked) => {
    guardTaps([Boolean(picked.keys), takersOf(picked)]);
    return drawRoll(picked, correct());
  });
}

/**
 * Draws the roll's region. A tap on the dice calls `correct` with the roll's log entry, if it is given.
 *
 * @param {ReturnType<typeof pickRoll>} picked
 * @param {((line: Page.Line) => unknown) | null} correct
 */
function drawRoll({ line, dice, player, past, names, ...shown }, correct = null) {
  if (!dice && !shown.newest && !shown.keys) return html("p", { class: "quiet" }, t("No roll yet"));
  const opens = correct && line ? () => correct(line) : null;
  const keys = shown.keys && canEnter() ? drawKeys(shown.keys, shown.cards) : null;
  return [
    dice ? drawDice(dice, names[player ?? ""], past, opens) : null,
    // The starting resources stay visible until the first roll.
    keys && shown.dealt?.length ? html("ul", { class: "dealt" }, drawTakes(shown.dealt, names)) : null,
    keys ?? html("div", { class: "outcome" }, drawOutcome(shown, names)),
  ];
}

/**
 * The keypad for a sum, or the key that draws a card where the table rolls with a deck.
 *
 * @param {number} turn
 * @param {number | null | undefined} cards
 */
const drawKeys = (turn, cards) => (typeof cards === "number" ? drawCardKey(turn, cards) : keypad(turn));

/**
 * Draws the dice. They are dimmed once they are `past` and the next player has to roll.
 *
 * @param {Api.Dice} dice
 * @param {string} name
 * @param {boolean} past
 * @param {(() => unknown) | null} correct
 */
function drawDice(dice, name, past, correct) {
  const sum = sumOf(dice);
  const rolled = t("{name} rolled", { name });
  const label = t("{rolled} {dice}: edit", { rolled, dice: formatDice(dice) });
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
 * Draws the roll's outcome, which stays until the next roll, and the latest event below it.
 *
 * @param {Pick<ReturnType<typeof pickRoll>, "rows" | "roll" | "dealt" | "newest" | "order" | "corrected" | "bank">} shown
 * @param {Page.Names} names
 */
function drawOutcome({ rows, roll, dealt, newest, order, corrected, bank }, names) {
  if (rows.length) return html("ul", { class: "takes" }, rows.map((item) => drawRow(item, names)));
  // Starting resources
  if (dealt?.length) {
    return html("ul", { class: "takes" }, drawTakes(dealt, names));
  }
  if (order) return drawFoundingOrder(order, names);
  const since = newest && newest.kind !== "roll";
  return [
    roll && !(since && roll.sum === SEVEN) ? drawGains(roll, names, corrected ? bank : null) : null,
    since ? html("p", { class: "newest", "data-colour": newest.player }, drawEvent(newest, names)) : null,
  ];
}

/**
 * @param {Page.Event} event
 * @param {Page.Names} names
 */
const drawEvent = (event, names) => [
  event.player ? crest(event.player) : null,
  html("span", {}, eventText(event, (colour) => names[colour] ?? word("colour", colour))),
];

/**
 * @param {Api.BaseRolled} roll
 * @param {Page.Names} names
 * @param {Page.Cards | null} bank the cards left, if taps may correct what was taken; otherwise null
 */
function drawGains({ sum, again, takes, shortage }, names, bank) {
  const takers = takes.filter(({ cards }) => Object.values(cards).some(Boolean));
  const rows = drawTakes(takers, names, bank !== null);
  const seven = again ? t("This seven doesn't count yet.") : t("Seven: nobody takes cards, the robber moves.");
  const ranOut = bank ? possibleShortages(takers, bank).map(shortageButton) : [];
  const nothing = sum === SEVEN ? seven : t("Nobody takes cards.");
  const short = t("The bank is short of {resources}.", { resources: resourceNames(shortage) });
  return [
    rows.length ? html("ul", { class: "takes" }, rows) : html("p", { class: "nobody" }, nothing),
    shortage.length ? html("p", { class: "shortage" }, short) : null,
    ranOut.length ? html("div", { class: "shortage-buttons" }, ranOut) : null,
  ];
}

/**
 * Resources of which the bank may have had too few for all who were due some.
 *
 * @param {Api.Takes[]} takes
 * @param {Page.Cards} bank
 */
export const possibleShortages = (takes, bank) =>
  RESOURCES.filter((kind) => takes.filter(({ cards }) => cards[kind]).length > 1 && (bank[kind] ?? 0) <= NEARLY_OUT_CARDS);

/** @param {Api.Resource} resource */
const shortageButton = (resource) => {
  const text = t("The bank had run out of {resource}", { resource: word("resource", resource) });
  const enterShortage = singleFlight(() => enterWithNotice({ kind: "bank_ran_out", resource }));
  return html("button", { type: "button", "data-key": `ran-out-${resource}`, onclick: enterShortage }, text);
};

/**
 * A row for each player who takes cards.
 *
 * @param {Api.Takes[]} takes
 * @param {Page.Names} names
 * @param {boolean} corrected
 */
const drawTakes = (takes, names, corrected = false) => takes.map(({ colour, cards }) => drawTake(names[colour], colour, cards, corrected));

/**
 * @param {string} name
 * @param {string} colour
 * @param {Page.Cards} cards
 * @param {boolean} corrected
 */
function drawTake(name, colour, cards, corrected) {
  const label = t("{name} takes {cards}", { name, cards: listCards(cards) });
  const shown = html("span", { class: "take-cards" }, drawCardCounts(cards));
  const other = { type: "button", class: "take-other", "data-key": `other-${colour}`, "aria-label": t("{name} took other cards …", { name }) };
  const otherButton = corrected ? html("button", { ...other, onclick: () => askTakenCards(currentView(), colour) }) : null;
  return drawBand(colour, name, [shown, otherButton, corrected && missedButton(name, colour)], { "aria-label": label });
}

/**
 * A button to enter that a player took nothing.
 *
 * @param {string} name
 * @param {string} player
 */
function missedButton(name, player) {
  const enterMissed = singleFlight(() => enterWithNotice({ kind: "take_instead", player, resources: {} }));
  const label = t("{name} took nothing", { name });
  return html("button", { type: "button", class: "take-missed", "data-key": `missed-${player}`, "aria-label": label, title: label, onclick: enterMissed }, "✕");
}

/**
 * A row in a player's colour, with the player's name and content that is legible from afar.
 *
 * @param {string} colour
 * @param {string} name
 * @param {Page.Content} what
 * @param {Page.Attributes} attributes
 */
function drawBand(colour, name, what, attributes = {}) {
  return html(
    "li",
    { class: "take", "data-colour": colour, ...attributes },
    html("span", { class: "take-name" }, crest(colour), html("span", {}, name)),
    what,
  );
}

// A row of a seven: discard, robber or steal.
/**
 * @param {Row} item
 * @param {Page.Names} names
 */
function drawRow(item, names) {
  const name = names[item.colour];
  const label = item.done ? t("{name} has discarded", { name }) : toDoText(item, name);
  const attributes = { "data-row": item.kind, "data-done": item.done, "aria-label": label };
  if (item.kind === "discard" || item.kind === "may_discard") return drawBand(item.colour, name, drawDiscard(item), attributes);
  if (item.kind === "move_robber") {
    const robber = html("span", { class: "take-cards" }, sign("robber"));
    return drawBand(item.colour, t("{name} moves the robber", { name }), robber, attributes);
  }
  const victims = (item.from ?? []).map((colour) => drawVictim(colour, names[colour]));
  const nobody = canEnter() ? entryButton(t("nobody"), { kind: "steal", from: null, resource: null }) : null;
  return drawBand(item.colour, t("{name} robs", { name }), html("span", { class: "victims" }, victims, nobody), attributes);
}

/**
 * The number of cards to discard, with a range if it is uncertain. A tick enters the discard; an uncertain obligation
 * has no tick.
 *
 * @param {Row} row
 */
function drawDiscard({ kind, colour, count = 0, done, likely = true, between: [least, most] = [count, count] }) {
  if (done) return html("span", { class: "take-cards" }, html("span", { class: "ticked ticked-done" }, "✓"));
  if (kind === "may_discard" || !likely) {
    const doubt = least < most ? html("small", {}, `${least}–${most}`) : null;
    return drawDiscardCount(kind === "discard" && colour, kind === "discard" ? `≈−${count}` : `−${count}?`, doubt);
  }
  return drawDiscardCount(colour, `−${count}`);
}

/**
 * @param {string | false | undefined} colour
 * @param {string} count
 * @param {Page.Content} doubt
 */
function drawDiscardCount(colour, count, doubt = null) {
  const done = { kind: "discard", player: colour, resources: null };
  return html(
    "span",
    { class: "take-cards" },
    colour && canEnter() ? entryButton(html("span", { class: "ticked" }, "✓"), done, { "aria-label": t("Done") }) : null,
    html("span", { class: "count" }, html("b", {}, count), sign("cards"), doubt),
  );
}

/**
 * A player who can be robbed; a tap enters the steal.
 *
 * @param {string} colour
 * @param {string} name
 */
function drawVictim(colour, name) {
  const shown = [crest(colour), html("span", {}, name)];
  const attributes = { class: "victim", "data-colour": colour };
  return canEnter() ? entryButton(shown, { kind: "steal", from: colour, resource: null }, attributes) : html("span", attributes, shown);
}

/** @param {string[]} resources */
function resourceNames(resources) {
  return RESOURCES.filter((kind) => resources.includes(kind))
    .map((kind) => word("resource", kind))
    .join(", ");
}
