// What happened on the island between two views, as far as motion can tell it.

/** As much at once is no move of somebody's: a correction, or what was missed. Its end is shown. */
const MANY_PIECES = 3;
const MANY_ENTRIES = 3;
/** The two cards that go from player to player. */
const SPECIAL = /** @type {("longest_road" | "largest_army")[]} */ (["longest_road", "largest_army"]);

/**
 * What happened between two views, as far as motion can tell it; null: nothing, or too much.
 *
 * @param {Page.View | undefined} before
 * @param {Page.View} after
 */
export function happened(before, after) {
  if (!before?.layout || !after.layout) return null;
  const stood = new Set(before.pieces.map(nameOf));
  const put = after.pieces.filter((piece) => !stood.has(nameOf(piece))).map(({ at }) => at);
  const entries = (after.log.at(-1)?.number ?? 0) - (before.log.at(-1)?.number ?? 0);
  if (put.length > MANY_PIECES || entries > MANY_ENTRIES || entries < 0) return null;
  const isMoved = before.robber && after.robber && before.robber !== after.robber;
  return {
    put,
    robber: isMoved ? { from: before.robber ?? "", to: after.robber ?? "" } : null,
    isRolled: entries > 0 && isFresh(after),
    stolen: stolenSince(before.log.at(-1)?.number ?? 0, after),
    won: SPECIAL.flatMap((card) => passedOn(card, before.players ?? [], after.players ?? [])),
  };
}

/** @param {Api.PieceStands} piece */
const nameOf = ({ at, kind, colour }) => `${at} ${kind} ${colour}`;

/**
 * A special card that somebody has now who had it not, and who had it before, if anybody did.
 *
 * @param {"longest_road" | "largest_army"} card
 * @param {Api.BasePlayer[]} before
 * @param {Api.BasePlayer[]} after
 */
function passedOn(card, before, after) {
  const [from, to] = [before, after].map((players) => players.find((player) => player[card])?.colour ?? null);
  return to && to !== from ? [{ card, from, to }] : [];
}

/**
 * Who stole a card of whom after an entry of the story, if somebody did.
 *
 * @param {number} number
 * @param {Page.View} view
 * @returns {{ by: string, from: string } | null}
 */
function stolenSince(number, { log }) {
  const robbery = log.findLast((line) => line.number > number && line.event.kind === "steal" && line.event.from);
  return robbery ? { by: robbery.event.player ?? "", from: robbery.event.from } : null;
}

/**
 * Whether a roll is the last thing that happened: what it gives is still being taken.
 *
 * @param {Page.View} view
 */
export const isFresh = (view) => view.log.at(-1)?.event.kind === "roll";
