// The base game's page as its tests use it: the bar of actions, dialogs with counters of cards, places on the island.

import { copy } from "./server.js";

/** A button of the bar of actions. */
export const bar = (page, name) => page.button(name, page.$("#actions"));

/** Tap an action of the bar. */
export const act = (page, name) => page.click(bar(page, name));

/** Tap a button of the dialog. */
export const choose = (page, name) => page.click(page.button(name, page.dialog));

/** Choose a radio button of the dialog, by its name and that of its group. */
export const pick = (page, name, group) => page.check(page.getByRole("radio", name, group ? groupOf(page, group) : page.dialog));

/** A group of the dialog's fields. */
export const groupOf = (page, name) => page.getByRole("group", name, page.dialog);

/** A button of the counters of a group: `change` is More or Fewer. */
export const counter = (page, group, kind, change = "More") => page.button(`${change}: ${kind}`, groupOf(page, group));

/** Tap a counter of cards some times. */
export async function count(page, group, kind, taps = 1, change = "More") {
  for (let tap = 0; tap < taps; tap++) await page.click(counter(page, group, kind, change));
}

/** Set the actions that the table allows now. */
export const changeMay = (page, values) => page.change(({ game }) => Object.assign(game.view.may, copy(values)));

/** A place for pieces on the island. */
export const site = (page, at) => page.$(`.site[data-key='${at}']`);

/** A hex of the island. */
export const hex = (page, at) => page.$(`.hex[data-key='${at}']`);

/** The keys of elements, such as places on the island. */
export const keysOf = (page, selector) => page.all(selector).map((each) => each.dataset.key);

/** Replace the table's answers to inputs for the rest of a test: by JSON, or by a function of the input. */
export function answerInputs(t, page, answer) {
  const { answers } = page.server;
  const before = answers["/api/inputs"];
  t.after(() => (answers["/api/inputs"] = before));
  answers["/api/inputs"] = answer;
}

/** A line of the game's log. */
export const line = (number, event, more = {}) => ({ number, as_of: number, source: "tablet", certainty: 1, event, violations: [], ...more });

/** The view after a seven while players still have to discard; `since` are the log's lines after the roll. */
export const seven = (owing, ...since) => ({
  roll: { dice: [3, 4], sum: 7, player: "red", takes: [], shortage: [] },
  log: [line(50, { kind: "roll", player: "red", dice: [3, 4] }), ...since],
  to_do: [...owing.map((colour) => ({ kind: "discard", colour, count: 4 })), { kind: "move_robber", colour: "red" }],
});
