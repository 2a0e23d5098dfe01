// What the page sends.

import { enterOnce } from "./idempotent_inputs.js";
import { patient } from "./patience.js";
import { fetchJson, posting } from "./timed_fetch.js";
import { aboutNow, lookAgain, noteAnswer } from "./open_question.js";
import { t } from "../language/i18n.js";

const ANSWER_WITHIN = patient(10_000);

/**
 * Post an object as JSON: what isn't entered into the game. Resolves to the answer; rejects with an Error fit
 * to be shown, and its `status` where it was refused.
 *
 * @param {string} path
 * @param {object} data
 */
export const post = (path, data) => answered(path, posting(JSON.stringify(data)));

/** @param {string} path */
const get = (path) => answered(path, {});

/**
 * @param {string} path
 * @param {RequestInit} options
 * @returns {ReturnType<typeof fetchJson>}
 */
const answered = (path, options) =>
  fetchJson(path, options, ANSWER_WITHIN).catch((error) => {
    throw error.status ? error : new Error(t("The table can't be reached."));
  });

/** @typedef {(answer: Api.Outcome & { already: object[] }) => void} OnRepeated */
/** @typedef {(answer: Api.Outcome) => void} OnAnswer */

/** @type {(text: string) => void} */
let refused = () => {};
/** @type {OnAnswer} */
let againstTheRules = () => {};
/** @type {OnAnswer} */
let noted = () => {};
/** @type {OnRepeated} */
let repeated = () => {};

/**
 * Say who shows what came of an input.
 *
 * `onRefusal` gets a sentence where it was not taken; `onViolations` the answer where it was taken
 * though it breaks rules; `onTold` where it was taken and all is well, if that is to be said; `onRepeated` where
 * it had been told already.
 *
 * @param {(text: string) => void} onRefusal
 * @param {OnAnswer} onViolations
 * @param {OnAnswer} onTold
 * @param {OnRepeated} onRepeated
 */
export function onOutcome(onRefusal, onViolations, onTold, onRepeated) {
  refused = onRefusal;
  againstTheRules = onViolations;
  noted = onTold;
  repeated = onRepeated;
}

/**
 * Enter, and have shown what came of it, always where the story lost or changed a line. Resolves to whether it was
 * taken.
 *
 * @param {string} path
 * @param {{ about?: Api.AboutShown, [said: string]: unknown }} data
 * @param {OnAnswer} taken
 * @returns {Promise<boolean>}
 */
async function send(path, data, taken = () => {}) {
  try {
    const answer = await enterOnce(path, { ...data, about: { ...aboutNow(), ...data.about } });
    noteAnswer(answer);
    if (answer.already) {
      repeated(answer);
      return true;
    }
    const corrected = answer.taken_back?.length || answer.changed?.length;
    (answer.violations?.length ? againstTheRules : corrected ? noted : taken)(answer);
    return true;
  } catch (error) {
    refused(/** @type {Error} */ (error).message);
    lookAgain();
    return false;
  }
}

/**
 * What an input would change: the table's answer, or {error} where it wouldn't be taken.
 *
 * @param {Page.Input} input
 * @returns {Promise<Api.Preview | { error: string }>}
 */
export async function preview(input) {
  try {
    return await post("/api/inputs?preview=1", { ...input, about: { ...aboutNow(), ...input.about } });
  } catch (error) {
    return { error: /** @type {Error} */ (error).message };
  }
}

/** @param {Page.Input} input */
export const enter = (input) => send("/api/inputs", input);
/**
 * Enter what shows nowhere large: that it was taken is said for a moment, with a way back.
 *
 * @param {Page.Input} input
 */
export const enterTold = (input) => send("/api/inputs", input, noted);
/**
 * Make an offer of trade for a player, or answer one.
 *
 * @param {string} path
 * @param {Api.NewOfferOf | Api.OfferAnswerOf} said
 */
export const sendOffer = (path, said) => send(`/api/offers${path}`, { ...said });
/** @param {Page.NewGame} game */
export const startGame = (game) => send("/api/games", game);
/**
 * Go on with a game that was left: {game, abandon}.
 *
 * @param {Api.GameChosen} game
 */
export const goOn = (game) => send("/api/games/resume", { ...game });
/**
 * Give up the game that is on, by its number.
 *
 * @param {number} game
 */
export const leaveGame = (game) => send("/api/games/leave", { game });

/**
 * What can be played: {games, last, names, unfinished, begun}; nothing of it where the table can't say.
 *
 * @returns {Promise<Api.Choices>}
 */
export const choices = () => asked("/api/games", /** @type {Api.Choices} */ ({ games: [], last: null, names: [], seated: [], unfinished: [], begun: true }));

/**
 * The lines of the story before that of an entry.
 *
 * @param {number} number
 * @returns {Promise<Page.Line[]>}
 */
export const earlierLines = async (number) => (await asked(`/api/journal?before=${number}`, { lines: /** @type {Page.Line[]} */ ([]) })).lines;

/**
 * What the table answers; where it can't, that is said, and `otherwise` stands for the answer.
 *
 * @param {string} path
 * @template A
 * @param {A} otherwise
 * @returns {Promise<A>}
 */
async function asked(path, otherwise) {
  try {
    return await get(path);
  } catch (error) {
    refused(/** @type {Error} */ (error).message);
    return otherwise;
  }
}
