// Names for places of the island: by the hexes beside them, as players name them.

import { ADJACENT_HEXES, isPath } from "./geometry.js";
import { joinClauses, hexName, t } from "../language/i18n.js";

/**
 * Describe a site by the hexes around it.
 *
 * @param {string} site
 * @param {Page.Hexes} hexes
 */
export function describeSurroundings(site, hexes) {
  const beside = ADJACENT_HEXES[site].map((id) => (hexes[id] ? hexName(hexes[id]) : t("Not read yet")));
  const hexCount = isPath(site) ? 2 : 3;
  return joinClauses([...beside, ...(beside.length < hexCount ? [t("sea")] : [])]);
}

/**
 * Describe the location of an event: "" if it has none, or if the island is unknown.
 *
 * @param {Page.Event} event
 * @param {Page.Hexes | undefined} hexes
 * @returns {string}
 */
export function describeLocation({ at, to }, hexes) {
  if (!hexes) return "";
  if (at) return describeSurroundings(at, hexes);
  return to && hexes[to] ? hexName(hexes[to]) : "";
}
