// The settings that a device stores, and the files that it saves.
//
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

// Saves a file that the page has made on the device.

/** How long the browser may take to begin saving, in milliseconds. */
const SAVE_MS = 10_000;

/**
 * Saves a file on the device. Returns false, so that the dialog of the calling action stays open.
 *
 * @param {File} file
 */
export function downloadFile(file) {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  [link.href, link.download] = [url, file.name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), SAVE_MS);
  return false;
}
