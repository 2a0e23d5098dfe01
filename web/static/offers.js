// Offers of trade that are open: on the tablet they are answered for who has no phone.

import { sendOffer } from "./api.js";
import { html, once } from "./dom.js";
import { cardSigns } from "./signs.js";
import { t } from "./words.js";

/** What the page shows of the offers of a snapshot. */
export const pickOffers = ({ offers, game }) =>
  (offers ?? []).map((offer) => ({ ...offer, names: namesOf(game.view.players) }));

const namesOf = (players) => Object.fromEntries(players.map(({ colour, name }) => [colour, name]));

/** The offers, each with what can be said to it. */
export const drawOffers = (offers) => offers.map(drawOffer);

function drawOffer({ number, by, to, give, take, accepted, refused, names }) {
  const title = t("{name} offers", { name: names[by] });
  const open = to.filter((colour) => !accepted.includes(colour) && !refused.includes(colour));
  const say = (player, answer, more) => () => sendOffer(`/${number}`, { player, answer, ...more });
  return html(
    "div",
    { class: "question offer", role: "group", "aria-label": title },
    html(
      "p",
      { class: "offer-cards" },
      html("b", {}, title),
      html("span", { class: "offer-side" }, cardSigns(give)),
      html("span", {}, t("for")),
      html("span", { class: "offer-side" }, cardSigns(take)),
    ),
    html(
      "div",
      { class: "buttons" },
      accepted.map((colour) => button(`with-${number}-${colour}`, t("Trade with {name}", { name: names[colour] }), say(by, "close", { with: colour }))),
      open.map((colour) => button(`yes-${number}-${colour}`, t("{name} accepts", { name: names[colour] }), say(colour, "accept"))),
      button(`no-${number}`, t("No trade"), say(by, "withdraw")),
    ),
  );
}

function button(key, text, action) {
  return html("button", { type: "button", "data-key": key, onclick: once(action) }, text);
}
