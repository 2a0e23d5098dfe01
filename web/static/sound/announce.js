// What happens, for the ear: a sound, and the sentence that somebody at the table would say.
//
// Both are off until somebody at this device wants them: a table may want quiet. Screen readers are always told.

import { at } from "../drawing/dom.js";
import { namesOf } from "../table/current_view.js";
import { game, tell, tellAsked } from "../table/game.js";
import { keep, kept } from "../device/storage.js";
import { sound } from "./sounds.js";
import { speakAloud } from "./voices.js";
import { apart, labelled, said, word } from "../language/i18n.js";

const ON = "on";

/**
 * Whether this device makes sounds, or speaks.
 *
 * @param {string} what
 */
export const isOn = (what) => kept(what) === ON;

/**
 * Switch sounds or speech on or off.
 *
 * @param {string} what
 * @param {boolean} on
 */
export const switchOn = (what, on) => keep(what, on ? ON : null);

/**
 * Make heard what is new in a snapshot. `before` is the one shown until now; null: there is none.
 *
 * @param {Page.Snapshot | null} before
 * @param {Page.Snapshot} after
 */
export function announce(before, after) {
  const news = whatIsNew(before, after);
  const heard = [...newLines(before, after), ...news.map(({ text: sentence }) => sentence)];
  if (heard.length) at("heard").textContent = heard.join(" ");
  if (!news.length) return;
  if (isOn("sounds")) sound(news[0].sound);
  const text = news.map(({ text: sentence }) => sentence).join(" ");
  if (isOn("speech") && text) speakAloud(text);
}

/**
 * What somebody should hear of: objects with a `sound` and a `text`, the most important first.
 *
 * @param {Page.Snapshot | null} before
 * @param {Page.Snapshot} after
 * @returns {Page.News[]}
 */
export function whatIsNew(before, after) {
  const views = sameGame(before, after);
  return [...(views ? game().news(...views) : []), ...(before ? atTheTable(before, after) : [])];
}

/**
 * The views of two snapshots of one game; null where they aren't of one.
 *
 * @param {Page.Snapshot | null} before
 * @param {Page.Snapshot} after
 * @returns {[Page.GameView, Page.GameView] | null}
 */
function sameGame(before, after) {
  const [played, playing] = [before?.game, after.game];
  return played && playing && before?.epoch === after.epoch && played.id === playing.id ? [played.view, playing.view] : null;
}

/**
 * The lines that the story has grown by, as sentences. What begins something new, as a roll does, is news of its own.
 *
 * @param {Page.Snapshot | null} before
 * @param {Page.Snapshot} after
 */
function newLines(before, after) {
  const [known, view] = sameGame(before, after) ?? [];
  if (!known || !view) return [];
  const names = namesOf(view);
  const name = (/** @type {string} */ colour) => names[colour] ?? word("colour", colour);
  const last = known.log.at(-1)?.number ?? 0;
  return view.log
    .filter(({ number, event }) => number > last && !game().startsTurn(event))
    .map(({ event }) => `${apart([tell(event, name), game().where(event, game().places?.(/** @type {Page.AnyView} */ (view)))].filter(Boolean))}.`);
}

/**
 * Questions that are new, and sources that need help from now on.
 *
 * @param {Page.Snapshot} before
 * @param {Page.Snapshot} after
 * @returns {Page.News[]}
 */
function atTheTable(before, after) {
  const asked = new Set(before.questions.map(({ number }) => number));
  const ailing = new Set(before.sources.filter(isFaulty).map(({ name }) => name));
  return [
    ...after.sources
      .filter((source) => isFaulty(source) && !ailing.has(source.name))
      .map(({ name, text }) => ({ sound: "trouble", text: labelled(word("source", name), said(text)) })),
    ...after.questions
      .filter(({ number }) => !asked.has(number))
      .map(({ word: question, fields }) => ({ sound: "question", text: tellAsked(question, fields) })),
  ];
}

/** @param {Api.SourceShown} source */
const isFaulty = ({ health }) => health === "fault";
