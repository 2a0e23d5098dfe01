// Messages that the page shows for a moment: refusals, broken rules and confirmations.

import { enter } from "../network/api.js";
import { showInSight } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { describeViolation, game, describeEvent } from "./game.js";
import { joinClauses, t, word } from "../language/i18n.js";

const MESSAGE_MS = 8000;

const box = /** @type {HTMLElement} */ (document.getElementById("message"));
/** @type {ReturnType<typeof setTimeout> | undefined} */
let ends;
// The outcome that the Undo button belongs to.
/** @type {Api.Outcome | null} */
let undoable = null;
/** @type {Page.Names} */
let names = {};
// The players in the latest snapshots, as everybody sees them: {version, players}.
/** @type {{ version: number, players: Page.Player[] }[]} */
let recentPlayers = [];
const MAX_SEEN_SNAPSHOTS = 20;

/**
 * @param {string} kind
 * @param {(Node | string)[]} content
 */
function showMessage(kind, ...content) {
  // An accepted input closes the dialog; a refusal leaves it open.
  if (kind === "refusal") showInSight(box);
  else document.body.append(box);
  box.dataset.kind = kind;
  box.replaceChildren(...content);
  box.hidden = false;
  avoidButtons();
  clearTimeout(ends);
  ends = setTimeout(hideMessage, MESSAGE_MS);
}

/** Move the message to the other edge of the page if it would cover a button. */
function avoidButtons() {
  box.classList.remove("message-high");
  const { top, bottom } = box.getBoundingClientRect();
  const next = [...document.querySelectorAll("main button:not(#log button), #questions button")].map((each) =>
    each.getBoundingClientRect(),
  );
  box.classList.toggle("message-high", next.some((each) => each.height && each.top < bottom && each.bottom > top));
}

// The next tap anywhere dismisses the message; inside a dialog it covers nothing and stays.
document.addEventListener(
  "click",
  ({ target }) => {
    if (box.parentElement === document.body && !box.contains(/** @type {Node} */ (target))) hideMessage();
  },
  { capture: true },
);

// The browser's own message about a missing answer would cover the answers.
let isExplaining = false;
document.addEventListener(
  "invalid",
  (event) => {
    event.preventDefault();
    if (isExplaining) return;
    isExplaining = true;
    const field = /** @type {HTMLInputElement} */ (event.target);
    const group = field.type === "radio" ? field.closest("fieldset")?.querySelector("legend") : field.labels?.[0];
    const what = group?.textContent || field.ariaLabel || "";
    setTimeout(() => {
      isExplaining = false;
      showRefusal(field.type === "radio" ? t("Please choose: {what}", { what }) : t("Please fill in: {what}", { what }));
      field.focus();
    });
  },
  { capture: true },
);

function hideMessage() {
  box.hidden = true;
  undoable = null;
}

/** Hide a confirmation, because its game is no longer in progress. */
export function hideNotice() {
  if (box.dataset.kind !== "refusal") hideMessage();
}

/**
 * Show why an input was refused.
 *
 * @param {string} text
 */
export function showRefusal(text) {
  undoable = null;
  showMessage("refusal", text);
}

/**
 * Show which rules an accepted input breaks, and offer to undo it.
 *
 * @param {Api.Outcome} answer
 */
export function showViolations(answer) {
  /** @type {Page.Event[]} */
  const events = [...answer.told, ...(answer.changed ?? [])];
  const event = events.at(-1) ?? { kind: "" };
  const violations = joinClauses(
    answer.violations.map((violation) => describeViolation(violation, event, playerBefore(answer, event.player))),
  );
  showWithUndo(answer, "violations", t("Recorded, but against the rules: {violations}.", { violations }));
}

/**
 * A player as everybody saw them before an outcome.
 *
 * @param {Api.Outcome} answer
 * @param {string | undefined} own
 */
const playerBefore = ({ version }, own) =>
  recentPlayers.findLast((each) => each.version < version)?.players.find(({ colour }) => colour === own) ?? null;

/** @param {Page.Event[]} events */
const describeEvents = (events) => joinClauses(events.map((event) => describeEvent(event, (colour) => names[colour] ?? word("colour", colour))));

/**
 * Show what was recorded, with an Undo button, or which entries were removed or corrected.
 *
 * @param {Api.Outcome} answer
 */
export function showOutcome(answer) {
  const { told: recorded, taken_back: undone = [], changed = [] } = answer;
  if (!undone.length && !changed.length) {
    // An event that replaces another one has no entry of its own.
    showWithUndo(answer, "recorded", recorded.length ? describeEvents(recorded) : t("Recorded."));
    return;
  }
  undoable = null;
  // A correction of the game's setup affects everything, so it is not listed.
  const ground = changed.some(({ kind }) => game().ground.includes(kind));
  const sentences = [
    undone.length && t("Undone: {told}.", { told: describeEvents(undone) }),
    recorded.length && t("Added: {told}.", { told: describeEvents(recorded) }),
    changed.length && (ground ? t("Corrected.") : t("Now: {told}.", { told: describeEvents(changed) })),
  ];
  showMessage("recorded", html("span", {}, sentences.filter(Boolean).join(" ")));
}

/**
 * Show that the input was a duplicate. It recorded nothing, so there is no Undo button.
 *
 * @param {{ already: Page.Event[] }} answer
 */
export function showDuplicate({ already }) {
  undoable = null;
  const text = already.length ? t("Already recorded: {told}.", { told: describeEvents(already) }) : t("Already undone.");
  showMessage("recorded", html("span", {}, text));
}

/**
 * @param {Api.Outcome} answer
 * @param {string} kind
 * @param {string} text
 */
function showWithUndo(answer, kind, text) {
  undoable = answer;
  const undo = () => {
    hideMessage();
    enter({ kind: "undo" });
  };
  showMessage(
    kind,
    html("span", {}, text),
    html("button", { type: "button", onclick: undo }, t("Undo")),
  );
}

/**
 * Remove the Undo button once another event is recorded, because it would undo that one.
 *
 * @param {Page.Snapshot} snapshot
 */
export function updateUndo(snapshot) {
  const players = snapshot.game?.view.players ?? [];
  const earlier = recentPlayers.filter(({ version }) => version < snapshot.version);
  recentPlayers = [...earlier, { version: snapshot.version, players }].slice(-MAX_SEEN_SNAPSHOTS);
  names = Object.fromEntries(players.map(({ colour, name }) => [colour, name]));
  if (!undoable || snapshot.version < undoable.version) return;
  const newest = snapshot.game?.view.log.at(-1)?.event;
  if (JSON.stringify(newest) !== JSON.stringify(undoable.told.at(-1))) {
    box.querySelector("button")?.remove();
    undoable = null;
  }
}
