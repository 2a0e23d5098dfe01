// The texts of open questions and announcements.

import { facesOf, formatDice, HEX_COUNT, winnersOf, victoryText } from "./event_text.js";
import { n, t, withLabel, listCards, word } from "../language/i18n.js";
import { namesOf } from "../table/game.js";

// Sentences for a base game's questions and answers, and for its pending actions.

/**
 * Phrases for an event, to begin a question about it.
 *
 * @type {{ [event: string]: (who: { name?: string }) => string }}
 */
export const EVENT_PHRASES = {
  place_road: (who) => t("{name} built a road", who),
  place_settlement: (who) => t("{name} built a settlement", who),
  place_city: (who) => t("{name} built a city", who),
  buy_development_card: (who) => t("{name} bought a development card", who),
  domestic_trade: (who) => t("{name} traded", who),
  maritime_trade: (who) => t("{name} traded with the bank", who),
  discard: (who) => t("{name} discarded", who),
  move_robber: (who) => t("{name} moved the robber", who),
  play_development_card: (who) => t("{name} played a development card", who),
  theft: (who) => t("{name} stole a card", who),
  steal: (who) => t("{name} was robbed of a card", who),
};

/** @param {Api.AskedFields} fields */
const eventPhrase = ({ name = "", event = "" }) => EVENT_PHRASES[event]?.({ name }) ?? withLabel(name, event.replaceAll("_", " "));

/** @param {Api.Dice} dice */
function faceFields(dice) {
  const [a, b] = facesOf(dice);
  return { a, b };
}

/** @param {Api.AskedFields} fields */
const pieceFields = ({ piece, colour }) => ({ piece: word("piece", piece), colour: word("colour", colour) });

/**
 * The text of each question and of each answer.
 *
 * @type {{ [word: string]: (fields: Page.Asked) => string }}
 */
export const QUESTIONS = {
  is_it_a_roll: ({ dice, source }) =>
    t("{source}: the dice show {a} and {b}. Was that a roll?", { ...faceFields(dice), source: word("source", source) }),
  no_roll: () => t("No"),
  a_roll: ({ dice }) => t("Yes, {dice}", { dice: formatDice(dice) }),
  counted_beside: ({ name, dice }) =>
    t("{name}: {a} and {b} beside the tower were counted as a roll. Is that right?", { name, ...faceFields(dice) }),
  own_roll: ({ dice, thrown }) =>
    t("Dice beside the tower showed {a} and {b} before {thrown} was rolled. Was that a separate roll?", {
      ...faceFields(dice),
      thrown: formatDice(thrown),
    }),
  thrown_twice: ({ name, dice, thrown }) =>
    t("{name} rolled {dice}, and right after that the dice showed {thrown}. Rolled again, or the next player?", {
      name,
      dice: formatDice(dice),
      thrown: formatDice(thrown),
    }),
  thrown_again: () => t("Rolled again"),
  next_player: ({ name }) => t("{name} rolled", { name }),
  which_dice: () => t("This roll was read in two ways. What was rolled?"),
  dice_of: ({ dice, source }) => t("{dice} ({source})", { dice: formatDice(dice), source: word("source", source) }),
  how_was_it_paid: (fields) =>
    t("{told}, but some of the cards for it were missing. What was not entered?", { told: eventPhrase(fields) }),
  bank_trade: ({ give, take }) =>
    t("{given} to the bank for {taken}", { given: listCards(give), taken: listCards(take) }),
  trade_with: ({ name, take }) => t("A trade with {name} for {taken}", { name, taken: listCards(take) }),
  rolled_instead: ({ name, dice, told }) =>
    t("{name} rolled {dice}, not {told}", { name, dice: formatDice(dice), told: formatDice(told) }),
  roll_unread: ({ source }) =>
    t("{source}: the dice can't be read. What was rolled?", { source: word("source", source) }),
  unseen_roll: ({ name }) => t("Nobody saw what {name} rolled. What was it?", { name }),
  say_dice: () => t("Enter the dice"),
  forgotten_roll: (fields) => t("{told}, but no roll was entered. What was rolled?", { told: eventPhrase(fields) }),
  missed_roll: (fields) => t("{told} in another player's turn. Was a roll missed?", { told: eventPhrase(fields) }),
  roll_unseen: () => t("Yes, nobody saw the dice"),
  rolled_unseen: ({ name }) => t("{name} rolls, but nobody saw the dice", { name }),
  rolled: ({ total }) => `${total}`,
  was_it_a_seven: ({ name, dice }) =>
    t("{name} rolled {dice}, but the robber did not move. Was it a seven?", { name, dice: formatDice(dice) }),
  when_was_it_bought: ({ name }) =>
    t("{name} revealed a card, but its purchase was not entered. When was it bought?", { name }),
  which_turn: (fields) => t("{told}. In which turn?", { told: eventPhrase(fields) }),
  in_turn: ({ turn, name }) => t("In turn {turn}, {name}", { turn, name }),
  which_order: (fields) => t("{told}. When?", { told: eventPhrase(fields) }),
  latest_robber: () => t("After the latest robber move"),
  earlier_robber: () => t("After an earlier robber move"),
  card_bought: ({ turn }) => t("In turn {turn}", { turn }),
  not_so: ({ turn, ...fields }) => t("Wrong: “{told}” (turn {turn})", { told: eventPhrase(fields), turn }),
  count_cards: ({ counts }) =>
    t("Seven: count your cards. {counts}: is that right?", { counts: counts.map(({ name, cards }) => `${name} ${cards}`).join(", ") }),
  counts_fit: () => t("Yes, all"),
  counts_differ: () => t("No, enter them"),
  count_differs: ({ name, count, recorded }) =>
    t("{name} has {count} cards, but {recorded} were entered. What is missing?", { name, count, recorded }),
  piece_built: (fields) => t("A {piece}: tap its place on the island", pieceFields(fields)),
  leave_as_told: () => t("Leave as is"),
  piece_unexplained: (fields) =>
    t("The camera sees a {piece} ({colour}) where none can be. Is it there?", pieceFields(fields)),
  winning_piece: (fields) =>
    t(
      "The camera sees a {piece} ({colour}) that would win the game, but it doesn't fit the game log. Is it there?",
      pieceFields(fields),
    ),
  not_there: () => t("No"),
  it_is_there: () => t("Yes, it is there"),
  piece_gone: (fields) => t("The camera no longer sees a {piece} ({colour}). Is it still there?", pieceFields(fields)),
  whose_knight: () => t("The robber was moved by a knight. Whose was it?"),
  knight_of: ({ name }) => t("{name}'s", { name }),
  still_there: () => t("Yes"),
  taken_away: () => t("No, remove it"),
};

/** @type {{ [kind: string]: (item: Page.ToDo, who: { name: string | undefined }) => string }} */
const TO_DO_SENTENCES = {
  discard({ count, likely = true, between }, who) {
    if (likely) return n("{name} discards {count} card", "{name} discards {count} cards", count, who);
    const [least, most] = between;
    if (least === most) return n("{name} discards about {count} card", "{name} discards about {count} cards", count, who);
    return t("{name} discards about {count} cards, {least} to {most}", { ...who, count, least, most });
  },
  may_discard: ({ count, limit }, who) => t("With more than {limit} cards, {name} discards {count}", { ...who, limit, count }),
  move_robber: (_, who) => t("{name} moves the robber", who),
  steal: (_, who) => t("{name} steals a card from another player", who),
  confirm_island: ({ doubtful = [] }) =>
    doubtful.length
      ? t("Is this the island? No box contains this set: the ringed hexes may be misread. Tap what is wrong.")
      : t("Is this the island? Tap what is wrong."),
  take_up: () => t("The pieces on the board are being read. You can also enter them with a tap."),
  lay_island({ missing, camera, pieces }) {
    if (camera === "waiting" && (!missing || missing.hexes === HEX_COUNT)) {
      return t("Looking for the camera: it reads the island as soon as it sees it.");
    }
    const isWatched = camera === "ok";
    if (!missing || missing.hexes === HEX_COUNT) {
      return isWatched ? t("The island has not been read yet. Tap a hex to enter what is there.") : t("Which island do you play on?");
    }
    if (missing.hexes) return n("{count} hex is still missing: tap it.", "{count} hexes are still missing: tap each.", missing.hexes);
    if (missing.tokens) return n("{count} number token is still missing.", "{count} number tokens are still missing.", missing.tokens);
    if (!missing.harbors) {
      if (pieces === "from_diagram") return t("Is this the island? Tap what is wrong. The pieces and starting resources follow.");
      if (pieces === "as_printed") return t("Is this the island? Tap what is wrong. Then place the pieces as printed in your rulebook.");
      return t("Is this the island? Tap what is wrong.");
    }
    if (!isWatched) return n("{count} harbor is still missing.", "{count} harbors are still missing.", missing.harbors);
    return n(
      "Is this the island? {count} harbor is still missing: tap a hex beside it.",
      "Is this the island? {count} harbors are still missing: tap a hex beside each.",
      missing.harbors,
    );
  },
  found({ piece }, who) {
    if (piece === "settlement") return t("{name} puts down a settlement", who);
    if (piece === "road") return t("{name} puts down a road", who);
    return t("{name} puts down a settlement and a road", who);
  },
  take_starting_resources: (_, who) => t("{name} takes the starting resources: tap the settlement that has a star in the rulebook", who),
  free_roads: ({ count }, who) => n("{name} builds a free road", "{name} builds {count} free roads", count, who),
  roll: ({ again }, who) => (again ? t("House rule: no seven in the first rounds. {name} rolls again", who) : t("{name} rolls the dice", who)),
};

/**
 * Sentences for viewers, without hints to tap.
 *
 * @type {{ [kind: string]: (item: Page.ToDo, who: { name: string | undefined }) => string }}
 */
const VIEWER_SENTENCES = {
  confirm_island: () => t("The island is being checked."),
  take_up: () => t("The pieces on the board are being read."),
  lay_island({ missing }) {
    if (!missing || missing.hexes === HEX_COUNT) return t("The island has not been read yet.");
    return missing.hexes || missing.tokens || missing.harbors ? t("The island is being entered.") : t("The island is being checked.");
  },
  take_starting_resources: (_, who) => t("{name} takes the starting resources", who),
};

/**
 * The sentence for a pending action, with the player's name if it is one player's. `acts`: whether this device may
 * enter it.
 *
 * @param {Page.ToDo} item
 * @param {string | undefined} name
 * @param {boolean} acts
 */
export function toDoText(item, name, acts = true) {
  const sentence = (acts ? null : VIEWER_SENTENCES[item.kind]) ?? TO_DO_SENTENCES[item.kind];
  if (sentence) return sentence(item, { name });
  const legible = item.kind.replaceAll("_", " ");
  return name ? withLabel(name, legible) : legible;
}

// Spoken and audible announcements of a base game.

/**
 * Lists the announcements for the change between two views, most important first. Each has a `sound` and a `text`.
 *
 * @param {Page.View} before
 * @param {Page.View} after
 * @returns {Page.News[]}
 */
export function news(before, after) {
  const names = namesOf(after);
  const winners = winnersOf(after);
  if (winners.length && !winnersOf(before).length) {
    return [{ sound: "winner", text: victoryText(winners.map((colour) => names[colour])) }];
  }
  const rolled = hasNewRoll(before, after);
  return [
    ...(rolled && after.roll ? announceRoll(after.roll, after.to_do, names) : []),
    ...(!rolled && after.phase === "play" && after.turn !== before.turn
      ? [{ sound: "turn", text: t("{name}'s turn.", { name: names[after.on_turn ?? ""] }) }]
      : []),
    ...newDeals(before, after).map((each) => announceTakenCards(each, names, "card")),
    ...announceSpecialCards(before, after, names),
  ];
}

/**
 * Players whose starting resources appear only in the newer view.
 *
 * @param {Page.View} before
 * @param {Page.View} after
 */
const newDeals = ({ dealt: before = [] }, { dealt: after = [] }) =>
  after.filter(({ colour }) => !before.some((each) => each.colour === colour));

/**
 * Returns whether the dice were rolled between the views: the latest log entry is a new roll.
 *
 * @param {Page.View} before
 * @param {Page.View} after
 */
function hasNewRoll({ log: before }, { log: after, roll: shown }) {
  const newest = after.at(-1);
  return Boolean(shown) && newest?.event.kind === "roll" && newest.number > (before.at(-1)?.number ?? 0);
}

/**
 * @param {Api.BaseRolled} rolled
 * @param {Page.ToDo[]} toDo
 * @param {Page.Names} names
 * @returns {Page.News[]}
 */
function announceRoll({ sum, player, takes }, toDo, names) {
  const rolled = t("{name} rolls {sum}.", { name: names[player], sum });
  const rest =
    sum === 7
      ? toDo.map((item) => `${toDoText(item, names[item.colour])}.`)
      : takes.map((each) => announceTakenCards(each, names, "").text);
  return [{ sound: sum === 7 ? "seven" : "roll", text: [rolled, ...rest].join(" ") }];
}

/**
 * @param {Api.Takes} takes
 * @param {Page.Names} names
 * @param {string} sound
 * @returns {Page.News}
 */
const announceTakenCards = ({ colour, cards }, names, sound) => ({
  sound,
  text: t("{name} takes {cards}.", { name: names[colour], cards: listCards(cards) }),
});

/**
 * @param {Page.View} before
 * @param {Page.View} after
 * @param {Page.Names} names
 * @returns {Page.News[]}
 */
function announceSpecialCards({ players: before }, { players: after }, names) {
  /** @type {[card: "longest_road" | "largest_army", name: string][]} */
  const cards = [
    ["longest_road", t("Longest road")],
    ["largest_army", t("Largest army")],
  ];
  return cards.flatMap(([card, name]) => {
    const [had, has] = [before, after].map((players) => players.find((each) => each[card])?.colour);
    return has && has !== had ? [{ sound: "card", text: `${withLabel(name, names[has])}.` }] : [];
  });
}
