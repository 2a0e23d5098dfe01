// Pieces by tap: what was put down here, whose it is; what becomes of a piece that stands.

import { askEntry } from "../log/entry.js";
import { people } from "../dialogs/people.js";
import { earlierLines, enter } from "../network/api.js";
import { consequences } from "../dialogs/consequences.js";
import { ask, values } from "../dialogs/dialogs.js";
import { all, html } from "../drawing/dom.js";
import { duePlacement } from "./island_view.js";
import { isPath } from "./geometry.js";
import { TURN, both, ofView, restOn } from "../network/open_question.js";
import { namesOf } from "../table/current_view.js";
import { labelled, t, word } from "../language/i18n.js";

/**
 * Ask what happened at a site: a piece put down, or something about the one that stands there.
 *
 * @param {string} site
 * @param {Page.View} view
 */
export async function askSite(site, view) {
  const piece = pieceAt(site, view);
  // Drawn anew meanwhile, it is found again by its key.
  const target = () => all(document, `.site[data-key="${site}"]`, SVGElement)[0] ?? null;
  target()?.classList.add("site-chosen");
  const line = piece ? await lineOf(piece, view.log) : null;
  // An old line is asked for: who has opened another question meanwhile is at that.
  if (document.querySelector("dialog[open]")) return target()?.classList.remove("site-chosen");
  const dialog = piece ? askPiece(piece, line, view, target()) : askPlace(site, view, target());
  dialog.addEventListener(
    "close",
    () => {
      target()?.classList.remove("site-chosen");
      target()?.focus();
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
  const place = () => enter({ kind: "place", piece, at: site, player: values().player });
  const fields = people("player", t("Whose is it?"), view.players, duePlacement(view).colour);
  const title = piece === "road" ? t("A road was built here") : t("A settlement was built here");
  const dialog = ask(title, fields, [[t("Place it"), place]], { about });
  // In the founding, whose piece it is follows from those that stand.
  /** @param {Page.View} now */
  const due = (now) => now.phase === "founding" && [duePlacement(now).colour, duePlacement(now).piece];
  restOn(both(TURN, ofView((/** @type {Page.View} */ now) => [pieceAt(site, now), due(now)])));
  return dialog;
}

/**
 * What may become of a piece: what the first of it changes is shown at once, what another does when it is chosen.
 *
 * @param {Api.PieceStands} piece
 * @param {Page.Line | null | undefined} line
 * @param {Page.View} view
 * @param {Element | null} about
 */
function askPiece({ at, kind, colour }, line, view, about) {
  /** @param {string} whose */
  const name = (whose) => namesOf(view)[whose];
  const title = labelled(name(colour), word("piece", kind));
  /** @type {Page.Choice[]} */
  const buttons = [];
  /** @type {HTMLElement[]} */
  const content = [];
  /**
   * @param {string} text
   * @param {Page.Input} input
   * @param {string} intro
   */
  const offer = (text, input, intro) => {
    if (!buttons.length) content.push(consequences(input, name, intro));
    const again = () => {
      ask(title, consequences(input, name, intro), [[text, () => enter(input)]], { about, back: true, leave: t("Back") });
      return false;
    };
    buttons.push([text, buttons.length ? again : () => enter(input)]);
  };
  if (kind === "settlement" && startsWith(colour, view)) {
    const starting = { kind: "take_starting_resources", at, player: colour };
    offer(t("Take starting resources from here"), starting, t("This would change:"));
  }
  if (kind === "settlement" && view.phase !== "founding") {
    const city = { kind: "place", piece: "city", at, player: colour };
    offer(t("Turn it into a city"), city, t("A city here would change:"));
  }
  if (line) {
    const taking = { kind: "correct", entry: line.number, ...without(at, line.event), about: { as_of: line.as_of } };
    offer(t("Remove"), taking, t("Removing it would change:"));
    buttons.push([t("Change owner or place …"), () => askEntry(line, at)]);
  }
  if (line?.event.kind !== `place_${kind}`) {
    content.unshift(html("p", { class: "quiet" }, t("It was already there when the game was joined in progress.")));
  }
  const dialog = ask(title, content, buttons, { about });
  restOn(ofView((/** @type {Page.View} */ now) => pieceAt(at, now)));
  return dialog;
}

/**
 * What becomes of the event that put a piece down, where it didn't stand there: of a game taken up, all else stays.
 *
 * @param {string} site
 * @param {Page.Event} event
 */
const without = (site, { kind, pieces }) =>
  kind === "take_up" ? { change: { pieces: pieces.filter((/** @type {Api.PieceStands} */ { at }) => at !== site) } } : { event: null };

/**
 * The newest line of the story that put a piece where it stands, or took the game up with it; undefined where none did.
 *
 * @param {Api.PieceStands} piece
 * @param {Page.Line[]} log
 * @returns {Promise<Page.Line | undefined>}
 */
async function lineOf({ at, kind, colour }, log) {
  /** @param {Page.Line} line */
  const put = ({ event }) => event.kind === `place_${kind}` && event.at === at && event.player === colour;
  /** @param {Page.Line} line */
  const found = ({ event }) => event.pieces?.some((/** @type {Api.PieceStands} */ piece) => piece.at === at);
  let lines = log;
  while (lines.length && !lines.some((line) => put(line) || found(line))) lines = await earlierLines(lines[0].number);
  return lines.findLast((line) => put(line) || found(line));
}

/**
 * Whether a player has yet to say which settlement the starting resources are for (first game).
 *
 * @param {string} colour
 * @param {Page.View} view
 */
function startsWith(colour, { to_do: toDo }) {
  return toDo.some((item) => item.kind === "found" && !item.piece && item.colour === colour);
}
