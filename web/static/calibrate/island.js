// The island as it was read; a tap corrects a hex or a harbor.

import { openDialog, selectField, dialogValues } from "../dialogs/dialogs.js";
import { svg, requireElement } from "../drawing/dom.js";
import { HARBORS } from "../island/geometry.js";
import { drawHarbors, drawLand } from "../island/island.js";
import { lightGradients } from "../island/light.js";
import { TERRAINS } from "../drawing/signs.js";
import { boundingBox } from "../island/island_rotation.js";
import { hexName, t, word } from "../language/i18n.js";
import { answerStep } from "./calibration.js";
import { drawCoast } from "./coast.js";

const TOKEN_NUMBERS = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];
const HARBOR_KINDS = ["generic", "lumber", "brick", "wool", "grain", "ore"];

/**
 * Creates the island's drawing. Returns a callback to show the current step's island.
 *
 * @param {HTMLElement} root
 * @param {(view: Api.CalibrationView) => Api.StepView | undefined} current
 * @returns {(view: Api.CalibrationView) => void}
 */
export function islandEditor(root, current) {
  let drawn = "";
  return (view) => {
    const step = current(view);
    const about = step?.name === "island" ? step.about : {};
    const now = JSON.stringify([document.documentElement.lang, about]);
    if (now === drawn) return;
    drawn = now;
    root.hidden = !about.layout;
    // Another device has answered: close this dialog.
    if (!about.layout) requireElement(document, "#dialog", HTMLDialogElement).close();
    if (about.layout) root.replaceChildren(drawMap(/** @type {Page.IslandRead} */ (about)));
    if (about.perhaps) markUncertain(root, about.perhaps);
  };
}

/** @param {Page.IslandRead} about */
function drawMap({ layout, missing, perhaps }) {
  const { hexes, harbors } = layout;
  /** @param {string} path */
  const tapCoast = (path) => askHarbor(path, harbors[path], missing, perhaps.harbors[path]);
  /** @param {string} id */
  const tapHex = (id) => askHex(id, hexes[id], perhaps.hexes[id]);
  return svg(
    "svg",
    { class: "map", role: "group", "aria-label": t("The island"), viewBox: boundingBox(0, Object.keys(HARBORS)).join(" ") },
    lightGradients(),
    svg("g", {}, drawCoast(layout, tapCoast)),
    svg("g", { class: "harbors" }, drawHarbors([harbors, 0], tapCoast)),
    svg("g", { class: "land" }, drawLand({ hexes, turn: 0 }, tapHex)),
  );
}

/**
 * Highlights uncertain readings, to be checked first.
 *
 * @param {HTMLElement} root
 * @param {Page.IslandRead["perhaps"]} perhaps
 */
function markUncertain(root, { hexes, harbors }) {
  for (const [part, may] of /** @type {const} */ ([["hex", hexes], ["harbor", harbors]])) {
    for (const id of Object.keys(may)) {
      root.querySelector(`.${part}[data-key="${CSS.escape(id)}"]`)?.classList.add(`${part}-due`);
    }
  }
}

/**
 * Asks for one of a few likely answers, with one tap. `otherwise` asks for any other.
 *
 * @param {string} title
 * @param {Page.Choice[]} few
 * @param {() => unknown} otherwise
 * @param {Element | null} about
 */
function askAmong(title, few, otherwise, about) {
  const openOther = () => {
    otherwise();
    return false;
  };
  return openDialog(title, [], [...few, [t("Something else …"), openOther]], { about, large: true });
}

/**
 * Asks for a hex's terrain and number. If they are uncertain, first offers the readings in `may`.
 *
 * @param {string} id
 * @param {Api.HexLies} reading
 * @param {Api.HexLies[] | undefined} may
 */
function askHex(id, reading, may) {
  const title = t("What is on this hex?");
  const fields = [
    selectField("terrain", t("Terrain"), TERRAINS.map((terrain) => /** @type {Page.Option} */ ([terrain, word("terrain", terrain)])), reading.terrain),
    selectField("number", t("Number"), [["", t("none")], ...TOKEN_NUMBERS.map((n) => /** @type {Page.Option} */ ([`${n}`, `${n}`]))], `${reading.number ?? ""}`),
  ];
  const save = () => {
    const { terrain, number } = dialogValues();
    answerStep("island", { hex: id, terrain, number: number === "" ? null : Number(number) });
  };
  const openForm = () => openDialog(title, fields, [[t("Save"), save]]);
  if (!may) return openForm();
  const few = may.map((each) => /** @type {Page.Choice} */ ([hexName(each), () => answerStep("island", { hex: id, ...each })]));
  return askAmong(title, few, openForm, null);
}

/**
 * Asks for the harbor at a coastal path, preselecting the reading or a missing harbor of the box. If it is uncertain,
 * first offers the readings in `may`.
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
    answerStep("island", { path, harbor: dialogValues().harbor || null });
  };
  const about = requireElement(document, `.read [data-key="${CSS.escape(path)}"]`, SVGElement);
  about.classList.add("chosen");
  const title = t("Which harbor is it?");
  const field = selectField("harbor", t("Harbor"), options, kind ?? missing[0] ?? HARBOR_KINDS[0]);
  const openForm = () => openDialog(title, field, [[t("Save"), save]], { about });
  /** @type {(each: string | null) => Page.Choice} */
  const harborChoice = (each) => [each ? word("harbor", each) : t("No harbor"), () => answerStep("island", { path, harbor: each })];
  const dialog = may ? askAmong(title, may.map(harborChoice), openForm, about) : openForm();
  dialog.addEventListener("close", () => about.classList.remove("chosen"), { once: true });
}
