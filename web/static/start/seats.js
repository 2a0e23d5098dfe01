// Who sits there, in seat order, with which pieces; and what is counted before them where a game is taken up.

import { choice } from "../dialogs/dialogs.js";
import { all, html, within } from "../drawing/dom.js";
import { mark, said, t, word } from "../language/i18n.js";

const NAMES = "names-known";
const COLOUR = "colour";

/** @param {HTMLElement} seat */
const colourOf = (seat) => within(seat, "select", HTMLSelectElement);

/**
 * What is filled in for a seat, but for its colour.
 *
 * @param {HTMLElement} seat
 * @param {string} name
 */
const fieldOf = (seat, name) => within(seat, `[data-field="${name}"]`, HTMLInputElement);
/** What those are called who sit there: players in seat order, or teams, which have none. */
const PLAYERS = {
  count: mark("Players"),
  name: mark("Name of player {number}"),
  colour: mark("Colour of player {number}"),
  ordered: true,
};
const TEAMS = {
  count: mark("Teams"),
  name: mark("Name of team {number}"),
  colour: mark("Colour of team {number}"),
  ordered: false,
};

/**
 * The fields of the seats of an offered game, as an element.
 *
 * `names` are those of people who played here before, `expected` (each a name and a colour) sit there unless
 * somebody says otherwise. `players()` are those who sit there, without a name called by their colour, each
 * with the `id` that it was expected with, if any; `sides()` what is counted before each, as a game that is taken
 * up is described; `showSides` shows those fields or hides them.
 *
 * @param {{ players: number[], colours: string[], seats?: string, taken_up?: Api.TakingUp }} offered
 * @param {string[]} names
 * @param {Page.Seated[]} expected
 */
export function seatFields({ players: counts, colours, seats: kind, taken_up: taking }, names, expected = []) {
  const called = kind === "teams" ? TEAMS : PLAYERS;
  const most = Math.max(...counts);
  const usual = called.ordered ? most : Math.min(...counts);
  const seats = Array.from({ length: most }, (_, seat) => seatRow(seat, colours, called, taking?.sides));
  const count = choice("count", t(called.count), counts.map((each) => [`${each}`, `${each}`]), `${usual}`);
  const select = within(count, "select", HTMLSelectElement);
  const seated = () => seats.slice(0, Number(select.value));
  const resize = () => {
    seats.forEach((seat, n) => (seat.hidden = n >= Number(select.value)));
    seats.forEach((seat, n) => (within(seat, ".seat-later", HTMLButtonElement).disabled = n + 1 >= Number(select.value)));
  };
  select.addEventListener("change", resize);
  resize();
  keepApart(seats.map(colourOf));
  seats.slice(0, -1).forEach((seat, n) => {
    within(seat, ".seat-later", HTMLButtonElement).addEventListener("click", () => {
      exchange(seat, seats[n + 1]);
      root.dispatchEvent(new Event("change", { bubbles: true }));
    });
  });

  const root = html(
    "div",
    { class: "seats" },
    html("datalist", { id: NAMES }, names.map((name) => html("option", { value: name }))),
    called.ordered ? html("p", {}, t("In seat order, clockwise, the first player first.")) : null,
    count,
    seats,
  );
  root.addEventListener("change", () => showNameless(seats));
  showNameless(seats);
  /** @param {Page.Seated[]} players */
  const seatAs = (players) => {
    players.forEach(({ name, colour, id = "" }, n) => {
      const own = colourOf(seats[n]);
      fieldOf(seats[n], "name").value = name;
      fieldOf(seats[n], "id").value = id;
      // As if it was chosen: two can't have the same.
      own.dispatchEvent(new Event("focus"));
      own.value = colour;
      own.dispatchEvent(new Event("change", { bubbles: true }));
    });
    select.value = `${players.length}`;
    resize();
  };
  /**
   * @param {HTMLElement} seat
   * @param {string} field
   */
  const says = (seat, field) => (field === COLOUR ? colourOf(seat) : fieldOf(seat, field)).value.trim();
  root.players = () =>
    seated().map((seat) => {
      const [colour, id] = [says(seat, COLOUR), says(seat, "id")];
      return { name: says(seat, "name") || word("colour", colour), colour, ...(id ? { id } : {}) };
    });
  /** @param {Api.CountedSide} side */
  const counted = ({ name, of: kind }) =>
    seated()
      .filter((seat) => says(seat, name))
      .map((seat) => [says(seat, COLOUR), Number(says(seat, name))])
      .map(([colour, count]) => [colour, kind ? { [kind]: count } : count]);
  root.sides = () => Object.fromEntries(taking?.sides.map((side) => [side.name, Object.fromEntries(counted(side))]) ?? []);
  root.showSides = (/** @type {boolean} */ shown) => seats.forEach((seat) => (within(seat, ".side", HTMLElement).hidden = !shown));
  root.showSides(false);
  if (counts.includes(expected.length) && expected.every(({ colour }) => colours.includes(colour))) {
    seatAs(expected);
  }
  return root;
}

/**
 * @param {number} seat
 * @param {string[]} colours
 * @param {typeof PLAYERS} called
 * @param {Api.CountedSide[]} sides
 */
function seatRow(seat, colours, called, sides = []) {
  const number = seat + 1;
  const colour = choice(
    `colour${seat}`,
    t(called.colour, { number }),
    colours.map((each) => [each, word("colour", each)]),
    colours[seat],
  );
  within(colour, "select", HTMLSelectElement).dataset.field = COLOUR;
  return html(
    "div",
    { class: "seat", "data-seat": seat },
    html("input", { type: "hidden", "data-field": "id" }),
    html(
      "label",
      {},
      html("span", {}, t(called.name, { number })),
      html("input", {
        name: `name${seat}`,
        "data-field": "name",
        maxlength: 40,
        autocomplete: "off",
        list: NAMES,
      }),
    ),
    colour,
    html(
      "button",
      { type: "button", class: "seat-later", hidden: !called.ordered, "aria-label": t("Player {number} sits one seat later", { number }) },
      "↓",
    ),
    html("div", { class: "side" }, sides.map((side) => sideField(side, seat))),
  );
}

/**
 * How many of something lie in front of a player; left empty, it isn't known.
 *
 * @param {Api.CountedSide} side
 * @param {number} seat
 */
function sideField({ name, labels, short, most }, seat) {
  return html(
    "label",
    {},
    html("span", { "aria-hidden": "true" }, said(short)),
    html("input", {
      type: "number",
      min: 0,
      max: most,
      name: `${name}${seat}`,
      "data-field": name,
      "aria-label": said(labels[seat]),
    }),
  );
}

/**
 * Who has no name is called by the colour: that is to be seen before it is so.
 *
 * @param {HTMLElement[]} seats
 */
function showNameless(seats) {
  for (const seat of seats) {
    fieldOf(seat, "name").placeholder = word("colour", colourOf(seat).value);
  }
}

/**
 * Two seats change places: whatever is filled in for them.
 *
 * @param {HTMLElement} one
 * @param {HTMLElement} other
 */
function exchange(one, other) {
  const [own, twin] = [colourOf(one), colourOf(other)];
  [own.value, twin.value] = [twin.value, own.value];
  for (const field of all(one, "input[data-field]", HTMLInputElement)) {
    const another = fieldOf(other, `${field.dataset.field}`);
    [field.value, another.value] = [another.value, field.value];
  }
}

// Two players can't have the same colour: the seat that had it takes the one given up.
/** @param {HTMLSelectElement[]} selects */
function keepApart(selects) {
  /** @type {Map<HTMLSelectElement, string>} */
  let had = new Map();
  const remember = () => (had = new Map(selects.map((select) => [select, select.value])));
  for (const select of selects) {
    // What it had is asked when it is touched: seats may have changed places since.
    select.addEventListener("focus", remember);
    select.addEventListener("change", () => {
      const loser = selects.find((each) => each !== select && each.value === select.value);
      if (loser) loser.value = had.get(select) ?? "";
      remember();
    });
  }
  remember();
}
