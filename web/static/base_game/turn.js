// The turn: whose it is, for how long, and what is to be done.

import { namesOf } from "../table/current_view.js";
import { enter } from "../network/api.js";
import { winnersOf } from "./event_text.js";
import { isTaught } from "./taught.js";
import { explained } from "./teacher.js";
import { lesson } from "./teaching.js";
import { tellToDo } from "./question_text.js";
import { crest } from "../drawing/crests.js";
import { html, once } from "../drawing/dom.js";
import { acts } from "../pairing/device_role.js";
import { t } from "../language/i18n.js";

/** What is done where the roll stands, in rows to be seen from afar (roll.js); all else in the line above it. */
export const IN_ROWS = ["discard", "may_discard", "move_robber", "steal"];
/** What the table waits for with a tap on the island. */
const TAPPED = ["found", "free_roads", "take_up"];

/**
 * What the line of things to do shows of a view.
 *
 * @param {Page.View} view
 */
export const pickToDo = (view) => ({
  phase: view.phase,
  onTurn: view.on_turn,
  began: view.turn_began,
  allowed: view.turn_seconds ?? null,
  reserve: (view.on_turn && view.reserves?.[view.on_turn]) ?? null,
  toDo: /** @type {Page.ToDo[]} */ (view.to_do)
    .filter(({ kind }) => !IN_ROWS.includes(kind))
    .map((item) => /** @type {Page.ToDo} */ ({ ...item, camera: view.camera })),
  rows: /** @type {Page.ToDo[]} */ (view.to_do.filter(({ kind }) => IN_ROWS.includes(kind))),
  winners: winnersOf(view),
  names: namesOf(view),
  lesson: acts() && isTaught(view) ? lesson(view) : null,
  game: view.game,
});

/** @param {ReturnType<typeof pickToDo>} picked */
export function drawToDo({ lesson: taught, game, ...picked }) {
  // Who won is told by the end of the game (table/victory.js).
  if (picked.phase === "over" && picked.winners.length) return [];
  return [...drawDue(picked, taught === null), taught === null ? null : explained(taught, { game })];
}

/**
 * What is to be done; where nothing explains it, `hinted` says where it is tapped.
 *
 * @param {Omit<ReturnType<typeof pickToDo>, "lesson" | "game">} picked
 * @param {boolean} hinted
 */
function drawDue({ phase, onTurn, toDo, rows, names, ...timed }, hinted) {
  if (!toDo.length) {
    return [
      onTurn ? turnLine(onTurn, onTurnText(phase, rows, onTurn, names[onTurn]), clock(timed)) : null,
      hinted && rows[0]?.kind === "move_robber" && acts() ? hint(t("Tap the hex where it is now.")) : null,
    ];
  }
  const [first, ...rest] = toDo;
  const told = tellToDo(first, names[first.colour], acts());
  return [
    turnLine(first.colour, told, first.colour ? clock(timed) : null, answers(first, names), "turn-due"),
    // Who begins is asked once the island is right: one question at a time.
    rest.length
      ? html("ul", { class: "to-do-items" }, rest.map((item) => toDoItem(item, names, first.kind !== "confirm_island")))
      : null,
    hinted && acts() && toDo.some(({ kind }) => TAPPED.includes(kind)) ? hint(t("Tap its place on the island.")) : null,
  ];
}

/** @param {string} text */
const hint = (text) => html("p", { class: "quiet hint" }, text);

/**
 * @param {string} phase
 * @param {Page.ToDo[]} rows
 * @param {string} onTurn
 * @param {string} name
 */
function onTurnText(phase, rows, onTurn, name) {
  if (rows[0]?.colour === onTurn) return tellToDo(rows[0], name);
  if (phase !== "play" || rows.length) return t("{name}'s turn", { name });
  return t("{name} trades and builds", { name });
}

/**
 * The line in the colour of who is on turn, with the clock of the turn.
 *
 * @param {string | undefined} colour
 * @param {Page.Content} text
 * @param {Page.Content} clockShown
 * @param {Page.Content[]} buttons
 * @param {string} kind
 */
function turnLine(colour, text, clockShown, buttons = [], kind = "") {
  return html(
    "div",
    { class: `turn-line to-do-item ${kind}`.trim(), "data-colour": colour },
    toDoText(colour, text),
    buttons.length ? html("div", { class: "buttons" }, buttons) : null,
    clockShown,
  );
}

/**
 * The clock of a turn: how long it has lasted, or, by a house rule, how much of what is `allowed` is left, and of the `reserve` that
 * its player has for the whole game.
 *
 * @param {{ began: number | null, allowed: number | null, reserve: number | null }} timed
 */
function clock({ began, allowed, reserve }) {
  if (began === null || !Number.isFinite(began)) return null;
  const left = reserve === null ? t("Time left in this turn") : t("Time left in this turn, and in reserve");
  const label = allowed || reserve !== null ? left : t("Time in this turn");
  const limits = allowed || reserve !== null ? { "data-allowed": allowed ?? 0, "data-reserve": reserve } : {};
  return html("span", { class: "clock", role: "timer", "aria-live": "off", "aria-label": label, "data-began": began, ...limits });
}

/**
 * @param {string | undefined} colour
 * @param {Page.Content} text
 */
const toDoText = (colour, text) =>
  html("p", { class: "to-do-text" }, colour ? crest(colour) : null, html("span", {}, text));

/**
 * @param {Page.ToDo} item
 * @param {Page.Names} names
 * @param {boolean} answered
 */
function toDoItem(item, names, answered) {
  const buttons = answered ? answers(item, names) : [];
  return html(
    "li",
    { class: "to-do-item" },
    toDoText(item.colour, tellToDo(item, names[item.colour], acts())),
    buttons.length ? html("div", { class: "buttons" }, buttons) : null,
  );
}

/**
 * What can be said with one tap; what needs more is entered at the bar.
 *
 * @param {Page.ToDo} item
 * @param {Page.Names} names
 * @returns {Page.Content[]}
 */
function answers(item, names) {
  if (!acts()) return [];
  if (item.kind === "found" && item.or) {
    const begins = (/** @type {string} */ player) => t("{name} begins", { name: names[player] });
    return item.or.map((/** @type {string} */ player) => answer(begins(player), { kind: "first_player", player }));
  }
  if (item.kind === "confirm_island") return [answer(t("Confirm"), { kind: "confirm", entry: item.entry })];
  if (item.kind === "roll" && item.fresh) {
    return [answer(t("{name} has already rolled", { name: names[item.colour ?? ""] }), { kind: "rolled_before" })];
  }
  if (item.kind === "lay_island") return waysToLay(item);
  if (item.kind === "take_up") return [answer(t("All pieces are as shown"), { kind: "take_up" })];
  return [];
}

/**
 * How an island is laid that no camera reads: as it was entered, by a diagram, by lot.
 *
 * @param {Page.ToDo} item
 */
function waysToLay({ missing, editions = [], draw }) {
  const lay = (/** @type {string} */ shown, /** @type {object} */ as) => answer(shown, { kind: "lay_island", ...as });
  return [
    missing?.hexes === 0 ? lay(t("Confirm"), { as: "entered" }) : null,
    ...editions.map((/** @type {string} */ edition) => lay(t("Beginners' island ({edition})", { edition }), { as: "first_game", edition })),
    draw ? lay(t("Draw an island at random"), { as: "drawn" }) : null,
  ].filter(Boolean);
}

/**
 * A button that enters something; `shown` is what stands on it.
 *
 * @param {Page.Content} shown
 * @param {Page.Input} input
 * @param {Page.Attributes} attributes
 */
export const answer = (shown, input, attributes = {}) =>
  html(
    "button",
    { type: "button", "data-key": JSON.stringify(input), ...attributes, onclick: once(() => enter(input)) },
    shown,
  );
