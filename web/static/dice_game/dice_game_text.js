// Texts of a dice game: log lines, changes by corrections, announcements.

import { namesOf, currentView } from "../table/game.js";
import { SHARED_CHANGES, withLabel, mark, n, t, word } from "../language/i18n.js";
import { gameStartText } from "../base_game/event_text.js";
import { diceText, knightName, placeLabel } from "./faces.js";

/** @type {{ [word: string]: (fields: Page.Asked) => string }} */
export const QUESTIONS = {
  which_faces: ({ dice_count: count }) => n("What does this die show?", "What do these {count} dice show, from left to right?", count),
  faces_are: ({ faces }) => faces.map((face) => word("resource", face)).join(", "),
  other_faces: () => t("Something else"),
};

/** Terms of the dice game (table/game.js). */
export const WORDS = {
  violation: {
    wrong_number_of_dice: mark("not with this number of dice"),
    no_throw_left: mark("three rolls have already been made"),
    after_building: mark("something was already built this turn"),
    knight_not_built: mark("this knight has not been built yet"),
    knight_spent: mark("this knight has already been spent"),
    wrong_resource: mark("the knight stands for another resource"),
    die_not_there: mark("no die shows that"),
    already_built: mark("that is already built"),
    not_reached: mark("no road leads there yet"),
    before_throw: mark("a knight turns a die only after a roll"),
    dice_do_not_pay: mark("the dice can't pay for it"),
  },
};

/** @type {{ [kind: string]: () => string }} */
const KIND_NAMES = {
  throw: () => t("The dice were rolled"),
  use_knight: () => t("A knight turned a die"),
  build: () => t("Something was built"),
  end_turn: () => t("The dice were passed"),
};

/**
 * The name of a kind of event that can be inserted into the log.
 *
 * @param {string} kind
 */
export const kindName = (kind) => KIND_NAMES[kind]();

/** @type {{ [piece: string]: (who: { name: string }) => string }} */
const BUILD_TEXTS = {
  road: (who) => t("{name} builds a road", who),
  settlement: (who) => t("{name} builds a settlement", who),
  city: (who) => t("{name} builds a city", who),
  knight: (who) => t("{name} builds a knight", who),
};

/** @type {{ [kind: string]: (event: Page.Event, who: { name: string }, name: Page.Naming) => string }} */
const EVENT_TEXTS = {
  game_started: (event) => gameStartText(/** @type {Api.DiceGameGameStarted} */ (/** @type {unknown} */ (event))),
  throw: ({ dice }, who) => t("{name} rolls {dice}", { ...who, dice: diceText(dice) }),
  use_knight({ die, resource }, who) {
    const into = word("resource", resource);
    if (!die) return t("{name} uses a knight to turn a die into {into}", { ...who, into });
    return t("{name} uses a knight to turn {die} into {into}", { ...who, die: word("resource", die), into });
  },
  build: ({ piece }, who) => BUILD_TEXTS[piece](who),
  end_turn: (_, who) => t("{name} passes the dice", who),
};

/**
 * The sentence for an event; `name` turns a colour into a player's name.
 *
 * @param {Page.Event} event
 * @param {Page.Naming} name
 */
export const eventText = (event, name) => EVENT_TEXTS[event.kind](event, { name: event.player ? name(event.player) : "" }, name);

/**
 * The place of a build on the sheet, or the knight that was used.
 *
 * @param {Page.Event} event
 */
export function describeLocation({ kind, piece, at, knight }) {
  const sheet = /** @type {Page.DiceView | null} */ (currentView())?.sheet;
  if (!sheet) return "";
  if (kind === "use_knight") return knightName(sheet, knight);
  return kind === "build" ? placeLabel(sheet, piece, at) : "";
}

/** @param {string[] | null} lie */
const diceValue = (lie) => (lie ? diceText(lie) : "–");
/**
 * @param {string} piece
 * @param {string[]} ids
 */
const placesText = (piece, ids) => ids.map((id) => placeLabel(/** @type {Page.DiceView} */ (currentView()).sheet, piece, id)).join(", ") || "–";

/**
 * Sentences for each kind of change by a correction.
 *
 * @type {Page.Changes}
 */
export const CHANGES = {
  ...SHARED_CHANGES,
  dice: ({ before, after }) => [
    t("Dice of this turn: {before} → {after}", { before: diceValue(before), after: diceValue(after) }),
  ],
  longest_route: ({ before, after }, name) => [
    t("Longest Road: {before} → {after}", { before: name(before), after: name(after) }),
  ],
  most_knights: ({ before, after }, name) => [
    t("Largest Army: {before} → {after}", { before: name(before), after: name(after) }),
  ],
  route: ({ colour, before, after }, name) => [
    t("{name}: route length {before} → {after}", { name: name(colour), before, after }),
  ],
  built: ({ colour, piece, before, after }, name) => [
    t("{name}, {piece}: {before} → {after}", {
      name: name(colour),
      piece: word("piece", piece),
      before: placesText(piece, before),
      after: placesText(piece, after),
    }),
  ],
  spent: ({ colour, before, after }, name) => [
    t("{name}, knights spent: {before} → {after}", {
      name: name(colour),
      before: placesText("knight", before),
      after: placesText("knight", after),
    }),
  ],
};

/**
 * The announcements between two views, most important first, each with a `sound` and a `text`.
 *
 * @param {Page.DiceView} before
 * @param {Page.DiceView} after
 * @returns {Page.News[]}
 */
export function news(before, after) {
  const names = namesOf(after);
  if (after.winner && !before.winner) return [{ sound: "winner", text: t("{name} wins!", { name: names[after.winner] }) }];
  const thrown = newThrow(before, after);
  return [
    ...(thrown ? [{ sound: "roll", text: `${eventText(thrown, (colour) => names[colour])}.` }] : []),
    ...specialCards(before, after, names),
    ...(after.turn > before.turn ? [{ sound: "turn", text: t("{name}'s turn.", { name: names[after.on_turn ?? ""] }) }] : []),
  ];
}

/**
 * @param {Page.DiceView} before
 * @param {Page.DiceView} after
 */
function newThrow({ log: before }, { log: after }) {
  const newest = after.at(-1);
  return newest?.event.kind === "throw" && newest.number > (before.at(-1)?.number ?? 0) ? newest.event : null;
}

/**
 * @param {Page.DiceView} before
 * @param {Page.DiceView} after
 * @param {Page.Names} names
 */
function specialCards(before, after, names) {
  /** @type {[card: "longest_route" | "most_knights", name: string][]} */
  const cards = [
    ["longest_route", t("Longest Road")],
    ["most_knights", t("Largest Army")],
  ];
  return cards
    .filter(([card]) => after[card] && after[card] !== before[card])
    .map(([card, name]) => ({ sound: "card", text: `${withLabel(name, names[after[card] ?? ""])}.` }));
}
