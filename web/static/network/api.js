// The requests that the page sends.

import { enterOnce } from "./idempotent_inputs.js";
import { scaleTimeout } from "./timeout_scale.js";
import { fetchJson, postOptions } from "./timed_fetch.js";
import { currentContext, recheckQuestion, recordAnswer } from "./open_question.js";
import { t } from "../language/i18n.js";

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
