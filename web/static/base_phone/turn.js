// The turn on a player's phone: what is due, offers, actions.

import { crest, actionSign, RESOURCES, sign, die } from "../drawing/signs.js";
import { html, flattenContent } from "../drawing/dom.js";
import { drawFan, drawCardCounts } from "../drawing/cards.js";
import { listCards, t, n, word } from "../language/i18n.js";
import { sendAnswer, button, enterInput } from "../phone/seat_inputs.js";
import { ownUnavailableReason, ownBuildOptions, ownLesson, isTeachingOn, setTeaching, drawLesson, showCard } from "../base_game/teaching.js";
import { openDialog } from "../dialogs/dialogs.js";
import { askBuy, askDiscard, askBankTrade, askOffer, askPlay, askRob, askRobbed, askUnnamed, namingQuestion } from "./entries.js";
import { facesOf, winnersOf, victoryText } from "../base_game/event_text.js";

// Trade offers that concern this player: others' to answer, and their own.

/**
 * Selects the data of the offers' region.
 *
 * @param {Seated} seen
 */
export const pickOffers = ({ offers, game: { view }, seat, covered }) => ({
  offers: (offers ?? []).filter(({ by, to }) => by === seat.colour || to.includes(seat.colour)),
  names: Object.fromEntries(view.players.map(({ colour, name }) => [colour, name])),
  own: seat.colour,
  // While covered, the phone reveals nothing about the hand, such as unaffordable offers.
  hand: covered ? null : seat.hand,
});

/** @param {ReturnType<typeof pickOffers>} picked */
export const drawOffers = ({ offers, names, own, hand }) =>
  offers.map((offer) => (offer.by === own ? drawOwnOffer(offer, names) : drawOffer(offer, names, own, hand)));

/**
 * @param {Api.OfferShown} offer
 * @param {Page.Names} names
 * @param {string} own
 * @param {Api.OwnHand | null} hand
 */
function drawOffer({ number, by, give, take, accepted, refused }, names, own, hand) {
  const missingText = hand ? listCards(missingCards(hand, take)) : "";
  const reply = accepted.includes(own) ? "accepted" : refused.includes(own) ? "refused" : "open";
  const sendReply = (/** @type {Api.OfferAnswer["answer"]} */ word) => () => sendAnswer(number, { answer: word });
  return drawFrame(
    by,
    t("{name} offers", { name: names[by] }),
    // From the point of view of the player who answers: cards received, cards given.
    drawSides(give, take),
    { open: null, accepted: drawNote(t("You accepted: {name} chooses.", { name: names[by] })), refused: drawNote(t("You refused.")) }[reply],
    missingText ? drawNote(hand?.certain ? t("You lack {cards}.", { cards: missingText }) : t("You may lack {cards}.", { cards: missingText })) : null,
    html(
      "div",
      { class: "buttons" },
      reply === "accepted"
        ? null
        : button(t("Accept"), sendReply("accept"), { key: `accept-${number}`, kind: "primary", disabled: Boolean(missingText && hand?.certain) }),
      reply === "refused" ? null : button(t("Refuse"), sendReply("refuse"), { key: `refuse-${number}` }),
    ),
  );
}

/**
 * The cards that a hand lacks of those requested; for the likeliest hand if it is uncertain.
 *
 * @param {Api.OwnHand} hand
 * @param {Page.Cards} asked
 * @returns {Page.Cards}
 */
const missingCards = ({ cards }, asked) =>
  Object.fromEntries(Object.entries(asked).map(([kind, count]) => [kind, Math.max(0, count - (/** @type {Page.Cards} */ (cards)[kind] ?? 0))]));

/**
 * @param {Api.OfferShown} offer
 * @param {Page.Names} names
 */
function drawOwnOffer({ number, by, give, take, to, accepted, refused }, names) {
  const waiting = to.filter((colour) => !accepted.includes(colour) && !refused.includes(colour));
  const listNames = (/** @type {string[]} */ colours) => colours.map((colour) => names[colour]).join(", ");
  return drawFrame(
    by,
    t("You offer"),
    drawSides(take, give),
    refused.length ? drawNote(t("Refused: {names}", { names: listNames(refused) })) : null,
    waiting.length ? drawNote(t("Not answered yet: {names}", { names: listNames(waiting) })) : null,
    html(
      "div",
      { class: "buttons" },
      accepted.map((colour) =>
        button(t("Trade with {name}", { name: names[colour] }), () => sendAnswer(number, { answer: "close", with: /** @type {Api.Colour} */ (colour) }), {
          key: `close-${number}-${colour}`,
          kind: "primary",
        }),
      ),
      button(t("Withdraw the offer"), () => sendAnswer(number, { answer: "withdraw" }), { key: `withdraw-${number}` }),
    ),
  );
}

/**
 * @param {string} colour
 * @param {string} title
 * @param {Page.Content[]} content
 */
function drawFrame(colour, title, ...content) {
  return html("article", { class: "offer panel" }, html("h2", {}, crest(colour), title), content);
}

/**
 * @param {Page.Cards} get
 * @param {Page.Cards} give
 */
function drawSides(get, give) {
  return html(
    "dl",
    { class: "offer-sides" },
    html("div", {}, html("dt", {}, t("You get")), html("dd", {}, drawFan(get))),
    html("div", {}, html("dt", {}, t("You give")), html("dd", {}, drawFan(give))),
  );
}

/** @param {string} text */
const drawNote = (text) => html("p", { class: "quiet" }, text);

// A player's due actions, and the bar of possible actions within the thumb's reach.

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

// The turn's region on the phone: active player, last roll and the player's gains.

/**
 * A snapshot with a game, the player's seat, and whether the cards are covered.
 *
 * @typedef {{ game: { id: number, view: Page.View }, seat: Api.SeatView, covered: boolean, offers: Api.OfferShown[] }} Seated
 */

/** Actions that need no explanation for a player whose hand is certain. */
const HAND_KINDS = ["discard", "may_discard"];

/**
 * Selects the data of the turn's region.
 *
 * @param {Seated} seen
 */
export const pickTurn = ({ game, seat, covered }) => ({
  ...pickStatus(game.view, seat),
  teaching: { game: game.id, explained: game.view.explained },
  // While covered, the phone reveals nothing about what the hand can pay for.
  lesson: !covered && isTeachingOn({ game: game.id, explained: game.view.explained }) ? ownLesson({ view: game.view, seat }) : null,
  costs: game.view.phase !== "play" ? null : covered ? { now: null } : { now: ownBuildOptions({ view: game.view, seat }) },
});

/**
 * @param {Page.View} view
 * @param {Api.SeatView} seat
 */
const pickStatus = (view, seat) => ({
  phase: view.phase,
  onTurn: view.on_turn,
  winners: winnersOf(view),
  roll: view.roll,
  players: view.players.map(({ colour, name }) => ({ colour, name })),
  own: seat.colour,
  takes: seat.takes,
  dealt: view.dealt?.find(({ colour }) => colour === seat.colour)?.cards ?? null,
  todo: /** @type {Page.ToDo[]} */ (view.to_do).filter(({ kind, colour }) => colour === seat.colour && !(seat.hand?.certain && HAND_KINDS.includes(kind))),
  placing: /** @type {Page.ToDo[]} */ (view.to_do).find(({ kind }) => kind === "found")?.colour,
});

/** The player's next step with pieces or dice, which the table detects; and uncertain discards. */
/** @type {{ [kind: string]: (item: Page.ToDo) => string | null }} */
const TO_DO_SENTENCES = {
  roll: ({ again }) => (again ? t("House rule: no seven in the first rounds. Roll again.") : t("Roll the dice.")),
  discard: ({ likely = true, between }) =>
    likely ? null : t("The number of cards to discard isn't certain: {least} to {most}.", { least: between[0], most: between[1] }),
  may_discard: ({ count, limit }) =>
    t("With more than {limit} cards, you discard {count}: enter your hand.", { limit, count }),
  move_robber: () => t("Move the robber."),
  found: ({ piece }) => (piece ? t("Place a {piece}.", { piece: word("piece", piece) }) : null),
  take_starting_resources: () => t("Tap your settlement with the star on the tablet."),
  free_roads: ({ count }) => n("Place {count} road.", "Place {count} roads.", count),
};

/** @param {ReturnType<typeof pickTurn>} picked */
export function drawTurn({ teaching, lesson, costs, ...status }) {
  return [
    ...flattenContent(drawStatus(status)),
    lesson ? drawLesson(lesson, teaching) : null,
    costs ? button(t("Building costs"), () => showBuildingCosts(teaching, costs.now, lesson), { key: "costs", kind: "costs-button" }) : null,
  ];
}

/**
 * @param {{ game: number, explained: boolean }} teaching
 * @param {ReturnType<typeof ownBuildOptions> | null} now
 * @param {string | null} lessonText
 */
function showBuildingCosts(teaching, now, lessonText) {
  showCard(now, lessonText, isTeachingOn(teaching) ? [] : [[t("Explain each step"), () => setTeaching(teaching, true)]]);
}

/** @param {ReturnType<typeof pickStatus>} picked */
function drawStatus({ phase, onTurn, winners, roll, players, own, takes, dealt, todo, placing }) {
  /** @param {string | null} colour */
  const name = (colour) => players.find((player) => player.colour === colour)?.name ?? "";
  if (phase === "over") {
    const alone = winners.length === 1 && winners[0] === own;
    const won = alone ? t("You win!") : victoryText(winners.map(name));
    return html("p", { class: "turn-owner" }, winners.map(crest), html("b", {}, winners.length ? won : t("Game over")));
  }
  const next = todo.map((item) => TO_DO_SENTENCES[item.kind]?.(item)).filter(Boolean);
  const hints = next.map((text) => html("p", { class: "next" }, text));
  /** @param {string | null} colour */
  const drawOwner = (colour) => {
    const text = colour === own ? t("Your turn") : t("{name}'s turn", { name: name(colour) });
    return html("p", { class: "turn-owner" }, colour ? crest(colour) : null, html("b", {}, text));
  };
  if (phase !== "play") {
    return [
      html("p", placing ? { class: "quiet" } : { class: "turn-owner" }, html("b", {}, word("phase", phase))),
      placing ? drawOwner(placing) : null,
      hints,
      dealt ? drawTakes(dealt) : null,
    ];
  }
  return [
    drawOwner(onTurn),
    hints,
    dealt ? drawTakes(dealt) : null,
    roll ? drawRoll(roll, takes) : html("p", { class: "quiet" }, t("The dice have not been rolled yet.")),
  ];
}

/**
 * @param {Api.BaseRolled} roll
 * @param {Page.Cards} takes
 */
function drawRoll(roll, takes) {
  const nothing = Object.keys(takes).length === 0;
  return html(
    "div",
    { class: "phone-roll" },
    html("span", { class: "phone-dice" }, html("b", { class: "phone-sum" }, `${roll.sum}`), facesOf(roll.dice).map(die)),
    nothing
      ? html("span", { class: "quiet" }, roll.sum === 7 ? t("The robber moves.") : t("You receive nothing."))
      : drawTakes(takes),
  );
}

/** @param {Page.Cards} cards */
const drawTakes = (cards) => html("p", { class: "phone-takes" }, html("span", {}, t("You receive")), drawCardCounts(cards));
