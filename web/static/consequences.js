// What a correction would change: the table tells it before anybody accepts it.

import { now } from "./act/now.js";
import { preview } from "./api.js";
import { html } from "./dom.js";
import { whereOf } from "./places.js";
import { apart, n, t, tell, word } from "./words.js";

const SHOWN = 8;

const dice = (rolled) => (rolled ? rolled.join(" + ") : "–");

/** Where something is on the island that is shown. */
const place = (where) => whereOf(where, now()?.layout?.hexes) || "–";
const onHex = (to) => place({ to });
const piece = ({ kind, colour }, at, name) => ({
  name: name(colour),
  piece: word("piece", kind),
  place: place({ at }),
});

const CHANGES = {
  winner: ({ before, after }, name) => [
    t("Winner: {before} → {after}", { before: name(before), after: name(after) }),
  ],
  on_turn: ({ before, after }, name) => [
    t("On turn: {before} → {after}", { before: name(before), after: name(after) }),
  ],
  turn: ({ before, after }) => [t("Turn: {before} → {after}", { before, after })],
  roll: ({ before, after }) => [
    t("Roll of this turn: {before} → {after}", { before: dice(before), after: dice(after) }),
  ],
  robber: ({ before, after }) => [t("Robber: {before} → {after}", { before: onHex(before), after: onHex(after) })],
  longest_road: ({ before, after }, name) => [
    t("Longest road: {before} → {after}", { before: name(before), after: name(after) }),
  ],
  largest_army: ({ before, after }, name) => [
    t("Largest army: {before} → {after}", { before: name(before), after: name(after) }),
  ],
  points: ({ colour, before, after }, name) => [
    n("{name}: {before} → {count} point", "{name}: {before} → {count} points", after, { name: name(colour), before }),
  ],
  cards: ({ colour, before, after }, name) => [
    n("{name}: {before} → {count} card", "{name}: {before} → {count} cards", after, { name: name(colour), before }),
  ],
  development_cards: ({ colour, before, after }, name) => [
    n(
      "{name}: {before} → {count} development card",
      "{name}: {before} → {count} development cards",
      after,
      { name: name(colour), before },
    ),
  ],
  knights: ({ colour, before, after }, name) => [
    n("{name}: {before} → {count} knight", "{name}: {before} → {count} knights", after, { name: name(colour), before }),
  ],
  hand: ({ colour }, name) => [t("{name}: other cards in hand", { name: name(colour) })],
  piece: ({ at, before, after }, name) => [
    ...(before ? [t("{name}: {piece} goes ({place})", piece(before, at, name))] : []),
    ...(after ? [t("{name}: {piece} stands ({place})", piece(after, at, name))] : []),
  ],
};

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
  const told = changes.flatMap((change) => sentences(change, name));
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
  return CHANGES[change.what]?.(change, named) ?? [];
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
