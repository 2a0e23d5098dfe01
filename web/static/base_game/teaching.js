// The teacher: the lesson for each moment, its panel, and the setting.

import { saveSetting, loadSetting } from "../device/storage.js";
import { listCards, word, t } from "../language/i18n.js";
import { PURCHASES, buildOptions, COSTS } from "./event_text.js";
import { openDialog } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { drawCardCounts } from "../drawing/cards.js";
import { sign } from "../drawing/signs.js";

// Setting: whether this device explains each step. It defaults to the game's own setting, and holds for one game.

const KEY = "explained";

/**
 * Returns whether this device explains each step.
 *
 * @param {{ game?: number, explained?: boolean }} view
 */
export function isTeachingOn({ game, explained }) {
  const [gameId, setting] = (loadSetting(KEY) ?? "").split(" ");
  return gameId === `${game}` ? setting === "on" : Boolean(explained);
}

/**
 * Turns the explanation of each step of this game on or off, on this device.
 *
 * @param {{ game?: number }} view
 * @param {boolean} on
 */
export function setTeaching({ game }, on) {
  saveSetting(KEY, `${game} ${on ? "on" : "off"}`);
  notifyChange();
}

let notifyChange = () => {};

/**
 * Registers a listener for changes of the setting.
 *
 * @param {() => void} listener
 */
export function onTeachingChange(listener) {
  notifyChange = listener;
}

// Lessons for beginners: the next step with its reason, and why an action is unavailable. They follow the rules in
// use and public information.

/** The name of each purchase. */
export const PURCHASE_NAMES = /** @type {{ [thing: string]: () => string }} */ ({
  road: () => word("piece", "road"),
  settlement: () => word("piece", "settlement"),
  city: () => word("piece", "city"),
  development_cards: () => t("development card"),
});

/** The effect of each development card. */
export const CARD_EFFECTS = /** @type {{ [card: string]: () => string }} */ ({
  knight: () => t("Move the robber, and steal a card from a player beside it. Three knights played can earn the largest army."),
  road_building: () => t("Build two roads without paying for them."),
  year_of_plenty: () => t("Take any two resource cards from the bank."),
  monopoly: () => t("Name a resource: all other players give you all their cards of that resource."),
  victory_point: () => t("One point. Keep it face down until it makes you win."),
});

/**
 * The reason why a purchase is unavailable.
 *
 * @param {ReturnType<typeof buildOptions>[string]} now
 */
export function missingReason({ why, missing }) {
  if (why === "roll") return t("Roll the dice first.");
  if (why === "missing") return t("Missing: {cards}", { cards: listCards(missing) });
  if (why === "few") return t("There are too few cards in the hand.");
  return t("None are left, or there is no place for it.");
}

/** @type {{ [kind: string]: (item: Page.ToDo, view: Page.View, who: { name: string }) => string }} */
const LESSONS = {
  lay_island({ missing }) {
    if (missing?.hexes !== 0) return t("Let Companion propose an island and set it up like that. Or set up your own, and tap here what is on each hex.");
    if (missing.tokens) return "";
    return missing.harbors ? t("The pieces of the frame have numbers at their ends: equal numbers meet.") : t("Set up the island as shown, or tap what is different.");
  },
  confirm_island: () => t("Check that the island on the table matches this one."),
  found(item, { pieces }, who) {
    if (item.piece === "road") return t("Beside the settlement just placed, towards where {name} wants to build next.", who);
    const second = pieces.some(({ colour, kind }) => colour === item.colour && kind === "settlement");
    return second
      ? t("The second settlement gives one card of each terrain around it right away. Harbors make trading cheaper.")
      : t("On a corner of hexes, at least two paths from any other. Numbers with more dots are rolled more often.");
  },
  take_starting_resources: () => t("The rulebook marks one settlement of each colour with a star. It gives one card of each terrain around it."),
  roll: (_, { watched, may }) =>
    [
      watched ? "" : t("Roll both dice and tap their sum."),
      t("Each settlement beside that number earns one card, each city two."),
      may?.play?.includes("knight") ? t("A knight can be played before the roll.") : "",
    ]
      .filter(Boolean)
      .join(" "),
  discard: () => t("A seven produces nothing. Players with too many cards discard half of them, then tap the tick."),
  may_discard: ({ limit }) => t("A seven produces nothing. Players with more than {limit} cards discard half of them.", { limit }),
  move_robber: (_, __, who) => t("The hex with the robber produces nothing. {name} then steals a card from a player beside it.", who),
  steal: (_, __, who) => t("{name} draws a random card: tap the player who loses it.", who),
  free_roads: () => t("They are free, and must connect to one of your own roads, settlements or cities."),
};

/**
 * The next step with its reason; null if there is nothing to explain.
 *
 * @param {Page.View} view
 * @returns {string | null}
 */
export function lesson(view) {
  const { phase, players, on_turn: onTurn } = view;
  if (phase === "over") return null;
  const first = /** @type {Page.ToDo | undefined} */ (view.to_do[0]);
  const nameOf = (/** @type {string | null | undefined} */ colour) => players.find((player) => player.colour === colour)?.name ?? "";
  if (first) return LESSONS[first.kind]?.(first, view, { name: nameOf(first.colour) }) || null;
  if (phase !== "play" || !onTurn) return null;
  const who = { name: nameOf(onTurn) };
  const known = Boolean(view.may.gives?.[/** @type {Api.Colour} */ (onTurn)]?.resources);
  const things = affordableNames(view);
  const does = things.length
    ? known
      ? t("{name} can build or buy: {things}.", { ...who, things: things.join(", ") })
      : t("With the right cards, {name} can build or buy: {things}.", { ...who, things: things.join(", ") })
    : t("{name} has too few cards to build.", who);
  return `${does} ${t("Trade, build, then end the turn.")}`;
}

/**
 * Names of the purchases that the active player may make now, from public information.
 *
 * @param {Page.View} view
 */
export function affordableNames({ may, on_turn: onTurn }) {
  const now = buildOptions(may, onTurn);
  return PURCHASES.filter(([thing]) => now[thing].may).map(([thing]) => PURCHASE_NAMES[thing]());
}

/** Pending actions that come before everything else. */
const DUE_REASONS = /** @type {{ [kind: string]: () => string }} */ ({
  discard: () => t("Players with too many cards discard first."),
  move_robber: () => t("Move the robber first."),
  steal: () => t("Steal a card first."),
  free_roads: () => t("Build the free roads first."),
});

/** @param {Page.View} view */
const dueReason = (view) => /** @type {Page.ToDo[]} */ (view.to_do).map(({ kind }) => DUE_REASONS[kind]?.()).find(Boolean) ?? null;

/** The reason why nobody may trade after the roll, at a table with separate phases. */
const tradeClosedReason = () => t("Trading comes before building: something was already built this turn.");

/**
 * The reason why an action of the bar is unavailable; null if it is available or needs no reason.
 *
 * @param {string} key the action's key in turn.js
 * @param {Page.View} view
 * @returns {string | null}
 */
export function unavailableReason(key, view) {
  const { phase, may, on_turn: onTurn, rolled, development_cards_left: left } = view;
  if (phase === "founding") return t("Everyone places two settlements and two roads first.");
  if (phase !== "play") return t("Set up the island first.");
  const due = dueReason(view);
  if (due) return due;
  if (key === "roll") return rolled ? t("The dice were already rolled this turn. The next player's roll begins the next turn.") : null;
  if (key === "play") return t("The active player has no card to play now: one card per turn, and never in the turn in which it was bought.");
  if (!rolled) return t("Roll the dice first.");
  if (key === "draw") return t("A card was already drawn this turn. The next player draws the next one.");
  if (key === "trade") return tradeClosedReason();
  if (key !== "buy") return null;
  return left === 0 ? t("No development cards are left.") : missingReason(buildOptions(may, onTurn).development_cards);
}

/** @typedef {{ view: Page.View, seat: Api.SeatView }} Own A game with one player's private view. */

/**
 * The purchases that a player may make now, from that player's own knowledge.
 *
 * @param {Own} own
 */
export const ownBuildOptions = ({ view, seat: { colour, hand, may } }) =>
  buildOptions(
    {
      roll: !view.rolled,
      build: may.build,
      buy_card: may.buy.length > 0,
      gives: { [colour]: { cards: hand.count, resources: hand.certain ? hand.cards : null } },
    },
    colour,
  );

/**
 * The purchases of an active player who has rolled; null for other players.
 *
 * @param {Own} own
 * @returns {string | null}
 */
export function ownLesson(own) {
  const { view, seat } = own;
  if (view.phase !== "play" || !seat.on_turn || !view.rolled || view.to_do.length) return null;
  const now = ownBuildOptions(own);
  const things = PURCHASES.filter(([thing]) => now[thing].may).map(([thing]) => PURCHASE_NAMES[thing]());
  if (!things.length) return t("You can't afford anything yet: trade, or end your turn.");
  return seat.hand.certain
    ? t("You can build or buy: {things}.", { things: things.join(", ") })
    : t("You can build or buy, if you have the cards: {things}.", { things: things.join(", ") });
}

/**
 * The reason why an action of the player's phone is unavailable.
 *
 * @param {string} key the action's key in base_phone/turn.js
 * @param {Own} own
 * @returns {string}
 */
export function ownUnavailableReason(key, own) {
  const { view, seat } = own;
  const name = view.players.find(({ colour }) => colour === view.on_turn)?.name ?? "";
  if (!seat.on_turn && key !== "trade") return t("It is {name}'s turn.", { name });
  const due = dueReason(view);
  if (due) return due;
  if (key === "play") return t("You can't play any of your cards now: one card per turn, and never in the turn in which it was bought.");
  if (!view.rolled) return t("Roll the dice first.");
  if (key === "bank") return t("The bank takes four cards of one kind, or fewer with a harbor.");
  if (key === "buy") return view.development_cards_left === 0 ? t("No development cards are left.") : missingReason(ownBuildOptions(own).development_cards);
  return view.players.find(({ colour }) => colour === seat.colour)?.resting ? t("This seat is paused.") : tradeClosedReason();
}

// The building costs card: each purchase with its price and availability, and the effects of the development cards.

/**
 * Draws a lesson with a button that turns lessons off.
 *
 * @param {string} text
 * @param {{ game?: number }} of
 */
export const drawLesson = (text, of) =>
  html(
    "div",
    { class: "lesson" },
    html("p", {}, text),
    html(
      "button",
      { type: "button", "data-key": "lesson-off", "aria-label": t("Stop explaining"), title: t("Stop explaining"), onclick: () => setTeaching(of, false) },
      "✕",
    ),
  );

/**
 * Shows the building costs with the active player's options, from public information.
 *
 * @param {Page.View} view
 */
export function showCosts(view) {
  const { on_turn: onTurn, may, phase, players } = view;
  const name = players.find(({ colour }) => colour === onTurn)?.name;
  const can = phase === "play" ? affordableNames(view) : [];
  const note = name && can.length ? t("{name} can build or buy, if their hand allows: {things}.", { name, things: can.join(", ") }) : null;
  showCard(phase === "play" ? buildOptions(may, onTurn) : null, note);
}

/**
 * Shows the building costs.
 *
 * @param {ReturnType<typeof buildOptions> | null} now the options, or null to show none
 * @param {string | null} note
 * @param {Page.Choice[]} more further buttons of the dialog
 */
export function showCard(now, note, more = []) {
  openDialog(
    t("Building costs"),
    [
      note ? html("p", {}, note) : null,
      html(
        "dl",
        { class: "costs" },
        PURCHASES.map(([thing, event]) => [
          html("dt", {}, sign(thing), PURCHASE_NAMES[thing]()),
          html(
            "dd",
            {},
            html("span", { class: "costs-cards" }, drawCardCounts(COSTS[event])),
            now && !now[thing].may ? html("p", { class: "quiet" }, missingReason(now[thing])) : null,
          ),
        ]),
      ),
      html("h3", {}, t("What the development cards do")),
      html("dl", { class: "costs" }, Object.entries(CARD_EFFECTS).map(([card, does]) => [html("dt", {}, word("card", card)), html("dd", {}, does())])),
    ],
    more,
    { leave: t("Close") },
  );
}
