// The dialog of a log entry: edit it, delete it, or insert an entry before it.

import { enter, enterWithNotice, pickFromView, closeWhenStale } from "../network/api.js";
import { consequences, openDialog, refreshDialog } from "../dialogs/dialogs.js";
import { html, requireElement } from "../drawing/dom.js";
import { game, describeEvent, nameOf, currentView } from "../table/game.js";
import { withLabel, t, word } from "../language/i18n.js";

/** The prefix of a phone's source, before its colour. */
const PHONE_PREFIX = "phone:";

/**
 * Returns whether two values are equal, whatever the order of their keys.
 *
 * @param {unknown} one
 * @param {unknown} other
 */
const isSameValue = (one, other) => canonicalJson(one) === canonicalJson(other);

/** @param {unknown} value */
const isObject = (value) => value instanceof Object && !Array.isArray(value);

/** @param {unknown} data */
const canonicalJson = (data) =>
  JSON.stringify(data, (_, value) => (isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value));

/**
 * Asks how to change a log entry: shows the consequences, then a tap applies them.
 *
 * `site` is the place on the island in question, if any. Returns false, because the calling dialog's action continues
 * with this dialog.
 *
 * @param {Page.Line} line
 * @param {string | null} site
 */
export function askEntry(line, site = null) {
  const { number, as_of: asOf, certainty, event, source, violations } = line;
  // The input refers to the entry as it is shown here.
  /** @param {Page.Input} input */
  const aboutLine = (input) => ({ ...input, entry: number, about: { as_of: asOf } });
  const fields = game().fieldsOf(event, { ...currentView(), site });
  const deletion = aboutLine({ kind: "correct", event: null });
  const preview = html("div", { class: "entry-preview" });
  // Untouched fields keep their values, including private ones.
  const changedFields = () =>
    Object.fromEntries(Object.entries(fields.values()).filter(([key, value]) => !isSameValue(value, event[key] ?? null)));
  const correction = () => aboutLine({ kind: "correct", change: changedFields() });
  const hasChanged = () => fields.isComplete() && Object.keys(changedFields()).length > 0;

  const isGround = game().ground.includes(event.kind);
  const hint = game().hint?.(event);
  /** @type {Page.Choice[]} */
  const buttons = fields.elements.length ? [[t("Save"), () => enter(correction())]] : [];
  if (!isGround) buttons.push([t("Delete"), () => enter(deletion)]);
  if (certainty < 1) buttons.push([t("Confirm"), () => enter(aboutLine({ kind: "confirm" }))]);
  if (!isGround) buttons.push([t("Insert before …"), () => askInsertKind(line)]);

  const about = [
    html("p", { class: "quote" }, describeEvent(event, nameOf)),
    html("p", { class: "quiet" }, withLabel(t("Source"), sourceName(source))),
    hint ? html("p", {}, hint) : [],
    violations.map((violation) => html("p", { class: "flag" }, `⚠ ${word("violation", violation)}`)),
  ];
  const updatePreview = () => {
    fields.show();
    /**
     * @param {string} colour
     * @returns {string}
     */
    const correctedName = (colour) => fields.names()[colour] ?? nameOf(colour);
    if (hasChanged()) preview.replaceChildren(consequences(correction(), correctedName));
    else preview.replaceChildren(isGround ? "" : consequences(deletion, nameOf, t("Deleting it would change:")));
  };
  const isReady = fields.elements.length ? hasChanged : undefined;
  const dialog = openDialog(t("Edit entry"), drawEditor(about, fields, preview), buttons, { ready: isReady });
  closeWhenStale(pickFromView(({ log }) => currentEvent(log, line)));
  const form = requireElement(dialog, "form", HTMLFormElement);
  form.addEventListener("change", updatePreview);
  // A name counts as changed with the first letter typed, before the field loses the focus.
  form.addEventListener("input", () => refreshDialog());
  updatePreview();
  return false;
}

/**
 * The event of an entry by now: null if it was deleted, unchanged if it is older than the lines shown.
 *
 * @param {Page.Line[]} log
 * @param {Page.Line} line
 */
const currentEvent = (log, { number, event }) =>
  number < (log[0]?.number ?? 0) ? event : (log.find((line) => line.number === number)?.event ?? null);

/**
 * The name of an entry's source; a phone is named after its player.
 *
 * @param {string} source
 */
const sourceName = (source) =>
  source.startsWith(PHONE_PREFIX) ? t("{name}'s phone", { name: nameOf(source.slice(PHONE_PREFIX.length)) }) : word("source", source);

/**
 * Lays out the description, the fields and the consequences, side by side where there is room.
 *
 * @param {Page.Content} about
 * @param {Page.Fields} fields
 * @param {Page.Content} preview
 */
const drawEditor = (about, fields, preview) =>
  html(
    "div",
    { class: "entry-edit" },
    html("div", { class: "entry-about" }, about),
    html("div", { class: "entry-fields" }, fields.elements),
    preview,
  );

/**
 * Asks for the kind of event to insert before an entry.
 *
 * @param {Page.Line} line
 */
function askInsertKind(line) {
  const { kinds: besides, kindName } = game();
  const kinds = besides.map((kind) =>
    html("button", { type: "button", class: "choice", onclick: () => askInserted(line, kind) }, kindName(kind)),
  );
  const before = html("p", { class: "quote" }, describeEvent(line.event, nameOf));
  openDialog(t("Insert before this entry"), [before, html("div", { class: "choices" }, kinds)], []);
  return false;
}

/**
 * Asks for the details of an inserted event; its consequences are shown before it is entered.
 *
 * @param {Page.Line} line
 * @param {string} kind
 */
function askInserted(line, kind) {
  const { fieldsOf, kindName } = game();
  const fields = fieldsOf({ kind, player: line.event.player }, currentView());
  const preview = html("div", { class: "entry-preview" });
  const insertion = () => ({ kind: "correct", before: line.number, event: { kind, ...fields.values() } });
  const updatePreview = () => {
    fields.show();
    preview.replaceChildren(fields.isComplete() ? consequences(insertion(), nameOf) : "");
  };
  /** @type {Page.Choice[]} */
  const buttons = [[t("Add"), () => enterWithNotice(insertion())]];
  const before = html("p", { class: "quiet" }, withLabel(t("Insert before"), describeEvent(line.event, nameOf)));
  const dialog = openDialog(kindName(kind), drawEditor(before, fields, preview), buttons, { ready: fields.isComplete });
  requireElement(dialog, "form", HTMLFormElement).addEventListener("change", updatePreview);
  updatePreview();
}
