// The page of all past games. For a game without a summary page it shows the reason.

import { startHistoryPage } from "./page.js";

startHistoryPage();
