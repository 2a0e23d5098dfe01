// What a correction would change: the table tells it before anybody accepts it.

import { preview } from "../network/api.js";
import { html } from "../drawing/dom.js";
import { brokenRule, game, tell } from "../table/game.js";
import { apart, n, t, word } from "../language/i18n.js";

const SHOWN = 8;

/** @typedef {Page.Difference & { event: Page.Event, events?: Page.Event[] }} Change */

/**
 * What an input would change, filled in as soon as the table has answered.
 *
 * `name` turns a colour into a player's name; `intro` is said before what would change.
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
  const told = inOrder(answer).flatMap((change) => sentences(change, name));
  if (!told.length) return [html("p", { class: "quiet" }, t("Nothing else would change."))];
  const more = told.length - SHOWN;
  return [
    html("p", {}, intro),
    html(
      "ul",
      {},
      told.slice(0, SHOWN).map((text) => html("li", {}, text)),
      more > 0 ? html("li", { class: "quiet" }, n("… and {count} more", "… and {count} more", more)) : null,
    ),
  ];
}

/** What is read first in every game; what the game has foremost is next, the rest comes as the table tells it. */
const FIRST = ["winner", "points"];

/**
 * @param {string[]} before
 * @param {string[]} after
 */
const broken = (before, after) => after.filter((violation) => !before.includes(violation));

/**
 * The changes as they are read: the rules that what is entered itself breaks, what it comes to, and last what
 * that makes of other lines, those that break the same rule, or no longer do, as one.
 *
 * @param {Api.Preview} answer
 */
function inOrder({ changes, told = [], changed = [] }) {
  const entered = [...told, ...changed].map((event) => JSON.stringify(event));
  const isOwn = (/** @type {Change} */ { event }) => entered.includes(JSON.stringify(event));
  const all = /** @type {Change[]} */ (changes);
  const violations = all.filter(({ what }) => what === "violations");
  const first = [...FIRST, ...(game().foremost ?? [])];
  const rank = (/** @type {Change} */ { what }) => (first.includes(what) ? first.indexOf(what) : first.length);
  const rest = all.filter(({ what }) => what !== "violations").sort((one, other) => rank(one) - rank(other));
  return [...violations.filter(isOwn), ...rest, ...gathered(violations.filter((change) => !isOwn(change)))];
}

/**
 * Lines of which the same rules are broken, or no longer are, as one change with all their `events`.
 *
 * @param {Change[]} violations
 * @returns {Change[]}
 */
function gathered(violations) {
  const bySame = new Map();
  for (const { event, before, after } of violations) {
    const appear = broken(before, after);
    const vanish = broken(after, before);
    const key = JSON.stringify([appear, vanish]);
    const same = bySame.get(key) ?? { what: "violations", events: [], before: vanish, after: appear };
    same.events.push(event);
    bySame.set(key, same);
  }
  return [...bySame.values()];
}

/**
 * @param {Change} change
 * @param {Page.Naming} name
 * @returns {string[]}
 */
function sentences(change, name) {
  if (change.what === "violations") return violations(change, name);
  const named = (/** @type {string | null} */ colour) => (colour ? name(colour) : t("nobody"));
  return game().changes[change.what]?.(change, named) ?? [];
}

/**
 * @param {Change} change
 * @param {Page.Naming} name
 * @returns {string[]}
 */
function violations({ event, events: several, before, after }, name) {
  const events = several ?? [event];
  const told = tell(events[0], name);
  const others = events.length - 1;
  const inWords = (/** @type {string[]} */ words) =>
    apart(words.map((violation) => (others ? word("violation", violation) : brokenRule(violation, events[0]))));
  const [appear, vanish] = [broken(before, after), broken(after, before)].map((some) => (some.length ? inWords(some) : ""));
  if (others) {
    return [
      appear &&
        n(
          "“{told}” and {count} more entry would break a rule: {violations}",
          "“{told}” and {count} more entries would break a rule: {violations}",
          others,
          { told, violations: appear },
        ),
      vanish &&
        n(
          "“{told}” and {count} more entry would no longer break the rules ({violations})",
          "“{told}” and {count} more entries would no longer break the rules ({violations})",
          others,
          { told, violations: vanish },
        ),
    ].filter(Boolean);
  }
  return [
    appear && t("“{told}” would break a rule: {violations}", { told, violations: appear }),
    vanish && t("“{told}” would no longer break the rules ({violations})", { told, violations: vanish }),
  ].filter(Boolean);
}
