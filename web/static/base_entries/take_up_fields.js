// The fields of a game that was joined in progress: the state of the table at that moment.

import { crest } from "../drawing/crests.js";
import { dialogValues } from "../dialogs/dialogs.js";
import { html, requireElement } from "../drawing/dom.js";
import { isPath } from "../island/geometry.js";
import { withLabel, mark, t, word } from "../language/i18n.js";
import { totalCards } from "./counters.js";
import { playerChips } from "../dialogs/player_chips.js";
import { radioGroup } from "../dialogs/radios.js";
import { siteMap } from "../island/site_map.js";

const NOBODY = "nobody";
const CALCULATED_HOLDER = "";
/**
 * Labels of the counted items in front of a player.
 *
 * @type {{ [what: string]: string }}
 */
const SIDE_LABELS = {
  cards: mark("resource cards"),
  development: mark("development cards"),
  knights: mark("knights played"),
};

/**
 * The fields of the state of the table, as in `fields.js`; `view.site` is the place in question, if any.
 *
 * @param {Page.Event} event
 * @param {Page.View} view
 * @returns {Page.Field}
 */
export function takeUpFields(event, view) {
  const onTurn = playerChips("on_turn", t("Active player"), view.players, event.on_turn);
  const rolled = html("input", { type: "checkbox", name: "rolled", checked: Boolean(event.rolled) });
  const after = html("label", { class: "tick" }, rolled, html("span", {}, t("The dice were rolled already")));
  const sides = sideFields(event, view);
  const places = view.layout ? [robberField(event, view), ...(event.pieces ? [pieceFields(event, view)] : [])] : [];
  return {
    elements: [onTurn, after, sides.elements, places.map(({ elements }) => elements), holderFields(event, view)],
    values: () => ({
      on_turn: dialogValues().on_turn,
      rolled: rolled.checked || null,
      ...sides.values(),
      ...Object.assign({}, ...places.map(({ values }) => values())),
      longest_road: dialogValues().longest_road || null,
      largest_army: dialogValues().largest_army || null,
    }),
    isComplete: () => Boolean(onTurn.closest("form")?.checkValidity()),
  };
}

/**
 * The players who held the special cards.
 *
 * @param {Page.Event} event
 * @param {Page.View} view
 */
function holderFields(event, { players }) {
  /**
   * @param {string} name
   * @param {string} legend
   */
  const holder = (name, legend) =>
    playerChips(name, legend, players, event[name] ?? CALCULATED_HOLDER, [[CALCULATED_HOLDER, t("calculated")]]);
  return [holder("longest_road", t("Longest road")), holder("largest_army", t("Largest army"))];
}

/**
 * The cards in front of each player. Untouched fields keep their values, including private ones.
 *
 * @param {Page.Event} event
 * @param {Page.View} view
 */
function sideFields({ sides }, { players }) {
  const rows = players.map(({ colour, name }) =>
    sideFieldset(colour, name, /** @type {Api.SideShown[]} */ (sides).find((side) => side.colour === colour)),
  );
  return {
    elements: html("div", { class: "seats" }, rows.map(({ elements }) => elements)),
    values: () => {
      const changedSides = rows.map(({ values }) => values()).filter(Boolean);
      return changedSides.length ? { sides: changedSides } : {};
    },
  };
}

/**
 * @param {string} colour
 * @param {string} name
 * @param {Api.SideShown | undefined} side
 */
function sideFieldset(colour, name, side) {
  const { hand = null, development_cards: development = 0, played = {} } = side ?? {};
  const initial = { cards: hand && totalCards(hand), development, knights: played.knight ?? 0 };
  const fields = Object.fromEntries(
    Object.entries(initial).map(([what, count]) => [what, countField(what, name, side || count ? count : null)]),
  );
  const inputs = Object.entries(fields).map(([what, field]) => ({ what, input: requireElement(field, "input", HTMLInputElement) }));
  /** @type {{ [what: string]: (count: number | null) => object }} */
  const read = {
    cards: (count) => ({ hand: count === null ? null : { unidentified: count } }),
    development: (count) => ({ development_cards: count ?? 0 }),
    knights: (count) => ({ played: { ...played, knight: count ?? 0 } }),
  };
  const values = () => {
    const touched = inputs.filter(({ input: { value, defaultValue } }) => value !== defaultValue);
    const changes = touched.map(({ what, input: { value } }) => read[what](value === "" ? null : Number(value)));
    return touched.length ? Object.assign({ colour }, ...changes) : null;
  };
  const legend = html("legend", {}, crest(colour), name);
  return { elements: html("fieldset", { class: "side" }, legend, Object.values(fields)), values };
}

/**
 * @param {string} what
 * @param {string} name
 * @param {number | null} count
 */
function countField(what, name, count) {
  const label = withLabel(name, t(SIDE_LABELS[what]));
  return html(
    "label",
    {},
    html("span", { "aria-hidden": "true" }, t(SIDE_LABELS[what])),
    html("input", { type: "number", min: 0, max: 95, value: count ?? "", "aria-label": label }),
  );
}

/**
 * @param {Page.Event} event
 * @param {Page.View} view
 */
function robberField(event, view) {
  const map = siteMap(t("Robber"), "hex", view, event.robber);
  return { elements: collapsible(t("Robber"), map.element), values: () => ({ robber: map.value() }) };
}

/**
 * The pieces on the board: tap a place, then choose the owner of its piece.
 *
 * @param {Page.Event} event
 * @param {Page.View} view
 */
function pieceFields(event, view) {
  const { players, site = null } = view;
  /** @type {Api.PieceStands[]} */
  let pieces = event.pieces;
  const currentPiece = () => pieces.find(({ at }) => at === map.value());
  const map = siteMap(t("Where?"), "site", { ...view, pieces }, site);
  const whose = html("div", {});
  const askOwner = () => {
    const { colour = NOBODY, kind = "settlement" } = currentPiece() ?? {};
    const owners = playerChips("owner", t("Whose is it?"), players, colour, [[NOBODY, t("Nobody")]]);
    const kinds = ["settlement", "city"].map((each) => /** @type {Page.Option} */ ([each, word("piece", each)]));
    const which = isPath(map.value() ?? "") ? [] : radioGroup("piece", t("Which piece?"), kinds, kind);
    whose.replaceChildren(...[owners, which].flat());
  };
  map.element.addEventListener("change", askOwner);
  whose.addEventListener("change", () => {
    const { owner, piece = "road" } = dialogValues();
    const newPiece = /** @type {Api.PieceStands} */ ({ at: map.value() ?? "", kind: piece, colour: owner });
    if (owner === NOBODY) pieces = pieces.filter((each) => each !== currentPiece());
    else if (currentPiece()) pieces = pieces.map((each) => (each === currentPiece() ? newPiece : each));
    else pieces = [...pieces, newPiece];
    map.showPieces(pieces);
  });
  if (site) askOwner();
  return {
    elements: collapsible(t("Pieces on the board"), [map.element, whose], site !== null),
    values: () => ({ pieces }),
  };
}

/**
 * A collapsed section for values that are rarely wrong.
 *
 * @param {string} name
 * @param {Page.Content} content
 * @param {boolean} open
 */
const collapsible = (name, content, open = false) => html("details", { open }, html("summary", {}, name), content);
