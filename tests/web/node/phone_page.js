// A phone of the base game in a test: its hand, and taps on it.

import { isHidden, waitUntil } from "./page.js";

/** Three players of the base game. */
export const PLAYERS = [["Ana", "red"], ["Ben", "blue"], ["Cyr", "white"]].map(([name, colour]) => ({ name, colour }));

/** The hand of each player after `beginGame`. */
export const HANDS = { red: { ore: 3, wool: 2, grain: 2 }, blue: { wool: 2, brick: 1 }, white: { wool: 1 } };

/** Begin a game at a real table, without further play: it is founded, each hand is entered, and Ana has rolled. */
export async function beginGame(table, options = {}) {
  await table.startGame({ players: PLAYERS, options: { all_told: true, setup: "first_game", ...options }, abandon: true });
  await table.submit({ kind: "lay_island" });
  for (const [colour, resources] of Object.entries(HANDS)) await table.seats.submit(colour, { kind: "show_hand", resources });
  await table.submit({ kind: "roll", dice: [1, 1] });
}

/** How many cards of a kind a phone shows. */
export const card = (page, kind) => page.text(`.hand-card[data-resource=${kind}] b`);

/** Wait until a phone shows so many cards of a kind. */
export const shows = (page, kind, count) => waitUntil(() => card(page, kind) === `${count}`, `${count} ${kind} in the hand`);

/** The buttons whose key begins so. */
export const key = (page, name) => page.$(`[data-key^='${name}']`);

/** Whether a page has an element. */
export const has = (page, selector) => page.all(selector).length > 0;

/** Tap what has a key, as soon as it is there. */
export async function tap(page, name) {
  await waitUntil(() => !isHidden(key(page, name)), `${name} to tap`);
  await page.click(key(page, name));
}

/** Tap one of a dialog's choices. */
export const choose = (page, choice) => page.click(`[data-choice=${choice}]`, page.dialog);

/** Add cards on a side of a dialog. */
export async function add(page, side, kind, count = 1) {
  const group = page.getByRole("group", side, page.dialog);
  for (let n = 0; n < count; n++) await page.click(`[data-kind=${kind}] .count-more`, group);
}
