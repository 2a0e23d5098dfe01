// The rates of a trade with the bank: the best that the own harbors give, or the bank's own, open to everybody.

import { html } from "../dom.js";
import { RESOURCES } from "../signs.js";
import { t } from "../i18n.js";

/** So many cards of a kind the bank takes for one, of whoever has a harbor and whoever has none. */
const BANK_RATE = 4;
const BANKS = Object.fromEntries(RESOURCES.map((kind) => [kind, BANK_RATE]));

/**
 * At which rates a trade is made, as an element: its `rates()` are those by resource.
 *
 * They are the `best` ones unless it is ticked that no harbor was used; `changed` is called then.
 */
export function askRates(best, changed) {
  const better = RESOURCES.some((kind) => best[kind] !== BANK_RATE);
  const box = html("input", { type: "checkbox", onchange: changed });
  const tick = html("label", { class: "tick" }, box, html("span", {}, t("At 4:1, without a harbor")));
  const root = html("div", { class: "trade-rate" }, better ? tick : []);
  root.rates = () => (box.checked ? BANKS : best);
  return root;
}

/** How many cards there are to take for those given. */
export const lots = (given, rates) => RESOURCES.reduce((sum, kind) => sum + (given[kind] ?? 0) / rates[kind], 0);
