// Sentences for the events of a base game.

import { facesOf, sumOf } from "./dice.js";
import { n, t, joinClauses, withLabel, listCards, joinNames, word } from "../language/i18n.js";

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
