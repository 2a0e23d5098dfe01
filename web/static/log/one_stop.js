// The lines of a story as one stop of the tabulator key, from which the arrow keys lead from line to line.

import { all } from "../drawing/dom.js";

/** @param {Element} list */
const linesOf = (list) => all(list, ".entry", HTMLElement);

/**
 * The line that the tabulator key comes to: where the keyboard is already, else the newest.
 *
 * @param {HTMLElement[]} lines
 * @param {string | undefined} key of the line that has the keyboard
 */
function stopAt(lines, key) {
  const stop = lines.find(({ dataset }) => dataset.key === key) ?? lines[0];
  for (const line of lines) line.tabIndex = line === stop ? 0 : -1;
}

/**
 * The line that a key leads to from another; undefined: the key leads nowhere.
 *
 * @template L
 * @param {L[]} lines
 * @param {L} from
 * @param {string} key
 * @returns {L | undefined}
 */
export function leadsTo(lines, from, key) {
  const at = lines.indexOf(from);
  const steps = /** @type {{ [key: string]: number }} */ ({ ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 });
  return at < 0 || !(key in steps) ? undefined : (lines[Math.max(steps[key], 0)] ?? from);
}

/**
 * Have a list of lines (line.js) be one stop. What is added to it later is told to the function that comes back.
 *
 * @param {HTMLElement} list
 * @param {string | undefined} key of the line that has the keyboard, where the list is drawn anew
 */
export function oneStop(list, key = undefined) {
  list.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const lines = linesOf(list);
    const next = leadsTo(lines, /** @type {HTMLElement} */ (event.target), event.key);
    if (!next) return;
    event.preventDefault();
    stopAt(lines, next.dataset.key);
    next.focus();
  });
  stopAt(linesOf(list), key);
  return () => stopAt(linesOf(list), /** @type {HTMLElement | null} */ (list.querySelector(".entry[tabindex='0']"))?.dataset.key);
}
