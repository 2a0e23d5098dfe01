// A player's phone in the base game: the own cards, what is due, and what may be entered.

import { at, html, panel } from "../drawing/dom.js";
import { onTaught } from "../base_game/taught.js";
import { brokenRule } from "../base_game/violation_text.js";
import { n, t } from "../language/i18n.js";
import { followSeat } from "../phone/phone.js";
import { drawActions, drawDue, pickActions, pickDue } from "./actions.js";
import { arriving } from "./arriving.js";
import { developmentCounts, drawCards, drawHand, handCounts, newestCard, newestInPile, pickCards, pickHand } from "./hand.js";
import { drawOffers, pickOffers } from "./offers.js";
import { moot } from "./open_question.js";
import { drawTurn, pickTurn } from "./turn.js";

/**
 * The own points.
 *
 * @param {Api.SeatView} seat
 * @param {boolean} covered
 */
// What is covered isn't there at all: nobody finds it by looking closely.
const pickPoints = ({ points }, covered) => ({ shown: points.public, hidden: covered ? 0 : points.hidden });

/** @param {ReturnType<typeof pickPoints>} points */
const drawPoints = ({ shown, hidden }) =>
  html(
    "p",
    { class: "own-points" },
    html("b", {}, `${shown + hidden}`),
    html("span", {}, hidden ? t("points, {count} of them hidden", { count: hidden }) : n("point", "points", shown)),
  );

/** @type {Page.Phone} */
const BASE = {
  own: { pick: pickPoints, draw: drawPoints },
  known: ({ hand }) => (hand.certain ? hand.cards : null),
  broken: brokenRule,
  moot,
};

/** @type {import("./turn.js").Seated | null} */
let seen = null;

const parts = [
  (/** @type {import("./turn.js").Seated} */ newest) => void (seen = newest),
  panel(at("turn"), pickTurn, drawTurn),
  panel(at("offers"), pickOffers, drawOffers),
  panel(at("due"), pickDue, drawDue),
  arriving(panel(at("hand"), pickHand, drawHand), handCounts, newestInPile(at("hand")), at("turn")),
  arriving(panel(at("cards"), pickCards, drawCards), developmentCounts, newestCard(at("cards")), at("turn")),
  panel(at("actions"), pickActions, drawActions),
];

followSeat(BASE, parts);
onTaught(() => seen && parts.forEach((part) => part(/** @type {import("./turn.js").Seated} */ (seen))));
