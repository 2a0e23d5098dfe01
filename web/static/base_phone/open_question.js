// What a question on the phone rests on besides, and why it is moot.

import { t } from "../language/i18n.js";

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
 * Why a question was closed that was `asked` in another snapshot; null: the game has gone on.
 *
 * @param {Page.Seen} snapshot
 * @param {Page.Seen} asked
 */
export function moot(snapshot, asked) {
  const isOtherHand = snapshot.seat && JSON.stringify(HAND(snapshot)) !== JSON.stringify(HAND(asked));
  return isOtherHand ? t("Your hand has changed. Check it again.") : null;
}
