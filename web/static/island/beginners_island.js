// The beginners' island as a picture, shown while no game is in progress.

import { BEGINNERS } from "./geometry.js";
import { drawIsland } from "./island_picture.js";

/** Draw the beginners' island. */
export const drawBeginnersIsland = () => drawIsland(BEGINNERS);
