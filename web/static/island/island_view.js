// The island's part of a base game view: the layout, and what the table waits for there.

/**
 * The known layout: {hexes, harbors}, without unknown hexes.
 *
 * @param {Pick<Api.BaseGameView, "layout" | "entered">} view
 * @returns {{ hexes: Page.Hexes, harbors: { [path: string]: Api.HarborKind } }}
 */
export function knownLayout({ layout, entered }) {
  if (layout) return layout;
  const entries = /** @type {[string, Api.HexLies][]} */ (Object.entries(entered?.hexes ?? {}));
  const known = entries.filter(([, { terrain }]) => terrain);
  return { hexes: Object.fromEntries(known), harbors: entered?.harbors ?? {} };
}

/**
 * The placement that the table waits for: {colour, piece, sites}; only the colour if no placement is pending.
 *
 * @param {Page.View} view
 * @returns {{ colour: string | null, piece?: Api.PieceKind, sites?: string[] }}
 */
export function pendingPlacement(view) {
  for (const item of view.to_do) {
    if (item.kind === "found") return { colour: item.colour, piece: item.piece, sites: item.sites };
    if (item.kind === "free_roads") return { colour: item.colour, piece: "road", sites: item.sites };
  }
  return { colour: view.on_turn };
}

/**
 * The pending move of the robber, if any.
 *
 * @param {Pick<Page.View, "to_do">} view
 * @returns {Page.ToDo | undefined}
 */
export function pendingRobberMove({ to_do: toDo }) {
  return /** @type {Page.ToDo[]} */ (toDo).find(({ kind }) => kind === "move_robber");
}
