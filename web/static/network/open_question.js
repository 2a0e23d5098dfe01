// The context of an open question: its game, and the state that it depends on. If a snapshot changes that state, the
// dialog is stale and is closed with a message, so that its form can't be entered for another situation.
//
// Each input carries the context at the time when its dialog opened (docs/api.md). The table refuses a stale input and
// recognizes a duplicate.

import { waitForAnswers, isEntering } from "./idempotent_inputs.js";
import { scaleTimeout } from "./timeout_scale.js";

const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("dialog"));

// An answer and the snapshot with its effect arrive in either order, usually within a few milliseconds.
const SNAPSHOT_TIMEOUT_MS = scaleTimeout(2000);

/** @typedef {(snapshot: Page.Snapshot) => unknown} Pick */
/** @typedef {{ asked: Page.Snapshot, line: number }} Asked */
/** @typedef {Asked & { about: Api.AboutShown, state: Pick, initialState: unknown }} Open */

/** @type {Page.Snapshot | null} */
let newest = null;
// The latest entry of this page's own inputs. A snapshot may show it a moment later.
/** @type {{ game: number | undefined, entry: number }} */
let lastOwnEntry = { game: undefined, entry: 0 };
/** @type {Open | null} */
let current = null;
/** @type {(newest: Page.Snapshot, asked: Asked) => void} */
let onStaleQuestion = () => {};
/** @type {(() => void)[]} */
const snapshotWaiters = [];

/** @param {Page.Snapshot} snapshot */
const gameId = ({ game }) => game?.id;
/** @param {Page.Snapshot} snapshot */
const newestLineNumber = ({ game }) => game?.view.log?.at(-1)?.number ?? 0;

/**
 * The usual state that a question depends on: the turn.
 *
 * @type {Pick}
 */
export const TURN_STATE = pickFromView((view) => [view.phase, view.turn, view.on_turn]);
/** @type {(one: Pick, other: Pick) => Pick} */
export const combinePicks = (one, other) => (snapshot) => [one(snapshot), other(snapshot)];

/**
 * Create a pick from the game's view.
 *
 * @template {Page.GameView} V
 * @param {(view: V) => unknown} pick
 * @returns {Pick}
 */
export function pickFromView(pick) {
  return ({ game }) => pick(/** @type {V} */ (game?.view));
}

/**
 * Set the handler for a stale question.
 *
 * It receives the newest snapshot, and of the question the snapshot in which it was `asked` and the number of the
 * newest log `line` at that time.
 *
 * @param {(newest: Page.Snapshot, asked: Asked) => void} closed
 */
export const onStale = (closed) => (onStaleQuestion = closed);

/**
 * @param {Page.Snapshot | null} snapshot
 * @returns {Api.AboutShown}
 */
function inputContext(snapshot) {
  const { game } = snapshot ?? {};
  if (!game) return {};
  const after = lastOwnEntry.game === game.id && game.newest !== undefined ? Math.max(game.newest, lastOwnEntry.entry) : game.newest;
  return { game: game.id, turn: game.view.turn, after };
}

/** The context of an input entered now: that of the open question, otherwise the displayed game. */
export const currentContext = () => (current && dialog?.open ? current.about : inputContext(newest));

/**
 * Record the latest entry after an input of this page was answered.
 *
 * @param {{ newest?: number }} answer
 */
export function recordAnswer({ newest: entry }) {
  if (entry !== undefined) lastOwnEntry = { game: newest?.game?.id, entry };
}

const isBehind = () => Boolean(newest?.game && newest.game.id === lastOwnEntry.game && newest.game.newest < lastOwnEntry.entry);

/**
 * Resolves once this page shows the effect of all its inputs.
 *
 * So a player who ends the turn and immediately enters the next roll enters it in the next turn.
 */
export async function waitForSnapshot() {
  await waitForAnswers();
  // Let the caller of the input record its answer first.
  await new Promise((resolve) => setTimeout(resolve));
  const deadline = performance.now() + SNAPSHOT_TIMEOUT_MS;
  while (isBehind() && performance.now() < deadline) {
    await new Promise((resolve) => {
      snapshotWaiters.push(() => resolve(null));
      setTimeout(resolve, deadline - performance.now());
    });
  }
}

/** Open a question. One that follows another in its dialog has the same context. */
export function openQuestion() {
  if (current && dialog?.open) return;
  current = null;
  if (newest?.game) current = { about: inputContext(newest), asked: newest, line: newestLineNumber(newest), ...trackState(newest, () => null) };
}

/**
 * Close the open question, and all that follow it in its dialog, when `pick` of a snapshot changes.
 *
 * @param {Pick} pick
 */
export function closeWhenStale(pick) {
  if (current && newest?.game) Object.assign(current, trackState(newest, pick));
}

/**
 * The tracked state of a question, which always includes the game.
 *
 * @param {Page.Snapshot} asked
 * @param {Pick} pick
 */
function trackState(asked, pick) {
  /** @type {Pick} */
  const state = (snapshot) => JSON.stringify([gameId(snapshot), gameId(snapshot) === undefined ? null : pick(snapshot)]);
  return { state, initialState: state(asked) };
}

/**
 * Update the question with a snapshot and close it if it is stale, unless this page is entering its answer.
 *
 * @param {Page.Snapshot} snapshot
 */
export function updateQuestion(snapshot) {
  newest = snapshot;
  snapshotWaiters.splice(0).forEach((resolve) => resolve());
  recheckQuestion();
}

/** Close the question if it is stale, once no input is in flight. */
export function recheckQuestion() {
  if (!current || !newest || !dialog?.open || isEntering() || current.state(newest) === current.initialState) return;
  const asked = current;
  dialog.close();
  onStaleQuestion(newest, asked);
}

dialog?.addEventListener("close", () => {
  current = null;
});
