// How many cards of each kind: a row a kind, with less and more at its ends.

import { html } from "../drawing/dom.js";
import { RESOURCES, sign } from "../drawing/signs.js";
import { t, word } from "../language/i18n.js";

/** Cards of which nobody says what they are. */
export const UNIDENTIFIED = "unidentified";

/**
 * How many one tap adds, the most of one kind beside what is counted, and what is counted at first.
 *
 * @typedef {{
 *   step?: (key: string) => number, most?: (key: string, counts: Page.Cards) => number, given?: Page.Cards,
 * }} Bounds
 */
/** @typedef {{ key: string, name: string, label: Page.Content, resource?: string }} Row */

/**
 * Counters of cards of each kind, as an element.
 *
 * `kinds` are shown in their order; `note(kind)` is what stands small in a row; the rest is as `counters`
 * has it, and so is what it holds.
 *
 * @param {string} legend
 * @param {{ kinds?: string[], note?: (kind: string) => string } & Bounds} options
 */
export function cardCounters(legend, { kinds = RESOURCES, note, ...options }) {
  const rows = kinds.map((kind) => {
    const name = word("resource", kind);
    const label = [
      kind === UNIDENTIFIED ? html("b", { "aria-hidden": "true" }, "?") : sign(kind),
      html("span", { class: "count-name" }, name),
      note ? html("small", {}, note(kind)) : null,
    ];
    return { key: kind, name, label, resource: kind === UNIDENTIFIED ? undefined : kind };
  });
  return counters(legend, rows, options);
}

/**
 * Counters, as an element: its `cards()` are the counts by key, only those that there are some of.
 *
 * Rows are {key, name, label}; `step(key)` is how many one tap adds; `most(key, counts)` the most of one
 * beside what is counted of the others. A tap is a "change" event, as that of any field is.
 *
 * @param {string} legend
 * @param {Row[]} rows
 * @param {Bounds} bounds
 */
export function counters(legend, rows, { step = () => 1, most = () => Infinity, given = {} } = {}) {
  const counts = { ...given };
  const drawn = rows.map(row);
  const root = html("fieldset", { class: "counters" }, html("legend", {}, legend), drawn.map(({ elements }) => elements));

  /** @param {Row} row */
  function row({ key, name, label, resource }) {
    /** @param {number} by */
    const change = (by) => {
      counts[key] = (counts[key] ?? 0) + by;
      root.dispatchEvent(new Event("change", { bubbles: true }));
    };
    /**
     * @param {string} kind
     * @param {string} text
     * @param {string} said
     * @param {number} by
     */
    const button = (kind, text, said, by) =>
      html("button", { type: "button", class: kind, "aria-label": said, onclick: () => change(by) }, text);
    const less = button("count-less", "−", t("Fewer: {kind}", { kind: name }), -step(key));
    const more = button("count-more", "+", t("More: {kind}", { kind: name }), step(key));
    const shown = html("output", { class: "count-shown" });
    const kind = html("span", { class: "count-kind", "data-resource": resource }, label);
    return {
      elements: html("div", { class: "counter", role: "group", "aria-label": name, "data-kind": key }, less, kind, shown, more),
      refresh: () => {
        const count = counts[key] ?? 0;
        shown.textContent = `${count}`;
        less.disabled = count <= 0;
        more.disabled = count + step(key) > most(key, counts);
      },
    };
  }

  root.refresh = () => drawn.forEach(({ refresh }) => refresh());
  root.cards = () => Object.fromEntries(rows.filter(({ key }) => counts[key]).map(({ key }) => [key, counts[key]]));
  root.addEventListener("change", root.refresh);
  root.refresh();
  return root;
}

/**
 * How many cards there are of all kinds together.
 *
 * @param {Page.Cards} cards
 */
export const total = (cards) => Object.values(cards).reduce((sum, count) => sum + count, 0);
