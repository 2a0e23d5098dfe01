// The form fields of the seats around the table: tap a seat, then a pawn and a known name. For a game in progress,
// also the counts in front of each player.

import { selectField } from "../dialogs/dialogs.js";
import { crest } from "../drawing/signs.js";
import { findAll, html, panel, requireElement } from "../drawing/dom.js";
import { mark, translateSentence, t, word } from "../language/i18n.js";

const NAMES_LIST_ID = "names-known";
const COLOUR_FIELD = "colour";
/** The most known names that are shown: those of the latest players. */
const MAX_NAMES = 12;

/** @param {HTMLElement} seat */
const colourSelect = (seat) => requireElement(seat, "select", HTMLSelectElement);

/**
 * The input of a seat's field, other than its colour.
 *
 * @param {HTMLElement} seat
 * @param {string} name
 */
const seatInput = (seat, name) => requireElement(seat, `[data-field="${name}"]`, HTMLInputElement);
/** Labels for players, who sit in order, and for teams, which don't. */
const PLAYER_LABELS = {
  count: mark("Players"),
  name: mark("Name of player {number}"),
  colour: mark("Colour of player {number}"),
  seat: mark("Seat of player {number}"),
  ordered: true,
};
const TEAM_LABELS = {
  count: mark("Teams"),
  name: mark("Name of team {number}"),
  colour: mark("Colour of team {number}"),
  seat: mark("Seat of team {number}"),
  ordered: false,
};

/**
 * The fields of an offered game's seats: their element, `players()`, `sides()` and `showSides(shown)`.
 *
 * `names` are known from earlier games. `expected` (a name and a colour each) fill the seats initially. `players()`
 * returns the seated players, named after their colour if the name is empty, each with the `id` of its expected
 * player, if any. `sides()` returns the counts in front of each player, as an input for a game in progress;
 * `showSides` shows or hides these fields.
 *
 * @param {{ players: number[], colours: string[], seats?: string, taken_up?: Api.TakingUp }} offered
 * @param {string[]} names
 * @param {Page.Seated[]} expected
 */
export function seatFields({ players: counts, colours, seats: kind, taken_up: taking }, names, expected = []) {
  const labels = kind === "teams" ? TEAM_LABELS : PLAYER_LABELS;
  const most = Math.max(...counts);
  const usual = labels.ordered ? most : Math.min(...counts);
  const seats = Array.from({ length: most }, (_, seat) => seatRow(seat, colours, labels, taking?.sides));
  const count = selectField("count", t(labels.count), counts.map((each) => [`${each}`, `${each}`]), `${usual}`);
  const select = requireElement(count, "select", HTMLSelectElement);
  const usedSeats = () => seats.slice(0, Number(select.value));
  const tableTop = html("div", { class: "table-top" });
  let chosen = 0;
  const updateCount = () => {
    const taken = Number(select.value);
    seats.forEach((seat, n) => (seat.hidden = n >= taken));
    seats.forEach((seat, n) => (requireElement(seat, ".seat-later", HTMLButtonElement).disabled = n + 1 >= taken));
    placeSeats(seats.slice(0, taken), tableTop);
    chooseSeat(Math.min(chosen, taken - 1));
  };
  /**
   * Makes a seat the target of taps on the table.
   *
   * @param {number} seat
   */
  const chooseSeat = (seat) => {
    chosen = seat;
    seats.forEach((each, n) => {
      const pawn = requireElement(each, ".seat-pawn", HTMLButtonElement);
      each.classList.toggle("seat-chosen", n === chosen);
      pawn.setAttribute("aria-pressed", `${n === chosen}`);
      pawn.replaceChildren(crest(colourSelect(each).value));
    });
    drawTable({ number: chosen + 1, own: colourSelect(seats[chosen]).value, free: names.filter(isNameFree).slice(0, MAX_NAMES) });
  };
  const drawTable = panel(tableTop, (picked) => picked, (/** @type {TableTop} */ picked) => tableContent(picked, colours, takeColour, takeName));
  /** @param {string} name */
  const isNameFree = (name) => usedSeats().every((seat) => seatInput(seat, "name").value.trim() !== name);
  const notifyChange = () => root.dispatchEvent(new Event("change", { bubbles: true }));
  /** @param {string} colour */
  const takeColour = (colour) => {
    selectColour(colourSelect(seats[chosen]), colour);
    chooseSeat(chosen);
  };
  /** @param {string} name */
  const takeName = (name) => {
    seatInput(seats[chosen], "name").value = name;
    const free = usedSeats().findIndex((seat) => !seatInput(seat, "name").value.trim());
    chooseSeat(free < 0 ? chosen : free);
    notifyChange();
    // The tapped name disappears: move the focus to the next name for keyboard users.
    if (!tableTop.contains(document.activeElement)) findAll(tableTop, ".names button", HTMLButtonElement)[0]?.focus();
  };
  preventSameColour(seats.map(colourSelect));
  seats.slice(0, -1).forEach((seat, n) => {
    requireElement(seat, ".seat-later", HTMLButtonElement).addEventListener("click", () => {
      swapSeats(seat, seats[n + 1]);
      chooseSeat(chosen);
      notifyChange();
    });
  });
  seats.forEach((seat, n) => {
    requireElement(seat, ".seat-pawn", HTMLButtonElement).addEventListener("click", () => chooseSeat(n));
    // Filling in a field also chooses its seat. A button keeps its own function.
    seat.addEventListener("focusin", ({ target }) => {
      if (n !== chosen && !(target instanceof HTMLButtonElement)) chooseSeat(n);
    });
  });

  const root = html(
    "div",
    { class: "seats" },
    html("datalist", { id: NAMES_LIST_ID }, names.map((name) => html("option", { value: name }))),
    html("div", { class: "seats-count" }, count, labels.ordered ? html("p", { class: "quiet" }, t("In seat order, clockwise, the first player first.")) : null),
    html("div", { class: "around-table" }, seats, tableTop),
  );
  select.addEventListener("change", updateCount);
  // Update while typing, not on blur: otherwise elements move from under the finger that leaves the field.
  root.addEventListener("input", () => chooseSeat(chosen));
  root.addEventListener("change", () => showDefaultNames(seats));
  showDefaultNames(seats);
  updateCount();
  /** @param {Page.Seated[]} players */
  const fillSeats = (players) => {
    players.forEach(({ name, colour, id = "" }, n) => {
      seatInput(seats[n], "name").value = name;
      seatInput(seats[n], "id").value = id;
      selectColour(colourSelect(seats[n]), colour);
    });
    select.value = `${players.length}`;
    updateCount();
  };
  /**
   * @param {HTMLElement} seat
   * @param {string} field
   */
  const fieldValue = (seat, field) => (field === COLOUR_FIELD ? colourSelect(seat) : seatInput(seat, field)).value.trim();
  const players = () =>
    usedSeats().map((seat) => {
      const [colour, id] = [fieldValue(seat, COLOUR_FIELD), fieldValue(seat, "id")];
      return { name: fieldValue(seat, "name") || word("colour", colour), colour, ...(id ? { id } : {}) };
    });
  /** @param {Api.CountedSide} side */
  const sideCounts = ({ name, of: kind }) =>
    usedSeats()
      .filter((seat) => fieldValue(seat, name))
      .map((seat) => [fieldValue(seat, COLOUR_FIELD), Number(fieldValue(seat, name))])
      .map(([colour, count]) => [colour, kind ? { [kind]: count } : count]);
  const sides = () => Object.fromEntries(taking?.sides.map((side) => [side.name, Object.fromEntries(sideCounts(side))]) ?? []);
  const showSides = (/** @type {boolean} */ shown) => seats.forEach((seat) => (requireElement(seat, ".side", HTMLElement).hidden = !shown));
  showSides(false);
  if (counts.includes(expected.length) && expected.every(({ colour }) => colours.includes(colour))) {
    fillSeats(expected);
  }
  return { element: root, players, sides, showSides };
}

/**
 * @param {number} seat
 * @param {string[]} colours
 * @param {typeof PLAYER_LABELS} labels
 * @param {Api.CountedSide[]} sides
 */
function seatRow(seat, colours, labels, sides = []) {
  const number = seat + 1;
  const colour = selectField(
    `colour${seat}`,
    t(labels.colour, { number }),
    colours.map((each) => [each, word("colour", each)]),
    colours[seat],
  );
  requireElement(colour, "select", HTMLSelectElement).dataset.field = COLOUR_FIELD;
  return html(
    "div",
    { class: "seat", "data-seat": seat },
    html("input", { type: "hidden", "data-field": "id" }),
    html("button", { type: "button", class: "seat-pawn", "aria-label": t(labels.seat, { number }) }),
    html(
      "label",
      { class: "seat-name" },
      html("span", { class: "hidden" }, t(labels.name, { number })),
      html("input", {
        name: `name${seat}`,
        "data-field": "name",
        maxlength: 40,
        autocomplete: "off",
        list: NAMES_LIST_ID,
      }),
    ),
    colour,
    html(
      "button",
      { type: "button", class: "seat-later", hidden: !labels.ordered, "aria-label": t("Move player {number} one seat later", { number }) },
      "↻",
    ),
    html("div", { class: "side" }, sides.map((side) => sideField(side, seat))),
  );
}

/**
 * Arranges the seats around the table, clockwise from the far left corner, half of them along the far side.
 *
 * @param {HTMLElement[]} seats
 * @param {HTMLElement} tableTop
 */
function placeSeats(seats, tableTop) {
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
 * The content of the table for a seat: its number and colour, and the names that aren't seated yet.
 *
 * @typedef {{ number: number, own: string, free: string[] }} TableTop
 */

/**
 * Draws a pawn of each colour, and the names.
 *
 * @param {TableTop} seat
 * @param {string[]} colours
 * @param {(colour: string) => void} takeColour
 * @param {(name: string) => void} takeName
 */
function tableContent({ number, own, free }, colours, takeColour, takeName) {
  return [
    html(
      "div",
      { class: "pawns", role: "group", "aria-label": t("Colours for seat {number}", { number }) },
      colours.map((colour) =>
        html(
          "button",
          { type: "button", class: "pawn", "data-key": `pawn-${colour}`, "aria-pressed": `${colour === own}`, "aria-label": word("colour", colour), onclick: () => takeColour(colour) },
          crest(colour),
        ),
      ),
    ),
    html(
      "div",
      { class: "names", role: "group", "aria-label": t("Known names for seat {number}", { number }) },
      free.map((name) => html("button", { type: "button", class: "name", "data-key": `name-${name}`, onclick: () => takeName(name) }, name)),
    ),
  ];
}

/**
 * Chooses a colour as a user would: no two seats can have the same one.
 *
 * @param {HTMLSelectElement} own
 * @param {string} colour
 */
function selectColour(own, colour) {
  own.dispatchEvent(new Event("focus"));
  own.value = colour;
  own.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * The field for a count in front of a player; empty means unknown.
 *
 * @param {Api.CountedSide} side
 * @param {number} seat
 */
function sideField({ name, labels, short, most }, seat) {
  return html(
    "label",
    {},
    html("span", { "aria-hidden": "true" }, translateSentence(short)),
    html("input", {
      type: "number",
      min: 0,
      max: most,
      name: `${name}${seat}`,
      "data-field": name,
      "aria-label": translateSentence(labels[seat]),
    }),
  );
}

/**
 * Shows the colour as the placeholder of an empty name, because it will be the player's name.
 *
 * @param {HTMLElement[]} seats
 */
function showDefaultNames(seats) {
  for (const seat of seats) {
    seatInput(seat, "name").placeholder = word("colour", colourSelect(seat).value);
  }
}

/**
 * Exchanges all values of two seats.
 *
 * @param {HTMLElement} one
 * @param {HTMLElement} other
 */
function swapSeats(one, other) {
  const [own, twin] = [colourSelect(one), colourSelect(other)];
  [own.value, twin.value] = [twin.value, own.value];
  for (const field of findAll(one, "input[data-field]", HTMLInputElement)) {
    const another = seatInput(other, `${field.dataset.field}`);
    [field.value, another.value] = [another.value, field.value];
  }
}

// No two seats can have the same colour: the other seat gets the colour that was given up.
/** @param {HTMLSelectElement[]} selects */
function preventSameColour(selects) {
  /** @type {Map<HTMLSelectElement, string>} */
  let had = new Map();
  const remember = () => (had = new Map(selects.map((select) => [select, select.value])));
  for (const select of selects) {
    // Read the previous colour on focus, because seats may have been exchanged since.
    select.addEventListener("focus", remember);
    select.addEventListener("change", () => {
      const loser = selects.find((each) => each !== select && each.value === select.value);
      if (loser) loser.value = had.get(select) ?? "";
      remember();
    });
  }
  remember();
}
