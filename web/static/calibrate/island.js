// The island as it was read; a tap corrects a hex or a harbor.

import { openDialog, selectField, dialogValues } from "../dialogs/dialogs.js";
import { svg, requireElement, buttonAttributes } from "../drawing/dom.js";
import { HARBORS, SITES, interpolate, freeCoast, describeSurroundings } from "../island/sites.js";
import { drawHarbors, drawLand } from "../island/island.js";
import { lightGradients, boundingBox } from "../island/rotation.js";
import { TERRAINS } from "../drawing/signs.js";
import { hexName, t, word, withLabel } from "../language/i18n.js";
import { answerStep } from "./calibration.js";
import { pointOfEvent } from "../island/site_targets.js";

// Tap targets on the coast where no harbor was read and one more may be.

// The tap radius around a place and the radius of its mark, in sides of a hex.
const REACH_SIDES = 0.7;
const SPOT_SIDES = 0.17;
/** The position of a mark, as a share of the way to a harbor's sign. */
const MARK_OFFSET = 0.55;

/** @param {string} id */
const markPosition = (id) => interpolate(SITES[id], HARBORS[id].at, MARK_OFFSET);

/**
 * Draws the free places, with equal tap areas around the existing harbors. A tap selects the nearest place.
 *
 * `tap` is called with the coastal path.
 *
 * @param {Api.Island} layout
 * @param {(path: string) => void} tap
 */
function drawCoast({ hexes, harbors }, tap) {
  const free = freeCoast(harbors);
  const places = Object.fromEntries([
    ...free.map((id) => [id, markPosition(id)]),
    ...Object.keys(harbors).map((id) => [id, HARBORS[id].at]),
  ]);
  // A click without a pointer has no position: it selects this place.
  /** @param {string} id */
  const tapListener = (id) => (/** @type {MouseEvent | undefined} */ event) => tap(event?.detail ? nearestPlace(pointOfEvent(event), places) : id);
  /** @param {string} id */
  const drawReach = (id) => {
    const [cx, cy] = places[id];
    return svg("circle", { class: "reach", "data-reach": id, cx, cy, r: REACH_SIDES, onclick: tapListener(id) });
  };
  return [
    ...Object.keys(places).map(drawReach),
    ...free.map((id) => drawMark(id, withLabel(t("No harbor"), describeSurroundings(id, hexes)), tapListener(id))),
  ];
}

/**
 * @param {string} id
 * @param {string} name
 * @param {(event?: MouseEvent) => void} listener
 */
function drawMark(id, name, listener) {
  const [cx, cy] = markPosition(id);
  return svg(
    "g",
    { class: "coast", "data-key": id, ...buttonAttributes(name, listener) },
    svg("title", {}, name),
    svg("circle", { class: "coast-spot", cx, cy, r: SPOT_SIDES }),
    svg("text", { class: "coast-sign", x: cx, y: cy }, "+"),
  );
}

/**
 * @param {Page.Point} to
 * @param {{ [id: string]: Page.Point }} places
 */
function nearestPlace([x, y], places) {
  /** @param {Page.Point} place */
  const distanceTo = ([px, py]) => Math.hypot(px - x, py - y);
  return Object.keys(places).reduce((best, id) => (distanceTo(places[id]) < distanceTo(places[best]) ? id : best));
}

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
