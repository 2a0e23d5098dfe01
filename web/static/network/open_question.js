// What a question that is open is about: the game, and what it rests on. Once that is another, it is closed, with a
// word; else what was filled in before would be entered as if it were so now.
//
// What is entered says what it is about as it was shown when the question was opened (docs/api.md): the table refuses
// it where that is over, and knows what was told already meanwhile.

import { allAnswered, isEntering } from "./idempotent_inputs.js";
import { patient } from "./patience.js";

const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("dialog"));

// An answer and the snapshot that shows what came of it arrive in either order, mostly within a few milliseconds.
const SHOWN_WITHIN = patient(2000);

/** @typedef {(snapshot: Page.Snapshot) => unknown} Pick */
/** @typedef {{ asked: Page.Snapshot, line: number }} Asked */
/** @typedef {Asked & { about: Api.AboutShown, rests: Pick, was: unknown }} Open */

/** @type {Page.Snapshot | null} */
let newest = null;
// The last entry that this page's own input came to, which a snapshot may show only in a moment.
/** @type {{ game: number | undefined, entry: number }} */
let own = { game: undefined, entry: 0 };
/** @type {Open | null} */
let open = null;
/** @type {(newest: Page.Snapshot, asked: Asked) => void} */
let moot = () => {};
/** @type {(() => void)[]} */
const followed = [];

/** @param {Page.Snapshot} snapshot */
const GAME = ({ game }) => game?.id;
/** @param {Page.Snapshot} snapshot */
const newestLine = ({ game }) => game?.view.log?.at(-1)?.number ?? 0;

/**
 * What questions rest on mostly, of a snapshot: whose turn it is.
 *
 * @type {Pick}
 */
export const TURN = ofView((view) => [view.phase, view.turn, view.on_turn]);
/** @type {(one: Pick, other: Pick) => Pick} */
export const both = (one, other) => (snapshot) => [one(snapshot), other(snapshot)];

/**
 * Something of the game's view besides, as `pick` takes it.
 *
 * @template {Page.GameView} V
 * @param {(view: V) => unknown} pick
 * @returns {Pick}
 */
export function ofView(pick) {
  return ({ game }) => pick(/** @type {V} */ (game?.view));
}

/**
 * Say what happens when an open question is moot: `closed(snapshot, asked)` is told the newest snapshot, and of the
 * question the one that it was `asked` in and the number of the newest `line` then.
 *
 * @param {(newest: Page.Snapshot, asked: Asked) => void} closed
 */
export const onMoot = (closed) => (moot = closed);

/**
 * @param {Page.Snapshot | null} snapshot
 * @returns {Api.AboutShown}
 */
function shown(snapshot) {
  const { game } = snapshot ?? {};
  if (!game) return {};
  const after = own.game === game.id && game.newest !== undefined ? Math.max(game.newest, own.entry) : game.newest;
  return { game: game.id, turn: game.view.turn, after };
}

/** What an input is about that is entered now: by the question that is open, else as the page shows the game. */
export const aboutNow = () => (open && dialog?.open ? open.about : shown(newest));

/**
 * Remember that an input of this page was answered: the last entry by then.
 *
 * @param {{ newest?: number }} answer
 */
export function noteAnswer({ newest: entry }) {
  if (entry !== undefined) own = { game: newest?.game?.id, entry };
}

const isBehind = () => Boolean(newest?.game && newest.game.id === own.game && newest.game.newest < own.entry);

/**
 * Resolves once this page shows what came of all that it has entered.
 *
 * Who ends the turn and at once enters the next roll means the turn that comes of it.
 */
export async function caughtUp() {
  await allAnswered();
  // Whoever entered it notes its answer first.
  await new Promise((resolve) => setTimeout(resolve));
  const ends = performance.now() + SHOWN_WITHIN;
  while (isBehind() && performance.now() < ends) {
    await new Promise((resolve) => {
      followed.push(() => resolve(null));
      setTimeout(resolve, ends - performance.now());
    });
  }
}

/** A question is opened; one that follows another in its dialog is about the same. */
export function opens() {
  if (open && dialog?.open) return;
  open = null;
  if (newest?.game) open = { about: shown(newest), asked: newest, line: newestLine(newest), ...resting(newest, () => null) };
}

/**
 * The question that is open now, and all that follow it in its dialog, rest on what `pick` takes of a snapshot.
 *
 * @param {Pick} pick
 */
export function restOn(pick) {
  if (open && newest?.game) Object.assign(open, resting(newest, pick));
}

/**
 * A question rests on the game, always.
 *
 * @param {Page.Snapshot} asked
 * @param {Pick} pick
 */
function resting(asked, pick) {
  /** @type {Pick} */
  const rests = (snapshot) => JSON.stringify([GAME(snapshot), GAME(snapshot) === undefined ? null : pick(snapshot)]);
  return { rests, was: rests(asked) };
}

/**
 * Close the open question where a snapshot shows that it is moot: not while this page itself enters its answer.
 *
 * @param {Page.Snapshot} snapshot
 */
export function followQuestion(snapshot) {
  newest = snapshot;
  followed.splice(0).forEach((resolve) => resolve());
  lookAgain();
}

/** The same, once nothing is being entered any more. */
export function lookAgain() {
  if (!open || !newest || !dialog?.open || isEntering() || open.rests(newest) === open.was) return;
  const asked = open;
  dialog.close();
  moot(newest, asked);
}

dialog?.addEventListener("close", () => {
  open = null;
});
