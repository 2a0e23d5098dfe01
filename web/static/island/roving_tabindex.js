// A roving tabindex: the hexes, harbors or sites of the island are one tab stop, and the arrow keys move within it.

import { ARROW_DIRECTIONS, nextSite } from "./site_targets.js";
import { islandRotationOnPage, toIslandDirection } from "./island_rotation.js";

/** Keys that move to the next or previous pending site. */
const DUE_STEPS = /** @type {{ [key: string]: number }} */ ({ PageDown: 1, PageUp: -1 });

/**
 * Make the buttons of a layer one tab stop; the `data-key` of each is its place.
 *
 * Returns the update to call after each redraw, with the group's label and the pending sites.
 *
 * @param {SVGGElement} layer
 * @param {{ [id: string]: Page.Point }} places
 * @returns {(name: string, due?: string[]) => void}
 */
export function rovingTabindex(layer, places) {
  let stop = "";
  /** @type {string[]} */
  let waiting = [];

  /** @param {string} id */
  const button = (id) => /** @type {SVGElement | null} */ (layer.querySelector(`[data-key="${id}"]`));
  const buttons = () => /** @type {SVGElement[]} */ ([...layer.querySelectorAll("[data-key]")]);

  /** @param {string} id */
  function moveStop(id) {
    stop = id;
    for (const each of buttons()) {
      const now = each.dataset.key === stop ? "0" : "-1";
      // Skip elements that are already right, which is nearly all of them.
      if (each.getAttribute("tabindex") !== now) each.setAttribute("tabindex", now);
    }
  }
  /** @param {string} key */
  function nextStop(key) {
    if (key in ARROW_DIRECTIONS) {
      const drawn = Object.fromEntries(buttons().map(({ dataset: { key: id = "" } }) => [id, places[id]]));
      return nextSite(stop, toIslandDirection(ARROW_DIRECTIONS[key], islandRotationOnPage()), drawn);
    }
    if (!(key in DUE_STEPS) || !waiting.length) return undefined;
    const now = waiting.indexOf(stop);
    return waiting[now < 0 ? 0 : (now + DUE_STEPS[key] + waiting.length) % waiting.length];
  }
  // Read the focused element on each key press. A focus listener would make the layer itself a tab stop.
  layer.addEventListener("keydown", (event) => {
    stop = /** @type {SVGElement} */ (event.target).dataset.key ?? stop;
    const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : nextStop(event.key);
    if (next === undefined) return;
    event.preventDefault();
    moveStop(next);
    button(next)?.focus();
  });

  return (name, due = []) => {
    waiting = due;
    layer.setAttribute("role", "group");
    layer.setAttribute("aria-label", name);
    // The keyboard enters the layer at a pending site.
    const { activeElement: active } = document;
    const own = layer.contains(active) ? /** @type {SVGElement} */ (active).dataset.key : undefined;
    const stays = own ?? (due.length === 0 || due.includes(stop) ? stop : "");
    moveStop(button(stays) ? stays : (due[0] ?? buttons()[0]?.dataset.key ?? ""));
  };
}
