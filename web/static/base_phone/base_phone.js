// A player's phone in the base game: own cards, due actions and possible entries.

import { elementById, html, panel } from "../drawing/dom.js";
import { onTeachingChange } from "../base_game/teaching.js";
import { violationText } from "../base_game/event_text.js";
import { n, t } from "../language/i18n.js";
import { followSeat } from "../phone/phone.js";
import { drawActions, drawDue, pickActions, pickDue, drawOffers, pickOffers, drawTurn, pickTurn } from "./turn.js";
import { animateArrivals, developmentCounts, drawCards, drawHand, handCounts, findCard, findNewestInPile, pickCards, pickHand } from "./hand.js";
import { closeReason } from "./entries.js";

/**
 * Selects the player's own points.
 *
 * @param {Api.SeatView} seat
 * @param {boolean} covered
 */
// Covered values aren't in the DOM at all.
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
  knowledge: ({ hand }) => (hand.certain ? hand.cards : null),
  violationText,
  closeReason,
};

/** @type {import("./turn.js").Seated | null} */
let current = null;

const parts = [
  (/** @type {import("./turn.js").Seated} */ newest) => void (current = newest),
  panel(elementById("turn"), pickTurn, drawTurn),
  panel(elementById("offers"), pickOffers, drawOffers),
  panel(elementById("due"), pickDue, drawDue),
  animateArrivals(panel(elementById("hand"), pickHand, drawHand), handCounts, findNewestInPile(elementById("hand")), elementById("turn")),
  animateArrivals(panel(elementById("cards"), pickCards, drawCards), developmentCounts, findCard(elementById("cards")), elementById("turn")),
  panel(elementById("actions"), pickActions, drawActions),
];

followSeat(BASE, parts);
onTeachingChange(() => current && parts.forEach((part) => part(/** @type {import("./turn.js").Seated} */ (current))));
