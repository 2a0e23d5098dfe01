// The texts of the base game: events, broken rules, and the differences that a correction makes.

import { n, t, joinClauses, withLabel, listCards, joinNames, word, SHARED_CHANGES } from "../language/i18n.js";
import { RESOURCES } from "../drawing/signs.js";
import { currentView } from "../table/game.js";
import { describeLocation } from "../island/sites.js";

// Two dice: both faces, or only their sum.

/** All possible sums of two dice. */
export const SUMS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/**
 * The faces; empty if only the sum is known.
 *
 * @param {Api.Dice} dice
 * @returns {number[]}
 */
export const facesOf = (dice) => ("sum" in dice ? [] : dice);

/** @param {Api.Dice} dice */
export const sumOf = (dice) => ("sum" in dice ? dice.sum : dice[0] + dice[1]);

/**
 * The dice as written in sentences: "3 + 5", or "8".
 *
 * @param {Api.Dice} dice
 */
export const formatDice = (dice) => ("sum" in dice ? `${dice.sum}` : dice.join(" + "));

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
        const missing = lackingCards(price, resources);
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
const lackingCards = (price, hand) =>
  Object.fromEntries(
    Object.entries(price)
      .map(([kind, count]) => /** @type {[string, number]} */ ([kind, count - (hand[kind] ?? 0)]))
      .filter(([, count]) => count > 0),
  );

// Sentences for the events of a base game.

/** The number of hexes of an island. */
export const HEX_COUNT = 19;

/**
 * The sentence for the start of a game, with the rolls for the first player if they were entered.
 *
 * @param {{ players: Api.SeatTaken[], who_begins?: { [id: string]: number }[] | null }} event
 */
export function gameStartText({ players, who_begins: rounds }) {
  const starts = t("The game starts");
  if (!rounds) return starts;
  /** @param {string} id */
  const nameOf = (id) => players.find(({ colour, at_first: atFirst }) => (atFirst ?? colour) === id)?.name ?? id;
  /** @param {{ [id: string]: number }} round */
  const sums = (round) => Object.entries(round).map(([id, sum]) => `${nameOf(id)} ${sum}`).join(", ");
  const rolled = joinClauses(rounds.map(sums));
  return t("{starts}; rolls for who begins: {rolled}", { starts, rolled });
}

/**
 * The sentence of each kind of event.
 *
 * @type {{ [kind: string]: (event: Page.Event, who: { name: string }, name: Page.Naming) => string }}
 */
export const EVENT_SENTENCES = {
  game_started: (event) => gameStartText(/** @type {Api.GameStarted} */ (/** @type {unknown} */ (event))),
  layout_set: () => t("The island is set up"),
  layout_entered: ({ layout: { hexes, harbors } }) =>
    Object.keys(hexes).length === HEX_COUNT && Object.keys(harbors).length
      ? t("An island was proposed")
      : t("Part of the island was entered"),
  take_up: (event, _, name) => t("Joined a game in progress: it is {name}'s turn", { name: name(event.on_turn) }),
  first_player: (_, who) => t("{name} begins", who),
  place_road: (_, who) => t("{name} builds a road", who),
  place_settlement: (_, who) => t("{name} builds a settlement", who),
  place_city: (_, who) => t("{name} builds a city", who),
  take_starting_resources: (_, who) => t("{name} takes the starting resources", who),
  roll: ({ dice }, who) => {
    const [a, b] = facesOf(dice);
    return a ? t("{name} rolls {a} + {b} = {sum}", { ...who, a, b, sum: a + b }) : t("{name} rolls {sum}", { ...who, sum: sumOf(dice) });
  },
  unseen_roll: (_, who) => t("{name} rolls, but nobody saw the dice", who),
  take_instead({ resources }, who) {
    const cards = listCards(resources);
    return cards ? t("{name} took these cards instead: {cards}", { ...who, cards }) : t("{name} took nothing", who);
  },
  end_turn: (_, who) => t("{name} passes the dice", who),
  discard({ resources }, who) {
    const cards = listCards(resources);
    return cards ? t("{name} discards {cards}", { ...who, cards }) : t("{name} discards cards", who);
  },
  move_robber: (_, who) => t("{name} moves the robber", who),
  // Only the two players know which card it was, and this page is public.
  steal: ({ from }, who, name) =>
    from ? t("{name} steals a card from {victim}", { ...who, victim: name(from) }) : t("{name} robs nobody", who),
  domestic_trade({ give, take, with: partner }, who, name) {
    const [given, taken] = [listCards(give), listCards(take)];
    if (given && !taken) return t("{name} gives {given} to {partner}", { ...who, partner: name(partner), given });
    if (taken && !given) return t("{name} gives {given} to {partner}", { name: name(partner), partner: who.name, given: taken });
    return t("{name} gives {given} to {partner} for {taken}", { ...who, partner: name(partner), given, taken });
  },
  maritime_trade: ({ give, take }, who) =>
    t("{name} gives the bank {given} for {taken}", { ...who, given: listCards(give), taken: listCards(take) }),
  buy_development_card: (_, who) => t("{name} buys a development card", who),
  play_development_card({ card, resource, resources }, who) {
    const played = t("{name} plays {card}", { ...who, card: word("card", card) });
    const taken = resource ? word("resource", resource) : listCards(resources);
    return taken ? withLabel(played, taken) : played;
  },
  reveal_victory_points: ({ count }, who) =>
    n("{name} reveals {count} victory point", "{name} reveals {count} victory points", count, who),
  claim_victory: (_, who) => t("{name} claims the victory", who),
  end_game: ({ because }) => (because === "time" ? t("The time is up: the game ends") : t("All agree to end the game")),
  leave_table: (_, who) => t("{name} leaves the game", who),
  come_back: (_, who) => t("{name} rejoins the game", who),
  show_hand({ counted, resources }, who) {
    if (!counted) return t("{name} shows their hand", who);
    const count = Object.values(resources ?? {}).reduce((sum, more) => sum + more, 0);
    return n("{name} counts {count} card", "{name} counts {count} cards", count, who);
  },
};

/**
 * The sentence for an event of the log; `name` maps a colour to a player's name.
 *
 * @param {Page.Event} event
 * @param {Page.Naming} name
 * @returns {string}
 */
export function eventText(event, name) {
  const who = { name: event.player ? name(event.player) : "" };
  const sentence = EVENT_SENTENCES[event.kind];
  if (sentence) return sentence(event, who, name);
  const legible = event.kind.replaceAll("_", " ");
  return event.player ? withLabel(who.name, legible) : legible;
}

/**
 * Names of the kinds of events, for the dialog that inserts an entry.
 *
 * @type {{ [kind: string]: () => string }}
 */
const KIND_NAMES = {
  first_player: () => t("Another player began"),
  place_road: () => t("A road was built"),
  place_settlement: () => t("A settlement was built"),
  place_city: () => t("A city was built"),
  take_starting_resources: () => t("Starting resources were taken"),
  roll: () => t("The dice were rolled"),
  unseen_roll: () => t("The dice were rolled, and nobody saw them"),
  take_instead: () => t("Different cards were taken"),
  discard: () => t("Cards were discarded"),
  move_robber: () => t("The robber was moved"),
  steal: () => t("A card was stolen"),
  domestic_trade: () => t("Players traded"),
  maritime_trade: () => t("A trade with the bank"),
  buy_development_card: () => t("A development card was bought"),
  play_development_card: () => t("A development card was played"),
  reveal_victory_points: () => t("Victory points were revealed"),
  claim_victory: () => t("The victory was claimed"),
  end_game: () => t("The game was ended"),
  leave_table: () => t("A player left"),
  come_back: () => t("A player came back"),
  show_hand: () => t("A hand was shown"),
  end_turn: () => t("The dice were passed"),
};

/**
 * The name of a kind of event.
 *
 * @param {string} kind
 */
export const kindName = (kind) => KIND_NAMES[kind]?.() ?? kind.replaceAll("_", " ");

/**
 * The colours of the winners; several players can share a victory.
 *
 * @param {Page.View} view
 * @returns {string[]}
 */
export const winnersOf = ({ winner, winners }) => (winner ? [winner] : (winners ?? []));

/**
 * Announces the winners. Several share the victory if the game ended while they had equal points.
 *
 * @param {string[]} names
 */
export const victoryText = (names) =>
  names.length > 1 ? t("{names} share the victory!", { names: joinNames(names) }) : t("{name} wins!", { name: names[0] });

// Texts for violated rules of the base game, with the cards that they concern.

/**
 * The cards that a violation concerns, by violation.
 *
 * @type {{ [violation: string]: (event: Page.Event) => string }}
 */
const VIOLATION_DETAILS = {
  cannot_pay: (event) => listCards(event.give ?? COSTS[event.kind]),
  partner_cannot_pay: ({ take }) => listCards(take),
  bank_lacks: ({ take, resources }) => listCards(take ?? resources),
  wrong_rate: ({ give, take }) => (give && take ? t("{given} for {taken}", { given: listCards(give), taken: listCards(take) }) : ""),
  victim_lacks: ({ resource }) => (resource ? word("resource", resource) : ""),
  card_not_held: ({ card }) => (card ? word("card", card) : ""),
  card_bought_this_turn: ({ card }) => (card ? word("card", card) : ""),
};

/**
 * The cards of an event's price that a hand lacks; empty if the hand isn't fully known.
 *
 * @param {Page.Event} event
 * @param {Page.Cards | null} hand
 * @returns {Page.Cards}
 */
function missingCards(event, hand) {
  const price = event.give ?? COSTS[event.kind];
  if (!price || !hand || hand.unidentified) return {};
  const short = RESOURCES.map((kind) => /** @type {[string, number]} */ ([kind, (price[kind] ?? 0) - (hand[kind] ?? 0)]));
  return Object.fromEntries(short.filter(([, count]) => count > 0));
}

/**
 * The text of a violation; `hand` is the player's hand before the event, if the reader may see it.
 *
 * Without known cards the text names none.
 *
 * @param {string} violation
 * @param {Page.Event} event
 * @param {Page.Cards | null} hand
 * @returns {string}
 */
export function violationText(violation, event, hand = null) {
  const missingText = violation === "cannot_pay" ? listCards(missingCards(event, hand)) : "";
  if (missingText) return t("{violation}: missing {cards}", { violation: word("violation", violation), cards: missingText });
  const detail = VIOLATION_DETAILS[violation]?.(event);
  return detail ? withLabel(word("violation", violation), detail) : word("violation", violation);
}

/**
 * The text of a violation from public information: it names cards only if the hand is publicly known.
 *
 * @param {string} violation
 * @param {Page.Event} event
 * @param {Api.BasePlayer | null} player
 * @returns {string}
 */
export const publicViolationText = (violation, event, player) => violationText(violation, event, player?.certain ? player.hand : null);

// Sentences for the differences that a correction makes to a base game.

/** @param {Api.Dice | null} rolled */
const formatRoll = (rolled) => (rolled ? formatDice(rolled) : "–");

/**
 * The name of a place on the current island.
 *
 * @param {{ at?: string, to?: string | null }} where
 */
const placeName = (where) => describeLocation({ kind: "", ...where }, /** @type {Page.View | null} */ (currentView())?.layout?.hexes) || "–";
/** @param {string} to */
const hexName = (to) => placeName({ to });
/**
 * @param {Api.PieceChanged} piece
 * @param {string} at
 * @param {Page.Naming} name
 */
const pieceFields = ({ kind, colour }, at, name) => ({
  name: name(colour),
  piece: word("piece", kind),
  place: placeName({ at }),
});

/**
 * Sentences by kind of change; `name` maps a colour to a player's name.
 *
 * @type {Page.Changes}
 */
export const CHANGES = {
  ...SHARED_CHANGES,
  roll: ({ before, after }) => [
    t("Roll of this turn: {before} → {after}", { before: formatRoll(before), after: formatRoll(after) }),
  ],
  robber: ({ before, after }) => [t("Robber: {before} → {after}", { before: hexName(before), after: hexName(after) })],
  longest_road: ({ before, after }, name) => [
    t("Longest road: {before} → {after}", { before: name(before), after: name(after) }),
  ],
  largest_army: ({ before, after }, name) => [
    t("Largest army: {before} → {after}", { before: name(before), after: name(after) }),
  ],
  cards: ({ colour, before, after }, name) => [
    n("{name}: {before} → {count} card", "{name}: {before} → {count} cards", after, { name: name(colour), before }),
  ],
  development_cards: ({ colour, before, after }, name) => [
    n(
      "{name}: {before} → {count} development card",
      "{name}: {before} → {count} development cards",
      after,
      { name: name(colour), before },
    ),
  ],
  knights: ({ colour, before, after }, name) => [
    n("{name}: {before} → {count} knight", "{name}: {before} → {count} knights", after, { name: name(colour), before }),
  ],
  hand: ({ colour }, name) => [t("{name}: different cards in hand", { name: name(colour) })],
  piece: ({ at, before, after }, name) => [
    ...(before ? [t("{name}: {piece} removed ({place})", pieceFields(before, at, name))] : []),
    ...(after ? [t("{name}: {piece} added ({place})", pieceFields(after, at, name))] : []),
  ],
};
