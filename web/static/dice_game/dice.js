// The dice of this turn: what lies there, and what is thrown again is tapped in, a sign for each die.

import { now } from "../table/current_view.js";
import { enter } from "../network/api.js";
import { html, once, panel } from "../drawing/dom.js";
import { acts } from "../pairing/device_role.js";
import { t, word } from "../language/i18n.js";
import { ofTurn } from "./selection.js";
import { FACES, counted, faceShown } from "./faces.js";
import { askKnight } from "./knights.js";
import { knightOf } from "./places.js";

const THROWS = 3;

/**
 * The dice's part of the page: a function that draws a game's view.
 *
 * @param {HTMLElement} root
 * @returns {(view: Page.DiceView) => void}
 */
export function dicePanel(root) {
  /** @type {Page.DiceView} */
  let shown;
  let lies = "";
  /** @type {(string | null)[]} */
  let entered = [];
  // Which dice were picked up: whatever they show then, they were thrown again.
  /** @type {Set<number>} */
  let again = new Set();
  /**
   * @param {number} at
   * @param {string | null} face
   */
  const change = (at, face) => {
    entered = entered.map((each, n) => (n === at ? face : each));
    draw();
  };
  /** @param {number} at */
  const lift = (at) => {
    const lay = shown.dice.lie?.[at] ?? null;
    // Tapped once more before its sign is, it was picked up by mistake.
    const back = entered[at] === null && lay !== null;
    again = new Set([...again].filter((each) => each !== at).concat(back ? [] : [at]));
    change(at, back ? lay : null);
  };
  const part = panel(root, () => picked(shown, entered, again), (seen) => drawDice(seen, change, lift));
  function draw() {
    part(shown);
  }
  return (view) => {
    shown = view;
    const { count, lie, throws } = view.dice;
    const told = JSON.stringify([view.game, view.turn, throws, lie]);
    // What was tapped in is of no use any more once something else lies there.
    if (told !== lies) {
      [lies, again] = [told, new Set()];
      entered = Array.from({ length: lie?.length ?? count }, (_, n) => lie?.[n] ?? null);
    }
    draw();
  };
}

/**
 * @param {Page.DiceView} view
 * @param {(string | null)[]} entered
 * @param {Set<number>} again
 */
function picked(view, entered, again) {
  const { phase, dice, may, sheet } = view;
  const throws = phase === "play" && (may.throw || !dice.throws);
  return { phase, dice, entered, thrown: !dice.lie || again.size > 0, throws, ready: may.use_knight ?? [], sheet };
}

/**
 * @param {ReturnType<typeof picked>} picked
 * @param {(at: number, face: string) => void} change
 * @param {(at: number) => void} lift
 */
function drawDice({ phase, dice, entered, thrown, throws, ready, sheet }, change, lift) {
  if (phase === "over") return [];
  const enters = throws && acts();
  const next = entered.indexOf(null);
  const left = dice.left && { ...counted(dice.left) };
  const faces = entered.map((face, at) => {
    // Of dice that show the same, those that are spent stand last.
    const spent = left && !enters && face && !(left[face]-- > 0);
    return drawDie({ face, at, spent, awaited: enters && at === next }, enters ? () => lift(at) : null);
  });
  return [
    html("div", { class: "tray", role: "group", "aria-label": t("Dice") }, faces),
    enters ? drawEntry({ dice, entered, thrown, next }, (face) => change(next, face)) : null,
    ready.length && acts() ? drawKnights(ready, sheet) : null,
  ];
}

/**
 * @param {{ face: string | null, at: number, spent: unknown, awaited: boolean }} die
 * @param {(() => void) | null} tap
 */
function drawDie({ face, at, spent, awaited }, tap) {
  const shows = face ? word("resource", face) : t("not entered");
  const label = spent ? t("Die {number}: {face}, spent", { number: at + 1, face: shows }) : t("Die {number}: {face}", { number: at + 1, face: shows });
  const attributes = {
    class: ["resource-die", spent && "die-spent", awaited && "die-awaited"].filter(Boolean).join(" "),
    "data-resource": face,
    "aria-label": label,
  };
  const content = face ? faceShown(face) : html("b", { "aria-hidden": "true" }, "?");
  if (!tap) return html("div", { ...attributes, role: "img" }, content);
  return html("button", { type: "button", "data-key": `die-${at}`, ...attributes, onclick: tap }, content);
}

/**
 * The six signs to tap, and the throw once all dice are known.
 *
 * @param {{ dice: Api.DiceLie, entered: (string | null)[], thrown: boolean, next: number }} entry
 * @param {(face: string) => void} choose
 */
function drawEntry({ dice: { throws }, entered, thrown, next }, choose) {
  const hint = !throws ? t("Tap what the dice show.") : t("Tap the dice that are rolled again, then what they show.");
  const say = () => enter(ofTurn(now(), { kind: "throw", dice: entered }));
  return [
    html(
      "div",
      { class: "signs", role: "group", "aria-label": t("Resource on the die") },
      FACES.map((face) =>
        html(
          "button",
          { type: "button", class: "sign-key", "data-key": `face-${face}`, "data-resource": face, disabled: next < 0, onclick: () => choose(face) },
          faceShown(face),
        ),
      ),
    ),
    html(
      "div",
      { class: "throw-now" },
      html("p", { class: "quiet" }, hint),
      html(
        "button",
        { type: "button", class: "primary throw-enter", "data-key": "throw", disabled: next >= 0 || !thrown, onclick: once(say) },
        t("Enter roll {number} of {most}", { number: throws + 1, most: THROWS }),
      ),
    ),
  ];
}

/**
 * The knights that can still turn a die.
 *
 * @param {string[]} ready
 * @param {Api.DiceGameSheet} sheet
 */
const drawKnights = (ready, sheet) =>
  html(
    "div",
    { class: "knights-ready" },
    html("span", { class: "quiet" }, t("Knights that can turn a die")),
    ready.map((id) =>
      html("button", { type: "button", "data-key": `use-${id}`, onclick: () => askKnight(id) }, knightOf(sheet, id)),
    ),
  );
