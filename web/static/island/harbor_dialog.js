// Dialogs that correct harbors: a wrong kind, a wrong place, one too many or a missing one.

import { siteMap } from "./site_map.js";
import { enter } from "../network/api.js";
import { openDialogWithPreview, selectField, dialogValues } from "../dialogs/dialogs.js";
import { html, requireElement } from "../drawing/dom.js";
import { ADJACENT_HEXES, freeCoast } from "./geometry.js";
import { knownLayout } from "./island_view.js";
import { pickFromView, closeWhenStale } from "../network/open_question.js";
import { t, word } from "../language/i18n.js";

/**
 * The number of harbors of each kind in the box.
 *
 * @type {{ [kind: string]: number }}
 */
const HARBORS_IN_BOX = { generic: 4, lumber: 1, brick: 1, wool: 1, grain: 1, ore: 1 };

/** @type {(kind: string) => Page.Option} */
const harborOption = (kind) => [kind, word("harbor", kind)];

/** @param {Page.View} view */
const harborsOf = (view) => knownLayout(view).harbors;

/**
 * A harbor kind of the box that the drawing lacks; undefined if none is missing.
 *
 * @param {Page.View} view
 */
function missingKind(view) {
  const drawn = Object.values(harborsOf(view));
  return Object.keys(HARBORS_IN_BOX).find((kind) => drawn.filter((each) => each === kind).length < HARBORS_IN_BOX[kind]);
}

/**
 * @param {string} hex
 * @param {Page.View} view
 */
const freePathsBeside = (hex, view) => freeCoast(harborsOf(view)).filter((path) => ADJACENT_HEXES[path].includes(hex));

/**
 * Test whether a missing harbor can be beside a hex.
 *
 * @param {string} hex
 * @param {Page.View} view
 */
export const canAddHarbor = (hex, view) => Boolean(missingKind(view) && freePathsBeside(hex, view).length);

/**
 * Ask about a drawn harbor: usually its kind is wrong, sometimes its place. `name` names colours.
 *
 * @param {string} path
 * @param {Page.View} view
 * @param {Page.Naming} name
 */
export function editHarbor(path, view, name) {
  const { [path]: kind, ...others } = harborsOf(view);
  const map = coastMap(freeCoast(others), path, view);
  const moveField = html("details", {}, html("summary", {}, t("Move the harbor …")), map.element);
  const about = document.querySelector(`.harbor[data-key="${path}"]`);
  const correction = () => harborCorrection({ [path]: null, [map.value() ?? ""]: dialogValues().harbor || null });
  askHarbor(t("Which harbor is it?"), [harborChoice(kind), moveField], correction, name, about);
}

/**
 * Ask about a missing harbor beside a hex: its exact place and its kind.
 *
 * @param {string} hex
 * @param {Page.View} view
 * @param {Page.Naming} name
 */
export function addHarbor(hex, view, name) {
  const map = coastMap(freeCoast(harborsOf(view)), freePathsBeside(hex, view)[0], view);
  const correction = () => harborCorrection({ [map.value() ?? ""]: dialogValues().harbor || null });
  askHarbor(t("Which harbor is here?"), [harborChoice(missingKind(view)), map.element], correction, name);
}

/**
 * @param {string} title
 * @param {Page.Content[]} fields
 * @param {() => Page.Input} correction
 * @param {Page.Naming} name
 * @param {Element | null} about
 */
function askHarbor(title, fields, correction, name, about = null) {
  const dialog = openDialogWithPreview(title, fields, [[t("Save"), () => enter(correction())]], correction, name, about);
  closeWhenStale(pickFromView(harborsOf));
  // The preselected values may already be the correction, so preview them now.
  if (!about) requireElement(dialog, "form", HTMLFormElement).dispatchEvent(new Event("change"));
}

/** @param {{ [path: string]: string | null }} changes */
const harborCorrection = (changes) => ({ kind: "correct", layout: { harbors: changes } });

/** @param {string | undefined} chosen */
const harborChoice = (chosen) =>
  selectField("harbor", t("Harbor"), [...Object.keys(HARBORS_IN_BOX).map(harborOption), ["", t("none")]], chosen);

/**
 * A small map of the coast that marks the possible places of a harbor.
 *
 * @param {string[]} free
 * @param {string} chosen
 * @param {Page.View} view
 */
const coastMap = (free, chosen, view) => siteMap(t("Where?"), "coast", { ...view, layout: knownLayout(view), free }, chosen);
