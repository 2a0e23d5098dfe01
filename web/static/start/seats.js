// Who sits around the table, with which pieces: a tap on a seat, then on a pawn and on a name that is known. And what is
// counted before them where a game is taken up.

import { choice } from "../dialogs/dialogs.js";
import { crest } from "../drawing/crests.js";
import { all, html, panel, within } from "../drawing/dom.js";
import { mark, said, t, word } from "../language/i18n.js";

const NAMES = "names-known";
const COLOUR = "colour";
/** So many names that are known stand on the table: those of who played last. */
const NAMES_SHOWN = 12;

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
  seat: mark("Seat of player {number}"),
  ordered: true,
};
const TEAMS = {
  count: mark("Teams"),
  name: mark("Name of team {number}"),
  colour: mark("Colour of team {number}"),
  seat: mark("Seat of team {number}"),
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
  const tableTop = html("div", { class: "table-top" });
  let chosen = 0;
  const resize = () => {
    const taken = Number(select.value);
    seats.forEach((seat, n) => (seat.hidden = n >= taken));
    seats.forEach((seat, n) => (within(seat, ".seat-later", HTMLButtonElement).disabled = n + 1 >= taken));
    sitAround(seats.slice(0, taken), tableTop);
    choose(Math.min(chosen, taken - 1));
  };
  /**
   * Have what is tapped on the table go to a seat.
   *
   * @param {number} seat
   */
  const choose = (seat) => {
    chosen = seat;
    seats.forEach((each, n) => {
      const pawn = within(each, ".seat-pawn", HTMLButtonElement);
      each.classList.toggle("seat-chosen", n === chosen);
      pawn.setAttribute("aria-pressed", `${n === chosen}`);
      pawn.replaceChildren(crest(colourOf(each).value));
    });
    drawTable({ number: chosen + 1, own: colourOf(seats[chosen]).value, free: names.filter(isFree).slice(0, NAMES_SHOWN) });
  };
  const drawTable = panel(tableTop, (picked) => picked, (/** @type {OnTable} */ picked) => onTable(picked, colours, take, sit));
  /** @param {string} name */
  const isFree = (name) => seated().every((seat) => fieldOf(seat, "name").value.trim() !== name);
  const changed = () => root.dispatchEvent(new Event("change", { bubbles: true }));
  /** @param {string} colour */
  const take = (colour) => {
    choseColour(colourOf(seats[chosen]), colour);
    choose(chosen);
  };
  /** @param {string} name */
  const sit = (name) => {
    fieldOf(seats[chosen], "name").value = name;
    const free = seated().findIndex((seat) => !fieldOf(seat, "name").value.trim());
    choose(free < 0 ? chosen : free);
    changed();
    // The name that was tapped lies there no more: whoever taps by the keyboard goes on with the next.
    if (!tableTop.contains(document.activeElement)) all(tableTop, ".names button", HTMLButtonElement)[0]?.focus();
  };
  keepApart(seats.map(colourOf));
  seats.slice(0, -1).forEach((seat, n) => {
    within(seat, ".seat-later", HTMLButtonElement).addEventListener("click", () => {
      exchange(seat, seats[n + 1]);
      choose(chosen);
      changed();
    });
  });
  seats.forEach((seat, n) => {
    within(seat, ".seat-pawn", HTMLButtonElement).addEventListener("click", () => choose(n));
    // Who fills a field in has chosen the seat, too; what has the keyboard's place stays there.
    seat.addEventListener("focusin", ({ target }) => {
      if (n !== chosen && !(target instanceof HTMLButtonElement)) choose(n);
    });
  });

  const root = html(
    "div",
    { class: "seats" },
    html("datalist", { id: NAMES }, names.map((name) => html("option", { value: name }))),
    html("div", { class: "seats-count" }, count, called.ordered ? html("p", { class: "quiet" }, t("In seat order, clockwise, the first player first.")) : null),
    html("div", { class: "around-table" }, seats, tableTop),
  );
  select.addEventListener("change", resize);
  // While it is typed, not as the field is left: what moves then would move from under the finger that leaves it.
  root.addEventListener("input", () => choose(chosen));
  root.addEventListener("change", () => showNameless(seats));
  showNameless(seats);
  resize();
  /** @param {Page.Seated[]} players */
  const seatAs = (players) => {
    players.forEach(({ name, colour, id = "" }, n) => {
      fieldOf(seats[n], "name").value = name;
      fieldOf(seats[n], "id").value = id;
      choseColour(colourOf(seats[n]), colour);
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
    html("button", { type: "button", class: "seat-pawn", "aria-label": t(called.seat, { number }) }),
    html(
      "label",
      { class: "seat-name" },
      html("span", { class: "hidden" }, t(called.name, { number })),
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
      { type: "button", class: "seat-later", hidden: !called.ordered, "aria-label": t("Move player {number} one seat later", { number }) },
      "↻",
    ),
    html("div", { class: "side" }, sides.map((side) => sideField(side, seat))),
  );
}

/**
 * The seats as they stand around the table, clockwise from its far left corner: half of them along the far side.
 *
 * @param {HTMLElement[]} seats
 * @param {HTMLElement} tableTop
 */
function sitAround(seats, tableTop) {
  const far = Math.ceil(seats.length / 2);
  seats.forEach((seat, n) => {
    const nearby = n - far;
    const column = nearby < 0 ? n + 1 : seats.length - far - nearby;
    const alone = nearby >= 0 && seats.length - far === 1;
    seat.style.gridArea = alone ? "3 / 1 / auto / -1" : `${nearby < 0 ? 1 : 3} / ${column}`;
  });
  const around = tableTop.parentElement;
  if (around) around.style.gridTemplateColumns = `repeat(${far}, minmax(0, 1fr))`;
}

/**
 * What lies on the table for a seat: its number and colour, and the names that are known of those who don't sit yet.
 *
 * @typedef {{ number: number, own: string, free: string[] }} OnTable
 */

/**
 * A pawn of each colour, and the names.
 *
 * @param {OnTable} seat
 * @param {string[]} colours
 * @param {(colour: string) => void} take
 * @param {(name: string) => void} sit
 */
function onTable({ number, own, free }, colours, take, sit) {
  return [
    html(
      "div",
      { class: "pawns", role: "group", "aria-label": t("Colours for seat {number}", { number }) },
      colours.map((colour) =>
        html(
          "button",
          { type: "button", class: "pawn", "data-key": `pawn-${colour}`, "aria-pressed": `${colour === own}`, "aria-label": word("colour", colour), onclick: () => take(colour) },
          crest(colour),
        ),
      ),
    ),
    html(
      "div",
      { class: "names", role: "group", "aria-label": t("Known names for seat {number}", { number }) },
      free.map((name) => html("button", { type: "button", class: "name", "data-key": `name-${name}`, onclick: () => sit(name) }, name)),
    ),
  ];
}

/**
 * Choose a colour as if by hand: two can't have the same.
 *
 * @param {HTMLSelectElement} own
 * @param {string} colour
 */
function choseColour(own, colour) {
  own.dispatchEvent(new Event("focus"));
  own.value = colour;
  own.dispatchEvent(new Event("change", { bubbles: true }));
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
