// What is told of a match: the lines of its story, what corrections change, what is news.

import { SHARED } from "../language/shared_diff_text.js";
import { namesOf } from "../table/current_view.js";
import { apart, labelled, mark, n, t, together } from "../language/i18n.js";
import { gameName } from "./games.js";

/** The words of a match (table/game.js). */
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
const KINDS = {
  game_scored: () => t("A game was counted"),
  round_scored: () => t("A round of the knights was played"),
};

/**
 * What a kind of event is called, as something that happened besides.
 *
 * @param {string} kind
 */
export const kindName = (kind) => KINDS[kind]();

/**
 * Each team's number behind its name.
 *
 * @param {{ [colour: string]: number }} counts
 * @param {Page.Naming} name
 */
const numbers = (counts, name) =>
  Object.entries(counts)
    .map(([colour, count]) => `${name(colour)} ${count}`)
    .join(", ");

/**
 * @param {{ [colour: string]: number }} counts
 * @returns {{ [colour: string]: number }}
 */
const some = (counts) => Object.fromEntries(Object.entries(counts).filter(([, count]) => count));

/**
 * @param {string[]} out
 * @param {Page.Naming} name
 */
const outFirst = (out, name) =>
  n("out first: {teams}", "out first: {teams}", out.length, { teams: together(out.map(name)) });

/** @type {{ [kind: string]: (event: Page.Event, name: Page.Naming) => string }} */
const EVENTS = {
  game_started: () => t("The teams are formed"),
  game_scored({ game, first_out: out, counts }, name) {
    const counted = labelled(gameName(game), numbers(counts, name));
    return out.length ? apart([counted, outFirst(out, name)]) : counted;
  },
  round_scored: ({ captured }, name) => t("A round of the knights: {taken}", { taken: numbers(some(captured), name) || "–" }),
};

/**
 * What an event says; `name` turns a colour into a team's name.
 *
 * @param {Page.Event} event
 * @param {Page.Naming} name
 */
export const tell = (event, name) => EVENTS[event.kind](event, name);

/**
 * @param {string[]} colours
 * @param {Page.Naming} name
 */
const all = (colours, name) => (colours.length ? together(colours.map(name)) : t("nobody"));

/**
 * What each change of a correction says, as a list of sentences.
 *
 * @type {Page.Changes}
 */
export const CHANGES = {
  ...SHARED,
  winners: ({ before, after }, name) => [
    t("Winner: {before} → {after}", { before: all(before, name), after: all(after, name) }),
  ],
  game: ({ before, after }) => [t("Game: {before} → {after}", { before: gameName(before), after: gameName(after) })],
};

/**
 * What somebody should hear of between two views: objects with a `sound` and a `text`.
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
      ? t("{teams} share the victory!", { teams: together([first, ...others]) })
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
