// Style sheets that a page takes only once it needs them.

import { html } from "./dom.js";

/** Gives up on what doesn't come: it is drawn as it is, rather than never. In milliseconds. */
const PATIENCE_MS = 5000;

/**
 * Resolves once the page has these style sheets of `static/`.
 *
 * @param {string[]} names
 */
export const styled = (...names) => Promise.all(names.map((name) => has(`/static/${name}`)));

/**
 * @param {string} href
 * @returns {Promise<unknown>}
 */
function has(href) {
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=stylesheet]"));
  const there = [...links].find((link) => new URL(link.href).pathname === href);
  if (there?.sheet) return Promise.resolve();
  const link = there ?? html("link", { rel: "stylesheet", href });
  const come = new Promise((resolve) => {
    for (const kind of ["load", "error"]) link.addEventListener(kind, resolve, { once: true });
    setTimeout(resolve, PATIENCE_MS);
  });
  // Before what the page has: nothing that it shows already changes its looks.
  if (!there) document.head.prepend(link);
  return come;
}
