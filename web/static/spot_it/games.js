// The five games: names and instructions.

import { mark, n, t } from "../language/i18n.js";

/** @type {{ [game: number]: string }} */
const GAME_NAMES = {
  1: mark("Welcome to Catan"),
  2: mark("The harbors"),
  3: mark("The longest road"),
  4: mark("The barbarians"),
  5: mark("The knights"),
};

/**
 * The name of a game.
 *
 * @param {number} number
 */
export const gameName = (number) => t(GAME_NAMES[number]);

/**
 * The question for each team's count at the end of a game.
 *
 * @type {{ [game: number]: string }}
 */
const COUNT_QUESTIONS = {
  1: mark("How many cards of each colour can be seen?"),
  2: mark("How many harbors does each team border?"),
  3: mark("How many cards are in each team's largest group?"),
  4: mark("How many cards did each team take?"),
};

/** @param {number} number */
export const countQuestion = (number) => t(COUNT_QUESTIONS[number]);

/**
 * The rule of each game in a sentence or two.
 *
 * @type {{ [game: number]: string }}
 */
export const RULES = {
  1: mark("Find the symbol that your card shares with a card of the island, and cover that card. The most visible cards win!"),
  2: mark("Begin in the middle and reach the harbors: cover cards beside your own, always by a shared symbol. The most harbors win!"),
  3: mark("Cover cards of the island by a shared symbol, and connect your colour. The largest group wins!"),
  4: mark("Find the symbol that your card shares with a card of the island, and take that card. The most cards win!"),
  5: mark("Find the symbol that your card shares with another team's card, and take that card: 1 point."),
};

/**
 * Instructions to set up, play and count each game.
 *
 * @type {{ [game: number]: { lay: string, play: string, count: string } }}
 */
export const INSTRUCTIONS = {
  1: {
    lay: mark("Lay the 19 island cards face up. Each team holds its own cards face down; two players share them."),
    play: mark("All at once: turn over your first card. Name the symbol that it shares with any card of the island, and cover that card."),
    count: mark("A team without cards ends the game: 1 point for it, 2 for the most cards that can be seen."),
  },
  2: {
    lay: mark("Lay the 19 island cards and the 6 harbors face up. Each team holds its own cards face down; two players share them."),
    play: mark("All at once, by shared symbols: begin in the middle, then cover one of your cards or a card that touches it, never a harbor. If all of your cards are covered, begin in the middle again."),
    count: mark("A team without cards ends the game: 1 point for it, 2 for the most harbors beside its cards."),
  },
  3: {
    lay: mark("Lay the 19 island cards face up. Each team gives cards to the others, and shuffles the cards it gets into its own."),
    play: mark("All at once: cover a card of the island that shares a symbol with yours. Watch where you place the other teams' colours!"),
    count: mark("A team without cards ends the game: 1 point for it, 2 for the largest group of touching cards."),
  },
  4: {
    lay: mark("Lay the 19 island cards face up. Each team puts one of its own cards in front of it, face down."),
    play: mark("All at once: turn over your card. Name the symbol that it shares with a card of the island, and take that card without hiding your own."),
    count: mark("The last card ends the game: 2 points for the most cards, and for each team that ties."),
  },
  5: {
    lay: mark("Each team stacks all its cards in front of it, face down."),
    play: mark("All at once: turn over the first card in the middle. Name the symbol that your card shares with another team's card, and take that card."),
    count: mark("A team whose card is taken is out, until one team is left. Each card scores 1 point. Rounds continue until 10 points."),
  },
};

/**
 * Texts for repeated games, by the plural category of an ordinal number in the current language.
 *
 * @type {{ [kind: string]: string }}
 */
const ORDINAL_TEXTS = {
  one: mark("Game {number}, for the {time}st time"),
  two: mark("Game {number}, for the {time}nd time"),
  few: mark("Game {number}, for the {time}rd time"),
  other: mark("Game {number}, for the {time}th time"),
};

/**
 * A text with the game's number and how many times it has been played.
 *
 * @param {number} number
 * @param {number} time
 */
export function ordinalGameText(number, time) {
  const kind = new Intl.PluralRules(document.documentElement.lang, { type: "ordinal" }).select(time);
  const text = ORDINAL_TEXTS[kind] ?? ORDINAL_TEXTS.other;
  return t(text, { number, time });
}

/**
 * A text with the number of cards that a team takes for a game.
 *
 * @param {number} count
 */
export const cardCountText = (count) => n("takes {count} card", "takes {count} cards", count);
