// The questions that a tap on a hex, a harbor or a site opens.

import { enter, TURN_STATE, combinePicks, pickFromView, closeWhenStale, fetchEarlierLines } from "../network/api.js";
import { openDialog, openDialogWithPreview, selectField, dialogValues, consequences } from "../dialogs/dialogs.js";
import { html, requireElement, findAll } from "../drawing/dom.js";
import { knownLayout, pendingPlacement, ADJACENT_HEXES, freeCoast, isPath } from "./sites.js";
import { TERRAINS } from "../drawing/signs.js";
import { hexName, t, word, withLabel } from "../language/i18n.js";
import { siteMap } from "./site_targets.js";
import { askEntry } from "../log/entry.js";
import { playerChips } from "../dialogs/form_fields.js";
import { namesOf } from "../table/game.js";

// The dialogs of a tapped hex: move the robber there, or correct the hex.

const NUMBERS = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];

/**
 * Ask about a hex: whether the robber moves there, if it has to move; otherwise the terrain and number.
 *
 * `askCoast` asks about a harbor, where one may be beside the hex. The robber can be placed once the layout is known
 * (`isLaid`).
 *
 * @param {string} id
 * @param {Api.HexLies | undefined} lies
 * @param {Page.ToDo | undefined} robberMove the pending robber move, if any
 * @param {Page.Naming} name
 * @param {false | (() => void)} askCoast
 * @param {boolean} isLaid
 */
export function editHex(id, lies, robberMove, name, askCoast, isLaid = true) {
  // A redraw may replace the element, so look it up by its key.
  const hex = () => document.querySelector(`.hex[data-key="${id}"]`);
  hex()?.classList.add("hex-chosen");
  const correct = () => correctHex(id, lies, name, hex(), askCoast, isLaid);
  const dialog = robberMove ? askRobber(id, lies, robberMove.spared?.[id] ?? [], name, correct, hex()) : correct();
  dialog.addEventListener("close", () => hex()?.classList.remove("hex-chosen"), { once: true });
}

/**
 * Ask whether the robber moves to a hex; `correct` opens the correction of the hex instead. Returns the dialog.
 *
 * Mentions the players whom the friendly robber spares there, by a house rule of this table.
 *
 * @param {string} id
 * @param {Api.HexLies | undefined} lies
 * @param {string[]} spared
 * @param {Page.Naming} name
 * @param {() => unknown} correct
 * @param {Element | null} about
 */
function askRobber(id, lies, spared, name, correct, about) {
  const openCorrection = () => {
    correct();
    return false;
  };
  /** @type {Page.Choice[]} */
  const buttons = [
    [t("Place the robber here"), () => enter({ kind: "move_robber", to: id })],
    [t("Correct this hex …"), openCorrection],
  ];
  const names = spared.map(name).join(", ");
  const where = [
    lies ? html("p", { class: "quote" }, hexName(lies)) : null,
    names ? html("p", {}, t("House rule: the friendly robber spares {names} (few points).", { names })) : null,
  ];
  const dialog = openDialog(t("Move the robber here?"), where, buttons, { about, large: true });
  closeWhenStale(combinePicks(TURN_STATE, pickFromView((/** @type {Page.View} */ { robber }) => robber)));
  return dialog;
}

/**
 * Ask for the terrain and number of a hex, or whether the robber is on it. Returns the dialog.
 *
 * @param {string} id
 * @param {Api.HexLies | undefined} lies
 * @param {Page.Naming} name
 * @param {Element | null} about
 * @param {false | (() => void)} askCoast
 * @param {boolean} isLaid
 */
function correctHex(id, lies, name, about, askCoast, isLaid) {
  const correction = () => {
    const { terrain, number } = dialogValues();
    const hex = { terrain, number: number === "" ? null : Number(number) };
    return { kind: "correct", layout: { hexes: { [id]: hex } } };
  };
  // Preselect nothing for an unknown hex, so that a quick tap enters no wrong terrain.
  /** @type {Page.Option[]} */
  const placeholder = lies ? [] : [["", t("Choose …")]];
  const fields = [
    selectField("terrain", t("Terrain"), [...placeholder, ...TERRAINS.map((t) => /** @type {Page.Option} */ ([t, word("terrain", t)]))], lies?.terrain ?? ""),
    selectField(
      "number",
      t("Number"),
      [["", t("none")], ...NUMBERS.map((n) => /** @type {Page.Option} */ ([`${n}`, `${n}`]))],
      `${lies?.number ?? ""}`,
    ),
  ];
  /** @type {Page.Choice[]} */
  const buttons = [
    [t("Save"), () => enter(correction())],
    ...(isLaid ? [/** @type {Page.Choice} */ ([t("Place the robber here"), () => enter({ kind: "move_robber", to: id })])] : []),
  ];
  if (askCoast) {
    const harbor = () => {
      askCoast();
      return false;
    };
    buttons.push([t("Add a harbor …"), harbor]);
  }
  const title = t("What is on this hex?");
  // Nothing depends yet on an island that is still being entered, so no preview is needed.
  const dialog = isLaid
    ? openDialogWithPreview(title, fields, buttons, correction, name, about)
    : openDialog(title, fields, buttons, { about, ready: () => dialogValues().terrain !== "" });
  closeWhenStale(pickFromView((/** @type {Page.View} */ view) => knownLayout(view)?.hexes?.[id]));
  return dialog;
}

// Dialogs that correct harbors: a wrong kind, a wrong place, one too many or a missing one.

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

// The dialogs of a tapped site: place a piece, or change the piece on it.

/**
 * Ask about a site: which piece was placed there, or what happens to the piece on it.
 *
 * @param {string} site
 * @param {Page.View} view
 */
export async function askSite(site, view) {
  const piece = pieceAt(site, view);
  // A redraw may replace the element, so look it up by its key.
  const findTarget = () => findAll(document, `.site[data-key="${site}"]`, SVGElement)[0] ?? null;
  findTarget()?.classList.add("site-chosen");
  const line = piece ? await findLine(piece, view.log) : null;
  // Fetching an old log entry takes a moment, in which another dialog may have opened.
  if (document.querySelector("dialog[open]")) return findTarget()?.classList.remove("site-chosen");
  const dialog = piece ? askPiece(piece, line, view, findTarget()) : askPlace(site, view, findTarget());
  dialog.addEventListener(
    "close",
    () => {
      findTarget()?.classList.remove("site-chosen");
      findTarget()?.focus();
    },
    { once: true },
  );
}

/**
 * @param {string} site
 * @param {Page.View} view
 */
const pieceAt = (site, { pieces }) => pieces.find(({ at }) => at === site);

/**
 * @param {string} site
 * @param {Page.View} view
 * @param {Element | null} about
 */
function askPlace(site, view, about) {
  const piece = isPath(site) ? "road" : "settlement";
  const place = () => enter({ kind: "place", piece, at: site, player: dialogValues().player });
  const fields = playerChips("player", t("Whose is it?"), view.players, pendingPlacement(view).colour);
  const title = piece === "road" ? t("A road was built here") : t("A settlement was built here");
  const dialog = openDialog(title, fields, [[t("Place it"), place]], { about });
  // During setup, the owner of the piece follows from the pieces on the board.
  /** @param {Page.View} now */
  const duePiece = (now) => now.phase === "founding" && [pendingPlacement(now).colour, pendingPlacement(now).piece];
  closeWhenStale(combinePicks(TURN_STATE, pickFromView((/** @type {Page.View} */ now) => [pieceAt(site, now), duePiece(now)])));
  return dialog;
}

/**
 * Ask about a piece. The preview of the first option is shown at once, those of the others on selection.
 *
 * @param {Api.PieceStands} piece
 * @param {Page.Line | null | undefined} line
 * @param {Page.View} view
 * @param {Element | null} about
 */
function askPiece({ at, kind, colour }, line, view, about) {
  /** @param {string} whose */
  const name = (whose) => namesOf(view)[whose];
  const title = withLabel(name(colour), word("piece", kind));
  /** @type {Page.Choice[]} */
  const buttons = [];
  /** @type {HTMLElement[]} */
  const content = [];
  /**
   * @param {string} text
   * @param {Page.Input} input
   * @param {string} intro
   */
  const addOption = (text, input, intro) => {
    if (!buttons.length) content.push(consequences(input, name, intro));
    const openConfirmation = () => {
      openDialog(title, consequences(input, name, intro), [[text, () => enter(input)]], { about, back: true, leave: t("Back") });
      return false;
    };
    buttons.push([text, buttons.length ? openConfirmation : () => enter(input)]);
  };
  if (kind === "settlement" && isChoosingStart(colour, view)) {
    const startInput = { kind: "take_starting_resources", at, player: colour };
    addOption(t("Take starting resources from here"), startInput, t("This would change:"));
  }
  if (kind === "settlement" && view.phase !== "founding") {
    const city = { kind: "place", piece: "city", at, player: colour };
    addOption(t("Turn it into a city"), city, t("A city here would change:"));
  }
  if (line) {
    const removal = { kind: "correct", entry: line.number, ...removalChange(at, line.event), about: { as_of: line.as_of } };
    addOption(t("Remove"), removal, t("Removing it would change:"));
    buttons.push([t("Change owner or place …"), () => askEntry(line, at)]);
  }
  if (line?.event.kind !== `place_${kind}`) {
    content.unshift(html("p", { class: "quiet" }, t("It was already there when the game was joined in progress.")));
  }
  const dialog = openDialog(title, content, buttons, { about });
  closeWhenStale(pickFromView((/** @type {Page.View} */ now) => pieceAt(at, now)));
  return dialog;
}

/**
 * The correction that removes a piece: deletes its event, or takes it out of the pieces of a game joined in progress.
 *
 * @param {string} site
 * @param {Page.Event} event
 */
const removalChange = (site, { kind, pieces }) =>
  kind === "take_up" ? { change: { pieces: pieces.filter((/** @type {Api.PieceStands} */ { at }) => at !== site) } } : { event: null };

/**
 * The latest log entry that placed a piece, or that joined a game in progress with it; undefined if there is none.
 *
 * @param {Api.PieceStands} piece
 * @param {Page.Line[]} log
 * @returns {Promise<Page.Line | undefined>}
 */
async function findLine({ at, kind, colour }, log) {
  /** @param {Page.Line} line */
  const isPlacement = ({ event }) => event.kind === `place_${kind}` && event.at === at && event.player === colour;
  /** @param {Page.Line} line */
  const isTakeUp = ({ event }) => event.pieces?.some((/** @type {Api.PieceStands} */ piece) => piece.at === at);
  let lines = log;
  while (lines.length && !lines.some((line) => isPlacement(line) || isTakeUp(line))) lines = await fetchEarlierLines(lines[0].number);
  return lines.findLast((line) => isPlacement(line) || isTakeUp(line));
}

/**
 * Test whether a player still has to choose the settlement of the starting resources (first game).
 *
 * @param {string} colour
 * @param {Page.View} view
 */
function isChoosingStart(colour, { to_do: toDo }) {
  return toDo.some((item) => (item.kind === "take_starting_resources" || (item.kind === "found" && !item.piece)) && item.colour === colour);
}
