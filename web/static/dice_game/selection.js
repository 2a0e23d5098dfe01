// The sheet that this device shows and the piece chosen to be built. A new turn resets both.

/** @type {{ turn: string | null, looked: string | null, piece: Api.SheetPiece | null }} */
let state = { turn: null, looked: null, piece: null };
let notifyListener = () => {};

/**
 * Sets the listener for changes of the selection.
 *
 * @param {() => void} listener
 */
export const onSelectionChange = (listener) => (notifyListener = listener);

/**
 * The selection in a view: `looked` is the colour of the sheet shown, `piece` the piece to be placed.
 *
 * @param {Page.DiceView} view
 */
export function currentSelection({ game, turn, on_turn: onTurn, players }) {
  const key = `${game} ${turn}`;
  if (key !== state.turn) state = { turn: key, looked: null, piece: null };
  const viewed = players.some(({ colour }) => colour === state.looked) ? state.looked : onTurn;
  return { looked: viewed, piece: state.piece };
}

/**
 * Shows a player's sheet; null: the active player's.
 *
 * @param {string | null} looked
 */
export function viewSheet(looked) {
  state = { ...state, looked };
  notifyListener();
}

/**
 * Selects the piece to be placed; null: none.
 *
 * @param {Api.SheetPiece | null} piece
 */
export function selectPiece(piece) {
  state = { ...state, looked: null, piece };
  notifyListener();
}

/**
 * Adds the view's player and turn to an input, so that the table refuses it once that turn is over.
 *
 * @param {Page.DiceView} view
 * @param {Page.Input} input
 */
export const withTurn = ({ turn, on_turn: player }, input) => ({ ...input, player, about: { turn } });
