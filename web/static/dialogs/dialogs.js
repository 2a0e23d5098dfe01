// Dialogs with a form, which show the consequences of an input before it is sent.

import { preview, openQuestion } from "../network/api.js";
import { html, requireElement } from "../drawing/dom.js";
import { describeViolation, game, describeEvent } from "../table/game.js";
import { joinClauses, n, t, word } from "../language/i18n.js";

// The preview of a correction: the changes that it would make.

const MAX_SHOWN = 8;

/** @typedef {Page.Difference & { event: Page.Event, events?: Page.Event[] }} Change */

/**
 * A preview of an input, filled in once the table has answered.
 *
 * `name` turns a colour into a player's name; `intro` precedes the list of changes.
 *
 * @param {Page.Input} input
 * @param {Page.Naming} name
 * @param {string} intro
 */
export function consequences(input, name, intro = t("This would change:")) {
  const root = html("div", { class: "consequences", "aria-live": "polite" });
  preview(input).then((answer) => root.replaceChildren(...draw(answer, name, intro)));
  return root;
}

/**
 * @param {Api.Preview | { error: string }} answer
 * @param {Page.Naming} name
 * @param {string} intro
 */
function draw(answer, name, intro) {
  if ("error" in answer) return [html("p", { class: "flag" }, answer.error)];
  const lines = sortChanges(answer).flatMap((change) => describeChange(change, name));
  if (!lines.length) return [html("p", { class: "quiet" }, t("Nothing else would change."))];
  const more = lines.length - MAX_SHOWN;
  return [
    html("p", {}, intro),
    html(
      "ul",
      {},
      lines.slice(0, MAX_SHOWN).map((text) => html("li", {}, text)),
      more > 0 ? html("li", { class: "quiet" }, n("… and {count} more", "… and {count} more", more)) : null,
    ),
  ];
}

/** Changes listed first in every game; then the game's `foremost`, then the rest in the table's order. */
const FIRST_CHANGES = ["winner", "points"];

/**
 * @param {string[]} before
 * @param {string[]} after
 */
const newViolations = (before, after) => after.filter((violation) => !before.includes(violation));

/**
 * Sort the changes for reading: rules that the input itself breaks, then its effects, then rules that other entries
 * break, grouped by rule.
 *
 * @param {Api.Preview} answer
 */
function sortChanges({ changes, told: recorded = [], changed = [] }) {
  const entered = [...recorded, ...changed].map((event) => JSON.stringify(event));
  const isOwn = (/** @type {Change} */ { event }) => entered.includes(JSON.stringify(event));
  const all = /** @type {Change[]} */ (changes);
  const violations = all.filter(({ what }) => what === "violations");
  const first = [...FIRST_CHANGES, ...(game().foremost ?? [])];
  const rank = (/** @type {Change} */ { what }) => (first.includes(what) ? first.indexOf(what) : first.length);
  const rest = all.filter(({ what }) => what !== "violations").sort((one, other) => rank(one) - rank(other));
  return [...violations.filter(isOwn), ...rest, ...groupViolations(violations.filter((change) => !isOwn(change)))];
}

/**
 * Group entries that break, or no longer break, the same rules: one change with all their `events`.
 *
 * @param {Change[]} violations
 * @returns {Change[]}
 */
function groupViolations(violations) {
  const groups = new Map();
  for (const { event, before, after } of violations) {
    const appear = newViolations(before, after);
    const vanish = newViolations(after, before);
    const key = JSON.stringify([appear, vanish]);
    const same = groups.get(key) ?? { what: "violations", events: [], before: vanish, after: appear };
    same.events.push(event);
    groups.set(key, same);
  }
  return [...groups.values()];
}

/**
 * @param {Change} change
 * @param {Page.Naming} name
 * @returns {string[]}
 */
function describeChange(change, name) {
  if (change.what === "violations") return describeViolations(change, name);
  const nameOrNobody = (/** @type {string | null} */ colour) => (colour ? name(colour) : t("nobody"));
  return game().changes[change.what]?.(change, nameOrNobody) ?? [];
}

/**
 * @param {Change} change
 * @param {Page.Naming} name
 * @returns {string[]}
 */
function describeViolations({ event, events: several, before, after }, name) {
  const events = several ?? [event];
  const eventText = describeEvent(events[0], name);
  const others = events.length - 1;
  const joinViolations = (/** @type {string[]} */ words) =>
    joinClauses(words.map((violation) => (others ? word("violation", violation) : describeViolation(violation, events[0]))));
  const [appear, vanish] = [newViolations(before, after), newViolations(after, before)].map((some) => (some.length ? joinViolations(some) : ""));
  if (others) {
    return [
      appear &&
        n(
          "“{told}” and {count} more entry would break a rule: {violations}",
          "“{told}” and {count} more entries would break a rule: {violations}",
          others,
          { told: eventText, violations: appear },
        ),
      vanish &&
        n(
          "“{told}” and {count} more entry would no longer break the rules ({violations})",
          "“{told}” and {count} more entries would no longer break the rules ({violations})",
          others,
          { told: eventText, violations: vanish },
        ),
    ].filter(Boolean);
  }
  return [
    appear && t("“{told}” would break a rule: {violations}", { told: eventText, violations: appear }),
    vanish && t("“{told}” would no longer break the rules ({violations})", { told: eventText, violations: vanish }),
  ].filter(Boolean);
}

// Dialogs and their form fields.

/** The name of the event that a dialog's form receives when its first button may have to change. */
const REFRESH = "refresh";

/**
 * Open the dialog with some content. Returns the dialog.
 *
 * `buttons` are [text, action]; the first one submits the form. An action that resolves to false leaves the dialog open.
 *
 * - `about`: the element that the dialog refers to. It stays visible, and the first button gets the focus.
 * - `ready`: enables the first button; evaluated on each change of a field and by `refreshDialog`.
 * - `leave`: the text of the cancel button.
 * - `back`: cancel restores the dialog's previous content, as it was filled in.
 * - `large`: emphasizes the first button, where it is nearly always the right one.
 *
 * @param {string} title
 * @param {Page.Content} content
 * @param {Page.Choice[]} buttons
 * @param {{ about?: Element | null, ready?: () => boolean, leave?: string, back?: boolean, large?: boolean }} options
 */
export function openDialog(title, content, buttons, options = {}) {
  const { about = null, ready = () => true, leave = t("Cancel"), back = false, large = false } = options;
  const dialog = requireElement(document, "#dialog", HTMLDialogElement);
  const before = [...dialog.childNodes];
  const restorePrevious = () => {
    dialog.replaceChildren(...before);
    dialog.setAttribute("aria-label", `${dialog.querySelector("h2")?.textContent}`);
  };
  let acting = false;
  const act = async (/** @type {() => unknown} */ action) => {
    // Ignore a second tap.
    if (acting) return;
    acting = true;
    const result = await action();
    acting = false;
    // If the dialog was cancelled meanwhile, it may show another question, which stays open.
    if (result !== false) form.closest("dialog")?.close();
  };
  const buttonElements = buttons.map(([text, action], n) =>
    html(
      "button",
      n ? { type: "button", onclick: () => act(action) } : { class: "primary", autofocus: about !== null },
      text,
    ),
  );
  const form = html(
    "form",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (buttons.length && ready()) act(buttons[0][1]);
      },
      class: large && "large",
      onchange: () => refreshDialog(),
    },
    html("h2", {}, title),
    content,
    html(
      "div",
      { class: "buttons" },
      buttonElements,
      html("button", { type: "button", onclick: () => (back ? restorePrevious() : dialog.close()) }, leave),
    ),
  );
  form.addEventListener(REFRESH, () => {
    if (buttonElements.length) buttonElements[0].disabled = !ready();
  });
  dialog.setAttribute("aria-label", title);
  dialog.classList.toggle("sheet", about !== null);
  dialog.classList.toggle("sheet-high", (about?.getBoundingClientRect().top ?? 0) > innerHeight / 2);
  openQuestion();
  dialog.replaceChildren(form);
  if (!dialog.open) showModal(dialog);
  refreshDialog();
  return dialog;
}

/** Enable or disable the first button of the dialog, if one is open, after something else than a field has changed. */
export const refreshDialog = () => document.querySelector("#dialog form")?.dispatchEvent(new Event(REFRESH));

/** The address of the history entry that a dialog added; null if the back key has left it. */
/** @type {string | null} */
let addedAddress = null;

/**
 * Open a dialog that the device's back key closes, like every other app's. The history entry that makes this possible
 * stays when the dialog is closed otherwise, and the next dialog uses it.
 *
 * @param {HTMLDialogElement} dialog
 */
export function showModal(dialog) {
  if (addedAddress === null) history.pushState(null, "");
  addedAddress = location.href;
  dialog.showModal();
}

addEventListener("popstate", () => {
  const isLeft = addedAddress === location.href;
  addedAddress = null;
  if (!isLeft) return;
  const opened = document.querySelector("dialog:modal");
  if (opened instanceof HTMLDialogElement) opened.close();
  else history.back();
});

/**
 * Insert a message where it is visible: above the buttons of an open dialog, otherwise on the page.
 *
 * An open dialog covers everything outside it.
 *
 * @param {HTMLElement} box
 */
export function showInSight(box) {
  const dialog = requireElement(document, "#dialog", HTMLDialogElement);
  const buttons = dialog.open && dialog.querySelector("form > .buttons:last-child");
  if (buttons) buttons.prepend(box);
  else document.body.append(box);
}

/**
 * A labelled select field. `options` are [value, text].
 *
 * @param {string} name
 * @param {string} label
 * @param {Page.Option[]} options
 * @param {string | undefined} chosen
 */
export function selectField(name, label, options, chosen) {
  const select = html(
    "select",
    { name },
    options.map(([value, text]) => html("option", { value, selected: value === chosen }, text)),
  );
  return html("label", {}, html("span", {}, label), select);
}

/**
 * The values of the dialog's fields by name.
 *
 * @returns {{ [name: string]: string }}
 */
export function dialogValues() {
  // Forms in dialogs contain no files.
  const fields = /** @type {Iterable<[string, string]>} */ (new FormData(requireElement(document, "#dialog form", HTMLFormElement)));
  return Object.fromEntries(fields);
}

/**
 * Open the dialog with a preview below the fields, updated on each change of a field. Returns the dialog.
 *
 * @param {string} title
 * @param {Page.Content[]} fields
 * @param {Page.Choice[]} buttons
 * @param {() => Page.Input} correction
 * @param {Page.Naming} name
 * @param {Element | null} about
 */
export function openDialogWithPreview(title, fields, buttons, correction, name, about) {
  const previewElement = html("div", {});
  const dialog = openDialog(title, [...fields, previewElement], buttons, { about });
  requireElement(dialog, "form", HTMLFormElement).addEventListener("change", () => {
    previewElement.replaceChildren(consequences(correction(), name));
  });
  return dialog;
}
