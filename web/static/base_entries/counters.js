// How many cards of each kind: cards that are tapped across, or rows with less and more at their ends.

import { move } from "../device/motion.js";
import { card } from "../drawing/cards.js";
import { html } from "../drawing/dom.js";
import { RESOURCES } from "../drawing/signs.js";
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
 * How a row is drawn: its elements, the buttons that take one away and add one, and what shows how many there are.
 *
 * @typedef {{ elements: HTMLElement, less: HTMLButtonElement, more: HTMLButtonElement, show: (count: number, grown: boolean) => void }} Drawn
 */
/** @typedef {(row: Row, less: Page.Attributes, more: Page.Attributes) => Drawn} Draw */

/**
 * Cards of each kind, as an element: a tap on a card lays one down beside it, a tap on what lies there takes one back.
 *
 * `kinds` are shown in their order; `note(kind)` is what stands small on a card; `held(kind)` how many of it are in the
 * hand they come from, where that is known; the rest is as `counters` has it, and so is what it holds.
 *
 * @param {string} legend
 * @param {{ kinds?: string[], note?: (kind: string) => string, held?: (kind: string) => number | undefined } & Bounds} options
 */
export function cardCounters(legend, { kinds = RESOURCES, note, held, ...options }) {
  const rows = kinds.map((kind) => {
    const name = word("resource", kind);
    const label = [html("span", { class: "count-name" }, name), note ? html("small", { class: "card-note" }, note(kind)) : null];
    return { key: kind, name, label, resource: kind === UNIDENTIFIED ? undefined : kind };
  });
  const root = counters(legend, rows, options, (row, less, more) => acrossRow(row, less, more, held));
  root.classList.add("across");
  return root;
}

/**
 * A card, and the place beside it where those lie that were tapped across.
 *
 * @param {Row} row
 * @param {Page.Attributes} less
 * @param {Page.Attributes} more
 * @param {((kind: string) => number | undefined) | undefined} held
 * @returns {Drawn}
 */
function acrossRow({ key, name, label, resource }, less, more, held) {
  const inHand = html("span", { class: "card-left", "aria-hidden": "true" });
  const shown = html("output", { class: "count-shown" });
  const lying = html("span", { class: "lying", "aria-hidden": "true" }, card(key), card(key));
  const lays = html("button", more, card(key), inHand, html("span", { class: "count-kind" }, label));
  const takes = html("button", less, lying, shown);
  return {
    elements: html("div", { class: "counter", role: "group", "aria-label": name, "data-kind": key, "data-resource": resource }, lays, takes),
    less: takes,
    more: lays,
    show: (count, grown) => {
      const left = held?.(key);
      shown.textContent = `${count}`;
      inHand.textContent = left === undefined ? "" : `${left - count}`;
      takes.dataset.lies = count > 1 ? "several" : `${count}`;
      if (grown) cross(lays, takes);
    },
  };
}

/**
 * A card goes from one place to the other.
 *
 * @param {HTMLElement} from
 * @param {HTMLElement} to
 */
function cross(from, to) {
  const [begins, ends] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const frames = [{ translate: `0 ${begins.top - ends.top}px`, scale: 1.2 }, { translate: "0 0", scale: 1 }];
  move(to.querySelector(".lying"), frames, { duration: "tick", easing: "ease-out" });
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
 * @param {Draw} draw
 */
export function counters(legend, rows, { step = () => 1, most = () => Infinity, given = {} } = {}, draw = plainRow) {
  const counts = { ...given };
  const drawn = rows.map(row);
  const root = html("fieldset", { class: "counters" }, html("legend", {}, legend), drawn.map(({ elements }) => elements));

  /** @param {Row} row */
  function row({ key, name, ...rest }) {
    /** @param {number} by */
    const change = (by) => {
      counts[key] = (counts[key] ?? 0) + by;
      root.dispatchEvent(new Event("change", { bubbles: true }));
    };
    /**
     * @param {string} kind
     * @param {string} said
     * @param {number} by
     */
    const button = (kind, said, by) => ({ type: "button", class: kind, "aria-label": said, onclick: () => change(by) });
    const { elements, less, more, show } = draw(
      { key, name, ...rest },
      button("count-less", t("Fewer: {kind}", { kind: name }), -step(key)),
      button("count-more", t("More: {kind}", { kind: name }), step(key)),
    );
    /** @type {number | undefined} */
    let before;
    return {
      elements,
      refresh: () => {
        const count = counts[key] ?? 0;
        show(count, before !== undefined && count > before);
        before = count;
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
 * A row with less and more at its ends.
 *
 * @type {Draw}
 */
function plainRow({ key, name, label, resource }, less, more) {
  const shown = html("output", { class: "count-shown" });
  const [fewer, further] = [html("button", less, "−"), html("button", more, "+")];
  const kind = html("span", { class: "count-kind", "data-resource": resource }, label);
  return {
    elements: html("div", { class: "counter", role: "group", "aria-label": name, "data-kind": key }, fewer, kind, shown, further),
    less: fewer,
    more: further,
    show: (count) => (shown.textContent = `${count}`),
  };
}

/**
 * How many cards there are of all kinds together.
 *
 * @param {Page.Cards} cards
 */
export const total = (cards) => Object.values(cards).reduce((sum, count) => sum + count, 0);
