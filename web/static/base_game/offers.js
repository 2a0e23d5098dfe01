// Open trade offers. The tablet answers them for players without a phone.

import { namesOf } from "../table/current_view.js";
import { sendOffer } from "../network/api.js";
import { html, singleFlight } from "../drawing/dom.js";
import { drawFan } from "../drawing/cards.js";
import { t } from "../language/i18n.js";

/**
 * Selects the offers of a snapshot, with the players' names.
 *
 * @param {Page.Snapshot} snapshot
 */
export const pickOffers = ({ offers, game }) =>
  /** @type {NamedOffer[]} */ ((offers ?? []).map((offer) => ({ ...offer, names: namesOf(game?.view) })));

/** @typedef {Omit<Api.OfferShown, "by" | "to"> & { by: Api.Colour, to: Api.Colour[], names: Page.Names }} NamedOffer */

/**
 * Draws the offers with their possible answers.
 *
 * @param {NamedOffer[]} offers
 */
export const drawOffers = (offers) => offers.map(drawOffer);

/** @param {NamedOffer} offer */
function drawOffer({ number, by, to, give, take, accepted, refused, names }) {
  const title = t("{name} offers", { name: names[by] });
  /** @type {(player: Api.Colour, answer: Api.OfferAnswerOf["answer"], more?: object) => () => Promise<boolean>} */
  const sendAnswer = (player, answer, more) => () => sendOffer(`/${number}`, { player, answer, ...more });
  return html(
    "div",
    { class: "question offer", role: "group", "aria-label": title, "data-matter": `offer-${number}` },
    html(
      "p",
      { class: "offer-cards" },
      html("b", {}, title),
      drawFan(give),
      html("span", {}, t("for")),
      drawFan(take),
    ),
    html(
      "div",
      { class: "buttons" },
      to.map((colour) => {
        const name = names[colour];
        // A refused answer keeps its place, so that no other button moves under a finger.
        if (refused.includes(colour)) return offerButton(`yes-${number}-${colour}`, t("{name} refuses", { name }), null);
        if (!accepted.includes(colour)) return offerButton(`yes-${number}-${colour}`, t("{name} accepts", { name }), sendAnswer(colour, "accept"));
        return offerButton(`with-${number}-${colour}`, t("Trade with {name}", { name }), sendAnswer(by, "close", { with: colour }));
      }),
      offerButton(`no-${number}`, t("No trade"), sendAnswer(by, "withdraw")),
    ),
  );
}

/**
 * @param {string} key
 * @param {string} text
 * @param {(() => unknown) | null} action
 */
function offerButton(key, text, action) {
  return html("button", { type: "button", "data-key": key, disabled: !action, onclick: action && singleFlight(action) }, text);
}
