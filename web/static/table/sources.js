// Camera, tower, buttons: quiet signs, that become loud when somebody has to act.

import { html } from "../drawing/dom.js";
import { sign } from "../drawing/signs.js";
import { labelled, said, word } from "../language/i18n.js";

/** @type {{ [health: string]: string }} */
const MARKS = { ok: "✓", waiting: "…", fault: "!" };
/** The sources that have a sign of their own. */
const WITH_SIGN = ["camera", "tower", "bluetooth", "panel", "tablet"];

/**
 * The sources' part of the page.
 *
 * @param {Api.SourceShown[]} sources
 */
export const drawSources = (sources) => sources.map(drawSource);

/** @param {Api.SourceShown} source */
function drawSource({ name, health, text }) {
  const told = labelled(word("source", name), said(text) || word("health", health));
  return html(
    "span",
    { class: "source", "data-health": health, title: told },
    WITH_SIGN.includes(name) ? sign(name) : null,
    html("span", {}, word("source", name)),
    html("span", { class: "mark", "aria-hidden": "true" }, MARKS[health] ?? "?"),
    html("span", { class: "hidden" }, word("health", health)),
  );
}

/**
 * What people have to read: what the table says, and sources that say what is wrong.
 *
 * @param {Pick<Api.Snapshot, "notices" | "sources">} snapshot
 */
export function pickNotices({ notices: told, sources }) {
  // A tower that works has a word to say where another one is plugged in that nobody hears, dice and a phone that is
  // the camera of an empty battery.
  const loud = (/** @type {Api.SourceShown} */ { name, health }) => health === "fault" || (health === "ok" && ["tower", "bluetooth", "camera"].includes(name));
  const wrong = sources.filter((source) => source.text && loud(source));
  return [...wrong.map(({ name, text }) => labelled(word("source", name), said(text))), ...told.map(said)];
}

/** @param {string[]} texts */
export const drawNotices = (texts) => texts.map((text) => html("p", { class: "strip" }, text));
