// What a question on the phone rests on besides, and what is said once it is moot.

import { t } from "../language/i18n.js";
import { say } from "./seat_inputs.js";

/**
 * Of a snapshot: the hand, and what this player may enter by now.
 *
 * @param {Page.Seen} snapshot
 */
export const HAND = ({ seat }) => seat?.hand.cards;
/**
 * @param {string} what
 * @returns {(snapshot: Page.Seen) => unknown}
 */
export const may = (what) => ({ seat }) => /** @type {{ [what: string]: unknown } | undefined} */ (seat?.may)?.[what];

/**
 * Say why a question was closed that was `asked` in another snapshot.
 *
 * @param {Page.Seen} snapshot
 * @param {{ asked: Page.Seen }} question
 */
export function sayMoot(snapshot, { asked }) {
  const isOtherHand = snapshot.seat && JSON.stringify(HAND(snapshot)) !== JSON.stringify(HAND(asked));
  say("refusal", isOtherHand ? t("Your hand has changed meanwhile: look again.") : t("The game has gone on meanwhile."));
}
