// The course of an evening of Spot it!: its games, the points, the picture to share.

import { mark, n, t } from "../language/i18n.js";
import { crest } from "../drawing/signs.js";
import { html } from "../drawing/dom.js";

// The five games: names and instructions.

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

// The course of a match: the points of each game.

/** The number of the game that is played in rounds. */
export const KNIGHTS_GAME = 5;

/**
 * The games played, in order; the rounds of game 5 are merged into one.
 *
 * @param {{ games: Api.GameCounted[] }} match
 * @returns {Api.GameCounted[]}
 */
export const playedGames = ({ games }) => games.reduce(mergeRound, []);

/**
 * @param {Api.GameCounted[]} before
 * @param {Api.GameCounted} game
 */
function mergeRound(before, game) {
  const last = before.at(-1);
  if (game.game !== KNIGHTS_GAME || last?.game !== KNIGHTS_GAME) return [...before, game];
  /**
   * @param {{ [colour: string]: number }} one
   * @param {{ [colour: string]: number }} other
   * @returns {{ [colour: string]: number }}
   */
  const sumCounts = (one, other) => Object.fromEntries(Object.entries(one).map(([colour, count]) => [colour, count + other[colour]]));
  return [...before.slice(0, -1), { ...last, points: sumCounts(last.points, game.points), counts: sumCounts(last.counts, game.counts) }];
}

/**
 * The part of a view that the course shows, once the match is over.
 *
 * @param {Page.MatchView} view
 */
export const pickCourse = ({ phase, games, players }) => ({ games: phase === "over" ? games : [], teams: players.map(({ colour, name }) => ({ colour, name })) });

/** @param {ReturnType<typeof pickCourse>} picked */
export function drawCourse({ games, teams }) {
  if (!games.length) return [];
  return html(
    "table",
    { class: "course" },
    html("caption", {}, t("Points by game")),
    html("thead", {}, html("tr", {}, html("td", {}), teams.map(({ colour, name }) => html("th", { scope: "col", "data-colour": colour }, crest(colour), html("span", {}, name))))),
    html("tbody", {}, playedGames({ games }).map((game) => courseRow(game, teams))),
  );
}

/**
 * @param {Omit<Api.GameCounted, "points"> & { points: { [colour: string]: number } }} game
 * @param {Page.Player[]} teams
 */
function courseRow({ game, points }, teams) {
  const best = Math.max(...Object.values(points));
  return html(
    "tr",
    {},
    html("th", { scope: "row" }, html("b", {}, `${game}`), html("span", {}, gameName(game))),
    teams.map(({ colour }) => html("td", { class: best && points[colour] === best ? "course-best" : null }, `${points[colour]}`)),
  );
}

// The points of each game of a match, in the picture to share.

const MAX_ROW_PX = 90;
const EDGE_PX = 70;

/**
 * Draws a table with a row for each game, a column for each team and a row of totals.
 *
 * @param {Api.SpotItSummary} summary
 * @param {Page.Place} place
 * @param {Page.Brush} brush
 */
function drawBoard(summary, { left, top, width, height }, { pen, colour, write, crest }) {
  pen.fillStyle = colour("ground");
  pen.fillRect(left, top, width, height);
  const games = playedGames(summary);
  const teams = summary.players;
  const row = Math.min(MAX_ROW_PX, (height - 2 * EDGE_PX) / (games.length + 3));
  const size = row * 0.5;
  const column = Math.min(150, (width - 2 * EDGE_PX) / (teams.length + 2));
  /** @param {number} index */
  const x = (index) => left + width - EDGE_PX - (teams.length - 0.5 - index) * column;
  let y = top + EDGE_PX + row * 0.6;
  write(t("Points by game"), left + EDGE_PX, y, { size: size * 1.1, bold: true, large: true, wide: x(0) - column / 2 - left - EDGE_PX });
  teams.forEach(({ colour: own }, index) => crest(own, [x(index), y - size * 0.3], size));
  for (const { game, points } of games) {
    y += row;
    write(t("Game {number}", { number: game }), left + EDGE_PX, y, { size });
    teams.forEach(({ colour: own }, index) => write(`${points[own]}`, x(index), y, { size, align: "center" }));
  }
  pen.fillStyle = colour("edge");
  pen.fillRect(left + EDGE_PX, y + row * 0.4, width - 2 * EDGE_PX, 3);
  y += row * 1.2;
  teams.forEach(({ points }, index) => write(`${points}`, x(index), y, { size: size * 1.3, bold: true, large: true, align: "center" }));
}

/** The picture's part of the history view, also used at the end of a match. */
export const PICTURE = { points: () => t("Points as they were counted"), drawBoard };
