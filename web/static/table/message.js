// What the page reports: refusals, outcomes, open questions, and the state of the sources.

import { enter } from "../network/api.js";
import { showInSight } from "../dialogs/dialogs.js";
import { html, findAll, singleFlight, panel } from "../drawing/dom.js";
import { describeViolation, game, describeEvent, describeQuestion } from "./game.js";
import { joinClauses, t, word, c, n, withLabel, translateSentence } from "../language/i18n.js";
import { tapGuard } from "../drawing/press.js";
import { sign } from "../drawing/signs.js";

// Messages that the page shows for a moment: refusals, broken rules and confirmations.

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

// Matters that wait for an answer: the game's own, such as trade offers, then questions.
//
// On a page as high as the screen they have an area of their own, one at a time, so that the island keeps its size. On
// a page that scrolls, all are listed (table.css).

/**
 * Build the waiting matters as a part of the page. Returns the draw callback for a snapshot.
 *
 * @param {HTMLElement} root
 * @returns {(snapshot: Page.Snapshot) => void}
 */
export function waitingPanel(root) {
  /** @type {string[]} */
  let known = [];
  let shown = "";
  let folded = false;
  const guardTaps = tapGuard(root);

  const matterKeys = () => matters().map(({ dataset }) => dataset.matter ?? "");
  const matters = () => findAll(root, ".question", HTMLElement);

  const draw = panel(root, pickWaiting, ({ own, questions }) => {
    guardTaps();
    const waiting = [...(game().waiting?.draw(own) ?? []), ...drawQuestions(questions)];
    return waiting.length ? [...waiting, drawHead(waiting.length)] : [];
  });

  /** @param {number} count */
  function drawHead(count) {
    const next = html("button", { type: "button", class: "waiting-next", "data-key": "waiting-next", onclick: showNext });
    const fold = html(
      "button",
      { type: "button", class: "waiting-fold", "data-key": "waiting-fold", onclick: toggleFolded, title: t("Waiting for an answer") },
      html("span", { class: "waiting-later" }, c("put aside", "Later")),
      html("span", { class: "waiting-count", "aria-hidden": "true" }, `${count}`),
      html("span", { class: "hidden" }, n("{count} answer needed", "{count} answers needed", count)),
    );
    return html("div", { class: "waiting-head" }, count > 1 ? next : null, fold);
  }

  function showCurrent() {
    const all = matterKeys();
    if (!all.includes(shown)) shown = all[0] ?? "";
    matters().forEach((matter) => matter.toggleAttribute("data-behind", matter.dataset.matter !== shown));
    root.toggleAttribute("data-folded", folded);
    const next = root.querySelector(".waiting-next");
    if (next) {
      const fields = { nth: all.indexOf(shown) + 1, count: all.length };
      next.textContent = t("{nth} of {count} ›", fields);
      next.setAttribute("aria-label", t("{nth} of {count}: show the next one", fields));
    }
  }
  function showNext() {
    const all = matterKeys();
    shown = all[(all.indexOf(shown) + 1) % all.length];
    showCurrent();
  }
  function toggleFolded() {
    folded = !folded;
    showCurrent();
  }

  return (snapshot) => {
    draw(snapshot);
    const now = matterKeys();
    // Postponed matters stay hidden until another one arrives.
    if (now.some((key) => !known.includes(key))) folded = false;
    known = now;
    showCurrent();
  };
}

/** @param {Page.Snapshot} newest */
function pickWaiting(newest) {
  return { questions: newest.questions, own: game().waiting?.pick(newest) ?? [] };
}

/**
 * Draw the questions.
 *
 * @param {Api.QuestionShown[]} questions
 */
const drawQuestions = (questions) => questions.map(drawQuestion);

/** @param {Api.QuestionShown} question */
function drawQuestion({ number, word: asked, fields, answers, pictures }) {
  return html(
    "div",
    { class: "question", role: "group", "aria-label": describeQuestion(asked, fields), "data-matter": `question-${number}` },
    html("p", {}, describeQuestion(asked, fields)),
    pictures > 0 && document.body.dataset.role === "tablet" && html("div", { class: "question-pictures" }, Array.from({ length: pictures }, (_, n) => drawPicture(number, n))),
    html("div", { class: "buttons" }, answers.map((answer, n) => answerButton(number, n, answer))),
  );
}

/**
 * @param {number} question
 * @param {number} picture
 */
const drawPicture = (question, picture) => html("img", { src: `/api/questions/pictures?question=${question}&picture=${picture}`, alt: t("Picture {number}", { number: picture + 1 }) });

/**
 * @param {number} question
 * @param {number} answer
 * @param {Api.AnswerShown} said
 */
function answerButton(question, answer, { word: answerKey, fields }) {
  const form = game().answering?.[answerKey];
  const tap = form ? () => form(/** @type {Page.Asked} */ (fields)) : singleFlight(() => enter({ kind: "answer", question, answer }));
  const key = `${question}:${answer}`;
  return html("button", { type: "button", "data-key": key, onclick: tap }, describeQuestion(answerKey, fields));
}

// The status of camera, tower and buttons: unobtrusive, unless somebody has to act.

/** @type {{ [health: string]: string }} */
const MARKS = { ok: "✓", waiting: "…", fault: "!" };
/** The sources with an icon of their own. */
const WITH_SIGN = ["camera", "tower", "bluetooth", "panel", "tablet"];

/**
 * Draw the sources.
 *
 * @param {Api.SourceShown[]} sources
 */
export const drawSources = (sources) => sources.map(drawSource);

/** @param {Api.SourceShown} source */
function drawSource({ name, health, text }) {
  const title = withLabel(word("source", name), translateSentence(text) || word("health", health));
  return html(
    "span",
    { class: "source", "data-health": health, title: title },
    WITH_SIGN.includes(name) ? sign(name) : null,
    html("span", {}, word("source", name)),
    html("span", { class: "mark", "aria-hidden": "true" }, MARKS[health] ?? "?"),
    html("span", { class: "hidden" }, word("health", health)),
  );
}

/**
 * The texts that people have to read: the table's notices, and the messages of sources with a fault.
 *
 * @param {Pick<Api.Snapshot, "notices" | "sources">} snapshot
 */
export function pickNotices({ notices: notices, sources }) {
  // Some working sources also have a message: a tower if a second one is connected but unused, Bluetooth dice and a
  // phone camera if their battery is low.
  const isUrgent = (/** @type {Api.SourceShown} */ { name, health }) => health === "fault" || (health === "ok" && ["tower", "bluetooth", "camera"].includes(name));
  const wrong = sources.filter((source) => source.text && isUrgent(source));
  return [...wrong.map(({ name, text }) => withLabel(word("source", name), translateSentence(text))), ...notices.map(translateSentence)];
}

/** @param {string[]} texts */
export const drawNotices = (texts) => texts.map((text) => html("p", { class: "strip" }, text));
