// What is said of a game in short: who won it, and how much was played.

import { n, t, together } from "../i18n.js";

/** Those who won, of a game's summary: several where they share the victory, none while it is on. */
export const winnersOf = ({ players, winner, winners = [winner] }) => players.filter(({ colour }) => winners.includes(colour));

/** Who won, of one or several. */
export const wonBy = (winners) =>
  winners.length > 1
    ? t("{teams} shared the victory", { teams: together(winners.map(({ name }) => name)) })
    : t("{name} won", { name: winners[0].name });

/** How many turns were played; of Spot it! CATAN, how often something was counted. */
export const turnsOf = (kind, count) =>
  kind === "spot_it" ? n("counted once", "counted {count} times", count) : n("{count} turn", "{count} turns", count);

/** What those are called who play a kind of game. */
export const seatOf = (kind) => (kind === "spot_it" ? t("Team") : t("Player"));
