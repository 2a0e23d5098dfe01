// A player's due actions, and the bar of possible actions within the thumb's reach.

import { actionSign } from "../drawing/action_signs.js";
import { ownUnavailableReason } from "../base_game/teaching.js";
import { openDialog } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { RESOURCES, sign } from "../drawing/signs.js";
import { n, t } from "../language/i18n.js";
import {
  askBuy,
  askDiscard,
  askBankTrade,
  askOffer,
  askPlay,
  askRob,
  askRobbed,
  askUnnamed,
  namingQuestion,
} from "./entries.js";
import { button, enterInput } from "../phone/seat_inputs.js";

/** @typedef {import("./turn.js").Seated} Seated */

/** @param {Seated} seen */
const pickSeat = ({ game: { view }, seat, covered }) => ({
  over: view.phase === "over",
  covered,
  players: view.players.map(({ colour, name }) => ({ colour, name })),
  bank: view.bank,
  gives: view.may?.gives,
  seat: { colour: seat.colour, hand: seat.hand, may: seat.may, to_name: seat.to_name, points: seat.points },
});

export const pickDue = pickSeat;

/** @param {Seated} seen */
export const pickActions = (seen) => ({ ...pickSeat(seen), why: reasons(seen) });

/**
 * The reason why each action is unavailable, by key.
 *
 * @param {Seated} seen
 * @returns {{ [key: string]: string }}
 */
const reasons = ({ game: { view }, seat, covered }) =>
  covered || view.phase !== "play" ? {} : Object.fromEntries(["trade", "bank", "buy", "play", "end"].map((key) => [key, ownUnavailableReason(key, { view, seat })]));

/**
 * Draws the player's due actions, and the questions that only this player can answer.
 *
 * @param {ReturnType<typeof pickSeat>} picked
 */
export function drawDue({ over, covered, players, seat }) {
  if (over) return [];
  const { may } = seat;
  const { robbed_by: robber } = may;
  /** @param {string} colour */
  const name = (colour) => players.find((player) => player.colour === colour)?.name ?? "";
  return [
    may.reveal > 0 &&
      !covered &&
      dueButton(
        "reveal",
        n("Reveal {count} victory point: you win", "Reveal {count} victory points: you win", may.reveal),
        () => enterInput({ kind: "reveal_victory_points", count: may.reveal }),
      ),
    may.discard > 0 &&
      dueButton("discard", n("Discard {count} card", "Discard {count} cards", may.discard), () => askDiscard(seat)),
    may.rob.length > 0 && dueButton("rob", t("Steal a card"), () => askRob(seat, players)),
    robber &&
      questionButton("robbed", t("Did {name} rob you? Choose the card.", { name: name(robber) }), () => askRobbed(robber, name(robber))),
    ...seat.to_name.map((item) =>
      questionButton(`name-${item.entry}`, namingQuestion(item, seat.colour, name), () => askUnnamed(item, seat, name)),
    ),
  ].filter(Boolean);
}

/**
 * @param {string} key
 * @param {string} text
 * @param {() => unknown} action
 */
const dueButton = (key, text, action) => button(text, action, { key, kind: "primary due-item" });
/**
 * @param {string} key
 * @param {string} text
 * @param {() => unknown} action
 */
const questionButton = (key, text, action) => button(text, action, { key, kind: "due-item" });

/**
 * Draws the bar at the bottom. An unavailable action shows its reason when it is tapped.
 *
 * There is no bar while the cards are covered, because possible actions reveal cards.
 *
 * @param {ReturnType<typeof pickActions>} picked
 */
export function drawActions({ over, covered, players, bank, gives, seat, why }) {
  const { may } = seat;
  if (over || covered || !may.show_hand) return [];
  const own = { players, on_turn: seat.colour, may: { gives: gives ?? {} } };
  /**
   * @param {string} key
   * @param {Page.Content} picture
   * @param {string} text
   * @param {boolean} possible
   * @param {() => unknown} act
   */
  function actionButton(key, picture, text, possible, act) {
    const showReason = () => void openDialog(text, html("p", {}, why[key]), [], { leave: t("Close") });
    const kind = possible ? "action action-usual" : "action action-off";
    return button([picture, html("span", {}, text)], possible ? act : showReason, { key, kind, "aria-disabled": !possible && "true" });
  }
  return [
    actionButton("trade", actionSign("trade"), t("Offer"), may.trade.length > 0, () => askOffer(seat, players)),
    actionButton("bank", sign("generic"), t("Bank"), canTradeWithBank(seat), () => askBankTrade(seat, bank)),
    actionButton("buy", actionSign("buy"), t("Buy card"), may.buy.length > 0, () => askBuy(seat)),
    actionButton("play", actionSign("play"), t("Play card"), may.play.length > 0, () => askPlay(seat, own)),
    ...(may.claim ? [actionButton("claim", actionSign("reveal"), t("Claim victory"), true, () => enterInput({ kind: "claim_victory" }))] : []),
    actionButton("end", actionSign("end"), t("End turn"), may.end_turn, () => enterInput({ kind: "end_turn" })),
  ];
}

/**
 * Returns whether the hand may have enough cards of a kind for the bank.
 *
 * @param {Pick<Api.SeatView, "hand" | "may">} seat
 */
const canTradeWithBank = ({ hand, may: { maritime } }) =>
  Boolean(maritime) && RESOURCES.some((kind) => (hand.between[kind]?.[1] ?? 0) >= (maritime?.[kind] ?? Infinity));
