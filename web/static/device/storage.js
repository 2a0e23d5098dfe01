// What a page keeps on its device, from one visit to the next.

/** @param {string} name */
const key = (name) => `companion.${name}`;
// Where a browser keeps nothing for a page: for as long as the page is open, then.
/** @type {Map<string, string | null>} */
const meanwhile = new Map();

/**
 * What was kept under a name; `fallback` where nothing was.
 *
 * @param {string} name
 * @param {string | null} fallback
 */
export function kept(name, fallback = null) {
  try {
    return localStorage.getItem(key(name)) ?? fallback;
  } catch {
    return meanwhile.get(name) ?? fallback;
  }
}

/**
 * Keep a text under a name; null forgets it.
 *
 * @param {string} name
 * @param {string | null} text
 */
export function keep(name, text) {
  try {
    if (text === null) localStorage.removeItem(key(name));
    else localStorage.setItem(key(name), text);
  } catch {
    meanwhile.set(name, text);
  }
}
