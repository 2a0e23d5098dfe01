// Matters that wait for an answer: the game's own, such as trade offers, then questions.
//
// On a page as high as the screen they have an area of their own, one at a time, so that the island keeps its size. On
// a page that scrolls, all are listed (table.css).

import { enter } from "../network/api.js";
import { findAll, html, singleFlight, panel } from "../drawing/dom.js";
import { game, describeQuestion } from "./game.js";
import { tapGuard } from "./tap_guard.js";
import { c, n, t } from "../language/i18n.js";

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
