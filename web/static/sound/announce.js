// Announcements of events: a sound, and a spoken sentence.
//
// Both are off until somebody switches them on at this device. Screen readers always get the text.

import { elementById } from "../drawing/dom.js";
import { namesOf } from "../table/current_view.js";
import { game, describeEvent, describeQuestion } from "../table/game.js";
import { saveSetting, loadSetting } from "../device/storage.js";
import { playSound } from "./sounds.js";
import { speakAloud } from "./voices.js";
import { joinClauses, withLabel, translateSentence, word } from "../language/i18n.js";

const ON_VALUE = "on";

/**
 * Test whether sounds or speech are on at this device.
 *
 * @param {string} what
 */
export const isSwitchedOn = (what) => loadSetting(what) === ON_VALUE;

/**
 * Switch sounds or speech on or off.
 *
 * @param {string} what
 * @param {boolean} on
 */
export const setSwitch = (what, on) => saveSetting(what, on ? ON_VALUE : null);

/**
 * Announce what is new in a snapshot. `before` is the previous one, or null.
 *
 * @param {Page.Snapshot | null} before
 * @param {Page.Snapshot} after
 */
export function announce(before, after) {
  const news = findNews(before, after);
  const sentences = [...newLines(before, after), ...news.map(({ text: sentence }) => sentence)];
  if (sentences.length) elementById("announcements").textContent = sentences.join(" ");
  if (!news.length) return;
  if (isSwitchedOn("sounds")) playSound(news[0].sound);
  const text = news.map(({ text: sentence }) => sentence).join(" ");
  if (isSwitchedOn("speech") && text) speakAloud(text);
}

/**
 * The news to announce: objects with a `sound` and a `text`, most important first.
 *
 * @param {Page.Snapshot | null} before
 * @param {Page.Snapshot} after
 * @returns {Page.News[]}
 */
export function findNews(before, after) {
  const views = viewsOfSameGame(before, after);
  return [...(views ? game().news(...views) : []), ...(before ? tableNews(before, after) : [])];
}

/**
 * The views of two snapshots of the same game; null if they are of different games.
 *
 * @param {Page.Snapshot | null} before
 * @param {Page.Snapshot} after
 * @returns {[Page.GameView, Page.GameView] | null}
 */
function viewsOfSameGame(before, after) {
  const [played, playing] = [before?.game, after.game];
  return played && playing && before?.epoch === after.epoch && played.id === playing.id ? [played.view, playing.view] : null;
}

/**
 * The new log entries as sentences. Entries that start a section, such as rolls, are announced as news instead.
 *
 * @param {Page.Snapshot | null} before
 * @param {Page.Snapshot} after
 */
function newLines(before, after) {
  const [known, view] = viewsOfSameGame(before, after) ?? [];
  if (!known || !view) return [];
  const names = namesOf(view);
  const name = (/** @type {string} */ colour) => names[colour] ?? word("colour", colour);
  const last = known.log.at(-1)?.number ?? 0;
  return view.log
    .filter(({ number, event }) => number > last && !game().startsTurn(event))
    .map(({ event }) => `${joinClauses([describeEvent(event, name), game().where(event, game().places?.(/** @type {Page.AnyView} */ (view)))].filter(Boolean))}.`);
}

/**
 * News about new questions and about sources that now need help.
 *
 * @param {Page.Snapshot} before
 * @param {Page.Snapshot} after
 * @returns {Page.News[]}
 */
function tableNews(before, after) {
  const askedNumbers = new Set(before.questions.map(({ number }) => number));
  const faulty = new Set(before.sources.filter(isFaulty).map(({ name }) => name));
  return [
    ...after.sources
      .filter((source) => isFaulty(source) && !faulty.has(source.name))
      .map(({ name, text }) => ({ sound: "trouble", text: withLabel(word("source", name), translateSentence(text)) })),
    ...after.questions
      .filter(({ number }) => !askedNumbers.has(number))
      .map(({ word: question, fields }) => ({ sound: "question", text: describeQuestion(question, fields) })),
  ];
}

/** @param {Api.SourceShown} source */
const isFaulty = ({ health }) => health === "fault";
