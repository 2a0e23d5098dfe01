// The island as it was read: a tap on what is wrong puts it right.

import { ask, choice, values } from "../dialogs/dialogs.js";
import { svg, within } from "../drawing/dom.js";
import { HARBORS } from "../island/geometry.js";
import { drawHarbors, drawLand } from "../island/island.js";
import { lights } from "../island/light.js";
import { TERRAINS } from "../drawing/signs.js";
import { boxOf } from "../island/island_turning.js";
import { hexName, t, word } from "../language/i18n.js";
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
    if (about.perhaps) markDoubted(root, about.perhaps);
  };
}

/** @param {Page.IslandRead} about */
function map({ layout, missing, perhaps }) {
  const { hexes, harbors } = layout;
  /** @param {string} path */
  const tapCoast = (path) => askHarbor(path, harbors[path], missing, perhaps.harbors[path]);
  /** @param {string} id */
  const tapHex = (id) => askHex(id, hexes[id], perhaps.hexes[id]);
  return svg(
    "svg",
    { class: "map", role: "group", "aria-label": t("The island"), viewBox: boxOf(0, Object.keys(HARBORS)).join(" ") },
    lights(),
    svg("g", {}, drawCoast(layout, tapCoast)),
    svg("g", { class: "harbors" }, drawHarbors([harbors, 0], tapCoast)),
    svg("g", { class: "land" }, drawLand({ hexes, turn: 0 }, tapHex)),
  );
}

/**
 * What was hardly read is looked at first.
 *
 * @param {HTMLElement} root
 * @param {Page.IslandRead["perhaps"]} perhaps
 */
function markDoubted(root, { hexes, harbors }) {
  for (const [part, may] of /** @type {const} */ ([["hex", hexes], ["harbor", harbors]])) {
    for (const id of Object.keys(may)) {
      root.querySelector(`.${part}[data-key="${CSS.escape(id)}"]`)?.classList.add(`${part}-due`);
    }
  }
}

/**
 * Ask which of a few it is, the likeliest first: a tap says it. `otherwise` asks for anything else.
 *
 * @param {string} title
 * @param {Page.Choice[]} few
 * @param {() => unknown} otherwise
 * @param {Element | null} about
 */
function askAmong(title, few, otherwise, about) {
  const other = () => {
    otherwise();
    return false;
  };
  return ask(title, [], [...few, [t("Something else …"), other]], { about, large: true });
}

/**
 * What lies on a hex; where that is in doubt, first what it `may` be.
 *
 * @param {string} id
 * @param {Api.HexLies} lies
 * @param {Api.HexLies[] | undefined} may
 */
function askHex(id, lies, may) {
  const title = t("What is on this hex?");
  const fields = [
    choice("terrain", t("Terrain"), TERRAINS.map((terrain) => /** @type {Page.Option} */ ([terrain, word("terrain", terrain)])), lies.terrain),
    choice("number", t("Number"), [["", t("none")], ...NUMBERS.map((n) => /** @type {Page.Option} */ ([`${n}`, `${n}`]))], `${lies.number ?? ""}`),
  ];
  const save = () => {
    const { terrain, number } = values();
    answer("island", { hex: id, terrain, number: number === "" ? null : Number(number) });
  };
  const whole = () => ask(title, fields, [[t("Save"), save]]);
  if (!may) return whole();
  const few = may.map((each) => /** @type {Page.Choice} */ ([hexName(each), () => answer("island", { hex: id, ...each })]));
  return askAmong(title, few, whole, null);
}

/**
 * Which harbor lies at a coastal path: what was read there, or where nothing was, what the box has besides;
 * where that is in doubt, first what it `may` be.
 *
 * @param {string} path
 * @param {string | undefined} kind
 * @param {string[]} missing
 * @param {(string | null)[] | undefined} may
 */
function askHarbor(path, kind, missing, may) {
  /** @type {Page.Option[]} */
  const options = [...HARBOR_KINDS.map((each) => /** @type {Page.Option} */ ([each, word("harbor", each)])), ["", t("none")]];
  const save = () => {
    answer("island", { path, harbor: values().harbor || null });
  };
  const about = within(document, `.read [data-key="${CSS.escape(path)}"]`, SVGElement);
  about.classList.add("chosen");
  const title = t("Which harbor is it?");
  const field = choice("harbor", t("Harbor"), options, kind ?? missing[0] ?? HARBOR_KINDS[0]);
  const whole = () => ask(title, field, [[t("Save"), save]], { about });
  /** @type {(each: string | null) => Page.Choice} */
  const said = (each) => [each ? word("harbor", each) : t("No harbor"), () => answer("island", { path, harbor: each })];
  const dialog = may ? askAmong(title, may.map(said), whole, about) : whole();
  dialog.addEventListener("close", () => about.classList.remove("chosen"), { once: true });
}
