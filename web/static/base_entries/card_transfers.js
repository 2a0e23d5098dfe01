// Forms for moving cards: counters of resources, trades, robberies.

import { animate } from "../device/motion.js";
import { card, UNKNOWN_CARD } from "../drawing/cards.js";
import { html, flattenContent, requireElement } from "../drawing/dom.js";
import { RESOURCES } from "../drawing/signs.js";
import { t, word, n } from "../language/i18n.js";
import { enterWithNotice, sendOffer, TURN_STATE, closeWhenStale, combinePicks, pickFromView } from "../network/api.js";
import { openDialog, dialogValues, refreshDialog } from "../dialogs/dialogs.js";
import { foldedPlayerChips, playerChips } from "../dialogs/form_fields.js";

// Counters of cards by kind: cards that are moved with a tap, or rows with minus and plus buttons.

/** The key of cards of unknown kind. */
export const UNIDENTIFIED_CARD = "unidentified";

/**
 * The step of one tap, the maximum of a kind given the other counts, and the initial counts.
 *
 * @typedef {{
 *   step?: (key: string) => number, most?: (key: string, counts: Page.Cards) => number, given?: Page.Cards,
 * }} Bounds
 */
/** @typedef {{ key: string, name: string, label: Page.Content, resource?: string }} Row */
/**
 * A drawn row: its element, the buttons that remove and add one, and `show`, which displays the count.
 *
 * @typedef {{ elements: HTMLElement, less: HTMLButtonElement, more: HTMLButtonElement, show: (count: number, grown: boolean) => void }} Drawn
 */
/** @typedef {(row: Row, less: Page.Attributes, more: Page.Attributes) => Drawn} Draw */

/**
 * Card counters. A tap on a card adds one to the pile beside it; a tap on the pile removes one.
 *
 * `kinds` are shown in order. `note(kind)` is a small text on the card, and `held(kind)` the number in the source
 * hand, if known. The other options and the methods are those of `counters`.
 *
 * @param {string} legend
 * @param {{ kinds?: string[], note?: (kind: string) => string, held?: (kind: string) => number | undefined } & Bounds} options
 */
export function cardCounters(legend, { kinds = RESOURCES, note, held, ...options }) {
  const rows = kinds.map((kind) => {
    const name = word("resource", kind);
    const label = [html("span", { class: "count-name" }, name), note ? html("small", { class: "card-note" }, note(kind)) : null];
    return { key: kind, name, label, resource: kind === UNIDENTIFIED_CARD ? undefined : kind };
  });
  const drawn = counters(legend, rows, options, (row, less, more) => transferRow(row, less, more, held));
  drawn.element.classList.add("across");
  return drawn;
}

/**
 * Draws a card and beside it the pile of chosen cards.
 *
 * @param {Row} row
 * @param {Page.Attributes} less
 * @param {Page.Attributes} more
 * @param {((kind: string) => number | undefined) | undefined} held
 * @returns {Drawn}
 */
function transferRow({ key, name, label, resource }, less, more, held) {
  const inHand = html("span", { class: "card-left", "aria-hidden": "true" });
  const shown = html("output", { class: "count-shown" });
  const pile = html("span", { class: "pile", "aria-hidden": "true" }, card(key), card(key));
  const addButton = html("button", more, card(key), inHand, html("span", { class: "count-kind" }, label));
  const removeButton = html("button", less, pile, shown);
  return {
    elements: html("div", { class: "counter", role: "group", "aria-label": name, "data-kind": key, "data-resource": resource }, addButton, removeButton),
    less: removeButton,
    more: addButton,
    show: (count, grown) => {
      const left = held?.(key);
      shown.textContent = `${count}`;
      inHand.textContent = left === undefined ? "" : `${left - count}`;
      removeButton.dataset.pile = count > 1 ? "several" : `${count}`;
      if (grown) animateTransfer(addButton, removeButton);
    },
  };
}

/**
 * Animates a card from one place to the other.
 *
 * @param {HTMLElement} from
 * @param {HTMLElement} to
 */
function animateTransfer(from, to) {
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const frames = [{ translate: `0 ${start.top - end.top}px`, scale: 1.2 }, { translate: "0 0", scale: 1 }];
  animate(to.querySelector(".pile"), frames, { duration: "tick", easing: "ease-out" });
}

/**
 * Counters: their element; `cards()`, the counts above zero by key; and `refresh()`, which redraws what other fields limit.
 *
 * Rows are {key, name, label}. `step(key)` is the number that one tap adds; `most(key, counts)` is the maximum of one
 * kind given the counts. A tap dispatches a "change" event, as any field does.
 *
 * @param {string} legend
 * @param {Row[]} rows
 * @param {Bounds} bounds
 * @param {Draw} draw
 */
export function counters(legend, rows, { step = () => 1, most = () => Infinity, given = {} } = {}, draw = stepperRow) {
  const counts = { ...given };
  const drawn = rows.map(drawRow);
  const root = html("fieldset", { class: "counters" }, html("legend", {}, legend), drawn.map(({ elements }) => elements));

  /** @param {Row} row */
  function drawRow({ key, name, ...rest }) {
    /** @param {number} by */
    const change = (by) => {
      counts[key] = (counts[key] ?? 0) + by;
      root.dispatchEvent(new Event("change", { bubbles: true }));
    };
    /**
     * @param {string} kind
     * @param {string} label
     * @param {number} by
     */
    const buttonAttributes = (kind, label, by) => ({ type: "button", class: kind, "aria-label": label, onclick: () => change(by) });
    const { elements, less, more, show } = draw(
      { key, name, ...rest },
      buttonAttributes("count-less", t("Fewer: {kind}", { kind: name }), -step(key)),
      buttonAttributes("count-more", t("More: {kind}", { kind: name }), step(key)),
    );
    /** @type {number | undefined} */
    let before;
    return {
      elements,
      refresh: () => {
        const count = counts[key] ?? 0;
        show(count, before !== undefined && count > before);
        before = count;
        less.disabled = count <= 0;
        more.disabled = count + step(key) > most(key, counts);
      },
    };
  }

  const refresh = () => drawn.forEach((row) => row.refresh());
  root.addEventListener("change", refresh);
  refresh();
  const cards = () => Object.fromEntries(rows.filter(({ key }) => counts[key]).map(({ key }) => [key, counts[key]]));
  return { element: root, cards, refresh };
}

/**
 * Draws a row with a minus and a plus button.
 *
 * @type {Draw}
 */
function stepperRow({ key, name, label, resource }, less, more) {
  const shown = html("output", { class: "count-shown" });
  const [lessButton, moreButton] = [html("button", less, "−"), html("button", more, "+")];
  const kind = html("span", { class: "count-kind", "data-resource": resource }, label);
  return {
    elements: html("div", { class: "counter", role: "group", "aria-label": name, "data-kind": key }, lessButton, kind, shown, moreButton),
    less: lessButton,
    more: moreButton,
    show: (count) => (shown.textContent = `${count}`),
  };
}

/**
 * The total number of cards of all kinds.
 *
 * @param {Page.Cards} cards
 */
export const totalCards = (cards) => Object.values(cards).reduce((sum, count) => sum + count, 0);

// Entering a trade: the partner, the cards given and the cards taken. The bank trades at the best rate of the
// player's harbors, or at its own.

/** The number of equal cards that the bank takes for one, without a harbor. */
const BANK_RATE = 4;
/** @type {Page.Cards} */
const BANK_RATES = Object.fromEntries(RESOURCES.map((kind) => [kind, BANK_RATE]));
const BANK = "bank";
const ALL_PLAYERS = "all";
/**
 * A hand of unknown cards.
 *
 * @type {Api.Gives}
 */
const UNKNOWN_HAND = { cards: null, resources: null };

/** @typedef {ReturnType<typeof cardCounters>} Counters */
/** @typedef {{ give: Counters, take: Counters, hint?: string, fits(given: Page.Cards, taken: Page.Cards): boolean }} Sides */

/**
 * Asks what was traded, in the game of `view`.
 *
 * @param {Page.ViewInPlay} view
 */
export function askTrade(view) {
  // Before the roll, it is usually a late trade of the previous player, unless a house rule allows trading then.
  const acting = view.may.trade ? (view.on_turn ?? view.may.acting) : view.may.acting;
  const trader = foldedPlayerChips("trader", t("Whose turn was it?"), view.players, acting);
  const partners = html("div", { class: "partners" });
  const cards = html("div", { class: "trade" });
  /** @type {ReturnType<typeof rateField> | null} */
  let rate = null;
  /** @type {Sides | undefined} */
  let sides;

  function drawPartners() {
    const others = view.players.filter(({ colour }) => colour !== dialogValues().trader);
    partners.replaceChildren(playerChips("partner", t("With whom?"), others, BANK, [
      [BANK, t("The bank")],
      [ALL_PLAYERS, t("An offer to all")],
    ]));
    drawRates();
  }
  function drawRates() {
    const { trader: who, partner } = dialogValues();
    rate = partner === BANK ? rateField(view.may.maritime[who], drawSides) : null;
    drawSides();
  }
  function drawSides() {
    const { trader: who, partner } = dialogValues();
    const newSides = rate ? bankSides(view, who, rate.rates()) : playerSides(view, who, partner);
    sides = newSides;
    cards.replaceChildren(...flattenContent(newSides.give.element, newSides.take.element, html("div", { class: "quiet trade-hint" }, newSides.hint ?? ""), rate?.element ?? []));
    requireElement(dialog, "button.primary", HTMLButtonElement).textContent = partner === ALL_PLAYERS ? t("Offer") : t("Enter trade");
  }

  const isReady = () => sides !== undefined && sides.fits(sides.give.cards(), sides.take.cards());
  const enterTrade = () => {
    const { trader: who, partner } = dialogValues();
    const both = { player: /** @type {Api.Colour} */ (who), give: sides?.give.cards() ?? {}, take: sides?.take.cards() ?? {} };
    if (partner === ALL_PLAYERS) return sendOffer("", { ...both, to: null });
    if (partner === BANK) return enterWithNotice({ kind: "maritime_trade", ...both });
    return enterWithNotice({ kind: "domestic_trade", with: partner, ...both });
  };
  const dialog = openDialog(t("A trade"), [trader, partners, cards], [[t("Enter trade"), enterTrade]], { ready: isReady });
  closeWhenStale(TURN_STATE);
  trader.addEventListener("change", drawPartners);
  partners.addEventListener("change", drawRates);
  // With the bank, the cards to give come first, so the last card taken completes the trade. Keyboard selection
  // doesn't submit.
  let byFinger = false;
  cards.addEventListener("pointerup", () => (byFinger = true));
  cards.addEventListener("keydown", () => (byFinger = false));
  cards.addEventListener("change", ({ target }) => {
    [sides?.give, sides?.take].forEach((side) => side?.refresh());
    const isDone = byFinger && dialogValues().partner === BANK && sides?.take.element.contains(/** @type {Node} */ (target));
    if (isDone && isReady()) requireElement(dialog, "form", HTMLFormElement).requestSubmit();
  });
  drawPartners();
  refreshDialog();
}

/**
 * The two sides of a trade with the bank: cards are given in whole lots, each buying one card.
 *
 * @param {Page.ViewInPlay} view
 * @param {string} who
 * @param {Page.Cards} rates
 * @returns {Sides}
 */
function bankSides({ may, bank }, who, rates) {
  const give = cardCounters(t("Gives"), {
    step: (kind) => rates[kind],
    most: maxCards(may.gives[who]),
    held: knownCount(may.gives[who]),
    note: (kind) => `${rates[kind]}:1`,
  });
  const take = cardCounters(t("Takes"), {
    most: (kind, counts) => Math.min(bank[kind], countLots(give.cards(), rates) - totalCards(counts) + (counts[kind] ?? 0)),
  });
  const hint = t("First choose the cards to give.");
  return { give, take, hint, fits: (given, taken) => totalCards(taken) > 0 && countLots(given, rates) === totalCards(taken) };
}

/**
 * The two sides of a trade between players. No kind is on both sides, and neither side is empty unless a house rule
 * allows gifts.
 *
 * @param {Page.ViewInPlay} view
 * @param {string} who
 * @param {string} partner
 * @returns {Sides}
 */
function playerSides({ may }, who, partner) {
  // An offer names all its cards.
  const kinds = partner === ALL_PLAYERS ? RESOURCES : [...RESOURCES, UNIDENTIFIED_CARD];
  /**
   * @param {string} legend
   * @param {Api.Gives} hand
   * @param {() => Counters | null} other
   */
  const side = (legend, hand, other) =>
    cardCounters(legend, {
      kinds,
      held: knownCount(hand),
      most: (kind, counts) =>
        kind !== UNIDENTIFIED_CARD && other()?.cards()[kind] ? 0 : maxCards(hand)(kind, counts),
    });
  /** @type {Counters | null} */
  let opposite = null;
  const give = side(t("Gives"), may.gives[who], () => opposite);
  const take = side(t("Takes"), may.gives[partner] ?? UNKNOWN_HAND, () => give);
  opposite = take;
  if (may.gifts) {
    const hint = t("House rule: one side may stay empty, for a gift or a loan.");
    return { give, take, hint, fits: (given, taken) => totalCards(given) + totalCards(taken) > 0 };
  }
  return { give, take, fits: (given, taken) => totalCards(given) > 0 && totalCards(taken) > 0 };
}

/**
 * The most cards of a kind that a hand can certainly give.
 *
 * @param {Api.Gives} hand
 * @returns {(kind: string, counts: Page.Cards) => number}
 */
function maxCards({ cards, resources }) {
  return (kind, counts) => {
    const rest = cards === null ? Infinity : cards - totalCards(counts) + (counts[kind] ?? 0);
    const knownCards = resources && kind !== UNIDENTIFIED_CARD ? (/** @type {Page.Cards} */ (resources)[kind] ?? 0) : Infinity;
    return Math.min(rest, knownCards);
  };
}

/**
 * The number of cards of a kind in a hand, if known.
 *
 * @param {Api.Gives} hand
 */
const knownCount = ({ resources }) => (/** @type {string} */ kind) =>
  resources && kind !== UNIDENTIFIED_CARD ? (/** @type {Page.Cards} */ (resources)[kind] ?? 0) : undefined;

/**
 * The trade rate: its element, and `rates()`, the rates by resource.
 *
 * They are the `best` rates unless the box for a trade without harbor is ticked. `onChange` is called when it
 * changes.
 *
 * @param {Page.Cards} best
 * @param {() => void} onChange
 */
export function rateField(best, onChange) {
  const better = RESOURCES.some((kind) => best[kind] !== BANK_RATE);
  const box = html("input", { type: "checkbox", onchange: onChange });
  const tick = html("label", { class: "tick" }, box, html("span", {}, t("At 4:1, without a harbor")));
  const element = html("div", { class: "trade-rate" }, better ? tick : []);
  return { element, rates: () => (box.checked ? BANK_RATES : best) };
}

/**
 * The number of cards that the given cards buy.
 *
 * @param {Page.Cards} given
 * @param {Page.Cards} rates
 */
export const countLots = (given, rates) => RESOURCES.reduce((sum, kind) => sum + (given[kind] ?? 0) / rates[kind], 0);

// Entering a seven: the discards and the steal.

const NOBODY = "nobody";

/**
 * Asks for the discards, one player after the other. The cards may stay unknown.
 *
 * @param {Page.ViewInPlay} view
 */
export function askDiscard(view) {
  const { discard } = view.may;
  const debtors = view.players.filter(({ colour }) => discard[colour]);
  const who = playerChips("player", t("Who discards?"), debtors, debtors[0].colour);
  const cards = html("div", {});
  /** @type {ReturnType<typeof cardCounters> | undefined} */
  let counters;
  function drawCounters() {
    const { player } = dialogValues();
    const most = discard[player];
    /** @type {Page.Cards | null} */
    const resources = view.may.gives[player].resources;
    counters = cardCounters(n("{count} card to discard", "{count} cards to discard", most), {
      most: (kind, counts) =>
        Math.min(resources ? (resources[kind] ?? 0) : Infinity, most - totalCards(counts) + (counts[kind] ?? 0)),
    });
    cards.replaceChildren(counters.element);
  }
  const enterNamed = () => enterWithNotice({ kind: "discard", player: dialogValues().player, resources: counters?.cards() });
  const enterUnnamed = () => enterWithNotice({ kind: "discard", player: dialogValues().player, resources: null });
  /** @type {Page.Choice[]} */
  const buttons = [
    [t("Confirm cards"), enterNamed],
    [t("Leave unknown"), enterUnnamed],
  ];
  const isReady = () => counters !== undefined && totalCards(counters.cards()) === discard[dialogValues().player];
  openDialog(t("Cards are discarded"), [who, cards], buttons, { ready: isReady });
  // Only this player's discard concerns this dialog.
  const watchDiscard = () => closeWhenStale(pickFromView((/** @type {Page.View} */ { may }) => /** @type {Page.Cards | undefined} */ (may.discard)?.[dialogValues().player]));
  who.addEventListener("change", () => {
    drawCounters();
    watchDiscard();
  });
  drawCounters();
  watchDiscard();
  refreshDialog();
}

/**
 * Asks who was robbed, and of which card if it was said aloud.
 *
 * @param {Page.ViewInPlay} view
 */
export function askRob(view) {
  /** @type {(string | null)[]} */
  const robbable = view.may.rob;
  const victims = view.players.filter(({ colour }) => robbable.includes(colour));
  /** @type {Page.Option[]} */
  const nobody = robbable.includes(null) ? [[NOBODY, t("Nobody")]] : [];
  const whom = playerChips("from", t("Who is robbed?"), victims, victims.length === 1 ? victims[0].colour : null, nobody);
  const enterRobbery = () => {
    const { from, resource } = dialogValues();
    const robbed = from === NOBODY ? null : from;
    return enterWithNotice({ kind: "steal", from: robbed, resource: (robbed && resource) || null });
  };
  openDialog(t("A card is stolen"), [whom, resourceRadios("resource", t("Which card?"))], [[t("Steal"), enterRobbery]]);
  closeWhenStale(combinePicks(TURN_STATE, pickFromView((/** @type {Page.View} */ { may }) => may.rob)));
}

/**
 * A choice of one resource, or of an unknown one.
 *
 * @param {string} name
 * @param {string} legend
 * @param {string} chosen
 */
export function resourceRadios(name, legend, chosen = "") {
  return html(
    "fieldset",
    { class: "faces kinds" },
    html("legend", {}, legend),
    [...RESOURCES, ""].map((kind) =>
      html(
        "label",
        { class: "face", "data-resource": kind || undefined },
        html("input", { type: "radio", name, value: kind, checked: kind === chosen }),
        html(
          "span",
          {},
          card(kind || UNKNOWN_CARD),
          html("small", {}, kind ? word("resource", kind) : t("not specified")),
        ),
      ),
    ),
  );
}
