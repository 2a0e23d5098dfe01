// The games of a match of Spot it! CATAN, as they are looked back on.

const KNIGHTS = 5;

/** The games that were played, in their order: the rounds of game 5 as one. */
export const played = ({ games }) => games.reduce(joined, []);

function joined(before, game) {
  const last = before.at(-1);
  if (game.game !== KNIGHTS || last?.game !== KNIGHTS) return [...before, game];
  const sum = (one, other) => Object.fromEntries(Object.entries(one).map(([colour, count]) => [colour, count + other[colour]]));
  return [...before.slice(0, -1), { ...last, points: sum(last.points, game.points), counts: sum(last.counts, game.counts) }];
}

/** Whether the count of a team was doubled in a game. */
export const isDoubled = ({ solo }, { game }, colour) => colour === solo && game !== KNIGHTS;
