// A game that was on already when it was taken up: what lay on the table then, as it was told.

import { crest } from "../drawing/crests.js";
import { values } from "../dialogs/dialogs.js";
import { html, within } from "../drawing/dom.js";
import { isPath } from "../island/geometry.js";
import { labelled, mark, t, word } from "../language/i18n.js";
import { total } from "./counters.js";
import { people } from "../dialogs/people.js";
import { radios } from "../dialogs/radios.js";
import { siteMap } from "../island/site_map.js";

const NOBODY = "nobody";
const AS_IT_LIES = "";
/**
 * What lies before a player.
 *
 * @type {{ [what: string]: string }}
 */
const SIDES = {
  cards: mark("resource cards"),
  development: mark("development cards"),
  knights: mark("knights played"),
};

/**
 * The fields of what lay there, as any of `fields.js`; `view.site` is the place that it is asked about, if any.
 *
 * @param {Page.Event} event
 * @param {Page.View} view
 * @returns {Page.Field}
 */
export function takenUp(event, view) {
  const onTurn = people("on_turn", t("Active player"), view.players, event.on_turn);
  const rolled = html("input", { type: "checkbox", name: "rolled", checked: Boolean(event.rolled) });
  const after = html("label", { class: "tick" }, rolled, html("span", {}, t("The dice were rolled already")));
  const sides = sideFields(event, view);
  const places = view.layout ? [robber(event, view), ...(event.pieces ? [pieceFields(event, view)] : [])] : [];
  return {
    elements: [onTurn, after, sides.elements, places.map(({ elements }) => elements), holders(event, view)],
    says: () => ({
      on_turn: values().on_turn,
      rolled: rolled.checked || null,
      ...sides.says(),
      ...Object.assign({}, ...places.map(({ says }) => says())),
      longest_road: values().longest_road || null,
      largest_army: values().largest_army || null,
    }),
    done: () => Boolean(onTurn.closest("form")?.checkValidity()),
  };
}

/**
 * Who held which card.
 *
 * @param {Page.Event} event
 * @param {Page.View} view
 */
function holders(event, { players }) {
  /**
   * @param {string} name
   * @param {string} legend
   */
  const holder = (name, legend) =>
    people(name, legend, players, event[name] ?? AS_IT_LIES, [[AS_IT_LIES, t("calculated")]]);
  return [holder("longest_road", t("Longest road")), holder("largest_army", t("Largest army"))];
}

/**
 * What lay before each player. What nobody touches stays as it was told, also what only its player knows.
 *
 * @param {Page.Event} event
 * @param {Page.View} view
 */
function sideFields({ sides }, { players }) {
  const rows = players.map(({ colour, name }) =>
    sideOf(colour, name, /** @type {Api.SideShown[]} */ (sides).find((side) => side.colour === colour)),
  );
  return {
    elements: html("div", { class: "seats" }, rows.map(({ elements }) => elements)),
    says: () => {
      const said = rows.map(({ says }) => says()).filter(Boolean);
      return said.length ? { sides: said } : {};
    },
  };
}

/**
 * @param {string} colour
 * @param {string} name
 * @param {Api.SideShown | undefined} side
 */
function sideOf(colour, name, side) {
  const { hand = null, development_cards: development = 0, played = {} } = side ?? {};
  const lay = { cards: hand && total(hand), development, knights: played.knight ?? 0 };
  const fields = Object.fromEntries(
    Object.entries(lay).map(([what, count]) => [what, countField(what, name, side || count ? count : null)]),
  );
  const inputs = Object.entries(fields).map(([what, field]) => ({ what, input: within(field, "input", HTMLInputElement) }));
  /** @type {{ [what: string]: (count: number | null) => object }} */
  const read = {
    cards: (count) => ({ hand: count === null ? null : { unidentified: count } }),
    development: (count) => ({ development_cards: count ?? 0 }),
    knights: (count) => ({ played: { ...played, knight: count ?? 0 } }),
  };
  const says = () => {
    const touched = inputs.filter(({ input: { value, defaultValue } }) => value !== defaultValue);
    const said = touched.map(({ what, input: { value } }) => read[what](value === "" ? null : Number(value)));
    return touched.length ? Object.assign({ colour }, ...said) : null;
  };
  const legend = html("legend", {}, crest(colour), name);
  return { elements: html("fieldset", { class: "side" }, legend, Object.values(fields)), says };
}

/**
 * @param {string} what
 * @param {string} name
 * @param {number | null} count
 */
function countField(what, name, count) {
  const label = labelled(name, t(SIDES[what]));
  return html(
    "label",
    {},
    html("span", { "aria-hidden": "true" }, t(SIDES[what])),
    html("input", { type: "number", min: 0, max: 95, value: count ?? "", "aria-label": label }),
  );
}

/**
 * @param {Page.Event} event
 * @param {Page.View} view
 */
function robber(event, view) {
  const map = siteMap(t("Robber"), "hex", view, event.robber);
  return { elements: folded(t("Robber"), map), says: () => ({ robber: map.value }) };
}

/**
 * What stood on the board: a tap on a place, then whose piece it was.
 *
 * @param {Page.Event} event
 * @param {Page.View} view
 */
function pieceFields(event, view) {
  const { players, site = null } = view;
  /** @type {Api.PieceStands[]} */
  let standing = event.pieces;
  const there = () => standing.find(({ at }) => at === map.value);
  const map = siteMap(t("Where?"), "site", { ...view, pieces: standing }, site);
  const whose = html("div", {});
  const ask = () => {
    const { colour = NOBODY, kind = "settlement" } = there() ?? {};
    const owners = people("owner", t("Whose is it?"), players, colour, [[NOBODY, t("Nobody")]]);
    const kinds = ["settlement", "city"].map((each) => /** @type {Page.Option} */ ([each, word("piece", each)]));
    const which = isPath(map.value ?? "") ? [] : radios("piece", t("Which piece?"), kinds, kind);
    whose.replaceChildren(...[owners, which].flat());
  };
  map.addEventListener("change", ask);
  whose.addEventListener("change", () => {
    const { owner, piece = "road" } = values();
    const stands = /** @type {Api.PieceStands} */ ({ at: map.value ?? "", kind: piece, colour: owner });
    if (owner === NOBODY) standing = standing.filter((each) => each !== there());
    else if (there()) standing = standing.map((each) => (each === there() ? stands : each));
    else standing = [...standing, stands];
    map.stand(standing);
  });
  if (site) ask();
  return {
    elements: folded(t("Pieces on the board"), [map, whose], site !== null),
    says: () => ({ pieces: standing }),
  };
}

/**
 * What is seldom wrong stands folded away.
 *
 * @param {string} name
 * @param {Page.Content} content
 * @param {boolean} open
 */
const folded = (name, content, open = false) => html("details", { open }, html("summary", {}, name), content);
