// The offers of trade that concern this player: to answer with one tap, or the own one.

import { crest } from "../drawing/crests.js";
import { html } from "../drawing/dom.js";
import { fan } from "../drawing/cards.js";
import { listCards, t } from "../language/i18n.js";
import { answer, button } from "../phone/seat_inputs.js";

/** @typedef {import("./turn.js").Seated} Seated */

/**
 * What the offers' part of the phone shows of a snapshot.
 *
 * @param {Seated} seen
 */
export const pickOffers = ({ offers, game: { view }, seat, covered }) => ({
  offers: (offers ?? []).filter(({ by, to }) => by === seat.colour || to.includes(seat.colour)),
  names: Object.fromEntries(view.players.map(({ colour, name }) => [colour, name])),
  own: seat.colour,
  // Covered, the phone gives nothing away: not even what can't be paid.
  hand: covered ? null : seat.hand,
});

/** @param {ReturnType<typeof pickOffers>} picked */
export const drawOffers = ({ offers, names, own, hand }) =>
  offers.map((offer) => (offer.by === own ? ownOffer(offer, names) : offerOf(offer, names, own, hand)));

/**
 * @param {Api.OfferShown} offer
 * @param {Page.Names} names
 * @param {string} own
 * @param {Api.OwnHand | null} hand
 */
function offerOf({ number, by, give, take, accepted, refused }, names, own, hand) {
  const lacks = hand ? listCards(lacking(hand, take)) : "";
  const said = accepted.includes(own) ? "accepted" : refused.includes(own) ? "refused" : "open";
  const say = (/** @type {Api.OfferAnswer["answer"]} */ word) => () => answer(number, { answer: word });
  return frame(
    by,
    t("{name} offers", { name: names[by] }),
    // As the one who is asked sees it: what comes, and what goes.
    sides(give, take),
    { open: null, accepted: note(t("You accepted: {name} chooses.", { name: names[by] })), refused: note(t("You refused.")) }[said],
    lacks ? note(hand?.certain ? t("You lack {cards}.", { cards: lacks }) : t("You may lack {cards}.", { cards: lacks })) : null,
    html(
      "div",
      { class: "buttons" },
      said === "accepted"
        ? null
        : button(t("Accept"), say("accept"), { key: `accept-${number}`, kind: "primary", disabled: Boolean(lacks && hand?.certain) }),
      said === "refused" ? null : button(t("Refuse"), say("refuse"), { key: `refuse-${number}` }),
    ),
  );
}

/**
 * Which of the cards asked for a hand lacks: for certain, or as it most likely is.
 *
 * @param {Api.OwnHand} hand
 * @param {Page.Cards} asked
 * @returns {Page.Cards}
 */
const lacking = ({ cards }, asked) =>
  Object.fromEntries(Object.entries(asked).map(([kind, count]) => [kind, Math.max(0, count - (/** @type {Page.Cards} */ (cards)[kind] ?? 0))]));

/**
 * @param {Api.OfferShown} offer
 * @param {Page.Names} names
 */
function ownOffer({ number, by, give, take, to, accepted, refused }, names) {
  const waiting = to.filter((colour) => !accepted.includes(colour) && !refused.includes(colour));
  const listed = (/** @type {string[]} */ colours) => colours.map((colour) => names[colour]).join(", ");
  return frame(
    by,
    t("You offer"),
    sides(take, give),
    refused.length ? note(t("Refused: {names}", { names: listed(refused) })) : null,
    waiting.length ? note(t("Not answered yet: {names}", { names: listed(waiting) })) : null,
    html(
      "div",
      { class: "buttons" },
      accepted.map((colour) =>
        button(t("Trade with {name}", { name: names[colour] }), () => answer(number, { answer: "close", with: /** @type {Api.Colour} */ (colour) }), {
          key: `close-${number}-${colour}`,
          kind: "primary",
        }),
      ),
      button(t("Withdraw the offer"), () => answer(number, { answer: "withdraw" }), { key: `withdraw-${number}` }),
    ),
  );
}

/**
 * @param {string} colour
 * @param {string} title
 * @param {Page.Content[]} content
 */
function frame(colour, title, ...content) {
  return html("article", { class: "offer panel" }, html("h2", {}, crest(colour), title), content);
}

/**
 * @param {Page.Cards} get
 * @param {Page.Cards} give
 */
function sides(get, give) {
  return html(
    "dl",
    { class: "offer-sides" },
    html("div", {}, html("dt", {}, t("You get")), html("dd", {}, fan(get))),
    html("div", {}, html("dt", {}, t("You give")), html("dd", {}, fan(give))),
  );
}

/** @param {string} text */
const note = (text) => html("p", { class: "quiet" }, text);
