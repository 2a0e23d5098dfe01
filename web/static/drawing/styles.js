// Loading style sheets on demand.

import { html } from "./dom.js";

/** Draw without the style sheet after this time, in milliseconds. */
const LOAD_TIMEOUT_MS = 5000;

/**
 * Load style sheets of `static/`. Resolves once they apply, or after a timeout.
 *
 * @param {string[]} names
 */
export const loadStyles = (...names) => Promise.all(names.map((name) => loadStyle(`/static/${name}`)));

/**
 * @param {string} href
 * @returns {Promise<unknown>}
 */
function loadStyle(href) {
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=stylesheet]"));
  const existing = [...links].find((link) => {
    const { pathname, searchParams } = new URL(link.href);
    // A page links its sheets as one, by their names.
    return pathname === href || searchParams.get("names")?.split(",").some((name) => `/static/${name}.css` === href);
  });
  if (existing?.sheet) return Promise.resolve();
  const link = existing ?? html("link", { rel: "stylesheet", href });
  const loaded = new Promise((resolve) => {
    for (const kind of ["load", "error"]) link.addEventListener(kind, resolve, { once: true });
    setTimeout(resolve, LOAD_TIMEOUT_MS);
  });
  // Insert it before the page's own sheets, so that it overrides none of them.
  if (!existing) document.head.prepend(link);
  return loaded;
}
