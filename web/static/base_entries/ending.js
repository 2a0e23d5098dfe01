// An end before somebody has enough points: all agree, or the time is up.

import { enterTold } from "../network/api.js";
import { ask, values } from "../dialogs/dialogs.js";
import { people } from "../dialogs/people.js";
import { radios } from "../dialogs/radios.js";
import { html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";

/** Ask why the game ends now. */
export function askEnd() {
  const end = (/** @type {"agreement" | "time"} */ because) => () => enterTold({ kind: "end_game", because });
  const note = t("The player with the most visible points wins. Face-down victory points count once they are revealed.");
  /** @type {Page.Choice[]} */
  const buttons = [
    [t("All agree"), end("agreement")],
    [t("The time is up"), end("time")],
  ];
  ask(t("End the game now?"), html("p", {}, note), buttons);
}

/**
 * Ask who turns up how many victory points, once the game was ended.
 *
 * @param {{ colour: string, name: string }[]} players those with cards face down
 */
export function askRevealed(players) {
  const who = people("player", t("Whose are they?"), players, players.length === 1 ? players[0].colour : null);
  const counts = radios("count", t("How many victory point cards?"), [1, 2, 3, 4, 5].map((count) => [count, `${count}`]), null);
  const reveal = () => enterTold({ kind: "reveal_victory_points", player: values().player, count: Number(values().count) });
  const ready = () => Boolean(values().player && values().count);
  ask(t("Victory points are revealed"), [who, counts], [[t("Reveal"), reveal]], { ready });
}

/**
 * Ask who leaves.
 *
 * @param {Api.BasePlayer[]} players
 */
export function askLeaves(players) {
  const who = people("player", t("Who leaves?"), players.filter(({ resting }) => !resting), null);
  const note = t("The seat is paused: its pieces and cards stay, it gets nothing and nobody can rob it. A player who comes back plays on.");
  const leave = () => enterTold({ kind: "leave_table", player: values().player });
  ask(t("A player leaves"), [who, html("p", {}, note)], [[t("Pause this seat"), leave]], { ready: () => Boolean(values().player) });
}
