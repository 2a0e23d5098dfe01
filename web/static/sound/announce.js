// What happens, for the ear: a sound, and the sentence that somebody at the table would say.
//
// Both are off until somebody at this device wants them: a table may want quiet.

import { game, tellAsked } from "../table/game.js";
import { keep, kept } from "../device/storage.js";
import { sound } from "./sounds.js";
import { speakAloud } from "./voices.js";
import { labelled, said, word } from "../language/i18n.js";

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
  const [played, playing] = [before?.game, after.game];
  const known = played && playing && before?.epoch === after.epoch && played.id === playing.id;
  return [
    ...(known ? game().news(played.view, playing.view) : []),
    ...(before ? atTheTable(before, after) : []),
  ];
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
