// The preview of a correction: the changes that it would make.

import { preview } from "../network/api.js";
import { html } from "../drawing/dom.js";
import { describeViolation, game, describeEvent } from "../table/game.js";
import { joinClauses, n, t, word } from "../language/i18n.js";

const MAX_SHOWN = 8;

/** @typedef {Page.Difference & { event: Page.Event, events?: Page.Event[] }} Change */

/**
 * A preview of an input, filled in once the table has answered.
 *
 * `name` turns a colour into a player's name; `intro` precedes the list of changes.
 *
 * @param {Page.Input} input
 * @param {Page.Naming} name
 * @param {string} intro
 */
export function consequences(input, name, intro = t("This would change:")) {
  const root = html("div", { class: "consequences", "aria-live": "polite" });
  preview(input).then((answer) => root.replaceChildren(...draw(answer, name, intro)));
  return root;
}

/**
 * @param {Api.Preview | { error: string }} answer
 * @param {Page.Naming} name
 * @param {string} intro
 */
function draw(answer, name, intro) {
  if ("error" in answer) return [html("p", { class: "flag" }, answer.error)];
  const lines = sortChanges(answer).flatMap((change) => describeChange(change, name));
  if (!lines.length) return [html("p", { class: "quiet" }, t("Nothing else would change."))];
  const more = lines.length - MAX_SHOWN;
  return [
    html("p", {}, intro),
    html(
      "ul",
      {},
      lines.slice(0, MAX_SHOWN).map((text) => html("li", {}, text)),
      more > 0 ? html("li", { class: "quiet" }, n("… and {count} more", "… and {count} more", more)) : null,
    ),
  ];
}

/** Changes listed first in every game; then the game's `foremost`, then the rest in the table's order. */
const FIRST_CHANGES = ["winner", "points"];

/**
 * @param {string[]} before
 * @param {string[]} after
 */
const newViolations = (before, after) => after.filter((violation) => !before.includes(violation));

/**
 * Sort the changes for reading: rules that the input itself breaks, then its effects, then rules that other entries
 * break, grouped by rule.
 *
 * @param {Api.Preview} answer
 */
function sortChanges({ changes, told: recorded = [], changed = [] }) {
  const entered = [...recorded, ...changed].map((event) => JSON.stringify(event));
  const isOwn = (/** @type {Change} */ { event }) => entered.includes(JSON.stringify(event));
  const all = /** @type {Change[]} */ (changes);
  const violations = all.filter(({ what }) => what === "violations");
  const first = [...FIRST_CHANGES, ...(game().foremost ?? [])];
  const rank = (/** @type {Change} */ { what }) => (first.includes(what) ? first.indexOf(what) : first.length);
  const rest = all.filter(({ what }) => what !== "violations").sort((one, other) => rank(one) - rank(other));
  return [...violations.filter(isOwn), ...rest, ...groupViolations(violations.filter((change) => !isOwn(change)))];
}

/**
 * Group entries that break, or no longer break, the same rules: one change with all their `events`.
 *
 * @param {Change[]} violations
 * @returns {Change[]}
 */
function groupViolations(violations) {
  const groups = new Map();
  for (const { event, before, after } of violations) {
    const appear = newViolations(before, after);
    const vanish = newViolations(after, before);
    const key = JSON.stringify([appear, vanish]);
    const same = groups.get(key) ?? { what: "violations", events: [], before: vanish, after: appear };
    same.events.push(event);
    groups.set(key, same);
  }
  return [...groups.values()];
}

/**
 * @param {Change} change
 * @param {Page.Naming} name
 * @returns {string[]}
 */
function describeChange(change, name) {
  if (change.what === "violations") return describeViolations(change, name);
  const nameOrNobody = (/** @type {string | null} */ colour) => (colour ? name(colour) : t("nobody"));
  return game().changes[change.what]?.(change, nameOrNobody) ?? [];
}

/**
 * @param {Change} change
 * @param {Page.Naming} name
 * @returns {string[]}
 */
function describeViolations({ event, events: several, before, after }, name) {
  const events = several ?? [event];
  const eventText = describeEvent(events[0], name);
  const others = events.length - 1;
  const joinViolations = (/** @type {string[]} */ words) =>
    joinClauses(words.map((violation) => (others ? word("violation", violation) : describeViolation(violation, events[0]))));
  const [appear, vanish] = [newViolations(before, after), newViolations(after, before)].map((some) => (some.length ? joinViolations(some) : ""));
  if (others) {
    return [
      appear &&
        n(
          "“{told}” and {count} more entry would break a rule: {violations}",
          "“{told}” and {count} more entries would break a rule: {violations}",
          others,
          { told: eventText, violations: appear },
        ),
      vanish &&
        n(
          "“{told}” and {count} more entry would no longer break the rules ({violations})",
          "“{told}” and {count} more entries would no longer break the rules ({violations})",
          others,
          { told: eventText, violations: vanish },
        ),
    ].filter(Boolean);
  }
  return [
    appear && t("“{told}” would break a rule: {violations}", { told: eventText, violations: appear }),
    vanish && t("“{told}” would no longer break the rules ({violations})", { told: eventText, violations: vanish }),
  ].filter(Boolean);
}
