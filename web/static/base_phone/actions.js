// What this player has to enter, in sight; and what may be entered, at the thumb's reach.

import { actionSign } from "../drawing/action_signs.js";
import { ownWhyNot } from "../base_game/teaching.js";
import { ask } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { RESOURCES, sign } from "../drawing/signs.js";
import { n, t } from "../language/i18n.js";
import {
  askBought,
  askDiscard,
  askMaritime,
  askOffer,
  askPlayed,
  askRob,
  askRobbed,
  askToName,
  nameable,
} from "./entries.js";
import { button, enterOwn } from "../phone/seat_inputs.js";

/** @typedef {import("./turn.js").Seated} Seated */

/** @param {Seated} seen */
const pick = ({ game: { view }, seat, covered }) => ({
  over: view.phase === "over",
  covered,
  players: view.players.map(({ colour, name }) => ({ colour, name })),
  bank: view.bank,
  gives: view.may?.gives,
  seat: { colour: seat.colour, hand: seat.hand, may: seat.may, to_name: seat.to_name, points: seat.points },
});

export const pickDue = pick;

/** @param {Seated} seen */
export const pickActions = (seen) => ({ ...pick(seen), why: reasons(seen) });

/**
 * Why each thing can't be done now, as it is said where it can't.
 *
 * @param {Seated} seen
 * @returns {{ [key: string]: string }}
 */
const reasons = ({ game: { view }, seat, covered }) =>
  covered || view.phase !== "play" ? {} : Object.fromEntries(["trade", "bank", "buy", "play", "end"].map((key) => [key, ownWhyNot(key, { view, seat })]));

/**
 * What is due from this player, and what this player alone can name.
 *
 * @param {ReturnType<typeof pick>} picked
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
      due(
        "reveal",
        n("Reveal {count} victory point: you win", "Reveal {count} victory points: you win", may.reveal),
        () => enterOwn({ kind: "reveal_victory_points", count: may.reveal }),
      ),
    may.discard > 0 &&
      due("discard", n("Discard {count} card", "Discard {count} cards", may.discard), () => askDiscard(seat)),
    may.rob.length > 0 && due("rob", t("Steal a card"), () => askRob(seat, players)),
    robber &&
      asked("robbed", t("Did {name} rob you? Choose the card.", { name: name(robber) }), () => askRobbed(robber, name(robber))),
    ...seat.to_name.map((item) =>
      asked(`name-${item.entry}`, nameable(item, seat.colour, name), () => askToName(item, seat, name)),
    ),
  ].filter(Boolean);
}

/**
 * @param {string} key
 * @param {string} text
 * @param {() => unknown} action
 */
const due = (key, text, action) => button(text, action, { key, kind: "primary due-item" });
/**
 * @param {string} key
 * @param {string} text
 * @param {() => unknown} action
 */
const asked = (key, text, action) => button(text, action, { key, kind: "due-item" });

/**
 * The bar at the bottom: what the rules don't allow now says why when it is tapped.
 *
 * There is none while the cards are covered: what can be bought and played says which they are.
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
  function action(key, picture, text, possible, act) {
    const tell = () => void ask(text, html("p", {}, why[key]), [], { leave: t("Close") });
    const kind = possible ? "action action-usual" : "action action-off";
    return button([picture, html("span", {}, text)], possible ? act : tell, { key, kind, "aria-disabled": !possible && "true" });
  }
  return [
    action("trade", actionSign("trade"), t("Offer"), may.trade.length > 0, () => askOffer(seat, players)),
    action("bank", sign("generic"), t("Bank"), mayTradeWithBank(seat), () => askMaritime(seat, bank)),
    action("buy", actionSign("buy"), t("Buy card"), may.buy.length > 0, () => askBought(seat)),
    action("play", actionSign("play"), t("Play card"), may.play.length > 0, () => askPlayed(seat, own)),
    ...(may.claim ? [action("claim", actionSign("reveal"), t("Claim victory"), true, () => enterOwn({ kind: "claim_victory" }))] : []),
    action("end", actionSign("end"), t("End turn"), may.end_turn, () => enterOwn({ kind: "end_turn" })),
  ];
}

/**
 * Whether the hand may hold enough of a kind for the bank.
 *
 * @param {Pick<Api.SeatView, "hand" | "may">} seat
 */
const mayTradeWithBank = ({ hand, may: { maritime } }) =>
  Boolean(maritime) && RESOURCES.some((kind) => (hand.between[kind]?.[1] ?? 0) >= (maritime?.[kind] ?? Infinity));
