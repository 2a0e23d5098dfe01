// The changes on the island between two views, for animation.

/** More changes at once than this are a correction or a catch-up, which is not animated. */
const MANY_PIECES = 3;
const MANY_ENTRIES = 3;
/** The two special cards, which move between players. */
const SPECIAL_CARDS = /** @type {("longest_road" | "largest_army")[]} */ (["longest_road", "largest_army"]);

/**
 * The changes between two views that an animation can show; null if there are none or too many.
 *
 * @param {Page.View | undefined} before
 * @param {Page.View} after
 */
export function diffViews(before, after) {
  if (!before?.layout || !after.layout) return null;
  const stood = new Set(before.pieces.map(pieceKey));
  const put = after.pieces.filter((piece) => !stood.has(pieceKey(piece))).map(({ at }) => at);
  const entries = (after.log.at(-1)?.number ?? 0) - (before.log.at(-1)?.number ?? 0);
  if (put.length > MANY_PIECES || entries > MANY_ENTRIES || entries < 0) return null;
  const isMoved = before.robber && after.robber && before.robber !== after.robber;
  return {
    put,
    robber: isMoved ? { from: before.robber ?? "", to: after.robber ?? "" } : null,
    isRolled: entries > 0 && isRollLatest(after),
    stolen: findRobberySince(before.log.at(-1)?.number ?? 0, after),
    won: SPECIAL_CARDS.flatMap((card) => cardTransfers(card, before.players ?? [], after.players ?? [])),
  };
}

/** @param {Api.PieceStands} piece */
const pieceKey = ({ at, kind, colour }) => `${at} ${kind} ${colour}`;

/**
 * The transfer of a special card to a new holder, with its previous holder if any.
 *
 * @param {"longest_road" | "largest_army"} card
 * @param {Api.BasePlayer[]} before
 * @param {Api.BasePlayer[]} after
 */
function cardTransfers(card, before, after) {
  const [from, to] = [before, after].map((players) => players.find((player) => player[card])?.colour ?? null);
  return to && to !== from ? [{ card, from, to }] : [];
}

/**
 * The latest robbery after a log entry: thief and victim; null if there is none.
 *
 * @param {number} number
 * @param {Page.View} view
 * @returns {{ by: string, from: string } | null}
 */
function findRobberySince(number, { log }) {
  const robbery = log.findLast((line) => line.number > number && line.event.kind === "steal" && line.event.from);
  return robbery ? { by: robbery.event.player ?? "", from: robbery.event.from } : null;
}

/**
 * Test whether a roll is the latest event, so that its production is still being collected.
 *
 * @param {Page.View} view
 */
export const isRollLatest = (view) => view.log.at(-1)?.event.kind === "roll";
