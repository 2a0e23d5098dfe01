// The pages that lead on from a game that is over: to look back on it, and to keep it elsewhere.

import { html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";

/** What an address ends in that leads to a game's way into another program (play_log.js). */
export const PLAY_LOG = "play";

/**
 * The ways that lead on from a game that is over.
 *
 * @param {number} game
 */
export const waysOn = (game) => [
  html("a", { class: "button", "data-key": "evening", href: `/history/${game}` }, t("Game summary")),
  html("a", { class: "button", "data-key": "play", href: `/history/${game}#${PLAY_LOG}` }, t("Add to BG Stats")),
];
