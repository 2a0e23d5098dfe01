// The options of a new game, and their fields in the log entry of its start.

import { selectField } from "../dialogs/dialogs.js";
import { html, requireElement } from "../drawing/dom.js";
import { translateSentence, t } from "../language/i18n.js";
import { fetchChoices } from "../network/api.js";
import { seatFields } from "./seats.js";

// The form fields of a game's options: the usual ones first, house rules collapsed.

/** @typedef {{ [name: string]: Page.OptionValue }} Values */
/** @typedef {{ elements: Page.Content, value(): Page.OptionValue, put(value: Page.OptionValue): unknown }} OptionField */

/**
 * The fields of a game's options, as an element; `chosenOptions()` returns the values by name.
 *
 * `played` are the options of a running game by name. They keep their values, including those without a field, unless
 * another edition is chosen. `newcomers`: nobody has played at this table before.
 *
 * @param {Api.PlayedKind} kind
 * @param {Values | null} played
 * @param {boolean} newcomers
 */
export function optionFields({ options, editions }, played = null, newcomers = false) {
  // Defaults of the options that an edition doesn't define.
  const defaults = Object.fromEntries(
    options.flatMap(({ name, usual: value, for_newcomers: forThem }) => (value === undefined ? [] : [[name, (newcomers && forThem) || value]])),
  );
  const usual = played ?? { ...defaults, ...editions[0]?.options };
  const fields = options.map((option) => ({ option, ...optionField(option, usual?.[option.name]) }));
  /** @param {Values} values */
  const isUsual = (values) => options.every(({ name }) => !(name in values) || values[name] === usual[name]);
  const first = editions.find((each) => isUsual(each.options))?.name ?? "";
  const edition = selectField(
    "edition",
    t("Edition"),
    [
      ...(first ? [] : [/** @type {Page.Option} */ (["", t("custom")])]),
      ...editions.map(({ name, label }) => /** @type {Page.Option} */ ([name, translateSentence(label)])),
    ],
    first,
  );
  edition.addEventListener("change", ({ target }) => {
    const { value } = /** @type {HTMLSelectElement} */ (target);
    const values = editions.find(({ name }) => name === value)?.options ?? usual;
    fields.filter(({ option }) => option.name in values).forEach(({ option, put }) => put(values[option.name]));
  });
  /** @param {boolean} houseRule */
  const optionElements = (houseRule) =>
    fields.filter(({ option }) => option.house_rule === houseRule).map(({ elements }) => elements);
  const root = html(
    "div",
    { class: "options" },
    optionElements(false),
    editions.length || optionElements(true).length
      ? html(
          "details",
          {},
          html("summary", {}, t("Edition and house rules")),
          html("div", { class: "house-rules" }, editions.length ? edition : null, optionElements(true)),
        )
      : null,
  );
  const editionOptions = () => {
    const { value } = requireElement(edition, "select", HTMLSelectElement);
    if (played && value === first) return played;
    return editions.length ? { edition: value } : {};
  };
  const chosenOptions = () => ({
    ...editionOptions(),
    ...Object.fromEntries(fields.map(({ option, value }) => [option.name, value()])),
  });
  return { element: root, chosenOptions };
}

/**
 * One option's field: {elements, value(), put(value)}.
 *
 * @param {Api.OfferedOption} option
 * @param {Page.OptionValue | undefined} usual
 * @returns {OptionField}
 */
function optionField(option, usual) {
  return { choice: choiceField, number: numberField, tick: tickField }[option.kind](option, usual);
}

/**
 * @param {Api.OfferedOption} option
 * @param {Page.OptionValue | undefined} usual
 * @returns {OptionField}
 */
function choiceField({ name, label, values }, usual) {
  // A field's value is a string: the JSON of the option's value.
  /** @type {Page.Option[]} */
  const texts = (values ?? []).map(([value, text]) => [JSON.stringify(value), translateSentence(text)]);
  const elements = selectField(`option-${name}`, translateSentence(label), texts, JSON.stringify(usual));
  const select = requireElement(elements, "select", HTMLSelectElement);
  return {
    elements,
    value: () => JSON.parse(select.value),
    put: (value) => (select.value = JSON.stringify(value)),
  };
}

/**
 * @param {Api.OfferedOption} option
 * @param {Page.OptionValue | undefined} usual
 * @returns {OptionField}
 */
function numberField({ name, label, least, most }, usual) {
  const input = html("input", { type: "number", name: `option-${name}`, min: least, max: most, value: usual, required: true });
  return {
    elements: html("label", { class: "option-number" }, html("span", {}, translateSentence(label)), input),
    value: () => Number(input.value),
    put: (value) => (input.value = `${value}`),
  };
}

/**
 * @param {Api.OfferedOption} option
 * @param {Page.OptionValue | undefined} usual
 * @returns {OptionField}
 */
function tickField({ name, label, about }, usual) {
  const id = `about-${name}`;
  const box = html("input", {
    type: "checkbox",
    name: `option-${name}`,
    checked: usual,
    "aria-describedby": about ? id : undefined,
  });
  return {
    elements: [checkbox(box, translateSentence(label)), about ? html("p", { id, class: "quiet promise" }, translateSentence(about)) : null],
    value: () => box.checked,
    put: (value) => (box.checked = Boolean(value)),
  };
}

/**
 * A checkbox with its label.
 *
 * @param {HTMLInputElement} box
 * @param {string} text
 */
export function checkbox(box, text) {
  return html("label", { class: "tick" }, box, html("span", {}, text));
}

// The form fields of a game's start: players, colours, order and options.

/**
 * A seat as the event stores it, identified by its first colour.
 *
 * @param {Page.Player & { id?: string }} seat
 */
const seatEntry = ({ id, name, colour }) => ({ name, colour, ...(id && id !== colour ? { at_first: id } : {}) });

/**
 * Tests whether all fields of a form are valid. `checkValidity` would report each that isn't.
 *
 * @param {HTMLFormElement | null} form
 */
const areValid = (form) => form !== null && [...form.elements].every((field) => /** @type {HTMLInputElement} */ (field).validity.valid);

/**
 * The fields of a game's start, as in `base_entries/fields.js`. `names()` returns the players' names by colour.
 *
 * The server knows the choices: the fields appear when it has answered.
 *
 * @param {Page.Event} event
 * @param {Page.AnyView} view
 * @returns {Page.Field}
 */
export function gameStartFields(event, { kind }) {
  const box = html("div", { class: "own" });
  /** @type {{ seats: ReturnType<typeof seatFields>, options: ReturnType<typeof optionFields> } | null} */
  let fields = null;
  fetchChoices().then(({ games, names }) => {
    const offered = games.find((game) => game.kind === kind);
    if (!offered) return;
    const seated = event.players.map((/** @type {Api.SeatTaken} */ player) => ({ ...player, id: player.at_first ?? player.colour }));
    const players = [...new Set([...offered.players, seated.length])].sort();
    fields = {
      seats: seatFields({ ...offered, players }, names, seated),
      options: optionFields(offered, event.options),
    };
    const note =
      offered.seats === "teams"
        ? t("A team's entries follow it to a new name or colour.")
        : t("A player's entries follow them to a new name, colour or seat.");
    box.replaceChildren(fields.seats.element, html("p", { class: "quiet" }, note), fields.options.element);
    box.dispatchEvent(new Event("change", { bubbles: true }));
  });
  /** @returns {Page.Player[]} */
  const players = () => fields?.seats.players().map(seatEntry) ?? [];
  return {
    elements: box,
    values: () => (fields ? { players: players(), options: fields.options.chosenOptions() } : {}),
    isComplete: () => fields !== null && areValid(box.closest("form")),
    names: () => (fields ? Object.fromEntries(players().map(({ name, colour }) => [colour, name])) : {}),
  };
}
