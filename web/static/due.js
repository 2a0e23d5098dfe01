// What the table waits for on the island.

/**
 * Whose piece the table waits for, which where there is but one, and where it may stand: {colour, piece, sites}.
 *
 * @param {Page.View} view
 * @returns {{ colour: string | null, piece?: Api.PieceKind, sites?: string[] }}
 */
export function duePlacement(view) {
  for (const item of view.to_do) {
    if (item.kind === "found") return { colour: item.colour, piece: item.piece, sites: item.sites };
    if (item.kind === "free_roads") return { colour: item.colour, piece: "road", sites: item.sites };
  }
  return { colour: view.on_turn };
}
