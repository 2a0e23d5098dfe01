// What comes next and why, in a sentence, for who plays for the first time; and why something can't be done now. All
// of it from the rules as they stand and from what everybody at the table sees.

import { listCards, word } from "../language/terms.js";
import { t } from "../language/language.js";
import { THINGS, buildable } from "./costs.js";

/** What each thing that is paid for is called. */
export const NAMES = /** @type {{ [thing: string]: () => string }} */ ({
  road: () => word("piece", "road"),
  settlement: () => word("piece", "settlement"),
  city: () => word("piece", "city"),
  development_cards: () => t("development card"),
});

/** What each development card does. */
export const DOES = /** @type {{ [card: string]: () => string }} */ ({
  knight: () => t("Move the robber, and steal a card of a player beside it. Three knights played can be the largest army."),
  road_building: () => t("Build two roads without paying for them."),
  year_of_plenty: () => t("Take any two resource cards of the bank."),
  monopoly: () => t("Name a resource: all others give you every card that they have of it."),
  victory_point: () => t("One point. Keep it face down until it makes you win."),
});

/**
 * Why a thing can't be had now.
 *
 * @param {ReturnType<typeof buildable>[string]} now
 */
export function lacks({ why, missing }) {
  if (why === "roll") return t("The dice come first.");
  if (why === "missing") return t("Missing: {cards}", { cards: listCards(missing) });
  if (why === "few") return t("The hand holds too few cards.");
  return t("The rules leave none to be had, or no place for it.");
}

/** @type {{ [kind: string]: (item: Page.ToDo, view: Page.View, who: { name: string }) => string }} */
const LESSONS = {
  lay_island: ({ missing }) =>
    missing?.hexes === 0
      ? t("Lay the table as it is shown, or tap what lies otherwise.")
      : t("Have an island shown and lay it so; or lay your own, and tap here what lies where."),
  confirm_island: () => t("Look whether the island on the table lies as it is shown here."),
  found(item, { pieces }, who) {
    if (item.piece === "road") return t("Beside the settlement just placed, towards where {name} wants to build next.", who);
    const second = pieces.some(({ colour, kind }) => colour === item.colour && kind === "settlement");
    return second
      ? t("The second settlement brings a card of each terrain around it at once. Harbors make trading cheaper.")
      : t("On a corner of hexes, two paths or more from any other. A number with more dots is rolled more often.");
  },
  roll: (_, { watched, may }) =>
    [
      watched ? "" : t("Roll both dice and tap their sum."),
      t("Who has built beside a hex of that number takes a card of it, with a city two."),
      may?.play?.includes("knight") ? t("A knight can be played before.") : "",
    ]
      .filter(Boolean)
      .join(" "),
  discard: () => t("A seven gives nobody a card. Who holds too many puts half of them back, then taps the tick."),
  may_discard: ({ limit }) => t("A seven gives nobody a card. Who holds more than {limit} puts half of them back.", { limit }),
  move_robber: (_, __, who) => t("The hex where the robber stands gives nothing. {name} then steals a card of somebody beside it.", who),
  steal: (_, __, who) => t("{name} draws a card unseen; tap of whom.", who),
  free_roads: () => t("They cost nothing, and go on from an own road, settlement or city."),
};

/**
 * What comes next and why; null where there is nothing to be said.
 *
 * @param {Page.View} view
 * @returns {string | null}
 */
export function lesson(view) {
  const { phase, players, on_turn: onTurn } = view;
  if (phase === "over") return null;
  const first = /** @type {Page.ToDo | undefined} */ (view.to_do[0]);
  const nameOf = (/** @type {string | null | undefined} */ colour) => players.find((player) => player.colour === colour)?.name ?? "";
  if (first) return LESSONS[first.kind]?.(first, view, { name: nameOf(first.colour) }) ?? null;
  if (phase !== "play" || !onTurn) return null;
  const who = { name: nameOf(onTurn) };
  const known = Boolean(view.may.gives?.[/** @type {Api.Colour} */ (onTurn)]?.resources);
  const things = canHave(view);
  const does = things.length
    ? known
      ? t("{name} can build or buy: {things}.", { ...who, things: things.join(", ") })
      : t("With the right cards {name} can build or buy: {things}.", { ...who, things: things.join(", ") })
    : t("{name} has too few cards to build.", who);
  return `${does} ${t("Trade, build, then end the turn.")}`;
}

/**
 * What who is on turn can have now, by what everybody knows.
 *
 * @param {Page.View} view
 */
export function canHave({ may, on_turn: onTurn }) {
  const now = buildable(may, onTurn);
  return THINGS.filter(([thing]) => now[thing].may).map(([thing]) => NAMES[thing]());
}

/** What is done before all else. */
const FIRST = /** @type {{ [kind: string]: () => string }} */ ({
  discard: () => t("First who holds too many cards discards."),
  move_robber: () => t("First the robber is moved."),
  steal: () => t("First a card is stolen."),
  free_roads: () => t("First the free roads are built."),
});

/** @param {Page.View} view */
const duesFirst = (view) => /** @type {Page.ToDo[]} */ (view.to_do).map(({ kind }) => FIRST[kind]?.()).find(Boolean) ?? null;

/**
 * Why an action of the bar isn't the usual thing now; null where it is, or there is no more to be said.
 *
 * @param {string} key as actions.js has it
 * @param {Page.View} view
 * @returns {string | null}
 */
export function whyNot(key, view) {
  const { phase, may, on_turn: onTurn, rolled, development_cards_left: left } = view;
  if (phase === "founding") return t("First everybody puts down two settlements and two roads.");
  if (phase !== "play") return t("First the island is laid.");
  const due = duesFirst(view);
  if (due) return due;
  if (key === "roll") return rolled ? t("The dice were rolled in this turn. The next player's roll begins the next one.") : null;
  if (key === "play") return t("Nobody on turn holds a card that can be played: one is played in a turn, none in the turn in which it was bought.");
  if (!rolled) return t("The dice come first.");
  if (key !== "buy") return null;
  return left === 0 ? t("No development card is left.") : lacks(buildable(may, onTurn).development_cards);
}

/** @typedef {{ view: Page.View, seat: Api.SeatView }} Own A game, and what one player alone sees of it. */

/**
 * What a player can have now, and why not, by what that player knows.
 *
 * @param {Own} own
 */
export const ownBuildable = ({ view, seat: { colour, hand, may } }) =>
  buildable(
    {
      roll: !view.rolled,
      build: may.build,
      buy_card: may.buy.length > 0,
      gives: { [colour]: { cards: hand.count, resources: hand.certain ? hand.cards : null } },
    },
    colour,
  );

/**
 * What a player who is on turn, and has rolled, can build; null to anybody else.
 *
 * @param {Own} own
 * @returns {string | null}
 */
export function ownLesson(own) {
  const { view, seat } = own;
  if (view.phase !== "play" || !seat.on_turn || !view.rolled || view.to_do.length) return null;
  const now = ownBuildable(own);
  const things = THINGS.filter(([thing]) => now[thing].may).map(([thing]) => NAMES[thing]());
  if (!things.length) return t("You can't pay for anything yet: trade, or end your turn.");
  return seat.hand.certain
    ? t("You can build or buy: {things}.", { things: things.join(", ") })
    : t("You can build or buy, if you have the cards: {things}.", { things: things.join(", ") });
}

/**
 * Why a player can't do something of the own phone's bar now.
 *
 * @param {string} key as base_phone/actions.js has it
 * @param {Own} own
 * @returns {string}
 */
export function ownWhyNot(key, own) {
  const { view, seat } = own;
  const name = view.players.find(({ colour }) => colour === view.on_turn)?.name ?? "";
  if (!seat.on_turn && key !== "trade") return t("It is {name}'s turn.", { name });
  const due = duesFirst(view);
  if (due) return due;
  if (key === "play") return t("None of your cards can be played now: one is played in a turn, none in the turn in which it was bought.");
  if (!view.rolled) return t("The dice come first.");
  if (key === "bank") return t("The bank takes four cards of one kind, or fewer with a harbor.");
  if (key === "buy") return view.development_cards_left === 0 ? t("No development card is left.") : lacks(ownBuildable(own).development_cards);
  return t("The rules don't allow it now.");
}
