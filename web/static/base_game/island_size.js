// The size of an island, for scripts that have no geometry.

/** The number of hexes of an island. */
export const HEX_COUNT = 19;
