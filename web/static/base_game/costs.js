// What things cost, and what keeps somebody from building them now, by what everybody at the table knows.

/**
 * What is paid for each thing, of one's own cards.
 *
 * @type {{ [what: string]: Page.Cards }}
 */
export const COSTS = {
  place_road: { lumber: 1, brick: 1 },
  place_settlement: { lumber: 1, brick: 1, wool: 1, grain: 1 },
  place_city: { grain: 2, ore: 3 },
  buy_development_card: { wool: 1, grain: 1, ore: 1 },
};

/** What each is called as a thing, in the order of the card that lists them. */
export const THINGS = Object.entries({
  road: "place_road",
  settlement: "place_settlement",
  city: "place_city",
  development_cards: "buy_development_card",
});

/**
 * Whether who is on turn may have each thing now, and if not, why: before the `roll`; of an open hand which cards
 * are `missing`; `few`: there are too few cards for it, whichever they are; `forbidden`: the rules have no place, no
 * piece or no card for it.
 *
 * @param {Pick<Api.BaseActions, "acting" | "roll" | "build" | "buy_card" | "gives">} may
 * @param {string | null} onTurn
 * @returns {{ [thing: string]: { may: boolean, why?: "roll" | "missing" | "few" | "forbidden", missing?: Page.Cards } }}
 */
export function buildable(may, onTurn) {
  const { cards = null, resources = null } = may.gives?.[/** @type {Api.Colour} */ (onTurn)] ?? {};
  return Object.fromEntries(
    THINGS.map(([thing, event]) => {
      const places = /** @type {{ [piece: string]: string[] }} */ (may.build ?? {})[thing];
      if (event === "buy_development_card" ? may.buy_card : places?.length) return [thing, { may: true }];
      if (may.roll) return [thing, { may: false, why: "roll" }];
      const price = COSTS[event];
      if (resources) {
        const missing = lacking(price, resources);
        if (Object.keys(missing).length) return [thing, { may: false, why: "missing", missing }];
      } else if (cards !== null && cards < sum(price)) return [thing, { may: false, why: "few" }];
      return [thing, { may: false, why: "forbidden" }];
    }),
  );
}

/** @param {Page.Cards} cards */
const sum = (cards) => Object.values(cards).reduce((total, count) => total + count, 0);

/**
 * @param {Page.Cards} price
 * @param {Page.Cards} held
 * @returns {Page.Cards}
 */
const lacking = (price, held) =>
  Object.fromEntries(
    Object.entries(price)
      .map(([kind, count]) => /** @type {[string, number]} */ ([kind, count - (held[kind] ?? 0)]))
      .filter(([, count]) => count > 0),
  );
