// What the page sends.

import { say } from "./words.js";

/** Post an object as JSON. Resolves to the answer; rejects with an Error fit to be shown, and its `status`. */
export async function post(path, data) {
  let response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(data),
    });
  } catch {
    throw new Error(say("unreachable"));
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) {
    const told = answer.error ?? say("failed", response.status);
    throw Object.assign(new Error(told), { status: response.status });
  }
  return answer;
}

let refused = () => {};
let faulty = () => {};

/**
 * Say who shows what came of an input.
 *
 * `onRefusal` gets a sentence where it was not taken; `onFaults` the answer where it was taken
 * though it breaks rules.
 */
export function onOutcome(onRefusal, onFaults) {
  refused = onRefusal;
  faulty = onFaults;
}

/** Post, and have shown what came of it. Resolves to whether it was taken. */
async function send(path, data) {
  try {
    const answer = await post(path, data);
    if (answer.faults?.length) faulty(answer);
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
export const startGame = (game) => send("/api/games", game);
