// Pieces by tap: what was put down here, whose it is; what becomes of a piece that stands.

import { askEntry } from "./act/entry.js";
import { people } from "./act/people.js";
import { earlierLines, enter } from "./api.js";
import { consequences } from "./consequences.js";
import { ask, values } from "./dialogs.js";
import { html } from "./dom.js";
import { duePlacement } from "./due.js";
import { isPath } from "./geometry.js";
import { namesOf } from "./turn.js";
import { labelled, t, word } from "./words.js";

/** Ask what happened at a site: a piece put down, or something about the one that stands there. */
export async function askSite(site, view) {
  const piece = view.pieces.find(({ at }) => at === site);
  // Drawn anew meanwhile, it is found again by its key.
  const target = () => document.querySelector(`.site[data-key="${site}"]`);
  target().classList.add("site-chosen");
  const line = piece ? await lineOf(piece, view.log) : null;
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

function askPlace(site, view, about) {
  const piece = isPath(site) ? "road" : "settlement";
  const place = () => enter({ kind: "place", piece, at: site, player: values().player });
  const fields = people("player", t("Whose is it?"), view.players, duePlacement(view).colour);
  const title = piece === "road" ? t("A road was built here") : t("A settlement was built here");
  return ask(title, fields, [[t("Put it down"), place]], { about });
}

function askPiece({ at, kind, colour }, line, view, about) {
  const buttons = [];
  const content = [];
  if (kind === "settlement" && startsWith(colour, view)) {
    const starting = { kind: "take_starting_resources", at, player: colour };
    buttons.push([t("Starting resources from here"), () => enter(starting)]);
  }
  if (kind === "settlement" && view.phase !== "founding") {
    buttons.push([t("Turn it into a city"), () => enter({ kind: "place", piece: "city", at, player: colour })]);
  }
  if (line) {
    const taking = { kind: "correct", entry: line.number, ...without(at, line.event) };
    buttons.push([t("Take it back"), () => enter(taking)]);
    buttons.push([t("Another owner or place …"), () => askEntry(line, at)]);
    content.push(consequences(taking, (whose) => namesOf(view)[whose], t("Taking it back would change:")));
  }
  if (line?.event.kind !== `place_${kind}`) {
    content.unshift(html("p", { class: "quiet" }, t("It stood there when the game was taken up.")));
  }
  const title = labelled(namesOf(view)[colour], word("piece", kind));
  return ask(title, content, buttons, { about });
}

/** What becomes of the event that put a piece down, where it didn't stand there: of a game taken up, all else stays. */
const without = (site, { kind, pieces }) =>
  kind === "take_up" ? { change: { pieces: pieces.filter(({ at }) => at !== site) } } : { event: null };

/** The newest line of the story that put a piece where it stands, or took the game up with it; undefined where none did. */
async function lineOf({ at, kind, colour }, log) {
  const put = ({ event }) => event.kind === `place_${kind}` && event.at === at && event.player === colour;
  const found = ({ event }) => event.pieces?.some((piece) => piece.at === at);
  let lines = log;
  while (lines.length && !lines.some((line) => put(line) || found(line))) lines = await earlierLines(lines[0].number);
  return lines.findLast((line) => put(line) || found(line));
}

/** Whether a player has yet to say which settlement the starting resources are for (first game). */
function startsWith(colour, { to_do: toDo }) {
  return toDo.some((item) => item.kind === "found" && !item.piece && item.colour === colour);
}
