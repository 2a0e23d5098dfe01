// What only people can say: it waits at the edge of the page, its answers as buttons.

import { enter } from "./api.js";
import { html, once } from "./dom.js";
import { tellAsked } from "./game.js";

/**
 * The questions' part of the page.
 *
 * @param {Api.QuestionShown[]} questions
 */
export const drawQuestions = (questions) => questions.map(drawQuestion);

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
  const tap = once(() => enter({ kind: "answer", question, answer }));
  const key = `${question}:${answer}`;
  return html("button", { type: "button", "data-key": key, onclick: tap }, tellAsked(said, fields));
}
