// The island as it lies, or while it is being entered, as far as it is said.

/**
 * What lies there: {hexes, harbors}; of a hex that isn't known yet, nothing.
 *
 * @param {Pick<Api.BaseGameView, "layout" | "entered">} view
 * @returns {{ hexes: Page.Hexes, harbors: { [path: string]: Api.HarborKind } }}
 */
export function laid({ layout, entered }) {
  if (layout) return /** @type {any} */ (layout);
  /** @type {[string, any][]} */
  const said = Object.entries(entered?.hexes ?? {});
  const known = said.filter(([, { terrain }]) => terrain);
  return { hexes: Object.fromEntries(known), harbors: /** @type {any} */ (entered?.harbors ?? {}) };
}
