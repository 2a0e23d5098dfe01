// The island as it lies, or while it is being entered, as far as it is said.

/** What lies there: {hexes, harbors}; of a hex that isn't known yet, nothing. */
export function laid({ layout, entered }) {
  if (layout) return layout;
  const known = Object.entries(entered?.hexes ?? {}).filter(([, { terrain }]) => terrain);
  return { hexes: Object.fromEntries(known), harbors: entered?.harbors ?? {} };
}
