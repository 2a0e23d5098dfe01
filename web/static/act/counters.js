// How many cards of each kind: a row a kind, with less and more at its ends.

import { html } from "../dom.js";
import { RESOURCES, sign } from "../signs.js";
import { t, word } from "../words.js";

/** Cards of which nobody says what they are. */
export const UNIDENTIFIED = "unidentified";

/**
 * Counters of cards, as an element.
 *
 * `kinds` are shown in their order; `step(kind)` is how many one tap adds; `most(kind, counts)` the most of
 * a kind beside what is counted of the others; `note(kind)` what stands small in a row. A tap is a
 * "change" event, as that of any field is.
 */
export function cardCounters(legend, { kinds = RESOURCES, step = () => 1, most = () => Infinity, note, given = {} }) {
  const counts = { ...given };
  const rows = kinds.map((kind) => row(kind));
  const root = html("fieldset", { class: "counters" }, html("legend", {}, legend), rows.map(({ root: r }) => r));

  function row(kind) {
    const name = word("resource", kind);
    const change = (by) => {
      counts[kind] = (counts[kind] ?? 0) + by;
      root.dispatchEvent(new Event("change", { bubbles: true }));
    };
    const less = html(
      "button",
      { type: "button", class: "count-less", "aria-label": t("Fewer: {kind}", { kind: name }), onclick: () => change(-step(kind)) },
      "−",
    );
    const more = html(
      "button",
      { type: "button", class: "count-more", "aria-label": t("More: {kind}", { kind: name }), onclick: () => change(step(kind)) },
      "+",
    );
    const shown = html("output", { class: "count-shown" });
    const label = html(
      "span",
      { class: "count-kind", "data-resource": kind === UNIDENTIFIED ? undefined : kind },
      kind === UNIDENTIFIED ? html("b", { "aria-hidden": "true" }, "?") : sign(kind),
      html("span", { class: "count-name" }, name),
      note ? html("small", {}, note(kind)) : null,
    );
    return {
      root: html("div", { class: "counter", role: "group", "aria-label": name, "data-kind": kind }, less, label, shown, more),
      refresh: () => {
        const count = counts[kind] ?? 0;
        shown.textContent = `${count}`;
        less.disabled = count <= 0;
        more.disabled = count + step(kind) > most(kind, counts);
      },
    };
  }

  root.refresh = () => rows.forEach(({ refresh }) => refresh());
  /** What is counted: only the kinds of which there are some. */
  root.cards = () => Object.fromEntries(kinds.filter((kind) => counts[kind]).map((kind) => [kind, counts[kind]]));
  root.addEventListener("change", root.refresh);
  root.refresh();
  return root;
}

/** How many cards there are of all kinds together. */
export const total = (cards) => Object.values(cards).reduce((sum, count) => sum + count, 0);
