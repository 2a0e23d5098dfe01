// Small questions that a tap opens, and the fields in them.

import { consequences } from "./consequences.js";
import { html, within } from "../drawing/dom.js";
import { opens } from "../network/open_question.js";
import { t } from "../language/i18n.js";

/**
 * Open the dialog with some content; the first of `buttons`, if any, is the form's own.
 *
 * `buttons` are [text, action]; an action that resolves to false leaves the dialog open. Where
 * it is about something on the island, `about`, it leaves that to be seen, and has the keyboard's
 * place at its first button. The first button can be tapped while `ready` says so: it is asked with
 * every change of a field, and by the dialog's `refresh`. `leave` is what closes it; where the question is
 * about what the dialog holds already (`back`), that leads back to it, as it is filled in. `large` has the
 * first button stand out where it is nearly always meant. Returns the dialog.
 *
 * @param {string} title
 * @param {Page.Content} content
 * @param {Page.Choice[]} buttons
 * @param {{ about?: Element | null, ready?: () => boolean, leave?: string, back?: boolean, large?: boolean }} options
 */
export function ask(title, content, buttons, options = {}) {
  const { about = null, ready = () => true, leave = t("Cancel"), back = false, large = false } = options;
  const dialog = within(document, "#dialog", HTMLDialogElement);
  const [before, refresh] = [[...dialog.childNodes], dialog.refresh];
  const goBack = () => {
    dialog.replaceChildren(...before);
    dialog.refresh = refresh;
    dialog.setAttribute("aria-label", `${dialog.querySelector("h2")?.textContent}`);
  };
  let acting = false;
  const act = async (/** @type {() => unknown} */ action) => {
    // A finger that taps twice means once.
    if (acting) return;
    acting = true;
    const taken = await action();
    acting = false;
    // Whoever cancelled meanwhile may have opened another question: that one stays.
    if (taken !== false) form.closest("dialog")?.close();
  };
  const given = buttons.map(([text, action], n) =>
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
      onchange: () => dialog.refresh(),
    },
    html("h2", {}, title),
    content,
    html(
      "div",
      { class: "buttons" },
      given,
      html("button", { type: "button", onclick: () => (back ? goBack() : dialog.close()) }, leave),
    ),
  );
  dialog.refresh = () => {
    if (given.length) given[0].disabled = !ready();
  };
  dialog.setAttribute("aria-label", title);
  dialog.classList.toggle("sheet", about !== null);
  dialog.classList.toggle("sheet-high", (about?.getBoundingClientRect().top ?? 0) > innerHeight / 2);
  opens();
  dialog.replaceChildren(form);
  if (!dialog.open) dialog.showModal();
  dialog.refresh();
  return dialog;
}

/**
 * Have something that is said in sight: in an open dialog on top of its buttons, else on the page.
 *
 * A dialog lies above everything but what is inside it.
 *
 * @param {HTMLElement} box
 */
export function putInSight(box) {
  const dialog = within(document, "#dialog", HTMLDialogElement);
  const buttons = dialog.open && dialog.querySelector("form > .buttons:last-child");
  if (buttons) buttons.prepend(box);
  else document.body.append(box);
}

/**
 * A labelled choice. `options` are [value, text].
 *
 * @param {string} name
 * @param {string} label
 * @param {Page.Option[]} options
 * @param {string | undefined} chosen
 */
export function choice(name, label, options, chosen) {
  const select = html(
    "select",
    { name },
    options.map(([value, text]) => html("option", { value, selected: value === chosen }, text)),
  );
  return html("label", {}, html("span", {}, label), select);
}

/**
 * What the dialog's fields hold, by their names.
 *
 * @returns {{ [name: string]: string }}
 */
export function values() {
  // No form of a dialog sends files.
  const fields = /** @type {Iterable<[string, string]>} */ (new FormData(within(document, "#dialog form", HTMLFormElement)));
  return Object.fromEntries(fields);
}

/**
 * Ask with what it would change below the fields, each time another thing is chosen. Returns the dialog.
 *
 * @param {string} title
 * @param {Page.Content[]} fields
 * @param {Page.Choice[]} buttons
 * @param {() => Page.Input} correction
 * @param {Page.Naming} name
 * @param {Element | null} about
 */
export function askWeighing(title, fields, buttons, correction, name, about) {
  const weighed = html("div", {});
  const dialog = ask(title, [...fields, weighed], buttons, { about });
  within(dialog, "form", HTMLFormElement).addEventListener("change", () => {
    weighed.replaceChildren(consequences(correction(), name));
  });
  return dialog;
}
