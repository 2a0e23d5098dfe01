// The island while nobody plays: the beginners' island, as a picture.

import { BEGINNERS } from "./geometry.js";
import { islandLaidOut } from "./laid_out.js";

/** The picture. */
export const islandAtRest = () => islandLaidOut(BEGINNERS);
