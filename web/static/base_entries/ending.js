// Ending a game early: by agreement or because the time is up.

import { enterWithNotice } from "../network/api.js";
import { openDialog, dialogValues } from "../dialogs/dialogs.js";
import { playerChips } from "../dialogs/player_chips.js";
import { radioGroup } from "../dialogs/radios.js";
import { html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";

/** Asks why the game ends now. */
export function askEnd() {
  const enterEnd = (/** @type {"agreement" | "time"} */ because) => () => enterWithNotice({ kind: "end_game", because });
  const note = t("The player with the most visible points wins. Face-down victory points count once they are revealed.");
  /** @type {Page.Choice[]} */
  const buttons = [
    [t("All agree"), enterEnd("agreement")],
    [t("The time is up"), enterEnd("time")],
  ];
  openDialog(t("End the game now?"), html("p", {}, note), buttons);
}

/**
 * Asks which victory points a player reveals after the game was ended.
 *
 * @param {{ colour: string, name: string }[]} players the players with cards face down
 */
export function askRevealedPoints(players) {
  const who = playerChips("player", t("Whose are they?"), players, players.length === 1 ? players[0].colour : null);
  const counts = radioGroup("count", t("How many victory point cards?"), [1, 2, 3, 4, 5].map((count) => [count, `${count}`]), null);
  const enterReveal = () => enterWithNotice({ kind: "reveal_victory_points", player: dialogValues().player, count: Number(dialogValues().count) });
  const isReady = () => Boolean(dialogValues().player && dialogValues().count);
  openDialog(t("Victory points are revealed"), [who, counts], [[t("Reveal"), enterReveal]], { ready: isReady });
}

/**
 * Asks which player leaves.
 *
 * @param {Api.BasePlayer[]} players
 */
export function askPlayerLeaves(players) {
  const who = playerChips("player", t("Who leaves?"), players.filter(({ resting }) => !resting), null);
  const note = t("The seat is paused: its pieces and cards stay, it gets nothing and nobody can rob it. A player who comes back plays on.");
  const enterLeave = () => enterWithNotice({ kind: "leave_table", player: dialogValues().player });
  openDialog(t("A player leaves"), [who, html("p", {}, note)], [[t("Pause this seat"), enterLeave]], { ready: () => Boolean(dialogValues().player) });
}
