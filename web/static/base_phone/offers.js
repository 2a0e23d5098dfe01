// Trade offers that concern this player: others' to answer, and their own.

import { crest } from "../drawing/crests.js";
import { html } from "../drawing/dom.js";
import { drawFan } from "../drawing/cards.js";
import { listCards, t } from "../language/i18n.js";
import { sendAnswer, button } from "../phone/seat_inputs.js";

/** @typedef {import("./turn.js").Seated} Seated */

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
