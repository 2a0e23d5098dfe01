// A player's phone: the remaining total, and buttons for throws.

import { elementById, html, panel } from "../../drawing/dom.js";
import { n, t } from "../../language/i18n.js";
import { button, enterInput } from "../../phone/seat_inputs.js";
import { followSeat } from "../../phone/phone.js";

const drawLeft = ({ left, covered }) => [
  html("p", {}, covered ? t("Covered") : n("{count} is left", "{count} are left", left)),
  button(t("I threw a seven"), () => enterInput({ kind: "throw", total: 7 })),
  button(t("I threw a one"), () => enterInput({ kind: "throw", total: 1 })),
];

const WHISPERED = {
  own: {
    pick: ({ on_turn: acts }, covered) => ({ acts, covered }),
    draw: ({ acts }) => html("p", { class: "turn-text" }, acts ? t("You throw") : t("You wait")),
  },
  knowledge: ({ left }) => left,
  violationText: (violation, { total }, left) => t("{total} of {left} is too little", { total, left }),
};

followSeat(WHISPERED, [panel(elementById("left"), ({ seat, covered }) => ({ left: seat.left, covered }), drawLeft)]);
