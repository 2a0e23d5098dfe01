// A seven: which cards are discarded; and who is robbed, of what.

import { enterTold } from "../network/api.js";
import { ask, values } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { UNNAMED, card } from "../drawing/cards.js";
import { RESOURCES } from "../drawing/signs.js";
import { TURN, both, ofView, restOn } from "../network/open_question.js";
import { n, t, word } from "../language/i18n.js";
import { cardCounters, total } from "./counters.js";
import { people } from "../dialogs/people.js";

const NOBODY = "nobody";

/**
 * Ask what is discarded, of one who has to after the other; which cards may stay unsaid.
 *
 * @param {Page.ViewInPlay} view
 */
export function askDiscard(view) {
  const { discard } = view.may;
  const owing = view.players.filter(({ colour }) => discard[colour]);
  const who = people("player", t("Who discards?"), owing, owing[0].colour);
  const cards = html("div", {});
  /** @type {HTMLElement | undefined} */
  let counters;
  function whose() {
    const { player } = values();
    const most = discard[player];
    /** @type {Page.Cards | null} */
    const resources = view.may.gives[player].resources;
    counters = cardCounters(n("{count} card to discard", "{count} cards to discard", most), {
      most: (kind, counts) =>
        Math.min(resources ? (resources[kind] ?? 0) : Infinity, most - total(counts) + (counts[kind] ?? 0)),
    });
    cards.replaceChildren(counters);
  }
  const named = () => enterTold({ kind: "discard", player: values().player, resources: counters?.cards() });
  const unnamed = () => enterTold({ kind: "discard", player: values().player, resources: null });
  /** @type {Page.Choice[]} */
  const buttons = [
    [t("Confirm cards"), named],
    [t("Leave unknown"), unnamed],
  ];
  const ready = () => counters !== undefined && total(counters.cards()) === discard[values().player];
  const dialog = ask(t("Cards are discarded"), [who, cards], buttons, { ready });
  // What the others discard is another matter.
  const rest = () => restOn(ofView((/** @type {Page.View} */ { may }) => /** @type {Page.Cards | undefined} */ (may.discard)?.[values().player]));
  who.addEventListener("change", () => {
    whose();
    rest();
  });
  whose();
  rest();
  dialog.refresh();
}

/**
 * Ask who was robbed, and of what if it is said aloud.
 *
 * @param {Page.ViewInPlay} view
 */
export function askRob(view) {
  /** @type {(string | null)[]} */
  const robbable = view.may.rob;
  const victims = view.players.filter(({ colour }) => robbable.includes(colour));
  /** @type {Page.Option[]} */
  const nobody = robbable.includes(null) ? [[NOBODY, t("Nobody")]] : [];
  const whom = people("from", t("Who is robbed?"), victims, victims.length === 1 ? victims[0].colour : null, nobody);
  const rob = () => {
    const { from, resource } = values();
    const robbed = from === NOBODY ? null : from;
    return enterTold({ kind: "steal", from: robbed, resource: (robbed && resource) || null });
  };
  ask(t("A card is stolen"), [whom, oneCard("resource", t("Which card?"))], [[t("Steal"), rob]]);
  restOn(both(TURN, ofView((/** @type {Page.View} */ { may }) => may.rob)));
}

/**
 * A choice of one resource, or of none that is said.
 *
 * @param {string} name
 * @param {string} legend
 * @param {string} chosen
 */
export function oneCard(name, legend, chosen = "") {
  return html(
    "fieldset",
    { class: "faces kinds" },
    html("legend", {}, legend),
    [...RESOURCES, ""].map((kind) =>
      html(
        "label",
        { class: "face", "data-resource": kind || undefined },
        html("input", { type: "radio", name, value: kind, checked: kind === chosen }),
        html(
          "span",
          {},
          card(kind || UNNAMED),
          html("small", {}, kind ? word("resource", kind) : t("not specified")),
        ),
      ),
    ),
  );
}
