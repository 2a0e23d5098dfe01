// The few things that no camera sees of a base game.

import { enter, enterTold } from "../network/api.js";
import { n, t } from "../language/i18n.js";
import { askPlay, askReveal, buyCard } from "../base_entries/development.js";
import { showCosts } from "./teacher.js";
import { isTaught, teach } from "./taught.js";
import { whyNot } from "./teaching.js";
import { askHand } from "../base_entries/hand.js";
import { askTaken } from "../base_entries/taken.js";
import { askEnd, askLeaves, askRevealed } from "../base_entries/ending.js";
import { askMore } from "../table/more.js";
import { ask } from "../dialogs/dialogs.js";
import { html, within } from "../drawing/dom.js";
import { askDiscard, askRob } from "../base_entries/robbery.js";
import { askRoll } from "../base_entries/roll_entry.js";
import { askTrade } from "../base_entries/trade.js";

/** @typedef {import("../table/action_bar.js").Action<Page.ViewInPlay>} Action */

/**
 * What the bar shows of a view.
 *
 * @param {Page.View} view
 */
export function pickActions(view) {
  const { phase, ended, players, may, roll_cards_left: cards } = view;
  const { roll, trade, buy_card: buy, play, reveal, end_turn: ends, discard, rob } = may ?? {};
  const faceDown = ended ? players.filter(({ development_cards: count }) => count > 0).map(({ colour, name }) => ({ colour, name })) : [];
  return { phase, faceDown, roll, cards, trade, buy, plays: Boolean(play?.length), reveals: Boolean(reveal?.length), ends, discard, rob, taught: isTaught(view) };
}

/**
 * The actions in their order, as table/action_bar.js has them.
 *
 * @param {ReturnType<typeof pickActions>} picked
 * @returns {Action[]}
 */
export function actions({ phase, faceDown, roll, cards, trade, buy, plays, reveals, ends, discard, rob, taught }) {
  const playing = phase === "play";
  /** @type {(Action | false)[]} */
  const known = [
    Object.keys(discard ?? {}).length > 0 && { key: "discard", text: t("Discard"), due: true, act: askDiscard },
    Boolean(rob?.length) && { key: "rob", text: t("Rob"), due: true, act: askRob },
    playing && typeof cards === "number" && { key: "draw", text: n("Draw ({count} card)", "Draw ({count} cards)", cards), usual: roll, off: !roll, act: draw },
    phase !== "over" && !(playing && typeof cards === "number") && { key: "roll", text: t("Enter a roll"), usual: roll, act: askRoll },
    playing && { key: "trade", text: t("Trade"), usual: trade, act: askTrade },
    playing && { key: "buy", text: t("Buy card"), usual: buy, act: buyCard },
    playing && { key: "play", text: t("Play card"), usual: plays, act: askPlay },
    faceDown.length > 0 && { key: "reveal", text: t("Reveal"), usual: true, act: () => askRevealed(faceDown) },
    reveals && { key: "reveal", text: t("Reveal"), usual: true, act: (view) => askReveal(view, view.on_turn ?? "") },
    playing && { key: "end", text: t("End turn"), usual: ends, off: !ends, act: () => enter({ kind: "end_turn" }) },
    { key: "undo", text: t("Undo"), usual: true, act: () => enterTold({ kind: "undo" }) },
    { key: "more", text: t("More"), usual: true, act: (view) => askMore(view, [[t("Building costs"), () => showCosts(view)], explain(view), ...seldom(view)]) },
  ];
  const offered = /** @type {Action[]} */ (known.filter(Boolean));
  return taught ? offered.map(withReason) : offered;
}

/**
 * An action that says why it isn't the usual thing now, before it is entered all the same, if that can be.
 *
 * @param {Action} action
 * @returns {Action}
 */
function withReason(action) {
  const { key, text, usual, due, off, act } = action;
  if (usual || due) return action;
  const tell = (/** @type {Page.ViewInPlay} */ view) => {
    const why = whyNot(key, view);
    if (!why) return act(view);
    /** @type {Page.Choice[]} */
    const anyway = off ? [] : [[t("Enter anyway"), enterAnyway]];
    const dialog = ask(text, html("p", {}, why), anyway, { leave: off ? t("Close") : undefined });
    /** What is entered may be asked about in turn: where the reason stood. */
    function enterAnyway() {
      dialog.close();
      act(view);
      return false;
    }
  };
  return { ...action, off: false, act: tell };
}

/**
 * Have the companion draw the card that is rolled, where the table plays with a deck.
 *
 * @param {Page.View} view
 */
const draw = ({ turn }) => enter({ kind: "draw_roll", about: { turn: Math.max(1, turn) } });

/**
 * Each step explained on this device from now on, or no more.
 *
 * @param {Page.View} view
 * @returns {Page.Choice}
 */
function explain(view) {
  const taught = isTaught(view);
  const change = () => {
    teach(view, !taught);
    within(document, "#dialog", HTMLDialogElement).close();
  };
  return [taught ? t("Stop explaining") : t("Explain each step"), change];
}

/**
 * @param {Page.View} view
 * @returns {Page.Choice[]}
 */
const seldom = (view) =>
  view.phase === "play"
    ? [
        ...(view.may.claim ? [/** @type {Page.Choice} */ ([t("Claim victory"), () => enterTold({ kind: "claim_victory" })])] : []),
        [t("Enter a hand"), () => askHand(view)],
        ...(view.last_roll?.takes.length ? [/** @type {Page.Choice} */ ([t("Correct the cards taken …"), () => askTaken(view)])] : []),
        [t("A player leaves …"), () => askLeaves(view.players)],
        ...view.players.filter(({ resting }) => resting).map(({ name, colour }) => /** @type {Page.Choice} */ ([t("{name} rejoins the game", { name }), () => enterTold({ kind: "come_back", player: colour })])),
        [t("End the game now …"), () => askEnd()],
        ...(typeof view.roll_cards_left === "number" ? [/** @type {Page.Choice} */ ([t("Enter a roll"), () => askRoll(view)])] : []),
      ]
    : [];
