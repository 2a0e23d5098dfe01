// Entering a seven: the discards and the steal.

import { enterWithNotice } from "../network/api.js";
import { openDialog, dialogValues, refreshDialog } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { UNKNOWN_CARD, card } from "../drawing/cards.js";
import { RESOURCES } from "../drawing/signs.js";
import { TURN_STATE, combinePicks, pickFromView, closeWhenStale } from "../network/open_question.js";
import { n, t, word } from "../language/i18n.js";
import { cardCounters, totalCards } from "./counters.js";
import { playerChips } from "../dialogs/player_chips.js";

const NOBODY = "nobody";

/**
 * Asks for the discards, one player after the other. The cards may stay unknown.
 *
 * @param {Page.ViewInPlay} view
 */
export function askDiscard(view) {
  const { discard } = view.may;
  const debtors = view.players.filter(({ colour }) => discard[colour]);
  const who = playerChips("player", t("Who discards?"), debtors, debtors[0].colour);
  const cards = html("div", {});
  /** @type {ReturnType<typeof cardCounters> | undefined} */
  let counters;
  function drawCounters() {
    const { player } = dialogValues();
    const most = discard[player];
    /** @type {Page.Cards | null} */
    const resources = view.may.gives[player].resources;
    counters = cardCounters(n("{count} card to discard", "{count} cards to discard", most), {
      most: (kind, counts) =>
        Math.min(resources ? (resources[kind] ?? 0) : Infinity, most - totalCards(counts) + (counts[kind] ?? 0)),
    });
    cards.replaceChildren(counters.element);
  }
  const enterNamed = () => enterWithNotice({ kind: "discard", player: dialogValues().player, resources: counters?.cards() });
  const enterUnnamed = () => enterWithNotice({ kind: "discard", player: dialogValues().player, resources: null });
  /** @type {Page.Choice[]} */
  const buttons = [
    [t("Confirm cards"), enterNamed],
    [t("Leave unknown"), enterUnnamed],
  ];
  const isReady = () => counters !== undefined && totalCards(counters.cards()) === discard[dialogValues().player];
  openDialog(t("Cards are discarded"), [who, cards], buttons, { ready: isReady });
  // Only this player's discard concerns this dialog.
  const watchDiscard = () => closeWhenStale(pickFromView((/** @type {Page.View} */ { may }) => /** @type {Page.Cards | undefined} */ (may.discard)?.[dialogValues().player]));
  who.addEventListener("change", () => {
    drawCounters();
    watchDiscard();
  });
  drawCounters();
  watchDiscard();
  refreshDialog();
}

/**
 * Asks who was robbed, and of which card if it was said aloud.
 *
 * @param {Page.ViewInPlay} view
 */
export function askRob(view) {
  /** @type {(string | null)[]} */
  const robbable = view.may.rob;
  const victims = view.players.filter(({ colour }) => robbable.includes(colour));
  /** @type {Page.Option[]} */
  const nobody = robbable.includes(null) ? [[NOBODY, t("Nobody")]] : [];
  const whom = playerChips("from", t("Who is robbed?"), victims, victims.length === 1 ? victims[0].colour : null, nobody);
  const enterRobbery = () => {
    const { from, resource } = dialogValues();
    const robbed = from === NOBODY ? null : from;
    return enterWithNotice({ kind: "steal", from: robbed, resource: (robbed && resource) || null });
  };
  openDialog(t("A card is stolen"), [whom, resourceRadios("resource", t("Which card?"))], [[t("Steal"), enterRobbery]]);
  closeWhenStale(combinePicks(TURN_STATE, pickFromView((/** @type {Page.View} */ { may }) => may.rob)));
}

/**
 * A choice of one resource, or of an unknown one.
 *
 * @param {string} name
 * @param {string} legend
 * @param {string} chosen
 */
export function resourceRadios(name, legend, chosen = "") {
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
          card(kind || UNKNOWN_CARD),
          html("small", {}, kind ? word("resource", kind) : t("not specified")),
        ),
      ),
    ),
  );
}
