// The places of one kind on the island as one stop of the tabulator key, from which the arrow keys lead on.

import { ARROWS, nextSite } from "./site_targets.js";
import { islandOnPage, onIsland } from "./island_turning.js";

/** What leads to the next place that the table waits for, and to the one before. */
const AMONG_DUE = /** @type {{ [key: string]: number }} */ ({ PageDown: 1, PageUp: -1 });

/**
 * Have the buttons of a layer be one stop, each with its place as its `data-key`. Gives a function to be called once they are
 * drawn: with what they are called together, and those that the table waits for.
 *
 * @param {SVGGElement} layer
 * @param {{ [id: string]: Page.Point }} places
 * @returns {(name: string, due?: string[]) => void}
 */
export function oneStop(layer, places) {
  let stop = "";
  /** @type {string[]} */
  let waiting = [];

  /** @param {string} id */
  const button = (id) => /** @type {SVGElement | null} */ (layer.querySelector(`[data-key="${id}"]`));
  const buttons = () => /** @type {SVGElement[]} */ ([...layer.querySelectorAll("[data-key]")]);

  /** @param {string} id */
  function stopAt(id) {
    stop = id;
    for (const each of buttons()) {
      const now = each.dataset.key === stop ? "0" : "-1";
      // Nearly all of them are as they should be.
      if (each.getAttribute("tabindex") !== now) each.setAttribute("tabindex", now);
    }
  }
  /** @param {string} key */
  function leadsTo(key) {
    if (key in ARROWS) {
      const drawn = Object.fromEntries(buttons().map(({ dataset: { key: id = "" } }) => [id, places[id]]));
      return nextSite(stop, onIsland(ARROWS[key], islandOnPage()), drawn);
    }
    if (!(key in AMONG_DUE) || !waiting.length) return undefined;
    const now = waiting.indexOf(stop);
    return waiting[now < 0 ? 0 : (now + AMONG_DUE[key] + waiting.length) % waiting.length];
  }
  // Where the keyboard is, is asked when a key is struck: a part of a drawing that listens for that would be a stop itself.
  layer.addEventListener("keydown", (event) => {
    stop = /** @type {SVGElement} */ (event.target).dataset.key ?? stop;
    const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : leadsTo(event.key);
    if (next === undefined) return;
    event.preventDefault();
    stopAt(next);
    button(next)?.focus();
  });

  return (name, due = []) => {
    waiting = due;
    layer.setAttribute("role", "group");
    layer.setAttribute("aria-label", name);
    // Whoever comes there by the keyboard is where something is to be done.
    const { activeElement: active } = document;
    const own = layer.contains(active) ? /** @type {SVGElement} */ (active).dataset.key : undefined;
    const stays = own ?? (due.length === 0 || due.includes(stop) ? stop : "");
    stopAt(button(stays) ? stays : (due[0] ?? buttons()[0]?.dataset.key ?? ""));
  };
}
