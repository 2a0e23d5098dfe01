// The sheets on the page: the active player's large one, all others, and the turn.

import { currentView, namesOf } from "../table/game.js";
import { enter, serialQueue } from "../network/api.js";
import { tapGuardOnChange } from "../drawing/press.js";
import { html, singleFlight, panel } from "../drawing/dom.js";
import { canEnter } from "../pairing/device_role.js";
import { sign, crest } from "../drawing/signs.js";
import { n, t, word, c } from "../language/i18n.js";
import { currentSelection, withTurn, selectPiece, viewSheet, askKnight } from "./dice.js";
import { PIECES, PIECE_SIGNS, describePlace } from "./faces.js";
import { drawSheet } from "./sheet.js";

// The active player's sheet, enlarged. Players build by tapping it, or by the buttons with the prices.

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

// The players: points out of ten, the two special cards, and a small drawing of each sheet.

/**
 * The part of a view that the players' panel shows.
 *
 * @param {Page.DiceView} view
 */
export const pickSheets = (view) => ({
  players: view.players,
  onTurn: view.on_turn,
  looked: currentSelection(view).looked,
  route: view.longest_route,
  knights: view.most_knights,
  sheet: view.sheet,
  toWin: view.points_to_win,
});

/** @param {ReturnType<typeof pickSheets>} picked */
export function drawSheets({ players, ...state }) {
  return html("ol", { "aria-label": t("Players"), "data-count": players.length }, players.map((each) => playerCard(each, state)));
}

/**
 * @param {Api.DiceGamePlayer} each
 * @param {Omit<ReturnType<typeof pickSheets>, "players">} shown
 */
function playerCard(each, { onTurn, looked, route, knights, sheet, toWin }) {
  const { colour, name, points } = each;
  const isOnTurn = colour === onTurn;
  const viewLabel = t("View {name}'s sheet", { name });
  return html(
    "li",
    { class: isOnTurn ? "sheet-card on-turn" : "sheet-card", "data-colour": colour, "aria-current": isOnTurn && "true" },
    html("div", { class: "card-head" }, html("span", { class: "card-crest" }, crest(colour)), html("b", { class: "card-name" }, name)),
    html(
      "div",
      { class: "card-points" },
      html("b", {}, `${points}`),
      html("span", { class: "quiet" }, t("of {points} points", { points: toWin })),
      pointsTrack(points, toWin),
    ),
    html(
      "ul",
      { class: "card-stats" },
      statItem("road_length", each.route, c("dice game", "longest road"), route === colour),
      statItem("knights", each.knights, word("stat", "knights"), knights === colour),
    ),
    html(
      "button",
      { type: "button", class: "card-sheet looks", "data-key": `look-${colour}`, "aria-pressed": `${looked === colour}`, "aria-label": viewLabel, onclick: () => viewSheet(isOnTurn ? null : colour) },
      drawSheet(sheet, each, { label: sheetText(each), colour, small: true }),
    ),
  );
}

/**
 * The track with a box for each point.
 *
 * @param {number} points
 * @param {number} toWin
 */
const pointsTrack = (points, toWin) =>
  html(
    "span",
    { class: "card-track", "aria-hidden": "true" },
    Array.from({ length: toWin }, (_, at) => html("i", { class: at < points ? "ticked" : "" })),
  );

/**
 * A figure with its name, and +2 if the player holds its special card.
 *
 * @param {string} name
 * @param {number} value
 * @param {string} label
 * @param {boolean} isHeld
 */
function statItem(name, value, label, isHeld) {
  return html(
    "li",
    { class: isHeld ? "card-stat badge" : "card-stat", "data-stat": name },
    sign(name),
    html("b", {}, `${value}`),
    html("span", {}, label),
    isHeld ? html("strong", {}, "+2") : null,
  );
}

// The active player and the next action.

/**
 * The part of a view that the turn line shows.
 *
 * @param {Page.DiceView} view
 */
export const pickTurn = (view) => ({
  winner: view.winner,
  onTurn: view.on_turn,
  began: view.turn_began,
  dice: view.dice,
  throws: view.may.throw,
  names: namesOf(view),
});

/** @param {ReturnType<typeof pickTurn>} picked */
export function drawTurn({ winner, onTurn, began, dice, throws, names }) {
  // The victory panel shows the winner (table/victory.js).
  if (winner || !onTurn) return [];
  const label = t("Time in this turn");
  return html(
    "div",
    { class: "turn-line to-do-item", "data-colour": onTurn },
    html("p", { class: "to-do-text" }, crest(onTurn), html("span", {}, turnText(names[onTurn], dice, throws))),
    html("span", { class: "clock", role: "timer", "aria-live": "off", "aria-label": label, "data-began": began }),
  );
}

/**
 * @param {string} name
 * @param {Api.DiceLie} dice
 * @param {boolean | undefined} throws
 */
function turnText(name, { count, throws: thrown }, throws) {
  if (!throws) return t("{name} builds", { name });
  if (!thrown) return n("{name} rolls {count} die", "{name} rolls {count} dice", count, { name });
  return t("{name} builds or rolls again", { name });
}
