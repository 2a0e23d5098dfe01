// What the phone sends of its own seat, and what came of it, said for a moment.

import { putInSight } from "../dialogs/dialogs.js";
import { at, html, once } from "../drawing/dom.js";
import { enterOnce } from "../network/idempotent_inputs.js";
import { aboutNow, lookAgain, noteAnswer } from "../network/open_question.js";
import { apart, t, word } from "../language/i18n.js";
import { game } from "./own_game.js";

const SHOWN_FOR = 8000;

const box = at("message");
/** @type {ReturnType<typeof setTimeout> | undefined} */
let ends;
// The version that shows what was recorded last, as long as that is said; and the last lines of the newest snapshots.
/** @type {number | null} */
let recordedAt = null;
/** @type {{ version: number, last: number | undefined, known: unknown }[]} */
let lines = [];
const LINES_KEPT = 20;

/**
 * Say something for a moment: what was refused, or what came of what was entered.
 *
 * @param {string} kind
 * @param {(Node | string)[]} content
 */
export function say(kind, ...content) {
  // What was taken closes the dialog.
  if (kind === "refusal") putInSight(box);
  else document.body.append(box);
  box.dataset.kind = kind;
  box.replaceChildren(...content);
  box.hidden = false;
  recordedAt = null;
  clearTimeout(ends);
  ends = setTimeout(hush, SHOWN_FOR);
}

// Whoever taps on has read it, or has no use for it; what a dialog says covers nothing.
document.addEventListener(
  "click",
  ({ target }) => {
    if (box.parentElement === document.body && !box.contains(/** @type {Node} */ (target))) hush();
  },
  { capture: true },
);

/** Say nothing more of it. */
export function hush() {
  box.hidden = true;
  recordedAt = null;
}

/**
 * Take away what says that something was recorded, once something else was told: it can't be taken back here.
 *
 * @param {Page.Seen} snapshot
 */
export function followUndo({ version, game: on, seat }) {
  const now = { version, last: on?.view.log.at(-1)?.number, known: seat ? game().known?.(seat) : null };
  lines = [...lines.filter((each) => each.version < version), now];
  lines = lines.slice(-LINES_KEPT);
  const since = recordedAt;
  const own = since !== null && lines.find((each) => each.version >= since);
  if (own && own.last !== now.last) hush();
}

/**
 * Enter, and have said what came of it. Resolves to whether it was taken.
 *
 * @param {string} path
 * @param {object} data
 * @param {(answer: Api.Outcome) => void} taken
 * @returns {Promise<boolean>}
 */
async function send(path, data, taken = hush) {
  try {
    /**
     * @param {number} number
     * @param {Api.OfferAnswer} said
     */
    const answer = await enterOnce(path, { ...data, about: aboutNow() });
    noteAnswer(answer);
    if (answer.already) say("told", html("span", {}, t("That was already entered.")));
    else taken(answer);
    return true;
  } catch (error) {
    say("refusal", html("span", {}, /** @type {Error} */ (error).message));
    lookAgain();
    return false;
  }
}

/**
 * Say that something was taken, or which rules it breaks, and offer to take it back.
 *
 * @param {Api.Outcome} answer
 */
function told(answer) {
  const { violations, version } = answer;
  const undo = button(t("Undo"), () => send("/api/seat/inputs", { kind: "undo" }), { key: "undo" });
  if (violations.length) say("violations", recorded(answer), undo);
  else say("told", html("span", {}, t("Recorded.")), undo);
  recordedAt = version;
}

/**
 * That it was recorded, and which rules it breaks, by what was known before.
 *
 * @param {Api.Outcome} answer
 */
function recorded({ violations, told: events = [], version }) {
  const known = lines.findLast((each) => each.version < version)?.known;
  const event = events.at(-1) ?? { kind: "" };
  const broken = apart(
    violations.map((violation) => game().broken?.(violation, event, known) ?? word("violation", violation)),
  );
  return html("span", {}, t("Recorded, but against the rules: {violations}.", { violations: broken }));
}

/**
 * Enter something of the own cards.
 *
 * @param {Page.Input} input
 */
export const enterOwn = (input) => send("/api/seat/inputs", input, told);
/**
 * Offer a trade.
 *
 * @param {Api.NewOffer} offered
 */
export const offer = (offered) => send("/api/seat/offers", offered);
/**
 * Answer an offer; the trade that comes of it may break rules.
 *
 * @param {number} number
 * @param {Api.OfferAnswer} said
 */
export const answer = (number, said) =>
  send(`/api/seat/offers/${number}`, said, (answered) =>
    answered.violations?.length ? say("violations", recorded(answered)) : hush(),
  );

/**
 * A button by its key.
 *
 * @param {Page.Content} text
 * @param {() => unknown} action
 * @param {{ key?: string, kind?: string, } & Page.Attributes} attributes
 */
export function button(text, action, { key, kind, ...attributes } = {}) {
  return html("button", { type: "button", class: kind, "data-key": key, onclick: once(action), ...attributes }, text);
}
