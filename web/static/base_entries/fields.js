// The fields of an event, by its kind: what people say happened instead, or besides.

import { values } from "../dialogs/dialogs.js";
import { all, html } from "../drawing/dom.js";
import { RESOURCES } from "../drawing/signs.js";
import { t, word } from "../language/i18n.js";
import { composed, player } from "../dialogs/composed.js";
import { UNIDENTIFIED, cardCounters, total } from "./counters.js";
import { givenCounters } from "./development.js";
import { people } from "../dialogs/people.js";
import { radios } from "../dialogs/radios.js";
import { oneCard } from "./robbery.js";
import { chosenDice, diceFields } from "./roll_entry.js";
import { gameStart } from "../start/seating.js";
import { siteMap } from "../island/site_map.js";
import { takenUp } from "./taking_up.js";

/** @typedef {(event: Page.Event, view: Page.View) => Page.Field} Make */

const NOBODY = "nobody";
const PLAYED = ["knight", "road_building", "year_of_plenty", "monopoly"];
const BOUGHT = [...PLAYED, "victory_point"];
const NOT_SAID = "";

/**
 * @param {string[]} keys
 * @param {Page.Cards} cards
 */
const only = (keys, cards) => Object.fromEntries(Object.entries(cards).filter(([key]) => keys.includes(key)));

/** @param {Page.Event} event */
const dice = (event) => ({
  elements: diceFields(event.dice),
  says: () => ({ dice: chosenDice() }),
  done: () => chosenDice() !== null,
});

/**
 * @param {string} name
 * @param {string} kind
 * @returns {Make}
 */
const place = (name, kind) => (event, view) => {
  const map = siteMap(t("Where?"), kind, view, event[name]);
  return { elements: map, says: () => ({ [name]: map.value }), done: () => Boolean(map.value) };
};

/**
 * @param {string} name
 * @param {() => string} legend
 * @returns {(event: Page.Event) => Page.Field & { elements: HTMLElement }}
 */
const cards = (name, legend) => (event) => {
  const counters = cardCounters(legend(), { kinds: [...RESOURCES, UNIDENTIFIED], given: event[name] ?? {} });
  return {
    elements: counters,
    says: () => ({ [name]: counters.cards() }),
    done: () => total(counters.cards()) > 0,
  };
};

/**
 * @param {Page.Event} event
 * @param {Page.View} view
 */
const victim = (event, { players }) => ({
  elements: people("from", t("Who is robbed?"), players, "from" in event ? (event.from ?? NOBODY) : null, [
    [NOBODY, t("Nobody")],
  ]),
  says: () => ({ from: values().from === NOBODY ? null : values().from }),
  done: () => Boolean(values().from),
});

/**
 * @param {Page.Event} event
 * @param {Page.View} view
 */
const partner = (event, { players }) => ({
  elements: people("with", t("With whom?"), players, event.with),
  says: () => ({ with: values().with }),
  done: () => Boolean(values().with) && values().with !== values().player,
});

/** @param {Page.Event} event */
const resource = (event) => ({
  elements: oneCard("resource", t("Which card?"), event.resource ?? NOT_SAID),
  says: () => ({ resource: values().resource || null }),
  done: () => true,
});

/**
 * @param {string[]} cardsShown
 * @param {Page.Option[]} extra
 * @returns {Make}
 */
const kinds = (cardsShown, extra) => (event) => ({
  elements: cardChoice(cardsShown, event.card, extra),
  says: () => ({ card: values().card || null }),
  done: () => extra.length > 0 || Boolean(values().card),
});

/** @param {Page.Event} event */
const count = (event) => ({
  elements: numbers("count", t("How many victory point cards?"), [1, 2, 3, 4, 5], event.count),
  says: () => ({ count: Number(values().count) }),
  done: () => Boolean(values().count),
});

/**
 * How many each of the others gave to a monopoly, of those who were counted; untouched, it stays as it was told.
 *
 * @param {Page.Event} event
 * @param {Page.View} view
 */
const given = (event, { players }) => {
  const counted = html("input", { type: "checkbox", checked: Boolean(event.given) });
  const gave = givenCounters(players, { given: event.given });
  let touched = false;
  const elements = html("div", {}, html("label", { class: "tick" }, counted, html("span", {}, t("Cards were counted"))), gave);
  elements.addEventListener("change", () => (touched = true));
  /** @type {() => string[]} */
  const others = () => players.map(({ colour }) => colour).filter((colour) => colour !== values().player);
  const counts = () => Object.fromEntries(others().map((colour) => [colour, gave.cards()[colour] ?? 0]));
  const said = () => (touched ? counts() : only(others(), event.given ?? {}));
  return {
    elements,
    says: () => {
      if (counted.checked) return { given: said() };
      return event.given ? { given: null } : {};
    },
    show: (/** @type {boolean} */ isShown) => {
      elements.hidden = !isShown;
      gave.hidden = !counted.checked;
      all(gave, ".counter", HTMLElement).forEach((row) => (row.hidden = !others().includes(row.dataset.kind ?? "")));
    },
  };
};

/**
 * What a card that is played brings besides: of each card only what goes with it.
 *
 * @param {Page.Event} event
 * @param {Page.View} view
 * @returns {Page.Field}
 */
const brought = (event, view) => {
  const plenty = cards("resources", () => t("Which two cards from the bank?"))(event);
  const monopoly = resource(event);
  const gave = given(event, view);
  const show = () => {
    const { card } = values();
    plenty.elements.hidden = card !== "year_of_plenty";
    monopoly.elements.hidden = card !== "monopoly";
    gave.show(card === "monopoly");
  };
  return {
    elements: [plenty.elements, monopoly.elements, gave.elements],
    says: () => {
      const { card } = values();
      if (card === "monopoly") return { resources: {}, ...monopoly.says(), ...gave.says() };
      const forgotten = event.given ? { given: null } : {};
      return { resources: card === "year_of_plenty" ? plenty.says().resources : {}, resource: null, ...forgotten };
    },
    done: () => true,
    show,
  };
};

/**
 * @param {string[]} shown
 * @param {string | null | undefined} chosen
 * @param {Page.Option[]} extra
 */
function cardChoice(shown, chosen, extra) {
  /** @type {Page.Option[]} */
  const options = [...shown.map((card) => /** @type {Page.Option} */ ([card, word("card", card)])), ...extra];
  return radios("card", t("Which card?"), options, chosen ?? (extra.length ? NOT_SAID : undefined));
}

/**
 * @param {string} name
 * @param {string} legend
 * @param {number[]} choices
 * @param {number | undefined} chosen
 */
const numbers = (name, legend, choices, chosen) =>
  radios(name, legend, choices.map((each) => [each, `${each}`]), chosen);

/**
 * Why the game was ended.
 *
 * @param {Page.Event} event
 * @returns {Page.Field}
 */
const because = (event) => ({
  elements: radios("because", t("Why did the game end?"), [["agreement", t("All agree")], ["time", t("The time is up")]], event.because),
  says: () => ({ because: values().because }),
  done: () => Boolean(values().because),
});

/**
 * What can be said of each kind of event.
 *
 * @type {{ [kind: string]: Make[] }}
 */
const FIELDS = {
  game_started: [gameStart],
  take_up: [takenUp],
  first_player: [player],
  place_road: [player, place("at", "path")],
  place_settlement: [player, place("at", "intersection")],
  place_city: [player, place("at", "intersection")],
  take_starting_resources: [player, place("at", "intersection")],
  roll: [player, dice],
  unseen_roll: [player],
  take_instead: [player, cards("resources", () => t("Cards taken"))],
  discard: [player, cards("resources", () => t("Discarded"))],
  move_robber: [player, place("to", "hex")],
  steal: [player, victim, resource],
  domestic_trade: [player, partner, cards("give", () => t("Gives")), cards("take", () => t("Takes"))],
  maritime_trade: [player, cards("give", () => t("Gives")), cards("take", () => t("Takes"))],
  buy_development_card: [player, kinds(BOUGHT, [[NOT_SAID, "?"]])],
  play_development_card: [player, kinds(PLAYED, []), brought],
  reveal_victory_points: [player, count],
  claim_victory: [player],
  end_game: [because],
  leave_table: [player],
  come_back: [player],
  show_hand: [player, cards("resources", () => t("All of its cards"))],
  end_turn: [player],
};

/** A game begins once, in one way. */
const BEGINNINGS = ["game_started", "take_up"];

/** The kinds of events that people can say happened besides. */
export const KINDS = Object.keys(FIELDS).filter((kind) => !BEGINNINGS.includes(kind));

/** The fields of an event of the base game. */
export const fieldsOf = composed(FIELDS);
