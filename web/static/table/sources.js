// The status of camera, tower and buttons: unobtrusive, unless somebody has to act.

import { html } from "../drawing/dom.js";
import { sign } from "../drawing/signs.js";
import { withLabel, translateSentence, word } from "../language/i18n.js";

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
