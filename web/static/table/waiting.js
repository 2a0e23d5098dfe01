// What waits until somebody answers it: what the game has of its own, as offers of trade, then questions.
//
// Where the page is as high as the screen it has a place of its own there, one matter at a time, so that the
// island stays as large as it is; where the page is scrolled, all stand one below the other (table.css).

import { enter } from "../network/api.js";
import { all, html, once, panel } from "../drawing/dom.js";
import { game, tellAsked } from "./game.js";
import { settling } from "./settling.js";
import { c, n, t } from "../language/i18n.js";

/**
 * What waits as a part of the page: a function that draws a snapshot.
 *
 * @param {HTMLElement} root
 * @returns {(snapshot: Page.Snapshot) => void}
 */
export function waitingPanel(root) {
  /** @type {string[]} */
  let known = [];
  let shown = "";
  let folded = false;
  const settle = settling(root);

  const keys = () => matters().map(({ dataset }) => dataset.matter ?? "");
  const matters = () => all(root, ".question", HTMLElement);

  const draw = panel(root, pickWaiting, ({ own, questions }) => {
    settle();
    const waiting = [...(game().waiting?.draw(own) ?? []), ...drawQuestions(questions)];
    return waiting.length ? [...waiting, head(waiting.length)] : [];
  });

  /** @param {number} count */
  function head(count) {
    const next = html("button", { type: "button", class: "waiting-next", "data-key": "waiting-next", onclick: showNext });
    const fold = html(
      "button",
      { type: "button", class: "waiting-fold", "data-key": "waiting-fold", onclick: toggle, title: t("Waiting for an answer") },
      html("span", { class: "waiting-later" }, c("put aside", "Later")),
      html("span", { class: "waiting-count", "aria-hidden": "true" }, `${count}`),
      html("span", { class: "hidden" }, n("{count} answer needed", "{count} answers needed", count)),
    );
    return html("div", { class: "waiting-head" }, count > 1 ? next : null, fold);
  }

  function show() {
    const all = keys();
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
    const all = keys();
    shown = all[(all.indexOf(shown) + 1) % all.length];
    show();
  }
  function toggle() {
    folded = !folded;
    show();
  }

  return (snapshot) => {
    draw(snapshot);
    const now = keys();
    // What is put aside stays so until something else waits.
    if (now.some((key) => !known.includes(key))) folded = false;
    known = now;
    show();
  };
}

/** @param {Page.Snapshot} newest */
function pickWaiting(newest) {
  return { questions: newest.questions, own: game().waiting?.pick(newest) ?? [] };
}

/**
 * The questions' part of the page.
 *
 * @param {Api.QuestionShown[]} questions
 */
const drawQuestions = (questions) => questions.map(drawQuestion);

/** @param {Api.QuestionShown} question */
function drawQuestion({ number, word: asked, fields, answers }) {
  return html(
    "div",
    { class: "question", role: "group", "aria-label": tellAsked(asked, fields), "data-matter": `question-${number}` },
    html("p", {}, tellAsked(asked, fields)),
    html("div", { class: "buttons" }, answers.map((answer, n) => answerButton(number, n, answer))),
  );
}

/**
 * @param {number} question
 * @param {number} answer
 * @param {Api.AnswerShown} said
 */
function answerButton(question, answer, { word: said, fields }) {
  const form = game().answering?.[said];
  const tap = form ? () => form(/** @type {Page.Asked} */ (fields)) : once(() => enter({ kind: "answer", question, answer }));
  const key = `${question}:${answer}`;
  return html("button", { type: "button", "data-key": key, onclick: tap }, tellAsked(said, fields));
}
