// What a correction would change: the table tells it before anybody accepts it.

import { preview } from "./api.js";
import { html } from "./dom.js";
import { game, tell } from "./game.js";
import { apart, n, t, word } from "./words.js";

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

function draw({ changes, error }, name, intro) {
  if (error) return [html("p", { class: "flag" }, error)];
  // What breaks a rule is read before what it comes to.
  const byWeight = [...changes].sort((one, other) => (other.what === "faults") - (one.what === "faults"));
  const told = byWeight.flatMap((change) => sentences(change, name));
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

function sentences(change, name) {
  if (change.what === "faults") return faults(change, name);
  const named = (colour) => (colour ? name(colour) : t("nobody"));
  return game().changes[change.what]?.(change, named) ?? [];
}

function faults({ event, before, after }, name) {
  const told = tell(event, name);
  const inWords = (words) => apart(words.map((fault) => word("fault", fault)));
  const vanish = before.filter((fault) => !after.includes(fault));
  const appear = after.filter((fault) => !before.includes(fault));
  return [
    appear.length ? t("“{told}” would break a rule: {faults}", { told, faults: inWords(appear) }) : null,
    vanish.length
      ? t("“{told}” would no longer be against the rules ({faults})", { told, faults: inWords(vanish) })
      : null,
  ].filter(Boolean);
}
