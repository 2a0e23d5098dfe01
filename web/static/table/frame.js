// What every game's page is made of: it follows the table and draws what it says, part by part.

import { show } from "./current_view.js";
import { announce } from "../sound/announce.js";
import { onOutcome } from "../network/api.js";
import { askTime, setClock, tick } from "./clock.js";
import { follow } from "../network/connection.js";
import { at, panel, within } from "../drawing/dom.js";
import { game, play } from "./game.js";
import { keepKeyboardsPlace } from "../drawing/keyboard_place.js";
import { languageSwitch } from "../language/language_switch.js";
import { sayMoot } from "./moot_question.js";
import { settling } from "./settling.js";
import { followUndo, hushTold, showViolations, showRefusal, showRepeated, showTold } from "./message.js";
import { drawNotes, onNotes, pickNotes } from "../device/notes.js";
import { acts, become, devicesControl, onlyLook } from "../pairing/device_role.js";
import { faceWhoPlays } from "../device/facing.js";
import { wasTold } from "../device/motion.js";
import { settingsControl } from "../device/settings.js";
import { drawNotices, drawSources, pickNotices } from "./sources.js";
import { followQuestion, onMoot } from "../network/open_question.js";
import { demoPanel } from "./demo.js";
import { drawFirstScreen } from "../start/first_screen.js";
import { victoryPanel } from "./victory.js";
import { waitingPanel } from "./waiting.js";
import { onLanguage, t } from "../language/i18n.js";

/** The sources that may see dice. */
const THROWS = ["camera", "tower", "bluetooth"];
const CONNECTION = {
  connecting: () => t("Connecting to the table …"),
  lost: () => t("Not connected to the table. What you see may be out of date."),
  live: () => "",
};

const settle = settling(within(document, "main", HTMLElement));
/** @type {Page.Snapshot | null} */
let snapshot = null;
/** @type {keyof typeof CONNECTION} */
let connection = "connecting";
/** @type {((view: Page.AnyView) => void)[]} */
let ofView = [];

/** @type {((snapshot: Page.Snapshot) => void)[]} */
const ofSnapshot = [
  panel(at("title"), (s) => s.game && game().title(s.game.view), (title) => title ?? "Companion"),
  panel(at("sources"), (s) => s.sources, drawSources),
  panel(at("notices"), pickNotices, drawNotices),
  panel(at("notes"), () => (acts() ? pickNotes() : []), drawNotes),
  waitingPanel(at("questions")),
  panel(at("controls"), () => null, devicesControl),
  panel(at("language"), () => null, languageSwitch),
  panel(at("view"), () => null, () => settingsControl(() => snapshot?.camera_turn)),
  victoryPanel(at("victory")),
  demoPanel(document.getElementById("demo"), () => document.querySelector(".final-board")),
  panel(at("start"), (s) => s.game === null, drawFirstScreen),
];

/**
 * Follow the table, on the page of a game (game.js); `parts` each draw a part of its view.
 *
 * Where another game is played than the page is for, the table has a page for that.
 *
 * @template {Page.AnyView} V
 * @param {Page.Game} played
 * @param {((view: V) => void)[]} parts
 */
export function followTable(played, parts) {
  play(played);
  ofView = /** @type {((view: Page.AnyView) => void)[]} */ (parts);
  onLanguage(draw);
  onNotes(draw);
  // A page that waited for an answer turns once it is given; "close" is heard on its way down only.
  document.addEventListener("close", draw, true);
  onOutcome(showRefusal, showViolations, showTold, showRepeated);
  onMoot(sayMoot);
  onlyLook([within(document, "main", HTMLElement), at("questions")], showRefusal);
  keepKeyboardsPlace();
  follow(take, connected, { onVisitor });
  draw();
}

function draw() {
  document.body.dataset.connection = connection;
  at("connection").textContent = CONNECTION[connection]();
  if (!snapshot) return;
  const now = snapshot;
  ofSnapshot.forEach((part) => part(now));
  const { game: on } = snapshot;
  at("start").hidden = on !== null;
  at("game").hidden = on === null;
  at("actions").hidden = on === null;
  if (!on) return;
  const camera = snapshot.sources.find(({ name }) => name === "camera")?.health;
  const watched = snapshot.sources.some(({ name, health }) => THROWS.includes(name) && health === "ok");
  const view = { ...on.view, game: on.id, kind: on.kind, questions: snapshot.questions, camera, watched };
  show(view);
  ofView.forEach((part) => part(view));
  // What lies under a finger is another thing on a page that has turned.
  if (faceWhoPlays(view)) settle();
  tick();
}

/** Paired or unpaired while the page is open: it loses what it may no longer do at once, or gets what it may. */
function onVisitor(/** @type {{ role: string, seat: string | null }} */ visitor) {
  if (!become(visitor)) return;
  if (!acts()) within(document, "#dialog", HTMLDialogElement).close();
  draw();
}

/** @param {Page.Snapshot} newest */
function take(newest) {
  // A version only rises within an epoch; another epoch is a table that started anew.
  if (snapshot?.epoch === newest.epoch && newest.version < snapshot.version) return;
  if (newest.game && newest.game.kind !== game().kind) {
    location.reload();
    return;
  }
  const before = snapshot;
  snapshot = newest;
  setClock(newest);
  if (before?.game?.newest !== newest.game?.newest) wasTold();
  if (before?.game && before.game.id !== newest.game?.id) hushTold();
  draw();
  followQuestion(newest);
  announce(before, newest);
  followUndo(newest);
}

/** @param {boolean} live */
function connected(live) {
  if (live && connection !== "live" && snapshot) askTime(snapshot).then(tick);
  connection = live ? "live" : snapshot ? "lost" : "connecting";
  draw();
}
