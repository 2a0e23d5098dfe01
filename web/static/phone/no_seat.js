// A player's phone without a game, or with a game without secrets: it says so, and links to the table.

import { followSeat } from "./phone.js";

followSeat({}, []);
