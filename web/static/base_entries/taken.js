// What was taken of the last roll, where that isn't what was due: somebody missed it, or took too many, or the bank
// ran out.

import { enterTold } from "../network/api.js";
import { ask } from "../dialogs/dialogs.js";
import { html, once } from "../drawing/dom.js";
import { RESOURCES } from "../drawing/signs.js";
import { t, word } from "../language/i18n.js";
import { cardCounters } from "./counters.js";

/**
 * Ask what was taken instead, by everybody or by `only` one player: what happens most is one tap.
 *
 * @param {Page.View} view
 * @param {string | null} only
 */
export function askTaken(view, only = null) {
  /** @type {Api.Takes[]} */
  const takes = view.last_roll?.takes ?? [];
  /** @param {string} colour */
  const nameOf = (colour) => view.players.find((player) => player.colour === colour)?.name ?? colour;
  const asked = (/** @type {{ colour: string }} */ { colour }) => only === null || colour === only;
  const missed = takes.filter(asked).map(({ colour }) =>
    choice(t("{name} took nothing", { name: nameOf(colour) }), () => enterTold({ kind: "take_instead", player: colour, resources: {} })),
  );
  const short = RESOURCES.filter((kind) => takes.filter(({ cards }) => cards[kind]).length > 1 && takes.filter(asked).some(({ cards }) => cards[kind])).map((kind) =>
    choice(t("The bank had run out of {resource}", { resource: word("resource", kind) }), () => enterTold({ kind: "bank_ran_out", resource: kind })),
  );
  const other = view.players.filter(asked).map(({ colour, name }) =>
    choice(t("{name} took other cards …", { name }), () => askOther(colour, name)),
  );
  ask(t("Which cards were taken for this roll?"), html("div", { class: "choices" }, missed, short, other), []);
}

/**
 * @param {string} text
 * @param {() => unknown} act
 */
const choice = (text, act) => html("button", { type: "button", class: "choice", onclick: once(act) }, text);

/**
 * Ask which cards somebody took.
 *
 * @param {string} colour
 * @param {string} name
 */
function askOther(colour, name) {
  const took = cardCounters(t("Cards taken"), { most: () => Infinity });
  const save = () => enterTold({ kind: "take_instead", player: colour, resources: took.cards() });
  ask(t("{name} took other cards", { name }), took, [[t("Save"), save]]);
  return false;
}
