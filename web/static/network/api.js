// The inputs that a page sends: each is accepted once, refers to what its sender saw, and waits for those before it.

import { fetchJson, postOptions } from "./timed_fetch.js";
import { scaleTimeout } from "./timeout_scale.js";
import { t } from "../language/i18n.js";

// Inputs that are recorded exactly once and in time, or not at all. The user learns which, whatever the network does.
//
// A restored network delivers delayed requests. So each input has an idempotency key, by which the server accepts it
// only once, and a deadline by the server's clock (docs/api.md).

const CLOCK_TIMEOUT_MS = scaleTimeout(3000);
const ATTEMPT_TIMEOUT_MS = scaleTimeout(5000);
const RETRY_MS = 300;

// The inputs in flight.
/** @type {Map<string, ReturnType<typeof fetchJson>>} */
const pending = new Map();

/** Test whether an input of this page is in flight. */
export const isEntering = () => pending.size > 0;

/** Resolves once all current inputs are answered, whatever the answers. */
export const waitForAnswers = () => Promise.allSettled(pending.values());

/** Test whether this page is connected to the table. A page that follows no stream finds out by its request. */
const isConnected = () => !["connecting", "lost"].includes(document.body.dataset.connection ?? "");

/**
 * Enter an object at a path of the API, exactly once. Resolves to the answer.
 *
 * Rejects with an Error whose message can be shown, with a `status` if the server refused. While an input is in flight,
 * the same input joins it.
 *
 * @param {string} path
 * @param {object} data
 * @returns {ReturnType<typeof fetchJson>}
 */
export async function enterOnce(path, data) {
  if (!isConnected()) throw new Error(t("Not connected: nothing was entered."));
  const body = JSON.stringify(data);
  const key = `${path} ${body}`;
  if (!pending.has(key)) pending.set(key, send(path, body).finally(() => pending.delete(key)));
  return pending.get(key);
}

/**
 * @param {string} path
 * @param {string} body
 * @returns {ReturnType<typeof fetchJson>}
 */
async function send(path, body) {
  // Fetch the clock for each input: if this fails, nothing was sent.
  const clock = await fetchJson("/api/clock", {}, CLOCK_TIMEOUT_MS).catch(() => {
    throw new Error(t("The table doesn't answer: nothing was entered."));
  });
  const enterBy = `${clock.run}-${(clock.up + ATTEMPT_TIMEOUT_MS / 1000).toFixed(3)}`;
  const options = postOptions(body, { "Idempotency-Key": newIdempotencyKey(), "Enter-By": enterBy });
  const deadline = performance.now() + ATTEMPT_TIMEOUT_MS;
  for (;;) {
    try {
      return await fetchJson(path, options, deadline - performance.now());
    } catch (error) {
      if (/** @type {Page.Refusal} */ (error).status) throw error;
      // A connection may break after the server has recorded the input, so retry with the same key.
      if (deadline - performance.now() < RETRY_MS) throw new Error(t("No answer: check whether it was entered."));
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** A unique key. Browsers have no randomUUID over plain HTTP. */
function newIdempotencyKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The context of an open question: its game, and the state that it depends on. If a snapshot changes that state, the
// dialog is stale and is closed with a message, so that its form can't be entered for another situation.
//
// Each input carries the context at the time when its dialog opened (docs/api.md). The table refuses a stale input and
// recognizes a duplicate.

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

// The requests that the page sends.

const ANSWER_TIMEOUT_MS = scaleTimeout(10_000);

/**
 * Post an object as JSON, outside the game's inputs. Resolves to the answer.
 *
 * Rejects with an Error whose message can be shown, with a `status` if the server refused.
 *
 * @param {string} path
 * @param {object} data
 */
export const post = (path, data) => request(path, postOptions(JSON.stringify(data)));

/** @param {string} path */
const get = (path) => request(path, {});

/**
 * @param {string} path
 * @param {RequestInit} options
 * @returns {ReturnType<typeof fetchJson>}
 */
const request = (path, options) =>
  fetchJson(path, options, ANSWER_TIMEOUT_MS).catch((error) => {
    throw error.status ? error : new Error(t("The table can't be reached."));
  });

/** @typedef {(answer: Api.Outcome & { already: object[] }) => void} OnRepeated */
/** @typedef {(answer: Api.Outcome) => void} OnAnswer */

/** @type {(text: string) => void} */
let showRefusal = () => {};
/** @type {OnAnswer} */
let showViolations = () => {};
/** @type {OnAnswer} */
let showOutcome = () => {};
/** @type {OnRepeated} */
let showDuplicate = () => {};

/**
 * Set the handlers for the outcome of an input.
 *
 * - `onRefusal`: receives a message if the input was refused;
 * - `onViolations`: receives the answer if the input was accepted but breaks rules;
 * - `onRecorded`: receives the answer if the input was accepted and should be confirmed;
 * - `onRepeated`: receives the answer if the input was a duplicate.
 *
 * @param {(text: string) => void} onRefusal
 * @param {OnAnswer} onViolations
 * @param {OnAnswer} onRecorded
 * @param {OnRepeated} onRepeated
 */
export function setOutcomeHandlers(onRefusal, onViolations, onRecorded, onRepeated) {
  showRefusal = onRefusal;
  showViolations = onViolations;
  showOutcome = onRecorded;
  showDuplicate = onRepeated;
}

/**
 * Submit an input and show its outcome, always if log entries were removed or changed. Resolves to true if accepted.
 *
 * @param {string} path
 * @param {{ about?: Api.AboutShown, [field: string]: unknown }} data
 * @param {OnAnswer} onAccepted
 * @returns {Promise<boolean>}
 */
async function submit(path, data, onAccepted = () => {}) {
  try {
    const answer = await enterOnce(path, { ...data, about: { ...currentContext(), ...data.about } });
    recordAnswer(answer);
    if (answer.already) {
      showDuplicate(answer);
      return true;
    }
    const corrected = answer.taken_back?.length || answer.changed?.length;
    (answer.violations?.length ? showViolations : corrected ? showOutcome : onAccepted)(answer);
    return true;
  } catch (error) {
    showRefusal(/** @type {Error} */ (error).message);
    recheckQuestion();
    return false;
  }
}

/**
 * Preview an input: the table's answer, or {error} if it would be refused.
 *
 * @param {Page.Input} input
 * @returns {Promise<Api.Preview | { error: string }>}
 */
export async function preview(input) {
  try {
    return await post("/api/inputs?preview=1", { ...input, about: { ...currentContext(), ...input.about } });
  } catch (error) {
    return { error: /** @type {Error} */ (error).message };
  }
}

/** @param {Page.Input} input */
export const enter = (input) => submit("/api/inputs", input);
/**
 * Enter an input whose effect is not prominent: its outcome is shown for a moment, with an Undo button.
 *
 * @param {Page.Input} input
 */
export const enterWithNotice = (input) => submit("/api/inputs", input, showOutcome);
/**
 * Make a trade offer for a player, or answer one.
 *
 * @param {string} path
 * @param {Api.NewOfferOf | Api.OfferAnswerOf} offer
 */
export const sendOffer = (path, offer) => submit(`/api/offers${path}`, { ...offer });
/** @param {Page.NewGame} game */
export const startGame = (game) => submit("/api/games", game);
/**
 * Resume an unfinished game: {game, abandon}.
 *
 * @param {Api.GameChosen} game
 */
export const resumeGame = (game) => submit("/api/games/resume", { ...game });
/**
 * Quit the game in progress, by its number.
 *
 * @param {number} game
 */
export const leaveGame = (game) => submit("/api/games/leave", { game });

/**
 * Fetch the games that can be played: {games, last, names, unfinished, begun}; empty if the request fails.
 *
 * @returns {Promise<Api.Choices>}
 */
export const fetchChoices = () => getOrElse("/api/games", /** @type {Api.Choices} */ ({ games: [], last: null, names: [], seated: [], unfinished: [], begun: true }));

/**
 * Fetch the log entries before an entry.
 *
 * @param {number} number
 * @returns {Promise<Page.Line[]>}
 */
export const fetchEarlierLines = async (number) => (await getOrElse(`/api/journal?before=${number}`, { lines: /** @type {Page.Line[]} */ ([]) })).lines;

/**
 * Fetch from a path; on failure show the error and return `fallback`.
 *
 * @param {string} path
 * @template A
 * @param {A} fallback
 * @returns {Promise<A>}
 */
async function getOrElse(path, fallback) {
  try {
    return await get(path);
  } catch (error) {
    showRefusal(/** @type {Error} */ (error).message);
    return fallback;
  }
}

// A queue for taps on a drawing, whose parts are not buttons that could be disabled while busy.

/**
 * Create a queue that enters its items one after the other, each once this page shows the effect of the previous ones.
 *
 * So no tap is lost on a slow network, and none refers to a stale state. An item that is already queued is ignored. The
 * returned promise resolves once all items are entered.
 *
 * @template T
 * @param {(item: T) => unknown} enter
 * @returns {(item: T) => Promise<void>}
 */
export function serialQueue(enter) {
  /** @type {Set<string>} */
  const pending = new Set();
  let queue = Promise.resolve();
  /**
   * @param {T} item
   * @param {string} key
   */
  async function enterNext(item, key) {
    try {
      await waitForSnapshot();
      await enter(item);
    } finally {
      pending.delete(key);
    }
  }
  return (item) => {
    const key = JSON.stringify(item);
    if (!pending.has(key)) {
      pending.add(key);
      // A failed input shows its own message and doesn't block the next one.
      queue = queue.catch(() => {}).then(() => enterNext(item, key));
    }
    return queue;
  };
}
