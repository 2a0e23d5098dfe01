// What the page says for a moment: a refusal, the rules that what was entered breaks, that it was taken.

import { enter } from "../network/api.js";
import { putInSight } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { brokenRule, game, tell } from "./game.js";
import { apart, t, word } from "../language/i18n.js";

const SHOWN_FOR = 8000;

const box = /** @type {HTMLElement} */ (document.getElementById("message"));
/** @type {ReturnType<typeof setTimeout> | undefined} */
let ends;
// The answer that an Undo is offered for.
/** @type {Api.Outcome | null} */
let undoable = null;
/** @type {Page.Names} */
let names = {};
// The players as everybody sees them, as the newest snapshots had them: {version, players}.
/** @type {{ version: number, players: Page.Player[] }[]} */
let seen = [];
const SEEN_KEPT = 20;

/**
 * @param {string} kind
 * @param {(Node | string)[]} content
 */
function show(kind, ...content) {
  // What was taken closes the dialog.
  if (kind === "refusal") putInSight(box);
  else document.body.append(box);
  box.dataset.kind = kind;
  box.replaceChildren(...content);
  box.hidden = false;
  makeRoom();
  clearTimeout(ends);
  ends = setTimeout(hide, SHOWN_FOR);
}

/** Where it would lie over what is tapped next, a message stands at the page's other edge. */
function makeRoom() {
  box.classList.remove("message-high");
  const { top, bottom } = box.getBoundingClientRect();
  const next = [...document.querySelectorAll("main button:not(#log button), #questions button")].map((each) =>
    each.getBoundingClientRect(),
  );
  box.classList.toggle("message-high", next.some((each) => each.height && each.top < bottom && each.bottom > top));
}

// Whoever taps on has read it, or has no use for it; what a dialog says covers nothing.
document.addEventListener(
  "click",
  ({ target }) => {
    if (box.parentElement === document.body && !box.contains(/** @type {Node} */ (target))) hide();
  },
  { capture: true },
);

function hide() {
  box.hidden = true;
  undoable = null;
}

/** Say no more of what was taken: the game that it was told of isn't on any more. */
export function hushTold() {
  if (box.dataset.kind !== "refusal") hide();
}

/**
 * Say why something was not taken.
 *
 * @param {string} text
 */
export function showRefusal(text) {
  undoable = null;
  show("refusal", text);
}

/**
 * Say which rules something breaks that was taken all the same, and offer to undo it.
 *
 * @param {Api.Outcome} answer
 */
export function showViolations(answer) {
  /** @type {Page.Event[]} */
  const events = [...answer.told, ...(answer.changed ?? [])];
  const event = events.at(-1) ?? { kind: "" };
  const violations = apart(
    answer.violations.map((violation) => brokenRule(violation, event, playerBefore(answer, event.player))),
  );
  showWithUndo(answer, "violations", t("Recorded, but against the rules: {violations}.", { violations }));
}

/**
 * What everybody saw of a player before what was answered was told.
 *
 * @param {Api.Outcome} answer
 * @param {string | undefined} own
 */
const playerBefore = ({ version }, own) =>
  seen.findLast((each) => each.version < version)?.players.find(({ colour }) => colour === own) ?? null;

/** @param {Page.Event[]} events */
const inWords = (events) => apart(events.map((event) => tell(event, (colour) => names[colour] ?? word("colour", colour))));

/**
 * Say what was taken, and offer to undo it; or what the story has lost, or says otherwise now.
 *
 * @param {Api.Outcome} answer
 */
export function showTold(answer) {
  const { told, taken_back: gone = [], changed = [] } = answer;
  if (!gone.length && !changed.length) {
    // What was told in place of something else has no line of its own.
    showWithUndo(answer, "told", told.length ? inWords(told) : t("Recorded."));
    return;
  }
  undoable = null;
  // Of what the whole game rests on, that it was corrected says enough.
  const ground = changed.some(({ kind }) => game().ground.includes(kind));
  const sentences = [
    gone.length && t("Undone: {told}.", { told: inWords(gone) }),
    told.length && t("Added: {told}.", { told: inWords(told) }),
    changed.length && (ground ? t("Corrected.") : t("Now: {told}.", { told: inWords(changed) })),
  ];
  show("told", html("span", {}, sentences.filter(Boolean).join(" ")));
}

/**
 * Say that something had been told already, and was not told again: there is nothing of it to undo.
 *
 * @param {{ already: Page.Event[] }} answer
 */
export function showRepeated({ already }) {
  undoable = null;
  const text = already.length ? t("Already recorded: {told}.", { told: inWords(already) }) : t("Already undone.");
  show("told", html("span", {}, text));
}

/**
 * @param {Api.Outcome} answer
 * @param {string} kind
 * @param {string} text
 */
function showWithUndo(answer, kind, text) {
  undoable = answer;
  const undo = () => {
    hide();
    enter({ kind: "undo" });
  };
  show(
    kind,
    html("span", {}, text),
    html("button", { type: "button", onclick: undo }, t("Undo")),
  );
}

/**
 * Withdraw the Undo once something else happened: it would take back that.
 *
 * @param {Page.Snapshot} snapshot
 */
export function followUndo(snapshot) {
  const players = snapshot.game?.view.players ?? [];
  const earlier = seen.filter(({ version }) => version < snapshot.version);
  seen = [...earlier, { version: snapshot.version, players }].slice(-SEEN_KEPT);
  names = Object.fromEntries(players.map(({ colour, name }) => [colour, name]));
  if (!undoable || snapshot.version < undoable.version) return;
  const newest = snapshot.game?.view.log.at(-1)?.event;
  if (JSON.stringify(newest) !== JSON.stringify(undoable.told.at(-1))) {
    box.querySelector("button")?.remove();
    undoable = null;
  }
}
