// Small questions that a tap opens: what lies here, what was rolled, strike this out.

import { enter } from "./api.js";
import { html } from "./dom.js";
import { TERRAINS } from "./signs.js";
import { say, word } from "./words.js";

const NUMBERS = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];
const HARBORS = ["generic", "lumber", "brick", "wool", "grain", "ore"];

/**
 * Open the dialog with some content; the first button of `buttons` is the form's own.
 *
 * `buttons` are [text, action]; an action that resolves to false leaves the dialog open.
 */
export function ask(title, content, buttons) {
  const dialog = document.getElementById("dialog");
  const act = async (action) => {
    if ((await action()) !== false) dialog.close();
  };
  const [[, main]] = buttons;
  const form = html(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        act(main);
      },
    },
    html("h2", {}, title),
    content,
    html(
      "div",
      { class: "buttons" },
      buttons.map(([text, action], n) =>
        html("button", n ? { type: "button", onclick: () => act(action) } : { class: "primary" }, text),
      ),
      html("button", { type: "button", onclick: () => dialog.close() }, say("cancel")),
    ),
  );
  dialog.replaceChildren(form);
  dialog.showModal();
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

function values() {
  return Object.fromEntries(new FormData(document.querySelector("#dialog form")));
}

/** Correct what lies on a hex, or say that the robber stands there. */
export function editHex(id, lies) {
  const correct = () => {
    const { terrain, number } = values();
    const hex = { terrain, number: number === "" ? null : Number(number) };
    return enter({ kind: "correct", layout: { hexes: { [id]: hex } } });
  };
  const fields = [
    choice("terrain", say("terrainLabel"), TERRAINS.map((t) => [t, word("terrain", t)]), lies?.terrain),
    choice(
      "number",
      say("numberLabel"),
      [["", say("noNumber")], ...NUMBERS.map((n) => [`${n}`, `${n}`])],
      `${lies?.number ?? ""}`,
    ),
  ];
  ask(say("hexTitle"), fields, [
    [say("save"), correct],
    [say("robberHere"), () => enter({ kind: "move_robber", to: id })],
  ]);
}

/** Correct a harbor's kind, or say that there is none. */
export function editHarbor(id, kind) {
  const correct = () => enter({ kind: "correct", layout: { harbors: { [id]: values().harbor || null } } });
  const options = [...HARBORS.map((h) => [h, word("harbor", h)]), ["", say("noHarbor")]];
  ask(say("harborTitle"), [choice("harbor", say("harborLabel"), options, kind)], [[say("save"), correct]]);
}

/** Enter a roll of dice that nothing could see. */
export function askRoll() {
  const fields = [1, 2].map((n) =>
    html(
      "fieldset",
      { class: "faces" },
      html("legend", {}, say("die", n)),
      [1, 2, 3, 4, 5, 6].map((face) =>
        html(
          "label",
          { class: "face" },
          html("input", { type: "radio", name: `die${n}`, value: face, required: true }),
          html("span", {}, `${face}`),
        ),
      ),
    ),
  );
  const roll = () => {
    const { die1, die2 } = values();
    return enter({ kind: "roll", dice: [Number(die1), Number(die2)] });
  };
  ask(say("rollTitle"), fields, [[say("save"), roll]]);
}

/** Strike an entry of the log out. */
export function askStrikeOut(number, told) {
  ask(
    say("strikeOutTitle"),
    [html("p", { class: "quote" }, told), html("p", {}, say("strikeOutText"))],
    [[say("strikeOut"), () => enter({ kind: "correct", entry: number, event: null })]],
  );
}
