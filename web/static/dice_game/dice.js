// The dice of the dice game: which are selected, and the knights that change them.

import { currentView } from "../table/game.js";
import { enterWithNotice, TURN_STATE, combinePicks, pickFromView, closeWhenStale, enter } from "../network/api.js";
import { openDialog, dialogValues } from "../dialogs/dialogs.js";
import { html, singleFlight, panel } from "../drawing/dom.js";
import { RESOURCES } from "../drawing/signs.js";
import { t, word } from "../language/i18n.js";
import { FACES, countFaces, faceChoice, faceContent, PIECES, describePlace, knightName } from "./faces.js";
import { canEnter } from "../pairing/device_role.js";

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

// Knights that turn a die: the turn that pays for a piece, and the dialog for any other.

const GOLD_PER_RESOURCE = 2;

/**
 * The turn of a knight with which the dice pay for a piece that they don't pay for yet, the dearest piece first; null: there is none.
 *
 * @param {Pick<Page.DiceView, "dice" | "may" | "costs" | "sheet">} view
 * @param {string} id
 * @returns {{ die: string, resource: string, piece: Api.SheetPiece } | null}
 */
export function payingTurn({ dice, may, costs, sheet }, id) {
  const own = sheet.knights.find((each) => each.id === id)?.resource;
  const turns = (own ? [own] : RESOURCES).flatMap((resource) => FACES.filter((die) => die !== resource && dice.lie?.some((face) => face === die)).map((die) => ({ die, resource })));
  for (const piece of [...PIECES].reverse()) {
    if (!may.build?.[piece]?.length || may.pay?.[piece] !== false) continue;
    const turn = turns.find(({ die, resource }) => {
      const counts = countFaces(dice.lie ?? []);
      counts[die] -= 1;
      counts[resource] = (counts[resource] ?? 0) + 1;
      const missing = Object.entries(costs[piece] ?? {}).reduce((sum, [kind, cost]) => sum + Math.max(0, cost - (counts[kind] ?? 0)), 0);
      return missing * GOLD_PER_RESOURCE <= (counts.gold ?? 0);
    });
    if (turn) return { ...turn, piece };
  }
  return null;
}

/**
 * Enters that a knight turns a die.
 *
 * @param {Page.DiceView} view
 * @param {string} knight
 * @param {{ die: string | null, resource: string | null }} turn
 */
export const enterKnight = (view, knight, { die, resource }) => enterWithNotice(withTurn(view, { kind: "use_knight", knight, die, resource }));

/**
 * Asks which die a knight turns, and for a joker into which resource.
 *
 * @param {string} id
 */
export function askKnight(id) {
  /** @type {Page.DiceView} */
  const view = currentView();
  const { sheet, dice } = view;
  const resource = sheet.knights.find((each) => each.id === id)?.resource ?? null;
  const faces = dice.lie ? FACES.filter((face) => dice.lie?.some((each) => each === face) && face !== resource) : [];
  const fields = [
    faces.length ? faceChoice("die", t("Which die?"), faces, faces.length === 1 ? faces[0] : undefined) : null,
    resource
      ? html("p", {}, t("It turns into {resource}.", { resource: word("resource", resource) }))
      : faceChoice("resource", t("Into what?"), RESOURCES),
  ];
  // If all dice show the knight's resource, it turns one of them.
  const chosenFields = () => ({ resource, die: faces.length ? null : resource, ...dialogValues() });
  const isReady = () => Boolean(chosenFields().resource && chosenFields().die);
  const useKnight = () => enterKnight(view, id, chosenFields());
  openDialog(describePlace(sheet, "knight", id), fields, [[t("Turn the die"), useKnight]], { ready: isReady });
  closeWhenStale(combinePicks(TURN_STATE, pickFromView((/** @type {Page.DiceView} */ newView) => [newView.dice, newView.may])));
}

// The dice of this turn. Players tap the dice that they roll again or that were misread, then a sign for each.

const MAX_ROLLS = 3;

/**
 * The panel of the dice; returns its drawing function.
 *
 * @param {HTMLElement} root
 * @returns {(view: Page.DiceView) => void}
 */
export function dicePanel(root) {
  /** @type {Page.DiceView} */
  let latestView;
  let shownKey = "";
  /** @type {(string | null)[]} */
  let enteredFaces = [];
  // The dice that were picked up; they count as rolled again even if they show the same face.
  /** @type {Set<number>} */
  let pickedUp = new Set();
  /**
   * @param {number} at
   * @param {string | null} face
   */
  const setFace = (at, face) => {
    enteredFaces = enteredFaces.map((each, n) => (n === at ? face : each));
    draw();
  };
  /** @param {number} at */
  const pickUpDie = (at) => {
    const shownFace = latestView.dice.lie?.[at] ?? null;
    // A second tap before a sign is chosen puts the die back.
    const isPutBack = enteredFaces[at] === null && shownFace !== null;
    pickedUp = new Set([...pickedUp].filter((each) => each !== at).concat(isPutBack ? [] : [at]));
    setFace(at, isPutBack ? shownFace : null);
  };
  const drawPanel = panel(root, () => pickDice(latestView, enteredFaces, pickedUp), (seen) => drawDice(seen, setFace, pickUpDie));
  function draw() {
    drawPanel(latestView);
  }
  return (view) => {
    latestView = view;
    const { count, lie, throws } = view.dice;
    const key = JSON.stringify([view.game, view.turn, throws, lie]);
    // New dice on the table make the entered faces stale.
    if (key !== shownKey) {
      [shownKey, pickedUp] = [key, new Set()];
      enteredFaces = Array.from({ length: lie?.length ?? count }, (_, n) => lie?.[n] ?? null);
    }
    draw();
  };
}

/**
 * @param {Page.DiceView} view
 * @param {(string | null)[]} entered
 * @param {Set<number>} pickedUp
 */
function pickDice(view, entered, pickedUp) {
  const { phase, dice, may, sheet } = view;
  const throws = phase === "play" && (may.throw || !dice.throws);
  return { phase, dice, entered, thrown: !dice.lie || pickedUp.size > 0, throws, ready: (may.use_knight ?? []).map((id) => ({ id, turn: payingTurn(view, id) })), sheet, roll: correctableRoll(view) };
}

/**
 * The log line of the roll as it lies, if nothing followed that depends on it; otherwise null.
 *
 * @param {Page.DiceView} view
 */
function correctableRoll({ phase, dice, log }) {
  const line = dice.throws && phase === "play" ? log.filter(({ event }) => event.kind === "throw").at(-1) : null;
  const isWhole = line && [dice.lie, dice.left].every((faces) => JSON.stringify(faces) === JSON.stringify(line.event.dice));
  return isWhole ? { entry: line.number, asOf: line.as_of } : null;
}

/**
 * @param {ReturnType<typeof pickDice>} picked
 * @param {(at: number, face: string) => void} setFace
 * @param {(at: number) => void} pickUpDie
 */
function drawDice({ phase, dice, entered, thrown, throws, ready, sheet, roll }, setFace, pickUpDie) {
  if (phase === "over") return [];
  const canThrow = throws && canEnter();
  const canCorrect = roll !== null && canEnter();
  const asksFace = canThrow || (canCorrect && thrown);
  const nextOpen = entered.indexOf(null);
  const remaining = dice.left && { ...countFaces(dice.left) };
  const faces = entered.map((face, at) => {
    // Among dice with equal faces, spent ones come last.
    const spent = remaining && !canThrow && face && !(remaining[face]-- > 0);
    return drawDie({ face, at, spent, awaited: asksFace && at === nextOpen }, canThrow || canCorrect ? () => pickUpDie(at) : null);
  });
  return [
    html("div", { class: "tray", role: "group", "aria-label": t("Dice") }, faces),
    asksFace ? drawEntry({ dice, entered, thrown, next: nextOpen, canThrow, roll }, (face) => setFace(nextOpen, face)) : null,
    ready.length && canEnter() ? drawKnights(ready, sheet) : null,
  ];
}

/**
 * @param {{ face: string | null, at: number, spent: unknown, awaited: boolean }} die
 * @param {(() => void) | null} tap
 */
function drawDie({ face, at, spent, awaited }, tap) {
  const faceText = face ? word("resource", face) : t("not entered");
  const label = spent ? t("Die {number}: {face}, spent", { number: at + 1, face: faceText }) : t("Die {number}: {face}", { number: at + 1, face: faceText });
  const attributes = {
    class: ["resource-die", spent && "die-spent", awaited && "die-awaited"].filter(Boolean).join(" "),
    "data-resource": face,
    "aria-label": label,
  };
  const content = face ? faceContent(face) : html("b", { "aria-hidden": "true" }, "?");
  if (!tap) return html("div", { ...attributes, role: "img" }, content);
  return html("button", { type: "button", "data-key": `die-${at}`, ...attributes, onclick: tap }, content);
}

/**
 * Draws the six signs, and the buttons that enter or correct the roll once all dice are known.
 *
 * @param {{ dice: Api.DiceLie, entered: (string | null)[], thrown: boolean, next: number, canThrow: boolean, roll: ReturnType<typeof correctableRoll> }} entry
 * @param {(face: string) => void} choose
 */
function drawEntry({ dice: { throws, lie }, entered, thrown, next, canThrow, roll }, choose) {
  const hint = !throws ? t("Tap what the dice show.") : t("Tap the dice that changed, then what they show.");
  const correctRoll = () => enter({ kind: "correct", entry: roll?.entry, change: { dice: entered }, about: { as_of: roll?.asOf } });
  const isChanged = next < 0 && JSON.stringify(entered) !== JSON.stringify(lie);
  const enterRoll = () => enter(withTurn(currentView(), { kind: "throw", dice: entered }));
  return [
    html(
      "div",
      { class: "signs", role: "group", "aria-label": t("Resource on the die") },
      FACES.map((face) =>
        html(
          "button",
          { type: "button", class: "sign-key", "data-key": `face-${face}`, "data-resource": face, disabled: next < 0, onclick: () => choose(face) },
          faceContent(face),
        ),
      ),
    ),
    html(
      "div",
      { class: "throw-now" },
      roll && thrown
        ? html("button", { type: "button", class: "throw-enter", "data-key": "correct", disabled: !isChanged, onclick: singleFlight(correctRoll) }, t("Correct roll {number}", { number: throws }))
        : html("p", { class: "quiet" }, hint),
      canThrow && html(
        "button",
        { type: "button", class: "primary throw-enter", "data-key": "throw", disabled: next >= 0 || !thrown, onclick: singleFlight(enterRoll) },
        t("Enter roll {number} of {most}", { number: throws + 1, most: MAX_ROLLS }),
      ),
    ),
  ];
}

/**
 * Draws buttons for the knights that can turn a die. Where that pays for a piece, one tap does it.
 *
 * @param {ReturnType<typeof pickDice>["ready"]} ready
 * @param {Api.DiceGameSheet} sheet
 */
const drawKnights = (ready, sheet) =>
  html(
    "div",
    { class: "knights-ready" },
    html("span", { class: "quiet" }, t("Knights that can turn a die")),
    ready.map(({ id, turn }) =>
      html(
        "button",
        { type: "button", "data-key": `use-${id}`, onclick: turn ? singleFlight(() => enterKnight(currentView(), id, turn)) : () => askKnight(id) },
        turn ? t("{knight}: {die} to {resource}", { knight: knightName(sheet, id), die: word("resource", turn.die), resource: word("resource", turn.resource) }) : knightName(sheet, id),
      ),
    ),
  );
