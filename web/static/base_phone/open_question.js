// The state that a question on the phone depends on, and the reason why it was closed.

import { t } from "../language/i18n.js";

/**
 * Selectors on a snapshot: the player's cards, and the inputs that this player may enter.
 *
 * @param {Page.Seen} snapshot
 */
export const ownCards = ({ seat }) => seat?.hand.cards;
/**
 * @param {string} what
 * @returns {(snapshot: Page.Seen) => unknown}
 */
export const permission = (what) => ({ seat }) => /** @type {{ [what: string]: unknown } | undefined} */ (seat?.may)?.[what];

/**
 * The reason why a question from the snapshot `asked` was closed; null: the game has continued.
 *
 * @param {Page.Seen} snapshot
 * @param {Page.Seen} asked
 */
export function closeReason(snapshot, asked) {
  const isOtherHand = snapshot.seat && JSON.stringify(ownCards(snapshot)) !== JSON.stringify(ownCards(asked));
  return isOtherHand ? t("Your hand has changed. Check it again.") : null;
}
