// Roving tabindex for the entries of a log: one tab stop, and arrow keys that move between entries.

import { findAll } from "../drawing/dom.js";

/** @param {Element} list */
const linesOf = (list) => findAll(list, ".entry", HTMLElement);

/**
 * Makes one entry the tab stop: the focused one, otherwise the newest.
 *
 * @param {HTMLElement[]} lines
 * @param {string | undefined} key the key of the focused entry
 */
function setTabStop(lines, key) {
  const stop = lines.find(({ dataset }) => dataset.key === key) ?? lines[0];
  for (const line of lines) line.tabIndex = line === stop ? 0 : -1;
}

/**
 * The entry that a key moves the focus to; undefined for other keys.
 *
 * @template L
 * @param {L[]} lines
 * @param {L} from
 * @param {string} key
 * @returns {L | undefined}
 */
export function keyTarget(lines, from, key) {
  const at = lines.indexOf(from);
  const steps = /** @type {{ [key: string]: number }} */ ({ ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 });
  return at < 0 || !(key in steps) ? undefined : (lines[Math.max(steps[key], 0)] ?? from);
}

/**
 * Makes a list of entries (line.js) one tab stop. Call the result when entries were added.
 *
 * @param {HTMLElement} list
 * @param {string | undefined} key the key of the focused entry, if the list was redrawn
 */
export function rovingTabindex(list, key = undefined) {
  list.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const lines = linesOf(list);
    const next = keyTarget(lines, /** @type {HTMLElement} */ (event.target), event.key);
    if (!next) return;
    event.preventDefault();
    setTabStop(lines, next.dataset.key);
    next.focus();
  });
  setTabStop(linesOf(list), key);
  return () => setTabStop(linesOf(list), /** @type {HTMLElement | null} */ (list.querySelector(".entry[tabindex='0']"))?.dataset.key);
}
