// A player's phone where no game is on, or one in which nothing is secret: it says so, and where to look.

import { followSeat } from "./phone.js";

followSeat({}, []);
