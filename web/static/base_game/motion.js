// Animates cards that change owners. The figures update immediately, the cards follow.

import { html } from "../drawing/dom.js";
import { UNKNOWN_CARD, card as cardOf } from "../drawing/cards.js";
import { PRODUCES } from "../drawing/signs.js";
import { motionDuration, afterDrawing, animate } from "../device/motion.js";
import { diffViews } from "../island/motion.js";

/** Further cards are indistinguishable. At this limit the last one arrives within 900 ms. */
const MAX_FLYING_CARDS = 8;

/**
 * Wraps the drawing of the players' region: cards that were taken or stolen since the previous view fly there.
 *
 * @param {HTMLElement} root
 * @param {(view: Page.View) => void} draw
 * @returns {(view: Page.View) => void}
 */
export function animateCards(root, draw) {
  /** @type {Page.View | undefined} */
  let previous;
  /** @type {Element[]} */
  let flying = [];
  let newest = 0;
  return (view) => {
    const change = diffViews(previous, view);
    const before = previous;
    previous = view;
    draw(view);
    if (!before) return;
    const isOther = change === null || change.isRolled || change.stolen || change.won.length > 0;
    if (!isOther) return;
    // A new change is shown immediately and cancels running animations.
    const own = (newest += 1);
    flying.splice(0).forEach((card) => card.remove());
    if (change === null) return;
    if (change.isRolled) for (const kind of view.roll?.shortage ?? []) shake(document.querySelector(`#bank [data-resource="${kind}"]`));
    afterDrawing(() => {
      if (own !== newest) return;
      const flights = [...change.won.map(specialCardFlight), ...(change.isRolled ? productionFlights(view) : [])];
      if (change.stolen) flights.push({ kind: null, from: document.querySelector(countSelector(change.stolen.from)), to: change.stolen.by });
      // Read all positions before changing the DOM, so that the browser computes the layout only once.
      const paths = flights.slice(0, MAX_FLYING_CARDS).flatMap((flight) => flightPath(root, flight));
      flying = paths.map((path, n) => flyCard(path, n * motionDuration("stagger")));
    });
  };
}

/** @typedef {{ kind: string | null, from: Element | null, to: string, stat?: string }} Flight `stat`: the player's figure that it flies to; by default the cards. */

/** The player's figure that each special card belongs to. */
const STAT_OF_CARD = { longest_road: "road_length", largest_army: "knights" };

/**
 * The flight of a special card from its previous owner, or from the bank.
 *
 * @param {{ card: "longest_road" | "largest_army", from: string | null, to: string }} won
 * @returns {Flight}
 */
const specialCardFlight = ({ card, from, to }) => {
  const stat = STAT_OF_CARD[card];
  return { kind: card, from: document.querySelector(from ? countSelector(from, stat) : "#bank"), to, stat };
};

/**
 * The flights of the cards that a roll produces, each from a hex that produces it.
 *
 * @param {Page.View} view
 * @returns {Flight[]}
 */
function productionFlights({ roll }) {
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
const countSelector = (colour, stat = "cards") => `.player[data-colour="${CSS.escape(colour)}"] [data-stat="${stat}"]`;

/**
 * The start and end of a flight on the screen, and the figure that ticks at its end.
 *
 * @param {HTMLElement} root
 * @param {Flight} flight
 */
function flightPath(root, { kind, from, to, stat }) {
  const count = root.querySelector(countSelector(to, stat));
  return from && count ? [{ kind, count, begins: centreOf(from), ends: centreOf(count) }] : [];
}

/**
 * Animates one card, face down if its kind is null. The receiver's count ticks when it arrives.
 *
 * @param {ReturnType<typeof flightPath>[number]} way
 * @param {number} delay
 * @returns {Element}
 */
function flyCard({ kind, count, begins, ends }, delay) {
  const card = html("div", { class: kind ? "flying-card" : "flying-card face-down", "aria-hidden": "true" }, cardOf(kind ?? UNKNOWN_CARD));
  document.body.append(card);
  const [x, y] = [(begins[0] + ends[0]) / 2, (begins[1] + ends[1]) / 2 - 40];
  const frames = [
    { translate: `${begins[0]}px ${begins[1]}px`, scale: 0.6, opacity: 0 },
    { translate: `${x}px ${y}px`, scale: 1.15, opacity: 1, offset: 0.5 },
    { translate: `${ends[0]}px ${ends[1]}px`, scale: 0.7, opacity: 1 },
  ];
  const animation = animate(card, frames, { duration: "fly", delay, fill: "backwards", easing: "ease-in-out" });
  if (!animation) card.remove();
  else animation.onfinish = () => card.remove();
  animate(count, [{ scale: 1 }, { scale: 1.18 }, { scale: 1 }], { duration: "tick", delay: delay + motionDuration("fly") - motionDuration("tick") / 2 });
  return card;
}

/**
 * Shakes a resource that the bank is short of.
 *
 * @param {Element | null} slot
 */
const shake = (slot) =>
  animate(slot, [0, -5, 5, -3, 3, 0].map((x) => ({ translate: `${x}px 0px` })), { duration: "slide" });

/**
 * The centre of an element on the screen, in px.
 *
 * @param {Element} element
 */
function centreOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

// Animates the dice of a new roll.

/** Extra duration of the second die's animation. */
const SECOND_DIE_EXTRA_MS = 140;

/**
 * Wraps the drawing of the roll's region: the dice tumble in the first view that shows them.
 *
 * @param {HTMLElement} root
 * @param {(view: Page.View) => void} draw
 * @returns {(view: Page.View) => void}
 */
export function animateDice(root, draw) {
  /** @type {Page.View | undefined} */
  let previous;
  return (view) => {
    const change = diffViews(previous, view);
    previous = view;
    draw(view);
    if (!change?.isRolled) return;
    root.querySelectorAll(".die").forEach((die, n) => {
      const side = n % 2 ? 1 : -1;
      const frames = [
        { transform: `translate(${side * 30}px, -46px) rotate(${side * 300}deg) scale(0.7)` },
        { transform: `translate(${side * 6}px, 0px) rotate(${side * 50}deg) scale(1)`, offset: 0.6 },
        { transform: `translate(${side * 3}px, -9px) rotate(${side * 18}deg) scale(1)`, offset: 0.78 },
        { transform: "translate(0px, 0px) rotate(0deg) scale(1)" },
      ];
      animate(die, frames, { duration: motionDuration("tumble") + n * SECOND_DIE_EXTRA_MS, easing: "ease-out" });
    });
  };
}
