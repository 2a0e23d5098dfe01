// Counters of cards by kind: cards that are moved with a tap, or rows with minus and plus buttons.

import { animate } from "../device/motion.js";
import { card } from "../drawing/cards.js";
import { html } from "../drawing/dom.js";
import { RESOURCES } from "../drawing/signs.js";
import { t, word } from "../language/i18n.js";

/** The key of cards of unknown kind. */
export const UNIDENTIFIED_CARD = "unidentified";

/**
 * The step of one tap, the maximum of a kind given the other counts, and the initial counts.
 *
 * @typedef {{
 *   step?: (key: string) => number, most?: (key: string, counts: Page.Cards) => number, given?: Page.Cards,
 * }} Bounds
 */
/** @typedef {{ key: string, name: string, label: Page.Content, resource?: string }} Row */
/**
 * A drawn row: its element, the buttons that remove and add one, and `show`, which displays the count.
 *
 * @typedef {{ elements: HTMLElement, less: HTMLButtonElement, more: HTMLButtonElement, show: (count: number, grown: boolean) => void }} Drawn
 */
/** @typedef {(row: Row, less: Page.Attributes, more: Page.Attributes) => Drawn} Draw */

/**
 * Card counters. A tap on a card adds one to the pile beside it; a tap on the pile removes one.
 *
 * `kinds` are shown in order. `note(kind)` is a small text on the card, and `held(kind)` the number in the source
 * hand, if known. The other options and the methods are those of `counters`.
 *
 * @param {string} legend
 * @param {{ kinds?: string[], note?: (kind: string) => string, held?: (kind: string) => number | undefined } & Bounds} options
 */
export function cardCounters(legend, { kinds = RESOURCES, note, held, ...options }) {
  const rows = kinds.map((kind) => {
    const name = word("resource", kind);
    const label = [html("span", { class: "count-name" }, name), note ? html("small", { class: "card-note" }, note(kind)) : null];
    return { key: kind, name, label, resource: kind === UNIDENTIFIED_CARD ? undefined : kind };
  });
  const drawn = counters(legend, rows, options, (row, less, more) => transferRow(row, less, more, held));
  drawn.element.classList.add("across");
  return drawn;
}

/**
 * Draws a card and beside it the pile of chosen cards.
 *
 * @param {Row} row
 * @param {Page.Attributes} less
 * @param {Page.Attributes} more
 * @param {((kind: string) => number | undefined) | undefined} held
 * @returns {Drawn}
 */
function transferRow({ key, name, label, resource }, less, more, held) {
  const inHand = html("span", { class: "card-left", "aria-hidden": "true" });
  const shown = html("output", { class: "count-shown" });
  const pile = html("span", { class: "pile", "aria-hidden": "true" }, card(key), card(key));
  const addButton = html("button", more, card(key), inHand, html("span", { class: "count-kind" }, label));
  const removeButton = html("button", less, pile, shown);
  return {
    elements: html("div", { class: "counter", role: "group", "aria-label": name, "data-kind": key, "data-resource": resource }, addButton, removeButton),
    less: removeButton,
    more: addButton,
    show: (count, grown) => {
      const left = held?.(key);
      shown.textContent = `${count}`;
      inHand.textContent = left === undefined ? "" : `${left - count}`;
      removeButton.dataset.pile = count > 1 ? "several" : `${count}`;
      if (grown) animateTransfer(addButton, removeButton);
    },
  };
}

/**
 * Animates a card from one place to the other.
 *
 * @param {HTMLElement} from
 * @param {HTMLElement} to
 */
function animateTransfer(from, to) {
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const frames = [{ translate: `0 ${start.top - end.top}px`, scale: 1.2 }, { translate: "0 0", scale: 1 }];
  animate(to.querySelector(".pile"), frames, { duration: "tick", easing: "ease-out" });
}

/**
 * Counters: their element; `cards()`, the counts above zero by key; and `refresh()`, which redraws what other fields limit.
 *
 * Rows are {key, name, label}. `step(key)` is the number that one tap adds; `most(key, counts)` is the maximum of one
 * kind given the counts. A tap dispatches a "change" event, as any field does.
 *
 * @param {string} legend
 * @param {Row[]} rows
 * @param {Bounds} bounds
 * @param {Draw} draw
 */
export function counters(legend, rows, { step = () => 1, most = () => Infinity, given = {} } = {}, draw = stepperRow) {
  const counts = { ...given };
  const drawn = rows.map(drawRow);
  const root = html("fieldset", { class: "counters" }, html("legend", {}, legend), drawn.map(({ elements }) => elements));

  /** @param {Row} row */
  function drawRow({ key, name, ...rest }) {
    /** @param {number} by */
    const change = (by) => {
      counts[key] = (counts[key] ?? 0) + by;
      root.dispatchEvent(new Event("change", { bubbles: true }));
    };
    /**
     * @param {string} kind
     * @param {string} label
     * @param {number} by
     */
    const buttonAttributes = (kind, label, by) => ({ type: "button", class: kind, "aria-label": label, onclick: () => change(by) });
    const { elements, less, more, show } = draw(
      { key, name, ...rest },
      buttonAttributes("count-less", t("Fewer: {kind}", { kind: name }), -step(key)),
      buttonAttributes("count-more", t("More: {kind}", { kind: name }), step(key)),
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

  const refresh = () => drawn.forEach((row) => row.refresh());
  root.addEventListener("change", refresh);
  refresh();
  const cards = () => Object.fromEntries(rows.filter(({ key }) => counts[key]).map(({ key }) => [key, counts[key]]));
  return { element: root, cards, refresh };
}

/**
 * Draws a row with a minus and a plus button.
 *
 * @type {Draw}
 */
function stepperRow({ key, name, label, resource }, less, more) {
  const shown = html("output", { class: "count-shown" });
  const [lessButton, moreButton] = [html("button", less, "−"), html("button", more, "+")];
  const kind = html("span", { class: "count-kind", "data-resource": resource }, label);
  return {
    elements: html("div", { class: "counter", role: "group", "aria-label": name, "data-kind": key }, lessButton, kind, shown, moreButton),
    less: lessButton,
    more: moreButton,
    show: (count) => (shown.textContent = `${count}`),
  };
}

/**
 * The total number of cards of all kinds.
 *
 * @param {Page.Cards} cards
 */
export const totalCards = (cards) => Object.values(cards).reduce((sum, count) => sum + count, 0);
