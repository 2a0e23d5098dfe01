// The dialogs of a tapped site: place a piece, or change the piece on it.

import { askEntry } from "../log/entry.js";
import { playerChips } from "../dialogs/player_chips.js";
import { fetchEarlierLines, enter } from "../network/api.js";
import { consequences } from "../dialogs/consequences.js";
import { openDialog, dialogValues } from "../dialogs/dialogs.js";
import { findAll, html } from "../drawing/dom.js";
import { pendingPlacement } from "./island_view.js";
import { isPath } from "./geometry.js";
import { TURN_STATE, combinePicks, pickFromView, closeWhenStale } from "../network/open_question.js";
import { namesOf } from "../table/current_view.js";
import { withLabel, t, word } from "../language/i18n.js";

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
