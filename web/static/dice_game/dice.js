// The dice of this turn. Players tap the dice that they roll again or that were misread, then a sign for each.

import { currentView } from "../table/current_view.js";
import { enter } from "../network/api.js";
import { html, singleFlight, panel } from "../drawing/dom.js";
import { canEnter } from "../pairing/device_role.js";
import { t, word } from "../language/i18n.js";
import { withTurn } from "./selection.js";
import { FACES, countFaces, faceContent } from "./faces.js";
import { askKnight, enterKnight, payingTurn } from "./knights.js";
import { knightName } from "./places.js";

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
