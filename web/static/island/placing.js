// Pieces by tap: what was put down here, whose it is; what becomes of a piece that stands.

import { askEntry } from "../log/entry.js";
import { people } from "../dialogs/people.js";
import { earlierLines, enter } from "../network/api.js";
import { consequences } from "../dialogs/consequences.js";
import { ask, values } from "../dialogs/dialogs.js";
import { html } from "../drawing/dom.js";
import { duePlacement } from "./island_view.js";
import { isPath } from "./geometry.js";
import { TURN, both, ofView, restOn } from "../network/open_question.js";
import { namesOf } from "../table/now.js";
import { labelled, t, word } from "../language/i18n.js";

/** Ask what happened at a site: a piece put down, or something about the one that stands there. */
export async function askSite(site, view) {
  const piece = pieceAt(site, view);
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

const pieceAt = (site, { pieces }) => pieces.find(({ at }) => at === site);

function askPlace(site, view, about) {
  const piece = isPath(site) ? "road" : "settlement";
  const place = () => enter({ kind: "place", piece, at: site, player: values().player });
  const fields = people("player", t("Whose is it?"), view.players, duePlacement(view).colour);
  const title = piece === "road" ? t("A road was built here") : t("A settlement was built here");
  const dialog = ask(title, fields, [[t("Put it down"), place]], { about });
  // In the founding, whose piece it is follows from those that stand.
  const due = (now) => now.phase === "founding" && [duePlacement(now).colour, duePlacement(now).piece];
  restOn(both(TURN, ofView((now) => [pieceAt(site, now), due(now)])));
  return dialog;
}

/** What may become of a piece: what the first of it changes is shown at once, what another does when it is chosen. */
function askPiece({ at, kind, colour }, line, view, about) {
  const name = (whose) => namesOf(view)[whose];
  const title = labelled(name(colour), word("piece", kind));
  const buttons = [];
  const content = [];
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
    offer(t("Starting resources from here"), starting, t("This would change:"));
  }
  if (kind === "settlement" && view.phase !== "founding") {
    const city = { kind: "place", piece: "city", at, player: colour };
    offer(t("Turn it into a city"), city, t("A city here would change:"));
  }
  if (line) {
    const taking = { kind: "correct", entry: line.number, ...without(at, line.event), about: { as_of: line.as_of } };
    offer(t("Take it back"), taking, t("Taking it back would change:"));
    buttons.push([t("Another owner or place …"), () => askEntry(line, at)]);
  }
  if (line?.event.kind !== `place_${kind}`) {
    content.unshift(html("p", { class: "quiet" }, t("It stood there when the game was taken up.")));
  }
  const dialog = ask(title, content, buttons, { about });
  restOn(ofView((now) => pieceAt(at, now)));
  return dialog;
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
