// The overlay of a game that brings none of its own.

import { showOverlay } from "./overlay.js";

showOverlay();
