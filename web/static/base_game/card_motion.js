// Cards that change hands cross the page to whoever has them now. The figures are right at once: the cards follow.

import { html } from "../drawing/dom.js";
import { UNNAMED, card as cardOf } from "../drawing/cards.js";
import { PRODUCES } from "../drawing/signs.js";
import { lasts, move, wantsMotion } from "../device/motion.js";
import { happened } from "../island/happened.js";

/** More cards than that are no longer told apart: the last of them, too, has arrived after 900 ms. */
const MOST = 8;

/**
 * The players' part of the page, to which cards fly that were taken or stolen since the view before.
 *
 * @param {HTMLElement} root
 * @param {(view: Page.View) => void} draw
 * @returns {(view: Page.View) => void}
 */
export function receiving(root, draw) {
  /** @type {Page.View | undefined} */
  let shown;
  /** @type {Element[]} */
  let flying = [];
  return (view) => {
    const what = happened(shown, view);
    const before = shown;
    shown = view;
    draw(view);
    if (!before) return;
    // Whatever happens next is shown at once, and what is under way gives way to it.
    if (what === null || what.isRolled || what.stolen || what.won.length) flying.splice(0).forEach((card) => card.remove());
    if (what === null || !wantsMotion()) return;
    if (what.isRolled) for (const kind of view.roll?.shortage ?? []) shake(document.querySelector(`#bank [data-resource="${kind}"]`));
    const flights = [...what.won.map(passed), ...(what.isRolled ? taken(view) : [])];
    if (what.stolen) flights.push({ kind: null, from: document.querySelector(countOf(what.stolen.from)), to: what.stolen.by });
    // All places are read before anything is put there: else the page would be laid out anew for each card.
    const ways = flights.slice(0, MOST).flatMap((flight) => wayOf(root, flight));
    flying = ways.map((way, n) => fly(way, n * lasts("later")));
  };
}

/** @typedef {{ kind: string | null, from: Element | null, to: string, stat?: string }} Flight `stat`: what of theirs it goes to; their cards. */

/** What of a player's each special card stands for. */
const STATS = { longest_road: "road_length", largest_army: "knights" };

/**
 * A special card goes from who had it, or from the bank.
 *
 * @param {{ card: "longest_road" | "largest_army", from: string | null, to: string }} won
 * @returns {Flight}
 */
const passed = ({ card, from, to }) => {
  const stat = STATS[card];
  return { kind: card, from: document.querySelector(from ? countOf(from, stat) : "#bank"), to, stat };
};

/**
 * The cards that a roll gives, each from a hex that produces it.
 *
 * @param {Page.View} view
 * @returns {Flight[]}
 */
function taken({ roll }) {
  const produced = Object.fromEntries(
    Object.entries(PRODUCES).map(([terrain, kind]) => [kind, [...document.querySelectorAll(`.hex-rolled[data-terrain="${terrain}"] .token`)]]),
  );
  return (roll?.takes ?? []).flatMap(({ colour, cards }) =>
    Object.entries(cards).flatMap(([kind, count = 0]) =>
      Array.from({ length: count }, (_, n) => ({ kind, from: (produced[kind] ?? [])[n % produced[kind]?.length] ?? null, to: colour })),
    ),
  );
}

/**
 * @param {string} colour
 * @param {string} stat
 */
const countOf = (colour, stat = "cards") => `.player[data-colour="${CSS.escape(colour)}"] [data-stat="${stat}"]`;

/**
 * From where to where a card flies on the screen, and what ticks there.
 *
 * @param {HTMLElement} root
 * @param {Flight} flight
 */
function wayOf(root, { kind, from, to, stat }) {
  const count = root.querySelector(countOf(to, stat));
  return from && count ? [{ kind, count, begins: middle(from), ends: middle(count) }] : [];
}

/**
 * Let a card fly, face down where it has no kind; the count of whoever gets it ticks as it arrives.
 *
 * @param {ReturnType<typeof wayOf>[number]} way
 * @param {number} delay
 * @returns {Element}
 */
function fly({ kind, count, begins, ends }, delay) {
  const card = html("div", { class: kind ? "flying-card" : "flying-card face-down", "aria-hidden": "true" }, cardOf(kind ?? UNNAMED));
  document.body.append(card);
  const [x, y] = [(begins[0] + ends[0]) / 2, (begins[1] + ends[1]) / 2 - 40];
  const path = [
    { translate: `${begins[0]}px ${begins[1]}px`, scale: 0.6, opacity: 0 },
    { translate: `${x}px ${y}px`, scale: 1.15, opacity: 1, offset: 0.5 },
    { translate: `${ends[0]}px ${ends[1]}px`, scale: 0.7, opacity: 1 },
  ];
  const flown = move(card, path, { duration: "fly", delay, fill: "backwards", easing: "ease-in-out" });
  if (!flown) card.remove();
  else flown.onfinish = () => card.remove();
  move(count, [{ scale: 1 }, { scale: 1.18 }, { scale: 1 }], { duration: "tick", delay: delay + lasts("fly") - lasts("tick") / 2 });
  return card;
}

/**
 * The bank has too little of something, and says no.
 *
 * @param {Element | null} slot
 */
const shake = (slot) =>
  move(slot, [0, -5, 5, -3, 3, 0].map((x) => ({ translate: `${x}px 0px` })), { duration: "slide" });

/**
 * The middle of an element on the screen, in px.
 *
 * @param {Element} element
 */
function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
