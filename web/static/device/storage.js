// Settings that a page stores on its device between visits.

/** @param {string} name */
const key = (name) => `companion.${name}`;
// A fallback for browsers without storage, for as long as the page is open.
/** @type {Map<string, string | null>} */
const memory = new Map();

/**
 * Load a setting by name; `fallback` if none is stored.
 *
 * @param {string} name
 * @param {string | null} fallback
 */
export function loadSetting(name, fallback = null) {
  try {
    return localStorage.getItem(key(name)) ?? fallback;
  } catch {
    return memory.get(name) ?? fallback;
  }
}

/**
 * Save a setting by name; null deletes it.
 *
 * @param {string} name
 * @param {string | null} text
 */
export function saveSetting(name, text) {
  try {
    if (text === null) localStorage.removeItem(key(name));
    else localStorage.setItem(key(name), text);
  } catch {
    memory.set(name, text);
  }
}
