// The options of a game, as its kind offers them: the usual ones in sight, house rules folded away.

import { choice } from "../dialogs/dialogs.js";
import { html, within } from "../drawing/dom.js";
import { said, t } from "../language/i18n.js";

/** @typedef {{ [name: string]: Page.OptionValue }} Values */
/** @typedef {{ elements: Page.Content, value(): Page.OptionValue, put(value: Page.OptionValue): unknown }} OptionField */

/**
 * The fields of a game's options, as an element; `chosen()` is what they say by name.
 *
 * `played` are the options of a game that is on, by name: they stand as they are, also those that nobody is
 * asked for, unless another edition is chosen. `newcomers`: nobody has played at this table before.
 *
 * @param {Api.PlayedKind} kind
 * @param {Values | null} played
 * @param {boolean} newcomers
 */
export function optionFields({ options, editions }, played = null, newcomers = false) {
  // What an edition doesn't say is as nearly everybody wants it.
  const unsaid = Object.fromEntries(
    options.flatMap(({ name, usual: value, for_newcomers: forThem }) => (value === undefined ? [] : [[name, (newcomers && forThem) || value]])),
  );
  const usual = played ?? { ...unsaid, ...editions[0]?.options };
  const fields = options.map((option) => ({ option, ...field(option, usual?.[option.name]) }));
  /** @param {Values} values */
  const isPlayed = (values) => options.every(({ name }) => !(name in values) || values[name] === usual[name]);
  const first = editions.find((each) => isPlayed(each.options))?.name ?? "";
  const edition = choice(
    "edition",
    t("Edition"),
    [
      ...(first ? [] : [/** @type {Page.Option} */ (["", t("custom")])]),
      ...editions.map(({ name, label }) => /** @type {Page.Option} */ ([name, said(label)])),
    ],
    first,
  );
  edition.addEventListener("change", ({ target }) => {
    const { value } = /** @type {HTMLSelectElement} */ (target);
    const values = editions.find(({ name }) => name === value)?.options ?? usual;
    fields.filter(({ option }) => option.name in values).forEach(({ option, put }) => put(values[option.name]));
  });
  /** @param {boolean} houseRule */
  const shown = (houseRule) =>
    fields.filter(({ option }) => option.house_rule === houseRule).map(({ elements }) => elements);
  const root = html(
    "div",
    { class: "options" },
    shown(false),
    editions.length || shown(true).length
      ? html(
          "details",
          {},
          html("summary", {}, t("Edition and house rules")),
          html("div", { class: "house-rules" }, editions.length ? edition : null, shown(true)),
        )
      : null,
  );
  const fromEdition = () => {
    const { value } = within(edition, "select", HTMLSelectElement);
    if (played && value === first) return played;
    return editions.length ? { edition: value } : {};
  };
  root.chosen = () => ({
    ...fromEdition(),
    ...Object.fromEntries(fields.map(({ option, value }) => [option.name, value()])),
  });
  return root;
}

/**
 * One option: {elements, value(), put(value)}.
 *
 * @param {Api.OfferedOption} option
 * @param {Page.OptionValue | undefined} usual
 * @returns {OptionField}
 */
function field(option, usual) {
  return { choice: choiceField, number: numberField, tick: tickField }[option.kind](option, usual);
}

/**
 * @param {Api.OfferedOption} option
 * @param {Page.OptionValue | undefined} usual
 * @returns {OptionField}
 */
function choiceField({ name, label, values }, usual) {
  // A field's value is a text; which value of the option it stands for, its JSON says.
  /** @type {Page.Option[]} */
  const texts = (values ?? []).map(([value, text]) => [JSON.stringify(value), said(text)]);
  const elements = choice(`option-${name}`, said(label), texts, JSON.stringify(usual));
  const select = within(elements, "select", HTMLSelectElement);
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
    elements: html("label", { class: "option-number" }, html("span", {}, said(label)), input),
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
    elements: [tick(box, said(label)), about ? html("p", { id, class: "quiet promise" }, said(about)) : null],
    value: () => box.checked,
    put: (value) => (box.checked = Boolean(value)),
  };
}

/**
 * A box to tick, with its words.
 *
 * @param {HTMLInputElement} box
 * @param {string} text
 */
export function tick(box, text) {
  return html("label", { class: "tick" }, box, html("span", {}, text));
}
