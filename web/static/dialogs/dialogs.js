// Dialogs and their form fields.

import { consequences } from "./consequences.js";
import { html, requireElement } from "../drawing/dom.js";
import { openQuestion } from "../network/open_question.js";
import { t } from "../language/i18n.js";

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
