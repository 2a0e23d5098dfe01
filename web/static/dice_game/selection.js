// What somebody at this device looks at or is about to build: until the turn is another's.

/** @type {{ turn: string | null, looked: string | null, piece: Api.SheetPiece | null }} */
let state = { turn: null, looked: null, piece: null };
let again = () => {};

/**
 * Have a function called where this changes.
 *
 * @param {() => void} listener
 */
export const onChoice = (listener) => (again = listener);

/**
 * What is chosen in a view: whose sheet is `looked` at (a colour), and which `piece` is to be placed.
 *
 * @param {Page.DiceView} view
 */
export function choosing({ game, turn, on_turn: onTurn, players }) {
  const key = `${game} ${turn}`;
  if (key !== state.turn) state = { turn: key, looked: null, piece: null };
  const seen = players.some(({ colour }) => colour === state.looked) ? state.looked : onTurn;
  return { looked: seen, piece: state.piece };
}

/**
 * Look at a player's sheet.
 *
 * @param {string | null} looked
 */
export function look(looked) {
  state = { ...state, looked };
  again();
}

/**
 * Say which piece is to be placed; null: none.
 *
 * @param {Api.SheetPiece | null} piece
 */
export function place(piece) {
  state = { ...state, looked: null, piece };
  again();
}

/**
 * An input of whose turn a view shows: where that is another's by now, or over, the table refuses it.
 *
 * @param {Page.DiceView} view
 * @param {Page.Input} input
 */
export const ofTurn = ({ turn, on_turn: player }, input) => ({ ...input, player, about: { turn } });
