// The page of all the games that were played here; of one that can't be looked back on, it says why.

import { lookAround } from "./page.js";

lookAround();
