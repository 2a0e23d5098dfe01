// Costs, and the reason why a player can't build something now, from public information.

/**
 * The price of each purchase, in resource cards.
 *
 * @type {{ [what: string]: Page.Cards }}
 */
export const COSTS = {
  place_road: { lumber: 1, brick: 1 },
  place_settlement: { lumber: 1, brick: 1, wool: 1, grain: 1 },
  place_city: { grain: 2, ore: 3 },
  buy_development_card: { wool: 1, grain: 1, ore: 1 },
};

/** Pairs of a purchase and the event that enters it, in the order of the building costs card. */
export const PURCHASES = Object.entries({
  road: "place_road",
  settlement: "place_settlement",
  city: "place_city",
  development_cards: "buy_development_card",
});

/**
 * The active player's options: for each purchase, whether it is possible now, and if not, why. Reasons are `roll` (not rolled yet),
 * `missing` (cards that a known hand lacks), `few` (too few cards in an unknown hand) and `forbidden` (no place,
 * piece or card is left by the rules).
 *
 * @param {Pick<Api.BaseActions, "acting" | "roll" | "build" | "buy_card" | "gives">} may
 * @param {string | null} onTurn
 * @returns {{ [thing: string]: { may: boolean, why?: "roll" | "missing" | "few" | "forbidden", missing?: Page.Cards } }}
 */
export function buildOptions(may, onTurn) {
  const { cards = null, resources = null } = may.gives?.[/** @type {Api.Colour} */ (onTurn)] ?? {};
  return Object.fromEntries(
    PURCHASES.map(([thing, event]) => {
      const places = /** @type {{ [piece: string]: string[] }} */ (may.build ?? {})[thing];
      if (event === "buy_development_card" ? may.buy_card : places?.length) return [thing, { may: true }];
      if (may.roll) return [thing, { may: false, why: "roll" }];
      const price = COSTS[event];
      if (resources) {
        const missing = missingCards(price, resources);
        if (Object.keys(missing).length) return [thing, { may: false, why: "missing", missing }];
      } else if (cards !== null && cards < countCards(price)) return [thing, { may: false, why: "few" }];
      return [thing, { may: false, why: "forbidden" }];
    }),
  );
}

/** @param {Page.Cards} cards */
const countCards = (cards) => Object.values(cards).reduce((total, count) => total + count, 0);

/**
 * @param {Page.Cards} price
 * @param {Page.Cards} hand
 * @returns {Page.Cards}
 */
const missingCards = (price, hand) =>
  Object.fromEntries(
    Object.entries(price)
      .map(([kind, count]) => /** @type {[string, number]} */ ([kind, count - (hand[kind] ?? 0)]))
      .filter(([, count]) => count > 0),
  );
