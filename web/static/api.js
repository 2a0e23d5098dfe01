// What the page sends.

import { say } from "./words.js";

/** Post an object as JSON. Resolves to the answer; rejects with an Error fit to be shown. */
async function post(path, data) {
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
  if (!response.ok) throw new Error(answer.error ?? say("failed", response.status));
  return answer;
}

let show = () => {};

/** Say where refusals are shown: a function of a sentence. */
export function onRefusal(listener) {
  show = listener;
}

/** Post, and show a refusal. Resolves to whether it was taken. */
async function send(path, data) {
  try {
    await post(path, data);
    return true;
  } catch (error) {
    show(error.message);
    return false;
  }
}

export const enter = (input) => send("/api/inputs", input);
export const startGame = (game) => send("/api/games", game);
