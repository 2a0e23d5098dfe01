// One line of the story: what of it was otherwise, whether it happened at all, and what came before it.

import { enter, enterTold } from "../network/api.js";
import { consequences } from "../dialogs/consequences.js";
import { ask } from "../dialogs/dialogs.js";
import { html, within } from "../drawing/dom.js";
import { game, tell } from "../table/game.js";
import { ofView, restOn } from "../network/open_question.js";
import { labelled, t, word } from "../language/i18n.js";
import { nameOf, now } from "../table/current_view.js";

/** What a phone's source begins with, before its colour. */
const PHONE = "phone:";

/**
 * Whether two say the same, in whichever order they have it.
 *
 * @param {unknown} one
 * @param {unknown} other
 */
const same = (one, other) => inOrder(one) === inOrder(other);

/** @param {unknown} value */
const isObject = (value) => value instanceof Object && !Array.isArray(value);

/** @param {unknown} said */
const inOrder = (said) =>
  JSON.stringify(said, (_, value) => (isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value));

/**
 * Ask what is to become of a line of the story: first what that would change, then a tap that does it.
 *
 * `site` is the place on the island that it is asked about, if any. Returns false, as an action of a dialog
 * that goes on with this one does.
 *
 * @param {Page.Line} line
 * @param {string | null} site
 */
export function askEntry(line, site = null) {
  const { number, as_of: asOf, certainty, event, source, violations } = line;
  // What is said of it is said of the line as it is shown here.
  /** @param {Page.Input} said */
  const ofLine = (said) => ({ ...said, entry: number, about: { as_of: asOf } });
  const fields = game().fieldsOf(event, { ...now(), site });
  const striking = ofLine({ kind: "correct", event: null });
  const weighed = html("div", { class: "entry-weighed" });
  // What nobody touched stays as it was told, also what only its player knows of it.
  const change = () =>
    Object.fromEntries(Object.entries(fields.says()).filter(([key, value]) => !same(value, event[key] ?? null)));
  const changing = () => ofLine({ kind: "correct", change: change() });
  const changed = () => fields.done() && Object.keys(change()).length > 0;

  const ground = game().ground.includes(event.kind);
  const hint = game().hint?.(event);
  /** @type {Page.Choice[]} */
  const buttons = fields.elements.length ? [[t("Save"), () => enter(changing())]] : [];
  if (!ground) buttons.push([t("Delete"), () => enter(striking)]);
  if (certainty < 1) buttons.push([t("Confirm"), () => enter(ofLine({ kind: "confirm" }))]);
  if (!ground) buttons.push([t("Insert before …"), () => askBefore(line)]);

  const about = [
    html("p", { class: "quote" }, tell(event, nameOf)),
    html("p", { class: "quiet" }, labelled(t("Source"), teller(source))),
    hint ? html("p", {}, hint) : [],
    violations.map((violation) => html("p", { class: "flag" }, `⚠ ${word("violation", violation)}`)),
  ];
  const weigh = () => {
    fields.show();
    /**
     * @param {string} colour
     * @returns {string}
     */
    const named = (colour) => fields.names()[colour] ?? nameOf(colour);
    if (changed()) weighed.replaceChildren(consequences(changing(), named));
    else weighed.replaceChildren(ground ? "" : consequences(striking, nameOf, t("Deleting it would change:")));
  };
  const ready = fields.elements.length ? changed : undefined;
  const dialog = ask(t("Edit entry"), laidOut(about, fields, weighed), buttons, { ready });
  restOn(ofView(({ log }) => stillSays(log, line)));
  const form = within(dialog, "form", HTMLFormElement);
  form.addEventListener("change", weigh);
  // A name can be changed with its first letter: nobody has to leave the field for that.
  form.addEventListener("input", () => dialog.refresh());
  weigh();
  return false;
}

/**
 * What a line says by now: nothing where it is gone, and what it said where it is older than those that are shown.
 *
 * @param {Page.Line[]} log
 * @param {Page.Line} line
 */
const stillSays = (log, { number, event }) =>
  number < (log[0]?.number ?? 0) ? event : (log.find((line) => line.number === number)?.event ?? null);

/**
 * Who told a line: a player's phone is that player.
 *
 * @param {string} source
 */
const teller = (source) =>
  source.startsWith(PHONE) ? t("{name}'s phone", { name: nameOf(source.slice(PHONE.length)) }) : word("source", source);

/**
 * What it is about, its fields, and what they would change: beside each other where there is room.
 *
 * @param {Page.Content} about
 * @param {Page.Fields} fields
 * @param {Page.Content} weighed
 */
const laidOut = (about, fields, weighed) =>
  html(
    "div",
    { class: "entry-edit" },
    html("div", { class: "entry-about" }, about),
    html("div", { class: "entry-fields" }, fields.elements),
    weighed,
  );

/**
 * Ask what happened before a line that nobody told: of which kind it was.
 *
 * @param {Page.Line} line
 */
function askBefore(line) {
  const { kinds: besides, kindName } = game();
  const kinds = besides.map((kind) =>
    html("button", { type: "button", class: "choice", onclick: () => askInserted(line, kind) }, kindName(kind)),
  );
  const before = html("p", { class: "quote" }, tell(line.event, nameOf));
  ask(t("Insert before this entry"), [before, html("div", { class: "choices" }, kinds)], []);
  return false;
}

/**
 * Ask what exactly it was; what it would change is shown before it is taken.
 *
 * @param {Page.Line} line
 * @param {string} kind
 */
function askInserted(line, kind) {
  const { fieldsOf, kindName } = game();
  const fields = fieldsOf({ kind, player: line.event.player }, now());
  const weighed = html("div", { class: "entry-weighed" });
  const inserting = () => ({ kind: "correct", before: line.number, event: { kind, ...fields.says() } });
  const weigh = () => {
    fields.show();
    weighed.replaceChildren(fields.done() ? consequences(inserting(), nameOf) : "");
  };
  /** @type {Page.Choice[]} */
  const buttons = [[t("Add"), () => enterTold(inserting())]];
  const before = html("p", { class: "quiet" }, labelled(t("Insert before"), tell(line.event, nameOf)));
  const dialog = ask(kindName(kind), laidOut(before, fields, weighed), buttons, { ready: fields.done });
  within(dialog, "form", HTMLFormElement).addEventListener("change", weigh);
  weigh();
}
