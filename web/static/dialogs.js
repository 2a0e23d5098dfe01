// Small questions that a tap opens: what lies here, what was rolled, strike this out.

import { enter } from "./api.js";
import { consequences } from "./consequences.js";
import { html } from "./dom.js";
import { laid } from "./laid.js";
import { TERRAINS } from "./signs.js";
import { TURN, both, ofView, opens, restOn } from "./standing.js";
import { hexName, t, word } from "./i18n.js";

const NUMBERS = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];

/**
 * Open the dialog with some content; the first of `buttons`, if any, is the form's own.
 *
 * `buttons` are [text, action]; an action that resolves to false leaves the dialog open. Where
 * it is about something on the island, `about`, it leaves that to be seen, and has the keyboard's
 * place at its first button. The first button can be tapped while `ready` says so: it is asked with
 * every change of a field, and by the dialog's `refresh`. `leave` is what closes it; where the question is
 * about what the dialog holds already (`back`), that leads back to it, as it is filled in. `large` has the
 * first button stand out where it is nearly always meant. Returns the dialog.
 */
export function ask(title, content, buttons, options = {}) {
  const { about = null, ready = () => true, leave = t("Cancel"), back = false, large = false } = options;
  const dialog = document.getElementById("dialog");
  const [before, refresh] = [[...dialog.childNodes], dialog.refresh];
  const goBack = () => {
    dialog.replaceChildren(...before);
    dialog.refresh = refresh;
  };
  let acting = false;
  const act = async (action) => {
    // A finger that taps twice means once.
    if (acting) return;
    acting = true;
    const taken = await action();
    acting = false;
    if (taken !== false) dialog.close();
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
      onsubmit: (event) => {
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
  dialog.classList.toggle("sheet", about !== null);
  dialog.classList.toggle("sheet-high", about?.getBoundingClientRect().top > innerHeight / 2);
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
 */
export function putInSight(box) {
  const dialog = document.getElementById("dialog");
  const buttons = dialog.open && dialog.querySelector("form > .buttons:last-child");
  if (buttons) buttons.prepend(box);
  else document.body.append(box);
}

/** A labelled choice. `options` are [value, text]. */
export function choice(name, label, options, chosen) {
  const select = html(
    "select",
    { name },
    options.map(([value, text]) => html("option", { value, selected: value === chosen }, text)),
  );
  return html("label", {}, html("span", {}, label), select);
}

/** What the dialog's fields hold, by their names. */
export function values() {
  return Object.fromEntries(new FormData(document.querySelector("#dialog form")));
}

/**
 * Ask about a hex: whether the robber moves there, where it has to; else what lies there.
 *
 * `askCoast`, where a harbor may lie beside it, asks about that. No robber stands on an island before it `isLaid`.
 */
export function editHex(id, lies, robberIsDue, name, askCoast, isLaid = true) {
  // Drawn anew meanwhile, it is found again by its key.
  const hex = () => document.querySelector(`.hex[data-key="${id}"]`);
  hex().classList.add("hex-chosen");
  const correct = () => correctHex(id, lies, name, hex(), askCoast, isLaid);
  const dialog = robberIsDue ? askRobber(id, lies, correct, hex()) : correct();
  dialog.addEventListener("close", () => hex()?.classList.remove("hex-chosen"), { once: true });
}

/** Ask whether the robber stands on a hex now; `correct` asks what lies there instead. Returns the dialog. */
function askRobber(id, lies, correct, about) {
  const otherwise = () => {
    correct();
    return false;
  };
  const buttons = [
    [t("The robber stands here"), () => enter({ kind: "move_robber", to: id })],
    [t("Correct this hex …"), otherwise],
  ];
  const where = lies ? html("p", { class: "quote" }, hexName(lies)) : [];
  const dialog = ask(t("Does the robber move here?"), where, buttons, { about, large: true });
  restOn(both(TURN, ofView(({ robber }) => robber)));
  return dialog;
}

/** Ask what lies on a hex, or whether the robber stands there. Returns the dialog. */
function correctHex(id, lies, name, about, askCoast, isLaid) {
  const correction = () => {
    const { terrain, number } = values();
    const hex = { terrain, number: number === "" ? null : Number(number) };
    return { kind: "correct", layout: { hexes: { [id]: hex } } };
  };
  // Of a hex that nobody knows, nothing is chosen for whoever taps on quickly.
  const unsaid = lies ? [] : [["", t("Choose …")]];
  const fields = [
    choice("terrain", t("Terrain"), [...unsaid, ...TERRAINS.map((t) => [t, word("terrain", t)])], lies?.terrain ?? ""),
    choice(
      "number",
      t("Number"),
      [["", t("none")], ...NUMBERS.map((n) => [`${n}`, `${n}`])],
      `${lies?.number ?? ""}`,
    ),
  ];
  const buttons = [
    [t("Save"), () => enter(correction())],
    ...(isLaid ? [[t("The robber stands here"), () => enter({ kind: "move_robber", to: id })]] : []),
  ];
  if (askCoast) {
    const harbor = () => {
      askCoast();
      return false;
    };
    buttons.push([t("A harbor lies beside it …"), harbor]);
  }
  const title = t("What lies here?");
  // Nothing rests yet on an island that is still being entered.
  const dialog = isLaid
    ? askWeighing(title, fields, buttons, correction, name, about)
    : ask(title, fields, buttons, { about, ready: () => values().terrain !== "" });
  restOn(ofView((view) => laid(view)?.hexes?.[id]));
  return dialog;
}

/** Ask with what it would change below the fields, each time another thing is chosen. Returns the dialog. */
export function askWeighing(title, fields, buttons, correction, name, about) {
  const weighed = html("div", {});
  const dialog = ask(title, [...fields, weighed], buttons, { about });
  dialog.querySelector("form").addEventListener("change", () => {
    weighed.replaceChildren(consequences(correction(), name));
  });
  return dialog;
}
