// Links from a finished game: to its summary, and to its transfer to another app.

import { html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";

/** The fragment of an address that opens the transfer to another app (play_log.js). */
export const PLAY_LOG_ID = "play";

/**
 * The links of a finished game.
 *
 * @param {number} game
 */
export const summaryLinks = (game) => [
  html("a", { class: "button", "data-key": "evening", href: `/history/${game}` }, t("Game summary")),
  html("a", { class: "button", "data-key": "play", href: `/history/${game}#${PLAY_LOG_ID}` }, t("Add to BG Stats")),
];
