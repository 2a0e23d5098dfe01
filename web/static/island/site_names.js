// Places of the island in words: by what lies there or around them, as people at the table name them.

import { BESIDE, isPath } from "./geometry.js";
import { apart, hexName, t } from "../language/i18n.js";

/**
 * What lies around a site.
 *
 * @param {string} site
 * @param {Page.Hexes} hexes
 */
export function around(site, hexes) {
  const beside = BESIDE[site].map((id) => (hexes[id] ? hexName(hexes[id]) : t("Not read yet")));
  const touched = isPath(site) ? 2 : 3;
  return apart([...beside, ...(beside.length < touched ? [t("sea")] : [])]);
}

/**
 * Where something happened: "" where that is no place, or on an island that isn't known.
 *
 * @param {Page.Event} event
 * @param {Page.Hexes | undefined} hexes
 * @returns {string}
 */
export function whereOf({ at, to }, hexes) {
  if (!hexes) return "";
  if (at) return around(at, hexes);
  return to && hexes[to] ? hexName(hexes[to]) : "";
}
