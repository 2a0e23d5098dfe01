// Short texts about a game: its winners and its length.

import { n, translateSentence, t, joinNames } from "../language/i18n.js";

/**
 * The winners in a game's summary: several if they share the victory, none before the end.
 *
 * @template {Page.Player} P
 * @param {{ players: P[], winner: string | null, winners?: (string | null)[] }} summary
 * @returns {P[]}
 */
export const winnersOf = ({ players, winner, winners = [winner] }) => players.filter(({ colour }) => winners.includes(colour));

/**
 * A sentence that names one or several winners.
 *
 * @param {Page.Player[]} winners
 * @returns {string}
 */
export const winnersText = (winners) =>
  winners.length > 1
    ? t("{teams} shared the victory", { teams: joinNames(winners.map(({ name }) => name)) })
    : t("{name} won", { name: winners[0].name });

/**
 * The length of a game: its number of turns, unless the game provides its own text.
 *
 * @param {{ turns: number, played?: Api.Sentence }} summary
 * @returns {string}
 */
export const lengthText = ({ turns, played }) => (played ? translateSentence(played) : n("{count} turn", "{count} turns", turns));
