// What is said of a game in short: who won it, and how much was played.

import { n, said, t, together } from "../language/i18n.js";

/**
 * Those who won, of a game's summary: several where they share the victory, none while it is on.
 *
 * @template {Page.Player} P
 * @param {{ players: P[], winner: string | null, winners?: (string | null)[] }} summary
 * @returns {P[]}
 */
export const winnersOf = ({ players, winner, winners = [winner] }) => players.filter(({ colour }) => winners.includes(colour));

/**
 * Who won, of one or several.
 *
 * @param {Page.Player[]} winners
 * @returns {string}
 */
export const wonBy = (winners) =>
  winners.length > 1
    ? t("{teams} shared the victory", { teams: together(winners.map(({ name }) => name)) })
    : t("{name} won", { name: winners[0].name });

/**
 * How much was played: in turns, where the game doesn't say it in words of its own.
 *
 * @param {{ turns: number, played?: Api.Sentence }} summary
 * @returns {string}
 */
export const turnsOf = ({ turns, played }) => (played ? said(played) : n("{count} turn", "{count} turns", turns));
