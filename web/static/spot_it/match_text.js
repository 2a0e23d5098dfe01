// Texts of a match: log lines, changes by corrections, announcements.

import { SHARED_CHANGES, joinClauses, withLabel, mark, n, t, joinNames } from "../language/i18n.js";
import { namesOf } from "../table/game.js";
import { gameName } from "./course.js";

/** Terms of a match (table/game.js). */
export const WORDS = {
  violation: {
    wrong_game: mark("another game was in progress"),
    nobody_out: mark("no team ran out of cards first"),
    no_first_out_here: mark("in this game no team runs out of cards"),
    team_not_counted: mark("a team was not counted"),
    too_many_of_a_team: mark("more cards than the team has"),
    too_many_on_island: mark("more than the 19 cards of the island"),
    too_many_harbors: mark("more harbors than can be bordered"),
    not_all_captured: mark("not 19 cards in all"),
    wrong_captures: mark("not as many cards as a round gives"),
  },
};

/** @type {{ [kind: string]: () => string }} */
const KIND_NAMES = {
  game_scored: () => t("A game was counted"),
  round_scored: () => t("A round of the knights was played"),
};

/**
 * The name of a kind of event that can be inserted into the log.
 *
 * @param {string} kind
 */
export const kindName = (kind) => KIND_NAMES[kind]();

/**
 * Each team's name with its number.
 *
 * @param {{ [colour: string]: number }} counts
 * @param {Page.Naming} name
 */
const countsText = (counts, name) =>
  Object.entries(counts)
    .map(([colour, count]) => `${name(colour)} ${count}`)
    .join(", ");

/**
 * @param {{ [colour: string]: number }} counts
 * @returns {{ [colour: string]: number }}
 */
const withoutZeros = (counts) => Object.fromEntries(Object.entries(counts).filter(([, count]) => count));

/**
 * @param {string[]} out
 * @param {Page.Naming} name
 */
const firstOutText = (out, name) =>
  n("out first: {teams}", "out first: {teams}", out.length, { teams: joinNames(out.map(name)) });

/** @type {{ [kind: string]: (event: Page.Event, name: Page.Naming) => string }} */
const EVENT_TEXTS = {
  game_started: () => t("The teams are formed"),
  game_scored({ game, first_out: out, counts }, name) {
    const counted = withLabel(gameName(game), countsText(counts, name));
    return out.length ? joinClauses([counted, firstOutText(out, name)]) : counted;
  },
  round_scored: ({ captured }, name) => t("A round of the knights: {taken}", { taken: countsText(withoutZeros(captured), name) || "–" }),
};

/**
 * The sentence for an event; `name` turns a colour into a team's name.
 *
 * @param {Page.Event} event
 * @param {Page.Naming} name
 */
export const eventText = (event, name) => EVENT_TEXTS[event.kind](event, name);

/**
 * @param {string[]} colours
 * @param {Page.Naming} name
 */
const teamsText = (colours, name) => (colours.length ? joinNames(colours.map(name)) : t("nobody"));

/**
 * Sentences for each kind of change by a correction.
 *
 * @type {Page.Changes}
 */
export const CHANGES = {
  ...SHARED_CHANGES,
  winners: ({ before, after }, name) => [
    t("Winner: {before} → {after}", { before: teamsText(before, name), after: teamsText(after, name) }),
  ],
  game: ({ before, after }) => [t("Game: {before} → {after}", { before: gameName(before), after: gameName(after) })],
};

/**
 * The announcements between two views, each with a `sound` and a `text`.
 *
 * @param {Page.MatchView} before
 * @param {Page.MatchView} after
 * @returns {Page.News[]}
 */
export function news(before, after) {
  const names = namesOf(after);
  if (after.winners.length && !before.winners.length) {
    const [first, ...others] = after.winners.map((colour) => names[colour]);
    const text = others.length
      ? t("{teams} share the victory!", { teams: joinNames([first, ...others]) })
      : t("{name} wins!", { name: first });
    return [{ sound: "winner", text }];
  }
  const newest = after.log.at(-1);
  if (!newest || newest.number <= (before.log.at(-1)?.number ?? 0) || !after.last) return [];
  const { points } = after.last;
  const scored = after.players.filter(({ colour }) => points[colour]);
  const texts = scored.map(({ name, colour }) =>
    n("{name} scores {count} point.", "{name} scores {count} points.", points[colour] ?? 0, { name }),
  );
  return [{ sound: "card", text: texts.join(" ") }];
}
