// The order in which the players place their first settlements: clockwise, then backwards.

import { crest } from "../drawing/crests.js";
import { html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";

/**
 * The order of the set-up phase, from the placement that is due; null if the pieces on the island don't follow it.
 *
 * @param {Pick<Page.View, "phase" | "players" | "pieces" | "to_do">} view
 * @returns {{ colours: string[], placed: number } | null} the players of both rounds, and the settlements that are complete
 */
export function foundingOrder({ phase, players, pieces, to_do: toDo }) {
  const due = /** @type {Page.ToDo[]} */ (toDo).find(({ kind }) => kind === "found");
  if (phase !== "founding" || !due?.piece) return null;
  const seats = players.map(({ colour }) => /** @type {string} */ (colour));
  const settled = pieces.filter(({ kind }) => kind !== "road").map(({ colour }) => colour);
  const placed = settled.length - (due.piece === "road" ? 1 : 0);
  const turn = placed < seats.length ? placed : 2 * seats.length - 1 - placed;
  const first = (seats.indexOf(due.colour) - turn + seats.length) % seats.length;
  const round = [...seats.slice(first), ...seats.slice(0, first)];
  const colours = [...round, ...[...round].reverse()];
  return `${colours.slice(0, settled.length).sort()}` === `${settled.sort()}` ? { colours, placed } : null;
}

/**
 * @param {NonNullable<ReturnType<typeof foundingOrder>>} order
 * @param {Page.Names} names
 */
export function drawFoundingOrder({ colours, placed }, names) {
  const each = colours.map((colour, n) =>
    html("li", { "data-colour": colour, class: n < placed ? "order-done" : "", "aria-current": n === placed && "step" }, crest(colour), html("span", { class: "hidden" }, names[colour])),
  );
  const half = colours.length / 2;
  const rounds = [each.slice(0, half), each.slice(half)].map((round, n) => {
    const name = n ? t("Second settlement") : t("First settlement");
    return [html("span", {}, name), html("ol", { "aria-label": name }, round)];
  });
  return html("div", { class: "order" }, rounds);
}
