// The overlay for games without an overlay of their own.

import { showOverlay } from "./overlay.js";

showOverlay();
