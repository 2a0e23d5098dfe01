// Actions of a base game that no camera sees.

import { enter, enterWithNotice } from "../network/api.js";
import { n, t } from "../language/i18n.js";
import { askPlay, askReveal, buyCard } from "../base_entries/development.js";
import { showCosts } from "./teacher.js";
import { isTeachingOn, setTeaching } from "./teaching_setting.js";
import { unavailableReason } from "./teaching.js";
import { askTakenCards, askHand } from "../base_entries/hands.js";
import { askEnd, askPlayerLeaves, askRevealedPoints } from "../base_entries/ending.js";
import { askMore } from "../table/more_dialog.js";
import { openDialog } from "../dialogs/dialogs.js";
import { html, requireElement } from "../drawing/dom.js";
import { askDiscard, askRob } from "../base_entries/robbery.js";
import { askRoll } from "../base_entries/roll_entry.js";
import { askTrade } from "../base_entries/trade.js";

/** @typedef {import("../table/action_bar.js").Action<Page.ViewInPlay>} Action */

/**
 * Selects from a view the data that the action bar shows.
 *
 * @param {Page.View} view
 */
export function pickActions(view) {
  const { phase, ended, players, may, redo, roll_cards_left: cards } = view;
  const { roll, trade, buy_card: buy, play, reveal, end_turn: ends, discard, rob } = may ?? {};
  const faceDown = ended ? players.filter(({ development_cards: count }) => count > 0).map(({ colour, name }) => ({ colour, name })) : [];
  const reasons = Object.fromEntries(["roll", "draw", "trade", "buy", "play", "end"].map((key) => [key, may && unavailableReason(key, view)]));
  return { phase, faceDown, roll, cards, trade, buy, plays: Boolean(play?.length), reveals: Boolean(reveal?.length), ends, discard, rob, redo, reasons, taught: isTeachingOn(view) };
}

/**
 * The actions of the bar, in display order (table/action_bar.js).
 *
 * @param {ReturnType<typeof pickActions>} picked
 * @returns {Action[]}
 */
export function actions({ phase, faceDown, roll, cards, trade, buy, plays, reveals, ends, discard, rob, redo, reasons, taught }) {
  const playing = phase === "play";
  /** @type {(Action | false)[]} */
  const candidates = [
    Object.keys(discard ?? {}).length > 0 && { key: "discard", text: t("Discard"), due: true, act: askDiscard },
    Boolean(rob?.length) && { key: "rob", text: t("Rob"), due: true, act: askRob },
    playing && typeof cards === "number" && { key: "draw", text: n("Draw ({count} card)", "Draw ({count} cards)", cards), usual: roll, off: !roll, act: drawRollCard },
    phase !== "over" && !(playing && typeof cards === "number") && { key: "roll", text: t("Enter a roll"), usual: roll, act: askRoll },
    playing && { key: "trade", text: t("Trade"), usual: trade, act: askTrade },
    playing && { key: "buy", text: t("Buy card"), usual: buy, act: buyCard },
    playing && { key: "play", text: t("Play card"), usual: plays, act: askPlay },
    faceDown.length > 0 && { key: "reveal", text: t("Reveal"), usual: true, act: () => askRevealedPoints(faceDown) },
    reveals && { key: "reveal", text: t("Reveal"), usual: true, act: (view) => askReveal(view, view.on_turn ?? "") },
    playing && { key: "end", text: t("End turn"), usual: ends, off: !ends, act: () => enter({ kind: "end_turn" }) },
    { key: "undo", text: t("Undo"), usual: true, act: () => enterWithNotice({ kind: "undo" }) },
    redo && { key: "redo", text: t("Redo"), usual: true, act: () => enterWithNotice({ kind: "redo" }) },
    { key: "more", text: t("More"), usual: true, act: (view) => askMore(view, [[t("Building costs"), () => showCosts(view)], explainChoice(view), ...rareChoices(view)]) },
  ];
  return /** @type {Action[]} */ (candidates.filter(Boolean)).map((action) => addReason(action, reasons[action.key], taught));
}

/**
 * Makes an unavailable action show its reason when it is tapped or pointed at, with a button to enter it anyway where
 * that is possible.
 *
 * @param {Action} action
 * Only beginners are asked before an action that can be entered anyway: others enter things late, or in another order.
 *
 * @param {Action} action
 * @param {string | null | undefined} reason
 * @param {boolean} taught
 * @returns {Action}
 */
function addReason(action, reason, taught) {
  const { key, text, usual, due, off, act } = action;
  if (usual || due || !reason) return action;
  if (!off && !taught) return { ...action, reason };
  const showReason = (/** @type {Page.ViewInPlay} */ view) => {
    const why = unavailableReason(key, view);
    if (!why) return act(view);
    /** @type {Page.Choice[]} */
    const anyway = off ? [] : [[t("Enter anyway"), enterDespiteReason]];
    const dialog = openDialog(text, html("p", {}, why), anyway, { leave: off ? t("Close") : undefined });
    /** Entering may open a further question, which replaces the dialog with the reason. */
    function enterDespiteReason() {
      dialog.close();
      act(view);
      return false;
    }
  };
  return { ...action, off: false, reason, act: showReason };
}

/**
 * Has Companion draw the roll card, at a table that plays with a deck.
 *
 * @param {Page.View} view
 */
const drawRollCard = ({ turn }) => enter({ kind: "draw_roll", about: { turn: Math.max(1, turn) } });

/**
 * A menu entry that turns the explanation of each step on or off on this device.
 *
 * @param {Page.View} view
 * @returns {Page.Choice}
 */
function explainChoice(view) {
  const taught = isTeachingOn(view);
  const change = () => {
    setTeaching(view, !taught);
    requireElement(document, "#dialog", HTMLDialogElement).close();
  };
  return [taught ? t("Stop explaining") : t("Explain each step"), change];
}

/**
 * @param {Page.View} view
 * @returns {Page.Choice[]}
 */
const rareChoices = (view) =>
  view.phase === "play"
    ? [
        ...(view.may.claim ? [/** @type {Page.Choice} */ ([t("Claim victory"), () => enterWithNotice({ kind: "claim_victory" })])] : []),
        [t("Enter a hand"), () => askHand(view)],
        ...(view.last_roll?.takes.length ? [/** @type {Page.Choice} */ ([t("Correct the cards taken …"), () => askTakenCards(view)])] : []),
        [t("A player leaves …"), () => askPlayerLeaves(view.players)],
        ...view.players.filter(({ resting }) => resting).map(({ name, colour }) => /** @type {Page.Choice} */ ([t("{name} rejoins the game", { name }), () => enterWithNotice({ kind: "come_back", player: colour })])),
        [t("End the game now …"), () => askEnd()],
        ...(typeof view.roll_cards_left === "number" ? [/** @type {Page.Choice} */ ([t("Enter a roll"), () => askRoll(view)])] : []),
      ]
    : [];
