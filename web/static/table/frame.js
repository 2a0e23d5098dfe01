// The frame of every game's page: follows the table and draws each snapshot, part by part.

import { setCurrentView, namesOf, game, setGame, describeEvent } from "./game.js";
import { announce } from "../sound/sound.js";
import { setOutcomeHandlers, updateQuestion, onStale } from "../network/api.js";
import { syncClock, setClock, updateClocks } from "./clock.js";
import { followStream } from "../network/connection.js";
import { elementById, html, panel, requireElement } from "../drawing/dom.js";
import { keepFocus } from "../drawing/keep_focus.js";
import { languageSwitch } from "../language/language_switch.js";
import { tapGuard } from "../drawing/press.js";
import { updateUndo, hideNotice, showViolations, showRefusal, showDuplicate, showOutcome, drawNotices, drawSources, pickNotices, waitingPanel } from "./message.js";
import { drawNotes, onNotesChange, pickNotes, settingsControl } from "../device/settings.js";
import { canEnter, updateDeviceRole, devicesControl, blockViewerInput } from "../pairing/device_role.js";
import { faceActivePlayer } from "../device/rotation.js";
import { recordChange } from "../device/motion.js";
import { demoPanel } from "./demo.js";
import { victoryPanel } from "./victory.js";
import { onLanguageChange, t, joinClauses, word } from "../language/i18n.js";

// The message after a stale dialog was closed: what has changed since.

/** Maximum number of log entries in the message. */
const MAX_LINES = 2;

/**
 * Show why a dialog was closed; api.js passes `asked` and `line`.
 *
 * @param {Page.Snapshot} snapshot
 * @param {{ asked: Page.Snapshot, line: number }} question
 */
function showStaleQuestion(snapshot, { asked, line }) {
  showRefusal(staleReason(snapshot, asked, line));
}

/**
 * @param {Page.Snapshot} now
 * @param {Page.Snapshot} then
 * @param {number} line
 */
function staleReason({ game: on }, { game: before }, line) {
  if (!on || on.id !== before?.id) return on ? t("Another game is now in progress.") : t("Somebody has quit the game.");
  const names = namesOf(on.view);
  /** @type {Page.Line[]} */
  const log = on.view.log;
  const newLines = log.filter(({ number }) => number > line).slice(-MAX_LINES);
  const text = joinClauses(newLines.map(({ event }) => describeEvent(event, (colour) => names[colour] ?? word("colour", colour))));
  return text ? t("This is out of date. Since then: {told}.", { told: text }) : t("That has been corrected or undone.");
}

const LOAD_RETRY_MS = 2000;
/** The sources that can detect dice. */
const DICE_SOURCES = ["camera", "tower", "bluetooth"];
const CONNECTION = {
  connecting: () => t("Connecting to the table …"),
  lost: () => t("Not connected to the table. What you see may be out of date."),
  live: () => "",
};

const guardTaps = tapGuard(requireElement(document, "main", HTMLElement));
/** @type {Page.Snapshot | null} */
let snapshot = null;
/** @type {keyof typeof CONNECTION} */
let connection = "connecting";
/** @type {((view: Page.AnyView) => void)[]} */
let viewPanels = [];

/** @type {typeof import("../start/start.js") | null} */
let start = null;

/** @param {boolean} none */
function drawStart(none) {
  if (!none) {
    start?.closeForm();
    return [];
  }
  const root = html("div", { class: "first-screen" });
  loadStart(root);
  return root;
}

/**
 * Draw the first screen, a part of the page that a game in progress doesn't need. Retry if it can't be loaded.
 *
 * @param {HTMLElement} root
 */
async function loadStart(root) {
  if (!start) start = await import("../start/start.js").catch(() => null);
  if (start) start.drawFirstScreen(root);
  else setTimeout(() => root.isConnected && loadStart(root), LOAD_RETRY_MS);
}

/** @type {((snapshot: Page.Snapshot) => void)[]} */
const snapshotPanels = [
  panel(elementById("title"), (s) => s.game && game().title(s.game.view), (title) => title ?? "Companion"),
  panel(elementById("sources"), (s) => s.sources, drawSources),
  panel(elementById("notices"), pickNotices, drawNotices),
  panel(elementById("notes"), () => pickNotes(canEnter()), drawNotes),
  waitingPanel(elementById("questions")),
  panel(elementById("controls"), () => null, devicesControl),
  panel(elementById("language"), () => null, languageSwitch),
  panel(elementById("view"), () => null, () => settingsControl(() => snapshot?.camera_turn)),
  victoryPanel(elementById("victory")),
  demoPanel(document.getElementById("demo"), () => document.querySelector(".match-drawn, .final-board")),
  panel(elementById("start"), (s) => s.game === null, drawStart),
];

/**
 * Follow the table on the page of a game (game.js). Each of `parts` draws a part of its view.
 *
 * If the table plays a game of another kind, the page is reloaded.
 *
 * @template {Page.AnyView} V
 * @param {Page.Game} played
 * @param {((view: V) => void)[]} parts
 */
export function followTable(played, parts) {
  setGame(played);
  viewPanels = /** @type {((view: Page.AnyView) => void)[]} */ (parts);
  onLanguageChange(draw);
  onNotesChange(draw);
  // A page that waited for an answer turns after it. The close event doesn't bubble, so capture it.
  document.addEventListener("close", draw, true);
  setOutcomeHandlers(showRefusal, showViolations, showOutcome, showDuplicate);
  onStale(showStaleQuestion);
  blockViewerInput([requireElement(document, "main", HTMLElement), elementById("questions")], showRefusal);
  keepFocus();
  followStream(applySnapshot, setConnected, { onVisitor, onArrival: noteArrival });
  draw();
}

function draw() {
  document.body.dataset.connection = connection;
  elementById("connection").textContent = CONNECTION[connection]();
  if (!snapshot) return;
  const now = snapshot;
  snapshotPanels.forEach((part) => part(now));
  const { game: on } = snapshot;
  elementById("start").hidden = on !== null;
  elementById("game").hidden = on === null;
  elementById("actions").hidden = on === null;
  if (!on) return;
  const camera = snapshot.sources.find(({ name }) => name === "camera")?.health;
  const watched = snapshot.sources.some(({ name, health }) => DICE_SOURCES.includes(name) && health === "ok");
  const view = { ...on.view, game: on.id, kind: on.kind, questions: snapshot.questions, camera, watched };
  setCurrentView(view);
  viewPanels.forEach((part) => part(view));
  // After the page has turned, other targets are under a finger.
  if (faceActivePlayer(view)) guardTaps();
  updateClocks();
}

/** Apply a changed role, if this device was paired or unpaired while the page is open. */
function onVisitor(/** @type {{ role: string, seat: string | null }} */ visitor) {
  if (!updateDeviceRole(visitor)) return;
  if (!canEnter()) requireElement(document, "#dialog", HTMLDialogElement).close();
  draw();
}

/**
 * The latest entry that has arrived, which may not be drawn yet.
 *
 * @type {number | null | undefined}
 */
let arrivedEntry;

/** @param {Page.Snapshot} newest */
function noteArrival({ game: on }) {
  if (on?.newest !== arrivedEntry) recordChange();
  arrivedEntry = on?.newest;
}

/** @param {Page.Snapshot} newest */
function applySnapshot(newest) {
  // Versions only rise within an epoch; another epoch means that the table was restarted.
  if (snapshot?.epoch === newest.epoch && newest.version < snapshot.version) return;
  if (newest.game && newest.game.kind !== game().kind) {
    location.reload();
    return;
  }
  const before = snapshot;
  snapshot = newest;
  setClock(newest);
  if (before?.game && before.game.id !== newest.game?.id) hideNotice();
  draw();
  updateQuestion(newest);
  announce(before, newest);
  updateUndo(newest);
}

/** @param {boolean} live */
function setConnected(live) {
  if (live && connection !== "live" && snapshot) syncClock(snapshot).then(updateClocks);
  connection = live ? "live" : snapshot ? "lost" : "connecting";
  draw();
}
