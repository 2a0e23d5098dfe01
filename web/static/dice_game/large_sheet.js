// The active player's sheet, enlarged. Players build by tapping it, or by the buttons with the prices.

import { currentView } from "../table/current_view.js";
import { enter } from "../network/api.js";
import { serialQueue } from "../network/serial_queue.js";
import { tapGuardOnChange } from "../table/tap_guard.js";
import { html, singleFlight, panel } from "../drawing/dom.js";
import { canEnter } from "../pairing/device_role.js";
import { sign } from "../drawing/signs.js";
import { n, t, word } from "../language/i18n.js";
import { currentSelection, withTurn, selectPiece } from "./selection.js";
import { askKnight } from "./knights.js";
import { PIECES, PIECE_SIGNS, describePlace } from "./places.js";
import { drawSheet } from "./sheet.js";

/**
 * The part of a view that the large sheet shows.
 *
 * @param {Page.DiceView} view
 */
export function pickLarge(view) {
  const { looked, piece } = currentSelection(view);
  return {
    sheet: view.sheet,
    player: view.players.find(({ colour }) => colour === looked) ?? view.players[0],
    own: looked === view.on_turn,
    may: looked === view.on_turn ? view.may : {},
    piece,
  };
}

const queueBuild = serialQueue(enter);

/** @param {ReturnType<typeof pickLarge>} picked */
export function drawLarge({ sheet, player, own, may, piece }) {
  /**
   * @param {Api.SheetPiece} kind
   * @param {string} id
   */
  const canBuild = (kind, id) => Boolean(may.build?.[kind]?.includes(id)) && (!piece || piece === kind);
  /**
   * @param {Api.SheetPiece} kind
   * @param {string} id
   */
  const canUseKnight = (kind, id) => kind === "knight" && !piece && Boolean(may.use_knight?.includes(id));
  /**
   * @param {Api.SheetPiece} kind
   * @param {string} id
   * @returns {[name: string, action: () => unknown] | null}
   */
  const tapAction = (kind, id) => {
    if (!canEnter()) return null;
    if (canBuild(kind, id)) return [t("Build: {place}", { place: describePlace(sheet, kind, id) }), () => enterBuild(kind, id)];
    return canUseKnight(kind, id) ? [t("Use: {place}", { place: describePlace(sheet, kind, id) }), () => askKnight(id)] : null;
  };
  /**
   * @param {Api.SheetPiece} kind
   * @param {string} id
   */
  const placeClass = (kind, id) => {
    if (canUseKnight(kind, id)) return "ready";
    if (!canBuild(kind, id)) return null;
    return piece || may.pay?.[kind] ? "possible" : "reached";
  };
  return [
    own ? null : html("p", { class: "sheet-whose" }, t("{name}'s sheet", { name: player.name })),
    drawSheet(sheet, player, { label: sheetText(player), colour: player.colour, placeClass, tapAction }),
  ];
}

/**
 * A player's sheet in words.
 *
 * @param {Api.DiceGamePlayer} player
 */
export function sheetText({ name, built }) {
  const { road = [], settlement = [], city = [], knight = [] } = built;
  const parts = [
    n("{count} road", "{count} roads", road.length - 1),
    n("{count} settlement", "{count} settlements", settlement.length),
    n("{count} city", "{count} cities", city.length),
    n("{count} knight", "{count} knights", knight.length),
  ];
  return t("{name}'s sheet: {built}", { name, built: parts.join(", ") });
}

/**
 * Enters a build.
 *
 * @param {Api.SheetPiece} piece
 * @param {string} at
 */
function enterBuild(piece, at) {
  selectPiece(null);
  return queueBuild(withTurn(currentView(), { kind: "build", piece, at }));
}

/**
 * The panel of the buttons with the prices; returns its drawing function.
 *
 * After a build the new buttons ignore taps for a moment, so that a double tap counts once.
 *
 * @param {HTMLElement} root
 */
export function buildsPanel(root) {
  const guardTaps = tapGuardOnChange(root);
  return panel(root, pickBuilds, (picked) => {
    guardTaps(picked.may.build);
    return drawBuilds(picked);
  });
}

/**
 * The part of a view that the buttons with the prices show.
 *
 * @param {Page.DiceView} view
 */
function pickBuilds(view) {
  const { costs, may, sheet } = view;
  return { costs, may, piece: currentSelection(view).piece, joker: sheet.knights.some(({ resource }) => !resource), cross: sheet.cross !== null };
}

/** @param {ReturnType<typeof pickBuilds>} picked */
function drawBuilds({ costs, may, piece: chosen, joker, cross }) {
  if (!may.build) return [];
  return [
    html("h2", { class: "hidden" }, t("Build")),
    html("div", { class: "prices" }, PIECES.map((piece) => priceButton(piece, costs[piece] ?? {}, may, chosen))),
    chosen
      ? html("p", { class: "builds-hint", role: "status" }, t("Tap where on the sheet."))
      : html(
          "p",
          { class: "sheet-key quiet" },
          joker ? html("span", {}, t("? joker: turns a die into any resource")) : null,
          cross ? html("span", {}, t("× Longest Road from here on")) : null,
        ),
  ];
}

/**
 * @param {Api.SheetPiece} piece
 * @param {Page.Cards} cost
 * @param {Api.DiceGameActions} may
 * @param {Api.SheetPiece | null} chosen
 */
function priceButton(piece, cost, { build: buildable = {}, pay: affordable = {} }, chosen) {
  const places = buildable[piece] ?? [];
  const onTap = () => (places.length === 1 ? enterBuild(piece, places[0]) : selectPiece(chosen === piece ? null : piece));
  const isPaid = affordable[piece] && places.length > 0;
  return html(
    "button",
    {
      type: "button",
      class: ["price", affordable[piece] === false && "price-short", isPaid && "price-paid"].filter(Boolean).join(" "),
      "data-key": `build-${piece}`,
      "aria-pressed": `${chosen === piece}`,
      disabled: !canEnter() || !places.length,
      onclick: singleFlight(onTap),
    },
    html("span", { class: "price-piece" }, sign(PIECE_SIGNS[piece]), html("b", {}, word("piece", piece))),
    isPaid ? html("span", { class: "price-tick" }, "✓") : null,
    html(
      "span",
      { class: "price-cost" },
      Object.entries(cost).map(([resource, count]) =>
        html("span", { class: "count", "data-resource": resource }, count > 1 ? html("b", {}, `${count}`) : null, sign(resource, { label: word("resource", resource) })),
      ),
    ),
  );
}
