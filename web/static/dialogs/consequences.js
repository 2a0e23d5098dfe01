// What a correction would change: the table tells it before anybody accepts it.

import { preview } from "../network/api.js";
import { html } from "../drawing/dom.js";
import { brokenRule, game, tell } from "../table/game.js";
import { apart, n, t, word } from "../language/i18n.js";

const SHOWN = 8;

/**
 * What an input would change, filled in as soon as the table has answered.
 *
 * `name` turns a colour into a player's name; `intro` is said before what would change.
 */
export function consequences(input, name, intro = t("This would change:")) {
  const root = html("div", { class: "consequences", "aria-live": "polite" });
  preview(input).then((answer) => root.replaceChildren(...draw(answer, name, intro)));
  return root;
}

function draw(answer, name, intro) {
  const { error } = answer;
  if (error) return [html("p", { class: "flag" }, error)];
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

const broken = (before, after) => after.filter((fault) => !before.includes(fault));

/**
 * The changes as they are read: the rules that what is entered itself breaks, what it comes to, and last what
 * that makes of other lines, those that break the same rule, or no longer do, as one.
 */
function inOrder({ changes, told = [], changed = [] }) {
  const entered = [...told, ...changed].map((event) => JSON.stringify(event));
  const isOwn = ({ event }) => entered.includes(JSON.stringify(event));
  const faults = changes.filter(({ what }) => what === "faults");
  const first = [...FIRST, ...(game().foremost ?? [])];
  const rank = ({ what }) => (first.includes(what) ? first.indexOf(what) : first.length);
  const rest = changes.filter(({ what }) => what !== "faults").sort((one, other) => rank(one) - rank(other));
  return [...faults.filter(isOwn), ...rest, ...gathered(faults.filter((change) => !isOwn(change)))];
}

/** Lines of which the same rules are broken, or no longer are, as one change with all their `events`. */
function gathered(faults) {
  const bySame = new Map();
  for (const { event, before, after } of faults) {
    const appear = broken(before, after);
    const vanish = broken(after, before);
    const key = JSON.stringify([appear, vanish]);
    const same = bySame.get(key) ?? { what: "faults", events: [], before: vanish, after: appear };
    same.events.push(event);
    bySame.set(key, same);
  }
  return [...bySame.values()];
}

function sentences(change, name) {
  if (change.what === "faults") return faults(change, name);
  const named = (colour) => (colour ? name(colour) : t("nobody"));
  return game().changes[change.what]?.(change, named) ?? [];
}

function faults({ event, events = [event], before, after }, name) {
  const told = tell(events[0], name);
  const others = events.length - 1;
  const inWords = (words) => apart(words.map((fault) => (others ? word("fault", fault) : brokenRule(fault, events[0]))));
  const [appear, vanish] = [broken(before, after), broken(after, before)].map((some) => (some.length ? inWords(some) : null));
  if (others) {
    return [
      appear &&
        n(
          "“{told}” and {count} line more would break a rule: {faults}",
          "“{told}” and {count} lines more would break a rule: {faults}",
          others,
          { told, faults: appear },
        ),
      vanish &&
        n(
          "“{told}” and {count} line more would no longer be against the rules ({faults})",
          "“{told}” and {count} lines more would no longer be against the rules ({faults})",
          others,
          { told, faults: vanish },
        ),
    ].filter(Boolean);
  }
  return [
    appear && t("“{told}” would break a rule: {faults}", { told, faults: appear }),
    vanish && t("“{told}” would no longer be against the rules ({faults})", { told, faults: vanish }),
  ].filter(Boolean);
}
