// The island as it was read: a tap on what is wrong puts it right.

import { ask, choice, values } from "../dialogs/dialogs.js";
import { svg, within } from "../drawing/dom.js";
import { HARBORS } from "../island/geometry.js";
import { drawHarbors, drawLand } from "../island/island.js";
import { lights } from "../island/light.js";
import { TERRAINS } from "../drawing/signs.js";
import { boxOf } from "../island/island_turning.js";
import { t, word } from "../language/i18n.js";
import { answer } from "./calibration.js";
import { drawCoast } from "./coast.js";

const NUMBERS = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];
const HARBOR_KINDS = ["generic", "lumber", "brick", "wool", "grain", "ore"];

/**
 * Gives a function that shows the island of the step that is on, where it has one.
 *
 * @param {HTMLElement} root
 * @param {(view: Api.CalibrationView) => Api.StepView | undefined} current
 * @returns {(view: Api.CalibrationView) => void}
 */
export function islandShown(root, current) {
  let drawn = "";
  return (view) => {
    const step = current(view);
    const about = step?.name === "island" ? step.about : {};
    const now = JSON.stringify([document.documentElement.lang, about]);
    if (now === drawn) return;
    drawn = now;
    root.hidden = !about.layout;
    // Another device has answered: what is asked here is asked no more.
    if (!about.layout) within(document, "#dialog", HTMLDialogElement).close();
    if (about.layout) root.replaceChildren(map(/** @type {Page.IslandRead} */ (about)));
    markDoubted(root, about.doubted ?? []);
  };
}

/** @param {Page.IslandRead} about */
function map({ layout, missing }) {
  const { hexes, harbors } = layout;
  /** @param {string} path */
  const tap = (path) => askHarbor(path, harbors[path], missing);
  return svg(
    "svg",
    { class: "map", role: "group", "aria-label": t("The island"), viewBox: boxOf(0, Object.keys(HARBORS)).join(" ") },
    lights(),
    svg("g", {}, drawCoast(layout, tap)),
    svg("g", { class: "harbors" }, drawHarbors([harbors, 0], tap)),
    svg("g", { class: "land" }, drawLand({ hexes, turn: 0 }, (id) => askHex(id, hexes[id]))),
  );
}

/**
 * A hex that was hardly read is looked at first.
 *
 * @param {HTMLElement} root
 * @param {string[]} ids
 */
function markDoubted(root, ids) {
  for (const id of ids) {
    root.querySelector(`.hex[data-key="${CSS.escape(id)}"]`)?.classList.add("hex-due");
  }
}

/**
 * @param {string} id
 * @param {Api.HexLies} lies
 */
function askHex(id, lies) {
  const fields = [
    choice("terrain", t("Terrain"), TERRAINS.map((terrain) => /** @type {Page.Option} */ ([terrain, word("terrain", terrain)])), lies.terrain),
    choice("number", t("Number"), [["", t("none")], ...NUMBERS.map((n) => /** @type {Page.Option} */ ([`${n}`, `${n}`]))], `${lies.number ?? ""}`),
  ];
  const save = () => {
    const { terrain, number } = values();
    answer("island", { hex: id, terrain, number: number === "" ? null : Number(number) });
  };
  ask(t("What lies here?"), fields, [[t("Save"), save]]);
}

/**
 * Which harbor lies at a coastal path: what was read there, or where nothing was, what the box has besides.
 *
 * @param {string} path
 * @param {string | undefined} kind
 * @param {string[]} missing
 */
function askHarbor(path, kind, missing) {
  /** @type {Page.Option[]} */
  const options = [...HARBOR_KINDS.map((each) => /** @type {Page.Option} */ ([each, word("harbor", each)])), ["", t("none")]];
  const save = () => {
    answer("island", { path, harbor: values().harbor || null });
  };
  const about = within(document, `.read [data-key="${CSS.escape(path)}"]`, SVGElement);
  about.classList.add("chosen");
  ask(
    t("Which harbor is it?"),
    [choice("harbor", t("Harbor"), options, kind ?? missing[0] ?? HARBOR_KINDS[0])],
    [[t("Save"), save]],
    { about },
  ).addEventListener("close", () => about.classList.remove("chosen"), { once: true });
}
