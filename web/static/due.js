// What the table waits for on the island.

/** Whose piece the table waits for, which where there is but one, and where it may stand: {colour, piece, sites}. */
export function duePlacement(view) {
  const item = view.to_do.find(({ kind }) => kind === "found" || kind === "free_roads");
  if (!item) return { colour: view.on_turn };
  const { colour, piece, sites } = item;
  return { colour, piece: item.kind === "free_roads" ? "road" : piece, sites };
}
