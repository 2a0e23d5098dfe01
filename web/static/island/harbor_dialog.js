// Harbors corrected at the table: another kind, another place on the coast, one too many, one that misses.

import { siteMap } from "./site_map.js";
import { enter } from "../network/api.js";
import { askWeighing, choice, values } from "../dialogs/dialogs.js";
import { html, within } from "../drawing/dom.js";
import { BESIDE, freeCoast } from "./geometry.js";
import { laid } from "./island_view.js";
import { ofView, restOn } from "../network/open_question.js";
import { t, word } from "../language/i18n.js";

/**
 * How many of each kind the box has.
 *
 * @type {{ [kind: string]: number }}
 */
const BOX = { generic: 4, lumber: 1, brick: 1, wool: 1, grain: 1, ore: 1 };

/** @type {(kind: string) => Page.Option} */
const called = (kind) => [kind, word("harbor", kind)];

/** @param {Page.View} view */
const harborsOf = (view) => laid(view).harbors;

/**
 * A kind that the box has more of than are drawn; undefined where none misses.
 *
 * @param {Page.View} view
 */
function missingKind(view) {
  const drawn = Object.values(harborsOf(view));
  return Object.keys(BOX).find((kind) => drawn.filter((each) => each === kind).length < BOX[kind]);
}

/**
 * @param {string} hex
 * @param {Page.View} view
 */
const freeBeside = (hex, view) => freeCoast(harborsOf(view)).filter((path) => BESIDE[path].includes(hex));

/**
 * Whether a harbor may lie beside a hex that isn't drawn.
 *
 * @param {string} hex
 * @param {Page.View} view
 */
export const mayLack = (hex, view) => Boolean(missingKind(view) && freeBeside(hex, view).length);

/**
 * Ask about a harbor that is drawn: mostly its kind is wrong, sometimes its place. `name` names colours.
 *
 * @param {string} path
 * @param {Page.View} view
 * @param {Page.Naming} name
 */
export function editHarbor(path, view, name) {
  const { [path]: kind, ...others } = harborsOf(view);
  const map = coastMap(freeCoast(others), path, view);
  const elsewhere = html("details", {}, html("summary", {}, t("Move the harbor …")), map);
  const about = document.querySelector(`.harbor[data-key="${path}"]`);
  const correction = () => harbors({ [path]: null, [map.value ?? ""]: values().harbor || null });
  askHarbor(t("Which harbor is it?"), [kinds(kind), elsewhere], correction, name, about);
}

/**
 * Ask about a harbor that isn't drawn, beside a hex: where exactly it lies, and which one it is.
 *
 * @param {string} hex
 * @param {Page.View} view
 * @param {Page.Naming} name
 */
export function addHarbor(hex, view, name) {
  const map = coastMap(freeCoast(harborsOf(view)), freeBeside(hex, view)[0], view);
  const correction = () => harbors({ [map.value ?? ""]: values().harbor || null });
  askHarbor(t("Which harbor is here?"), [kinds(missingKind(view)), map], correction, name);
}

/**
 * @param {string} title
 * @param {Page.Content[]} fields
 * @param {() => Page.Input} correction
 * @param {Page.Naming} name
 * @param {Element | null} about
 */
function askHarbor(title, fields, correction, name, about = null) {
  const dialog = askWeighing(title, fields, [[t("Save"), () => enter(correction())]], correction, name, about);
  restOn(ofView(harborsOf));
  // What is filled in already may be all that is to be said.
  if (!about) within(dialog, "form", HTMLFormElement).dispatchEvent(new Event("change"));
}

/** @param {{ [path: string]: string | null }} changes */
const harbors = (changes) => ({ kind: "correct", layout: { harbors: changes } });

/** @param {string | undefined} chosen */
const kinds = (chosen) =>
  choice("harbor", t("Harbor"), [...Object.keys(BOX).map(called), ["", t("none")]], chosen);

/**
 * The coast in small: the places where a harbor can lie.
 *
 * @param {string[]} free
 * @param {string} chosen
 * @param {Page.View} view
 */
const coastMap = (free, chosen, view) => siteMap(t("Where?"), "coast", { ...view, layout: laid(view), free }, chosen);
