// The sheet of who is on turn, large: what can be built is tapped there, or on the buttons with the prices.

import { now } from "../table/current_view.js";
import { enter } from "../network/api.js";
import { inTurn } from "../network/in_turn.js";
import { settlingOn } from "../table/settling.js";
import { html, once, panel } from "../drawing/dom.js";
import { acts } from "../pairing/device_role.js";
import { sign } from "../drawing/signs.js";
import { n, t, word } from "../language/i18n.js";
import { choosing, ofTurn, place } from "./selection.js";
import { askKnight } from "./knights.js";
import { PIECES, SIGNS, placeOf } from "./places.js";
import { drawSheet } from "./sheet.js";

/**
 * What the large sheet shows of a view.
 *
 * @param {Page.DiceView} view
 */
export function pickLarge(view) {
  const { looked, piece } = choosing(view);
  return {
    sheet: view.sheet,
    player: view.players.find(({ colour }) => colour === looked) ?? view.players[0],
    own: looked === view.on_turn,
    may: looked === view.on_turn ? view.may : {},
    piece,
  };
}

const enterBuilt = inTurn(enter);

/** @param {ReturnType<typeof pickLarge>} picked */
export function drawLarge({ sheet, player, own, may, piece }) {
  /**
   * @param {Api.SheetPiece} kind
   * @param {string} id
   */
  const possible = (kind, id) => Boolean(may.build?.[kind]?.includes(id)) && (!piece || piece === kind);
  /**
   * @param {Api.SheetPiece} kind
   * @param {string} id
   */
  const ready = (kind, id) => kind === "knight" && !piece && Boolean(may.use_knight?.includes(id));
  /**
   * @param {Api.SheetPiece} kind
   * @param {string} id
   * @returns {[name: string, action: () => unknown] | null}
   */
  const taps = (kind, id) => {
    if (!acts()) return null;
    if (possible(kind, id)) return [t("Build: {place}", { place: placeOf(sheet, kind, id) }), () => build(kind, id)];
    return ready(kind, id) ? [t("Use: {place}", { place: placeOf(sheet, kind, id) }), () => askKnight(id)] : null;
  };
  /**
   * @param {Api.SheetPiece} kind
   * @param {string} id
   */
  const looks = (kind, id) => {
    if (ready(kind, id)) return "ready";
    if (!possible(kind, id)) return null;
    return piece || may.pay?.[kind] ? "possible" : "reached";
  };
  return [
    own ? null : html("p", { class: "sheet-whose" }, t("{name}'s sheet", { name: player.name })),
    drawSheet(sheet, player, { label: sheetInWords(player), colour: player.colour, looks, taps }),
  ];
}

/**
 * What is drawn in on a player's sheet.
 *
 * @param {Api.DiceGamePlayer} player
 */
export function sheetInWords({ name, built }) {
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
 * Build something.
 *
 * @param {Api.SheetPiece} piece
 * @param {string} at
 */
function build(piece, at) {
  place(null);
  return enterBuilt(ofTurn(now(), { kind: "build", piece, at }));
}

/**
 * The buttons with the prices, as a function that draws a view. What comes in their place once something is built takes no
 * tap for a moment: who taps twice means once.
 *
 * @param {HTMLElement} root
 */
export function buildsPanel(root) {
  const settle = settlingOn(root);
  return panel(root, pickBuilds, (picked) => {
    settle(picked.may.build);
    return drawBuilds(picked);
  });
}

/**
 * What the buttons with the prices show of a view.
 *
 * @param {Page.DiceView} view
 */
function pickBuilds(view) {
  const { costs, may, sheet } = view;
  return { costs, may, piece: choosing(view).piece, joker: sheet.knights.some(({ resource }) => !resource), cross: sheet.cross !== null };
}

/** @param {ReturnType<typeof pickBuilds>} picked */
function drawBuilds({ costs, may, piece: chosen, joker, cross }) {
  if (!may.build) return [];
  return [
    html("h2", { class: "hidden" }, t("Build")),
    html("div", { class: "prices" }, PIECES.map((piece) => price(piece, costs[piece] ?? {}, may, chosen))),
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
function price(piece, cost, { build: possible = {}, pay = {} }, chosen) {
  const places = possible[piece] ?? [];
  const tap = () => (places.length === 1 ? build(piece, places[0]) : place(chosen === piece ? null : piece));
  const paid = pay[piece] && places.length > 0;
  return html(
    "button",
    {
      type: "button",
      class: ["price", pay[piece] === false && "price-short", paid && "price-paid"].filter(Boolean).join(" "),
      "data-key": `build-${piece}`,
      "aria-pressed": `${chosen === piece}`,
      disabled: !acts() || !places.length,
      onclick: once(tap),
    },
    html("span", { class: "price-piece" }, sign(SIGNS[piece]), html("b", {}, word("piece", piece))),
    paid ? html("span", { class: "price-tick" }, "✓") : null,
    html(
      "span",
      { class: "price-cost" },
      Object.entries(cost).map(([resource, count]) =>
        html("span", { class: "count", "data-resource": resource }, count > 1 ? html("b", {}, `${count}`) : null, sign(resource, { label: word("resource", resource) })),
      ),
    ),
  );
}
