// What people enter, at the thumb's reach: the few things that no camera sees.

import { enter, enterTold } from "../api.js";
import { html, panel } from "../dom.js";
import { acts } from "../pairing/looking.js";
import { t } from "../words.js";
import { askPlay, askReveal, buyCard } from "./development.js";
import { askMore } from "./more.js";
import { now } from "./now.js";
import { askDiscard, askRob } from "./robbery.js";
import { askRoll } from "./roll.js";
import { actionSign } from "./signs.js";
import { askTrade } from "./trade.js";

/** The bar as a part of the page: a function that draws a game's view. */
export function actionBar(root) {
  const draw = panel(root, pick, (picked) => (acts() ? actions(picked).map(button) : []));
  return (view) => {
    root.setAttribute("aria-label", t("Enter"));
    draw(view);
  };
}

/** What the bar shows of a view. */
function pick({ phase, may }) {
  const { roll, trade, buy_card: buy, play, reveal, end_turn: ends, discard, rob } = may ?? {};
  return { phase, roll, trade, buy, plays: play?.length > 0, reveals: reveal?.length > 0, ends, discard, rob };
}

/** The actions in their order; those that the rules want or allow now are `due` or `usual`. */
function actions({ phase, roll, trade, buy, plays, reveals, ends, discard, rob }) {
  const playing = phase === "play";
  return [
    Object.keys(discard ?? {}).length > 0 && { key: "discard", text: t("Discard"), due: true, act: askDiscard },
    rob?.length > 0 && { key: "rob", text: t("Rob"), due: true, act: askRob },
    phase !== "over" && { key: "roll", text: t("Enter a roll"), usual: roll, act: askRoll },
    playing && { key: "trade", text: t("Trade"), usual: trade, act: askTrade },
    playing && { key: "buy", text: t("Buy card"), usual: buy, act: buyCard },
    playing && { key: "play", text: t("Play card"), usual: plays, act: askPlay },
    reveals && { key: "reveal", text: t("Reveal"), usual: true, act: (view) => askReveal(view, view.on_turn) },
    playing && { key: "end", text: t("End turn"), usual: ends, off: !ends, act: () => enter({ kind: "end_turn" }) },
    { key: "undo", text: t("Undo"), usual: true, act: () => enterTold({ kind: "undo" }) },
    { key: "more", text: t("More"), usual: true, act: askMore },
  ].filter(Boolean);
}

function button({ key, text, due, usual, off, act }) {
  const tap = async ({ currentTarget: tapped }) => {
    // A finger that taps twice means once.
    tapped.disabled = true;
    await act(now());
    tapped.disabled = false;
  };
  const kind = due ? "action-due" : usual ? "action-usual" : "";
  return html(
    "button",
    { type: "button", class: `action ${kind}`.trim(), "data-key": key, disabled: off, onclick: tap },
    actionSign(key),
    html("span", {}, text),
  );
}
