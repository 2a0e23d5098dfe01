// Entering the cards that players really took for the last roll, if that differs from what was due.

import { enterWithNotice } from "../network/api.js";
import { openDialog } from "../dialogs/dialogs.js";
import { html, singleFlight } from "../drawing/dom.js";
import { RESOURCES } from "../drawing/signs.js";
import { t, word } from "../language/i18n.js";
import { cardCounters } from "./counters.js";

/**
 * Asks which cards were taken instead, by everybody or by `only` one player. The most frequent answers need one tap.
 *
 * @param {Page.View} view
 * @param {string | null} only
 */
export function askTakenCards(view, only = null) {
  /** @type {Api.Takes[]} */
  const takes = view.last_roll?.takes ?? [];
  /** @param {string} colour */
  const nameOf = (colour) => view.players.find((player) => player.colour === colour)?.name ?? colour;
  const isAsked = (/** @type {{ colour: string }} */ { colour }) => only === null || colour === only;
  const missed = takes.filter(isAsked).map(({ colour }) =>
    choiceButton(t("{name} took nothing", { name: nameOf(colour) }), () => enterWithNotice({ kind: "take_instead", player: colour, resources: {} })),
  );
  const short = RESOURCES.filter((kind) => takes.filter(({ cards }) => cards[kind]).length > 1 && takes.filter(isAsked).some(({ cards }) => cards[kind])).map((kind) =>
    choiceButton(t("The bank had run out of {resource}", { resource: word("resource", kind) }), () => enterWithNotice({ kind: "bank_ran_out", resource: kind })),
  );
  const other = view.players.filter(isAsked).map(({ colour, name }) =>
    choiceButton(t("{name} took other cards …", { name }), () => askOtherCards(colour, name)),
  );
  openDialog(t("Which cards were taken for this roll?"), html("div", { class: "choices" }, missed, short, other), []);
}

/**
 * @param {string} text
 * @param {() => unknown} act
 */
const choiceButton = (text, act) => html("button", { type: "button", class: "choice", onclick: singleFlight(act) }, text);

/**
 * Asks which cards a player took.
 *
 * @param {string} colour
 * @param {string} name
 */
function askOtherCards(colour, name) {
  const took = cardCounters(t("Cards taken"), { most: () => Infinity });
  const enterCards = () => enterWithNotice({ kind: "take_instead", player: colour, resources: took.cards() });
  openDialog(t("{name} took other cards", { name }), took, [[t("Save"), enterCards]]);
  return false;
}
