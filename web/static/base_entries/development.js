// Development cards: bought, played, revealed.

import { enterTold } from "../network/api.js";
import { crest } from "../drawing/crests.js";
import { ask, values } from "../dialogs/dialogs.js";
import { html, setBusy } from "../drawing/dom.js";
import { card } from "../drawing/cards.js";
import { RESOURCES } from "../drawing/signs.js";
import { TURN, restOn } from "../network/open_question.js";
import { labelled, t, word } from "../language/i18n.js";
import { isTaught } from "../base_game/taught.js";
import { DOES } from "../base_game/teaching.js";
import { cardCounters, counters, total } from "./counters.js";
import { mostlyOne } from "../dialogs/people.js";

const CARDS = ["knight", "road_building", "year_of_plenty", "monopoly"];
const CARDS_OF_PLENTY = 2;
const CARDS_A_RESOURCE = 19;

/**
 * Enter that a card was bought; which one, only its owner knows.
 *
 * @param {Page.View} view
 */
export const buyCard = (view) =>
  enterTold({ kind: "buy_development_card", player: view.may.acting, card: null });

/**
 * Ask which card was played, and whose it was; what the table thinks possible comes first.
 *
 * @param {Page.ViewInPlay} view
 */
export function askPlay(view) {
  const { reveal } = view.may;
  const taught = isTaught(view);
  /** @type {string[]} */
  const play = view.may.play;
  // People did what they did: what the rules don't allow now comes last, but can be entered.
  const cards = [...play, ...CARDS.filter((kind) => !play.includes(kind))];
  const choices = cards.map((kind) =>
    choice(kind, [word("card", kind), taught ? html("small", {}, DOES[kind]()) : null], play.includes(kind), () => played(kind, view)),
  );
  choices.push(
    choice("victory_point", t("Victory points"), reveal.length > 0, () => askReveal(view, values().player)),
  );
  const whose = mostlyOne("player", t("Who plays this card?"), view.players, view.on_turn);
  const content = [whose, html("div", { class: "choices" }, choices)];
  ask(t("A development card is revealed"), content, []);
  restOn(TURN);
}

/**
 * A large button of a dialog; `usual` where it is what the rules allow now.
 *
 * @param {string} name
 * @param {Page.Content} text
 * @param {boolean} usual
 * @param {() => unknown} action
 */
function choice(name, text, usual, action) {
  const tap = async (/** @type {Page.Happened} */ { currentTarget: button }) => {
    // A finger that taps twice means once.
    setBusy(button, true);
    const taken = await action();
    setBusy(button, false);
    if (taken) button.closest("dialog")?.close();
  };
  return html(
    "button",
    { type: "button", class: `choice choice-card${usual ? "" : " choice-unusual"}`, "data-card": name, onclick: tap },
    card(name),
    html("span", {}, text),
  );
}

/**
 * Enter a card, or ask first what goes with it. Resolves to whether the dialog can be closed.
 *
 * @param {string} kind
 * @param {Page.ViewInPlay} view
 */
function played(kind, view) {
  const { player } = values();
  const input = { kind: "play_development_card", card: kind, ...whoPlays(view, player) };
  if (kind === "year_of_plenty") return askPlenty(input, view);
  if (kind === "monopoly") return askMonopoly(input, view);
  return enterTold(input);
}

// Unless somebody is named, the table finds out whose card it was: the next player's, before the roll?
/**
 * @param {Page.View} view
 * @param {string} player
 */
const whoPlays = (view, player) => (player === view.on_turn ? {} : { player });

/**
 * @param {Page.Input} input
 * @param {Page.ViewInPlay} view
 */
function askPlenty(input, { bank }) {
  const picked = cardCounters(t("Which two cards from the bank?"), {
    most: (kind, counts) =>
      Math.min(bank[kind], CARDS_OF_PLENTY - total(counts) + (counts[kind] ?? 0)),
  });
  const inBank = Math.min(CARDS_OF_PLENTY, total(bank));
  ask(
    word("card", input.card),
    picked,
    [
      [t("Take"), () => enterTold({ ...input, resources: picked.cards() })],
      [t("Leave unknown"), () => enterTold(input)],
    ],
    { ready: () => total(picked.cards()) === inBank },
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
        onclick: () => askGiven({ ...input, resource: kind }, view),
      },
      card(kind),
      html("span", {}, word("resource", kind)),
    ),
  );
  ask(t("Which resource does everyone give?"), html("div", { class: "choices" }, kinds), []);
  return false;
}

/**
 * How many cards of a kind each of some players gives, as counters by colour.
 *
 * @param {Page.Player[]} players
 * @param {{ most?: (colour: string) => number, given?: Page.Cards }} bounds
 */
export function givenCounters(players, { most = () => CARDS_A_RESOURCE, given } = {}) {
  const rows = players.map(({ colour, name }) => ({
    key: colour,
    name,
    label: [crest(colour), html("span", { class: "count-name" }, name)],
  }));
  return counters(t("How many does each give?"), rows, { most, given });
}

/**
 * Ask how many cards each of the others gave, which everybody sees; nobody need have counted. `send` enters it.
 *
 * @param {Page.Input} input
 * @param {{ players: Page.Player[], on_turn: string | null, may: Pick<Page.InPlay, "gives"> }} view
 * @param {(input: Page.Input) => unknown} send
 */
export function askGiven(input, { players, on_turn: onTurn, may }, send = enterTold) {
  const others = players.filter(({ colour }) => colour !== (input.player ?? onTurn));
  /** @param {string} colour */
  const most = (colour) => Math.min(CARDS_A_RESOURCE, may.gives[colour].cards ?? CARDS_A_RESOURCE);
  const gave = givenCounters(others, { most });
  const counted = () => Object.fromEntries(others.map(({ colour }) => [colour, gave.cards()[colour] ?? 0]));
  ask(labelled(word("card", input.card), word("resource", input.resource)), gave, [
    [t("Confirm"), () => send({ ...input, given: counted() })],
    [t("Skip the count"), () => send(input)],
  ]);
}

/**
 * Ask how many victory point cards a player turns up: of who is on turn, as many as win.
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
  const reveal = () => enterTold({ kind: "reveal_victory_points", player, count: Number(values().count) });
  ask(t("Victory points are revealed"), counts, [[t("Reveal"), reveal]]);
  restOn(TURN);
  return false;
}

