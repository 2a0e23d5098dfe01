// The form that starts a game: who sits there, with which pieces.

import { startGame } from "./api.js";
import { ask, choice } from "./dialogs.js";
import { html } from "./dom.js";
import { say, word } from "./words.js";

const COLOURS = ["red", "blue", "orange", "white"];

// Two players can't have the same colour: the seat that had it takes the one given up.
function keepApart(selects) {
  const had = new Map(selects.map((select) => [select, select.value]));
  for (const select of selects) {
    select.addEventListener("change", () => {
      const loser = selects.find((each) => each !== select && each.value === select.value);
      loser.value = had.get(select);
      selects.forEach((each) => had.set(each, each.value));
    });
  }
}

function fields() {
  const seats = COLOURS.map((colour, seat) =>
    html(
      "div",
      { class: "seat", "data-seat": seat },
      html(
        "label",
        {},
        html("span", {}, say("playerName", seat + 1)),
        html("input", { name: `name${seat}`, maxlength: 40, autocomplete: "off" }),
      ),
      choice(`colour${seat}`, say("playerColour", seat + 1), COLOURS.map((c) => [c, word("colour", c)]), colour),
      html("div", { class: "side" }, Object.keys(say("sides")).map((what) => sideField(what, seat))),
    ),
  );
  keepApart(seats.map((seat) => seat.querySelector("select")));
  const isOn = html("input", { type: "checkbox", name: "isOn" });
  const numbered = COLOURS.map((_, seat) => [`${seat}`, say("player", seat + 1)]);
  const onTurn = choice("onTurn", say("whoIsOnTurn"), numbered, "0");
  const only = [onTurn, ...seats.flatMap((seat) => [...seat.querySelectorAll(".side")])];
  const showSides = () => only.forEach((part) => (part.hidden = !isOn.checked));
  isOn.addEventListener("change", showSides);
  showSides();
  const count = choice("count", say("howMany"), [["3", "3"], ["4", "4"]], "4");
  count.addEventListener("change", (event) => {
    seats[3].hidden = event.target.value === "3";
  });
  const setups = Object.entries(say("setups"));
  return [
    html("p", {}, say("startText")),
    html("div", { class: "seat" }, count, choice("setup", say("setup"), setups, "variable")),
    seats,
    tick(html("input", { type: "checkbox", name: "allTold", "aria-describedby": "all-told" }), say("allTold")),
    html("p", { id: "all-told", class: "quiet promise" }, say("allToldText")),
    tick(isOn, say("isOn")),
    onTurn,
  ];
}

function tick(box, text) {
  return html("label", { class: "tick" }, box, html("span", {}, text));
}

/** How many of something lie in front of a player: said by who takes up a game; left empty, it isn't known. */
function sideField(what, seat) {
  const label = say("sides")[what](seat + 1);
  return html(
    "label",
    {},
    html("span", { "aria-hidden": "true" }, word("sideFields", what)),
    html("input", { type: "number", min: 0, max: 95, name: `${what}${seat}`, "aria-label": label }),
  );
}

/** The game that a filled form describes; a player without a name is called by the colour. */
function described(form) {
  const said = Object.fromEntries(new FormData(form));
  const players = COLOURS.slice(0, Number(said.count)).map((_, seat) => {
    const colour = said[`colour${seat}`];
    return { name: said[`name${seat}`].trim() || word("colour", colour), colour };
  });
  const game = { game: "base", players, options: { setup: said.setup, all_told: "allTold" in said } };
  return said.isOn ? { ...game, taken_up: takenUp(said, players) } : game;
}

/** What lies on the table of a game that is on; its pieces the camera sees. */
function takenUp(said, players) {
  const by = (what, read) =>
    Object.fromEntries(
      players.flatMap(({ colour }, seat) => {
        const count = said[`${what}${seat}`];
        return count ? [[colour, read(Number(count))]] : [];
      }),
    );
  return {
    on_turn: players[Math.min(Number(said.onTurn), players.length - 1)].colour,
    hands: by("cards", (count) => ({ unidentified: count })),
    development_cards: by("development", (count) => count),
    played: by("knights", (count) => ({ knight: count })),
    pieces: null,
  };
}

/** The form as a part of the page. */
export function drawStart() {
  const form = html(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        startGame(described(form));
      },
    },
    html("h2", {}, say("startTitle")),
    fields(),
    html("div", { class: "buttons" }, html("button", { class: "primary" }, say("start"))),
  );
  return form;
}

/** The form as a dialog, over a game that is on. */
export function askStart() {
  const start = () => startGame(described(document.querySelector("#dialog form")));
  ask(say("startTitle"), fields(), [[say("start"), start]]);
}
