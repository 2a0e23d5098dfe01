// Offers of trade that are open: on the tablet they are answered for who has no phone.

import { namesOf } from "../table/current_view.js";
import { sendOffer } from "../network/api.js";
import { html, once } from "../drawing/dom.js";
import { fan } from "../drawing/cards.js";
import { t } from "../language/i18n.js";

/**
 * What the page shows of the offers of a snapshot.
 *
 * @param {Page.Snapshot} snapshot
 */
export const pickOffers = ({ offers, game }) =>
  /** @type {NamedOffer[]} */ ((offers ?? []).map((offer) => ({ ...offer, names: namesOf(game?.view) })));

/** @typedef {Omit<Api.OfferShown, "by" | "to"> & { by: Api.Colour, to: Api.Colour[], names: Page.Names }} NamedOffer */

/**
 * The offers, each with what can be said to it.
 *
 * @param {NamedOffer[]} offers
 */
export const drawOffers = (offers) => offers.map(drawOffer);

/** @param {NamedOffer} offer */
function drawOffer({ number, by, to, give, take, accepted, refused, names }) {
  const title = t("{name} offers", { name: names[by] });
  /** @type {(player: Api.Colour, answer: Api.OfferAnswerOf["answer"], more?: object) => () => Promise<boolean>} */
  const say = (player, answer, more) => () => sendOffer(`/${number}`, { player, answer, ...more });
  return html(
    "div",
    { class: "question offer", role: "group", "aria-label": title, "data-matter": `offer-${number}` },
    html(
      "p",
      { class: "offer-cards" },
      html("b", {}, title),
      fan(give),
      html("span", {}, t("for")),
      fan(take),
    ),
    html(
      "div",
      { class: "buttons" },
      to.map((colour) => {
        const name = names[colour];
        // Who has refused keeps the place: no other button comes under a finger.
        if (refused.includes(colour)) return button(`yes-${number}-${colour}`, t("{name} refuses", { name }), null);
        if (!accepted.includes(colour)) return button(`yes-${number}-${colour}`, t("{name} accepts", { name }), say(colour, "accept"));
        return button(`with-${number}-${colour}`, t("Trade with {name}", { name }), say(by, "close", { with: colour }));
      }),
      button(`no-${number}`, t("No trade"), say(by, "withdraw")),
    ),
  );
}

/**
 * @param {string} key
 * @param {string} text
 * @param {(() => unknown) | null} action
 */
function button(key, text, action) {
  return html("button", { type: "button", "data-key": key, disabled: !action, onclick: action && once(action) }, text);
}
