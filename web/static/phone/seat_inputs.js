// The inputs of a phone's seat, and the texts of its own game.

import { setGameTerms, joinClauses, t, word } from "../language/i18n.js";
import { showInSight } from "../dialogs/dialogs.js";
import { elementById, html, singleFlight } from "../drawing/dom.js";
import { enterOnce, currentContext, recheckQuestion, recordAnswer } from "../network/api.js";

// The definition of the phone's game. Each game sets it once; shared modules read it.

/** @type {Page.Phone} */
let currentGame;

/**
 * Sets the definition of the page's game. All properties are optional:
 *
 * - `own`: the content below the player's name; `pick(seat, covered)` selects its data and `draw(picked)` draws it;
 *   `covered` is whether the cards are hidden;
 * - `knowledge(seat)`: the knowledge by which violations are worded, stored until the entry is answered;
 * - `violationText(violation, event, known)`: a more specific text for a violated rule;
 * - `closeReason(newest, asked)`: the reason why a question was closed, from the current snapshot and the one it was asked
 *   in; null: the game has continued;
 * - `words`: the game's own vocabulary, as at the table (table/game.js).
 *
 * @param {Page.Phone} game
 */
export function setGame(game) {
  currentGame = game;
  setGameTerms(game.words ?? {});
}

/** Returns the definition of the page's game. */
export const game = () => currentGame;

// Sends the seat's inputs and shows their results for a moment.

const MESSAGE_MS = 8000;

const box = elementById("message");
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hideTimer;
// The version that contains the last recorded input, while its message is shown; and data of the newest snapshots.
/** @type {number | null} */
let recordedVersion = null;
/** @type {{ version: number, last: number | undefined, known: unknown }[]} */
let recentSnapshots = [];
const MAX_SNAPSHOTS = 20;

/**
 * Shows a message for a moment: a refusal, or the result of an input.
 *
 * @param {string} kind
 * @param {(Node | string)[]} content
 */
export function showMessage(kind, ...content) {
  // An accepted input closes the dialog.
  if (kind === "refusal") showInSight(box);
  else document.body.append(box);
  box.dataset.kind = kind;
  box.replaceChildren(...content);
  box.hidden = false;
  recordedVersion = null;
  clearTimeout(hideTimer);
  hideTimer = setTimeout(hideMessage, MESSAGE_MS);
}

// A tap elsewhere hides the message, unless it is in a dialog, where it covers nothing.
document.addEventListener(
  "click",
  ({ target }) => {
    if (box.parentElement === document.body && !box.contains(/** @type {Node} */ (target))) hideMessage();
  },
  { capture: true },
);

/** Hides the message. */
export function hideMessage() {
  box.hidden = true;
  recordedVersion = null;
}

/**
 * Hides the message with the undo button once another event was recorded: that undo would apply to the other event.
 *
 * @param {Page.Seen} snapshot
 */
export function expireUndo({ version, game: on, seat }) {
  const now = { version, last: on?.view.log.at(-1)?.number, known: seat ? game().knowledge?.(seat) : null };
  recentSnapshots = [...recentSnapshots.filter((each) => each.version < version), now];
  recentSnapshots = recentSnapshots.slice(-MAX_SNAPSHOTS);
  const since = recordedVersion;
  const own = since !== null && recentSnapshots.find((each) => each.version >= since);
  if (own && own.last !== now.last) hideMessage();
}

/**
 * Sends an input and shows its result. Resolves to whether it was accepted.
 *
 * @param {string} path
 * @param {object} data
 * @param {(answer: Api.Outcome) => void} onTaken
 * @returns {Promise<boolean>}
 */
async function send(path, data, onTaken = hideMessage) {
  try {
    const answer = await enterOnce(path, { ...data, about: currentContext() });
    recordAnswer(answer);
    if (answer.already) showMessage("recorded", html("span", {}, t("That was already entered.")));
    else onTaken(answer);
    return true;
  } catch (error) {
    showMessage("refusal", html("span", {}, /** @type {Error} */ (error).message));
    recheckQuestion();
    return false;
  }
}

/**
 * Shows that an input was recorded, with its violations and an undo button.
 *
 * @param {Api.Outcome} answer
 */
function showRecorded(answer) {
  const { violations, version } = answer;
  const undo = button(t("Undo"), () => send("/api/seat/inputs", { kind: "undo" }), { key: "undo" });
  if (violations.length) showMessage("violations", violationMessage(answer), undo);
  else showMessage("recorded", html("span", {}, t("Recorded.")), undo);
  recordedVersion = version;
}

/**
 * The message that an input was recorded against the rules, judged by the knowledge before it.
 *
 * @param {Api.Outcome} answer
 */
function violationMessage({ violations, told: events = [], version }) {
  const known = recentSnapshots.findLast((each) => each.version < version)?.known;
  const event = events.at(-1) ?? { kind: "" };
  const broken = joinClauses(
    violations.map((violation) => game().violationText?.(violation, event, known) ?? word("violation", violation)),
  );
  return html("span", {}, t("Recorded, but against the rules: {violations}.", { violations: broken }));
}

/**
 * Enters an input of the player's own seat.
 *
 * @param {Page.Input} input
 */
export const enterInput = (input) => send("/api/seat/inputs", input, showRecorded);
/**
 * Sends a trade offer.
 *
 * @param {Api.NewOffer} newOffer
 */
export const sendOffer = (newOffer) => send("/api/seat/offers", newOffer);
/**
 * Answers an offer; the resulting trade may break rules.
 *
 * @param {number} number
 * @param {Api.OfferAnswer} reply
 */
export const sendAnswer = (number, reply) =>
  send(`/api/seat/offers/${number}`, reply, (answered) =>
    answered.violations?.length ? showMessage("violations", violationMessage(answered)) : hideMessage(),
  );

/**
 * A button with a key that identifies it when it is redrawn.
 *
 * @param {Page.Content} text
 * @param {() => unknown} action
 * @param {{ key?: string, kind?: string, } & Page.Attributes} attributes
 */
export function button(text, action, { key, kind, ...attributes } = {}) {
  return html("button", { type: "button", class: kind, "data-key": key, onclick: singleFlight(action), ...attributes }, text);
}
