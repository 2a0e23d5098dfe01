// Entering development cards: buying, playing, revealing.

import { enterWithNotice, TURN_STATE, closeWhenStale } from "../network/api.js";
import { crest, RESOURCES } from "../drawing/signs.js";
import { openDialog, dialogValues } from "../dialogs/dialogs.js";
import { html, setBusy } from "../drawing/dom.js";
import { card } from "../drawing/cards.js";
import { withLabel, t, word } from "../language/i18n.js";
import { isTeachingOn, CARD_EFFECTS } from "../base_game/teaching.js";
import { cardCounters, counters, totalCards } from "./card_transfers.js";
import { foldedPlayerChips } from "../dialogs/form_fields.js";

const PLAYABLE_CARDS = ["knight", "road_building", "year_of_plenty", "monopoly"];
const CARDS_OF_PLENTY = 2;
const CARDS_PER_RESOURCE = 19;

/**
 * Enters that a card was bought. Only its owner knows which one.
 *
 * @param {Page.View} view
 */
export const buyCard = (view) =>
  enterWithNotice({ kind: "buy_development_card", player: view.may.acting, card: null });

/**
 * Asks which card was played and by whom; the likely choices come first.
 *
 * @param {Page.ViewInPlay} view
 */
export function askPlay(view) {
  const { reveal } = view.may;
  const taught = isTeachingOn(view);
  /** @type {string[]} */
  const play = view.may.play;
  // Players may have broken the rules: unavailable cards come last, but can be entered.
  const cards = [...play, ...PLAYABLE_CARDS.filter((kind) => !play.includes(kind))];
  const choices = cards.map((kind) =>
    cardButton(kind, [word("card", kind), taught ? html("small", {}, CARD_EFFECTS[kind]()) : null], play.includes(kind), () => playCard(kind, view)),
  );
  choices.push(
    cardButton("victory_point", t("Victory points"), reveal.length > 0, () => askReveal(view, dialogValues().player)),
  );
  const whose = foldedPlayerChips("player", t("Who plays this card?"), view.players, view.on_turn);
  const content = [whose, html("div", { class: "choices" }, choices)];
  openDialog(t("A development card is revealed"), content, []);
  closeWhenStale(TURN_STATE);
}

/**
 * A large button of a dialog; `usual`: whether the rules allow it now.
 *
 * @param {string} name
 * @param {Page.Content} text
 * @param {boolean} usual
 * @param {() => unknown} action
 */
function cardButton(name, text, usual, action) {
  const onTap = async (/** @type {Page.Happened} */ { currentTarget: button }) => {
    // Ignore the second tap of a double tap.
    setBusy(button, true);
    const isEntered = await action();
    setBusy(button, false);
    if (isEntered) button.closest("dialog")?.close();
  };
  return html(
    "button",
    { type: "button", class: `choice choice-card${usual ? "" : " choice-unusual"}`, "data-card": name, onclick: onTap },
    card(name),
    html("span", {}, text),
  );
}

/**
 * Enters a card, or first asks for its details. Resolves to whether the dialog can be closed.
 *
 * @param {string} kind
 * @param {Page.ViewInPlay} view
 */
function playCard(kind, view) {
  const { player } = dialogValues();
  const input = { kind: "play_development_card", card: kind, ...ownerField(view, player) };
  if (kind === "year_of_plenty") return askPlenty(input, view);
  if (kind === "monopoly") return askMonopoly(input, view);
  return enterWithNotice(input);
}

// Without a named player the server determines the card's owner: before the roll it may be the next player.
/**
 * @param {Page.View} view
 * @param {string} player
 */
const ownerField = (view, player) => (player === view.on_turn ? {} : { player });

/**
 * @param {Page.Input} input
 * @param {Page.ViewInPlay} view
 */
function askPlenty(input, { bank }) {
  const picked = cardCounters(t("Which two cards from the bank?"), {
    most: (kind, counts) =>
      Math.min(bank[kind], CARDS_OF_PLENTY - totalCards(counts) + (counts[kind] ?? 0)),
  });
  const inBank = Math.min(CARDS_OF_PLENTY, totalCards(bank));
  openDialog(
    word("card", input.card),
    picked.element,
    [
      [t("Take"), () => enterWithNotice({ ...input, resources: picked.cards() })],
      [t("Leave unknown"), () => enterWithNotice(input)],
    ],
    { ready: () => totalCards(picked.cards()) === inBank },
  );
  return false;
}

/**
 * @param {Page.Input} input
 * @param {Page.ViewInPlay} view
 */
function askMonopoly(input, view) {
  const kinds = RESOURCES.map((kind) =>
    html(
      "button",
      {
        type: "button",
        class: "choice choice-card",
        "data-resource": kind,
        onclick: () => askMonopolyCards({ ...input, resource: kind }, view),
      },
      card(kind),
      html("span", {}, word("resource", kind)),
    ),
  );
  openDialog(t("Which resource does everyone give?"), html("div", { class: "choices" }, kinds), []);
  return false;
}

/**
 * Counters for the cards that each player gives to a monopoly, by colour.
 *
 * @param {Page.Player[]} players
 * @param {{ most?: (colour: string) => number, given?: Page.Cards }} bounds
 */
export function monopolyCounters(players, { most = () => CARDS_PER_RESOURCE, given } = {}) {
  const rows = players.map(({ colour, name }) => ({
    key: colour,
    name,
    label: [crest(colour), html("span", { class: "count-name" }, name)],
  }));
  return counters(t("How many does each give?"), rows, { most, given });
}

/**
 * Asks how many cards each of the others gave. Counting is optional. `send` enters the answer.
 *
 * @param {Page.Input} input
 * @param {{ players: Page.Player[], on_turn: string | null, may: Pick<Page.InPlay, "gives"> }} view
 * @param {(input: Page.Input) => unknown} send
 */
export function askMonopolyCards(input, { players, on_turn: onTurn, may }, send = enterWithNotice) {
  const others = players.filter(({ colour }) => colour !== (input.player ?? onTurn));
  /** @param {string} colour */
  const maxCards = (colour) => Math.min(CARDS_PER_RESOURCE, may.gives[colour].cards ?? CARDS_PER_RESOURCE);
  const gave = monopolyCounters(others, { most: maxCards });
  const givenCounts = () => Object.fromEntries(others.map(({ colour }) => [colour, gave.cards()[colour] ?? 0]));
  openDialog(withLabel(word("card", input.card), word("resource", input.resource)), gave.element, [
    [t("Confirm"), () => send({ ...input, given: givenCounts() })],
    [t("Skip the count"), () => send(input)],
  ]);
}

/**
 * Asks how many victory point cards a player reveals; the active player reveals as many as are needed to win.
 *
 * @param {Page.ViewInPlay} view
 * @param {string} player
 */
export function askReveal(view, player) {
  const { may } = view;
  const usual = player === view.on_turn && may.reveal.length ? may.reveal : [1, 2, 3, 4, 5];
  const counts = html(
    "fieldset",
    { class: "faces" },
    html("legend", {}, t("How many victory point cards?")),
    usual.map((count) =>
      html(
        "label",
        { class: "face" },
        html("input", { type: "radio", name: "count", value: count, required: true, checked: usual.length === 1 }),
        html("span", {}, `${count}`),
      ),
    ),
  );
  const enterReveal = () => enterWithNotice({ kind: "reveal_victory_points", player, count: Number(dialogValues().count) });
  openDialog(t("Victory points are revealed"), counts, [[t("Reveal"), enterReveal]]);
  closeWhenStale(TURN_STATE);
  return false;
}

