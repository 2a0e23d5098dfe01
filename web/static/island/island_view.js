// What a view of the base game says of the island: how it lies, and what the table waits for there.

/**
 * What lies there: {hexes, harbors}; of a hex that isn't known yet, nothing.
 *
 * @param {Pick<Api.BaseGameView, "layout" | "entered">} view
 * @returns {{ hexes: Page.Hexes, harbors: { [path: string]: Api.HarborKind } }}
 */
export function laid({ layout, entered }) {
  if (layout) return layout;
  const said = /** @type {[string, Api.HexLies][]} */ (Object.entries(entered?.hexes ?? {}));
  const known = said.filter(([, { terrain }]) => terrain);
  return { hexes: Object.fromEntries(known), harbors: entered?.harbors ?? {} };
}

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

/**
 * What the table waits for of the robber, where it has to move.
 *
 * @param {Pick<Page.View, "to_do">} view
 * @returns {Page.ToDo | undefined}
 */
export function robberDue({ to_do: toDo }) {
  return /** @type {Page.ToDo[]} */ (toDo).find(({ kind }) => kind === "move_robber");
}
