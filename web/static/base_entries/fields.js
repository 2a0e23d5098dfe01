// The fields of the base game's events, and those for taking up a game in progress.

import { crest, RESOURCES } from "../drawing/signs.js";
import { dialogValues } from "../dialogs/dialogs.js";
import { html, requireElement, findAll } from "../drawing/dom.js";
import { isPath } from "../island/sites.js";
import { withLabel, mark, t, word } from "../language/i18n.js";
import { totalCards, UNIDENTIFIED_CARD, cardCounters, resourceRadios } from "./card_transfers.js";
import { playerChips, radioGroup, composeFields, playerField } from "../dialogs/form_fields.js";
import { siteMap } from "../island/site_targets.js";
import { monopolyCounters } from "./development.js";
import { chosenDice, diceFields } from "./table_dialogs.js";
import { gameStartFields } from "../start/options.js";

// The fields of a game that was joined in progress: the state of the table at that moment.

const NOBODY = "nobody";
const CALCULATED_HOLDER = "";
/**
 * Labels of the counted items in front of a player.
 *
 * @type {{ [what: string]: string }}
 */
const SIDE_LABELS = {
  cards: mark("resource cards"),
  development: mark("development cards"),
  knights: mark("knights played"),
};

/**
 * The fields of the state of the table, as in `fields.js`; `view.site` is the place in question, if any.
 *
 * @param {Page.Event} event
 * @param {Page.View} view
 * @returns {Page.Field}
 */
export function takeUpFields(event, view) {
  const onTurn = playerChips("on_turn", t("Active player"), view.players, event.on_turn);
  const rolled = html("input", { type: "checkbox", name: "rolled", checked: Boolean(event.rolled) });
  const after = html("label", { class: "tick" }, rolled, html("span", {}, t("The dice were rolled already")));
  const sides = sideFields(event, view);
  const places = view.layout ? [robberField(event, view), ...(event.pieces ? [pieceFields(event, view)] : [])] : [];
  return {
    elements: [onTurn, after, sides.elements, places.map(({ elements }) => elements), holderFields(event, view)],
    values: () => ({
      on_turn: dialogValues().on_turn,
      rolled: rolled.checked || null,
      ...sides.values(),
      ...Object.assign({}, ...places.map(({ values }) => values())),
      longest_road: dialogValues().longest_road || null,
      largest_army: dialogValues().largest_army || null,
    }),
    isComplete: () => Boolean(onTurn.closest("form")?.checkValidity()),
  };
}

/**
 * The players who held the special cards.
 *
 * @param {Page.Event} event
 * @param {Page.View} view
 */
function holderFields(event, { players }) {
  /**
   * @param {string} name
   * @param {string} legend
   */
  const holder = (name, legend) =>
    playerChips(name, legend, players, event[name] ?? CALCULATED_HOLDER, [[CALCULATED_HOLDER, t("calculated")]]);
  return [holder("longest_road", t("Longest road")), holder("largest_army", t("Largest army"))];
}

/**
 * The cards in front of each player. Untouched fields keep their values, including private ones.
 *
 * @param {Page.Event} event
 * @param {Page.View} view
 */
function sideFields({ sides }, { players }) {
  const rows = players.map(({ colour, name }) =>
    sideFieldset(colour, name, /** @type {Api.SideShown[]} */ (sides).find((side) => side.colour === colour)),
  );
  return {
    elements: html("div", { class: "seats" }, rows.map(({ elements }) => elements)),
    values: () => {
      const changedSides = rows.map(({ values }) => values()).filter(Boolean);
      return changedSides.length ? { sides: changedSides } : {};
    },
  };
}

/**
 * @param {string} colour
 * @param {string} name
 * @param {Api.SideShown | undefined} side
 */
function sideFieldset(colour, name, side) {
  const { hand = null, development_cards: development = 0, played = {} } = side ?? {};
  const initial = { cards: hand && totalCards(hand), development, knights: played.knight ?? 0 };
  const fields = Object.fromEntries(
    Object.entries(initial).map(([what, count]) => [what, sideCountField(what, name, side || count ? count : null)]),
  );
  const inputs = Object.entries(fields).map(([what, field]) => ({ what, input: requireElement(field, "input", HTMLInputElement) }));
  /** @type {{ [what: string]: (count: number | null) => object }} */
  const read = {
    cards: (count) => ({ hand: count === null ? null : { unidentified: count } }),
    development: (count) => ({ development_cards: count ?? 0 }),
    knights: (count) => ({ played: { ...played, knight: count ?? 0 } }),
  };
  const values = () => {
    const touched = inputs.filter(({ input: { value, defaultValue } }) => value !== defaultValue);
    const changes = touched.map(({ what, input: { value } }) => read[what](value === "" ? null : Number(value)));
    return touched.length ? Object.assign({ colour }, ...changes) : null;
  };
  const legend = html("legend", {}, crest(colour), name);
  return { elements: html("fieldset", { class: "side" }, legend, Object.values(fields)), values };
}

/**
 * @param {string} what
 * @param {string} name
 * @param {number | null} count
 */
function sideCountField(what, name, count) {
  const label = withLabel(name, t(SIDE_LABELS[what]));
  return html(
    "label",
    {},
    html("span", { "aria-hidden": "true" }, t(SIDE_LABELS[what])),
    html("input", { type: "number", min: 0, max: 95, value: count ?? "", "aria-label": label }),
  );
}

/**
 * @param {Page.Event} event
 * @param {Page.View} view
 */
function robberField(event, view) {
  const map = siteMap(t("Robber"), "hex", view, event.robber);
  return { elements: collapsible(t("Robber"), map.element), values: () => ({ robber: map.value() }) };
}

/**
 * The pieces on the board: tap a place, then choose the owner of its piece.
 *
 * @param {Page.Event} event
 * @param {Page.View} view
 */
function pieceFields(event, view) {
  const { players, site = null } = view;
  /** @type {Api.PieceStands[]} */
  let pieces = event.pieces;
  const currentPiece = () => pieces.find(({ at }) => at === map.value());
  const map = siteMap(t("Where?"), "site", { ...view, pieces }, site);
  const whose = html("div", {});
  const askOwner = () => {
    const { colour = NOBODY, kind = "settlement" } = currentPiece() ?? {};
    const owners = playerChips("owner", t("Whose is it?"), players, colour, [[NOBODY, t("Nobody")]]);
    const kinds = ["settlement", "city"].map((each) => /** @type {Page.Option} */ ([each, word("piece", each)]));
    const which = isPath(map.value() ?? "") ? [] : radioGroup("piece", t("Which piece?"), kinds, kind);
    whose.replaceChildren(...[owners, which].flat());
  };
  map.element.addEventListener("change", askOwner);
  whose.addEventListener("change", () => {
    const { owner, piece = "road" } = dialogValues();
    const newPiece = /** @type {Api.PieceStands} */ ({ at: map.value() ?? "", kind: piece, colour: owner });
    if (owner === NOBODY) pieces = pieces.filter((each) => each !== currentPiece());
    else if (currentPiece()) pieces = pieces.map((each) => (each === currentPiece() ? newPiece : each));
    else pieces = [...pieces, newPiece];
    map.showPieces(pieces);
  });
  if (site) askOwner();
  return {
    elements: collapsible(t("Pieces on the board"), [map.element, whose], site !== null),
    values: () => ({ pieces }),
  };
}

/**
 * A collapsed section for values that are rarely wrong.
 *
 * @param {string} name
 * @param {Page.Content} content
 * @param {boolean} open
 */
const collapsible = (name, content, open = false) => html("details", { open }, html("summary", {}, name), content);

// The form fields of each kind of event, for corrections and inserted entries.

/** @typedef {(event: Page.Event, view: Page.View) => Page.Field} FieldFactory */

const PLAYABLE_CARDS = ["knight", "road_building", "year_of_plenty", "monopoly"];
const DEVELOPMENT_CARDS = [...PLAYABLE_CARDS, "victory_point"];
const UNKNOWN_CARD = "";

/**
 * @param {string[]} keys
 * @param {Page.Cards} cards
 */
const pickKeys = (keys, cards) => Object.fromEntries(Object.entries(cards).filter(([key]) => keys.includes(key)));

/** @param {Page.Event} event */
const diceField = (event) => ({
  elements: diceFields(event.dice),
  values: () => ({ dice: chosenDice() }),
  isComplete: () => chosenDice() !== null,
});

/**
 * @param {string} name
 * @param {string} kind
 * @returns {FieldFactory}
 */
const placeField = (name, kind) => (event, view) => {
  const map = siteMap(t("Where?"), kind, view, event[name]);
  return { elements: map.element, values: () => ({ [name]: map.value() }), isComplete: () => Boolean(map.value()) };
};

/**
 * @param {string} name
 * @param {() => string} legend
 * @returns {(event: Page.Event) => Page.Field & { elements: HTMLElement }}
 */
const cardsField = (name, legend) => (event) => {
  const counters = cardCounters(legend(), { kinds: [...RESOURCES, UNIDENTIFIED_CARD], given: event[name] ?? {} });
  return {
    elements: counters.element,
    values: () => ({ [name]: counters.cards() }),
    isComplete: () => totalCards(counters.cards()) > 0,
  };
};

/**
 * @param {Page.Event} event
 * @param {Page.View} view
 */
const victimField = (event, { players }) => ({
  elements: playerChips("from", t("Who is robbed?"), players, "from" in event ? (event.from ?? NOBODY) : null, [
    [NOBODY, t("Nobody")],
  ]),
  values: () => ({ from: dialogValues().from === NOBODY ? null : dialogValues().from }),
  isComplete: () => Boolean(dialogValues().from),
});

/**
 * @param {Page.Event} event
 * @param {Page.View} view
 */
const partnerField = (event, { players }) => ({
  elements: playerChips("with", t("With whom?"), players, event.with),
  values: () => ({ with: dialogValues().with }),
  isComplete: () => Boolean(dialogValues().with) && dialogValues().with !== dialogValues().player,
});

/** @param {Page.Event} event */
const resourceField = (event) => ({
  elements: resourceRadios("resource", t("Which card?"), event.resource ?? UNKNOWN_CARD),
  values: () => ({ resource: dialogValues().resource || null }),
  isComplete: () => true,
});

/**
 * @param {string[]} cardsShown
 * @param {Page.Option[]} extra
 * @returns {FieldFactory}
 */
const cardField = (cardsShown, extra) => (event) => ({
  elements: cardChoice(cardsShown, event.card, extra),
  values: () => ({ card: dialogValues().card || null }),
  isComplete: () => extra.length > 0 || Boolean(dialogValues().card),
});

/** @param {Page.Event} event */
const countField = (event) => ({
  elements: numberRadios("count", t("How many victory point cards?"), [1, 2, 3, 4, 5], event.count),
  values: () => ({ count: Number(dialogValues().count) }),
  isComplete: () => Boolean(dialogValues().count),
});

/**
 * The number of cards that each other player gave to a monopoly, if they were counted. Untouched, it keeps its value.
 *
 * @param {Page.Event} event
 * @param {Page.View} view
 */
const monopolyField = (event, { players }) => {
  const countedBox = html("input", { type: "checkbox", checked: Boolean(event.given) });
  const counters = monopolyCounters(players, { given: event.given });
  let touched = false;
  const elements = html("div", {}, html("label", { class: "tick" }, countedBox, html("span", {}, t("Cards were counted"))), counters.element);
  elements.addEventListener("change", () => (touched = true));
  /** @type {() => string[]} */
  const others = () => players.map(({ colour }) => colour).filter((colour) => colour !== dialogValues().player);
  const counts = () => Object.fromEntries(others().map((colour) => [colour, counters.cards()[colour] ?? 0]));
  const givenCounts = () => (touched ? counts() : pickKeys(others(), event.given ?? {}));
  return {
    elements,
    values: () => {
      if (countedBox.checked) return { given: givenCounts() };
      return event.given ? { given: null } : {};
    },
    show: (/** @type {boolean} */ isShown) => {
      elements.hidden = !isShown;
      counters.element.hidden = !countedBox.checked;
      findAll(counters.element, ".counter", HTMLElement).forEach((row) => (row.hidden = !others().includes(row.dataset.kind ?? "")));
    },
  };
};

/**
 * The effect of a played card: shows only the fields of the chosen card.
 *
 * @param {Page.Event} event
 * @param {Page.View} view
 * @returns {Page.Field}
 */
const cardEffectField = (event, view) => {
  const plenty = cardsField("resources", () => t("Which two cards from the bank?"))(event);
  const monopoly = resourceField(event);
  const monopolyCounts = monopolyField(event, view);
  const show = () => {
    const { card } = dialogValues();
    plenty.elements.hidden = card !== "year_of_plenty";
    monopoly.elements.hidden = card !== "monopoly";
    monopolyCounts.show(card === "monopoly");
  };
  return {
    elements: [plenty.elements, monopoly.elements, monopolyCounts.elements],
    values: () => {
      const { card } = dialogValues();
      if (card === "monopoly") return { resources: {}, ...monopoly.values(), ...monopolyCounts.values() };
      const forgotten = event.given ? { given: null } : {};
      return { resources: card === "year_of_plenty" ? plenty.values().resources : {}, resource: null, ...forgotten };
    },
    isComplete: () => true,
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
  return radioGroup("card", t("Which card?"), options, chosen ?? (extra.length ? UNKNOWN_CARD : undefined));
}

/**
 * @param {string} name
 * @param {string} legend
 * @param {number[]} choices
 * @param {number | undefined} chosen
 */
const numberRadios = (name, legend, choices, chosen) =>
  radioGroup(name, legend, choices.map((each) => [each, `${each}`]), chosen);

/**
 * The reason why the game was ended.
 *
 * @param {Page.Event} event
 * @returns {Page.Field}
 */
const endReasonField = (event) => ({
  elements: radioGroup("because", t("Why did the game end?"), [["agreement", t("All agree")], ["time", t("The time is up")]], event.because),
  values: () => ({ because: dialogValues().because }),
  isComplete: () => Boolean(dialogValues().because),
});

/**
 * The fields of each kind of event.
 *
 * @type {{ [kind: string]: FieldFactory[] }}
 */
const FIELDS = {
  game_started: [gameStartFields],
  take_up: [takeUpFields],
  first_player: [playerField],
  place_road: [playerField, placeField("at", "path")],
  place_settlement: [playerField, placeField("at", "intersection")],
  place_city: [playerField, placeField("at", "intersection")],
  take_starting_resources: [playerField, placeField("at", "intersection")],
  roll: [playerField, diceField],
  unseen_roll: [playerField],
  take_instead: [playerField, cardsField("resources", () => t("Cards taken"))],
  discard: [playerField, cardsField("resources", () => t("Discarded"))],
  move_robber: [playerField, placeField("to", "hex")],
  steal: [playerField, victimField, resourceField],
  domestic_trade: [playerField, partnerField, cardsField("give", () => t("Gives")), cardsField("take", () => t("Takes"))],
  maritime_trade: [playerField, cardsField("give", () => t("Gives")), cardsField("take", () => t("Takes"))],
  buy_development_card: [playerField, cardField(DEVELOPMENT_CARDS, [[UNKNOWN_CARD, "?"]])],
  play_development_card: [playerField, cardField(PLAYABLE_CARDS, []), cardEffectField],
  reveal_victory_points: [playerField, countField],
  claim_victory: [playerField],
  end_game: [endReasonField],
  leave_table: [playerField],
  come_back: [playerField],
  show_hand: [playerField, cardsField("resources", () => t("All of its cards"))],
  end_turn: [playerField],
};

/** Events that start a game: there is only one, so none can be inserted. */
const START_KINDS = ["game_started", "take_up"];

/** The kinds of events that can be inserted into the log. */
export const INSERTABLE_KINDS = Object.keys(FIELDS).filter((kind) => !START_KINDS.includes(kind));

/** The fields of an event of the base game. */
export const fieldsOf = composeFields(FIELDS);
