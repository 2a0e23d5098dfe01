// What the page sends.

import { t } from "./words.js";

/** Post an object as JSON. Resolves to the answer; rejects with an Error fit to be shown, and its `status`. */
export const post = (path, data) =>
  request(
    path,
    { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) },
    () => t("The table can't be reached. Nothing was entered."),
  );

const get = (path) => request(path, {}, () => t("The table can't be reached."));

async function request(path, options, unreachable) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error(unreachable());
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) {
    const told = answer.error ?? t("That didn't work ({status}).", { status: response.status });
    throw Object.assign(new Error(told), { status: response.status });
  }
  return answer;
}

let refused = () => {};
let faulty = () => {};
let noted = () => {};

/**
 * Say who shows what came of an input.
 *
 * `onRefusal` gets a sentence where it was not taken; `onFaults` the answer where it was taken
 * though it breaks rules; `onTold` where it was taken and all is well, if that is to be said.
 */
export function onOutcome(onRefusal, onFaults, onTold) {
  refused = onRefusal;
  faulty = onFaults;
  noted = onTold;
}

/** Post, and have shown what came of it. Resolves to whether it was taken. */
async function send(path, data, taken = () => {}) {
  try {
    const answer = await post(path, data);
    (answer.faults?.length ? faulty : taken)(answer);
    return true;
  } catch (error) {
    refused(error.message);
    return false;
  }
}

/** What an input would change: the table's answer, or {error} where it wouldn't be taken. */
export async function preview(input) {
  try {
    return await post("/api/inputs?preview=1", input);
  } catch (error) {
    return { error: error.message };
  }
}

export const enter = (input) => send("/api/inputs", input);
/** Enter what shows nowhere large: that it was taken is said for a moment, with a way back. */
export const enterTold = (input) => send("/api/inputs", input, noted);
/** Make an offer of trade for a player, or answer one. */
export const sendOffer = (path, said) => send(`/api/offers${path}`, said);
export const startGame = (game) => send("/api/games", game);
/** Go on with a game that was left: {game, abandon}. */
export const goOn = (game) => send("/api/games/resume", game);

/** What can be played: {games, names, unfinished}; nothing of it where the table can't say. */
export const choices = () => asked("/api/games", { games: [], names: [], unfinished: [] });

/** The lines of the story before that of an entry. */
export const earlierLines = async (number) => (await asked(`/api/journal?before=${number}`, { lines: [] })).lines;

/** What the table answers; where it can't, that is said, and `otherwise` stands for the answer. */
async function asked(path, otherwise) {
  try {
    return await get(path);
  } catch (error) {
    refused(error.message);
    return otherwise;
  }
}
