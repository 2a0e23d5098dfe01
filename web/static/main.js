// The page: follows the table and draws what it says, part by part.

import { actionBar } from "./act/bar.js";
import { askEntry } from "./act/entry.js";
import { show } from "./act/now.js";
import { announce } from "./announce.js";
import { onOutcome } from "./api.js";
import { askTime, setClock, tick } from "./clock.js";
import { follow } from "./connection.js";
import { panel } from "./dom.js";
import { islandPanel } from "./island.js";
import { languageSwitch } from "./languages.js";
import { drawLog, pickLog } from "./log.js";
import { followUndo, showFaults, showRefusal, showTold } from "./message.js";
import { drawNotes, onNotes, pickNotes } from "./notes.js";
import { drawOffers, pickOffers } from "./offers.js";
import { acts, become, devicesControl, onlyLook } from "./pairing/looking.js";
import { drawBank, drawPlayers, pickBank, pickPlayers } from "./players.js";
import { drawQuestions } from "./questions.js";
import { drawRoll, pickRoll } from "./roll.js";
import { settingsControl } from "./settings.js";
import { drawNotices, drawSources, pickNotices } from "./sources.js";
import { drawStart } from "./start.js";
import { drawToDo, pickToDo } from "./turn.js";
import { onLanguage, t, word } from "./words.js";

const CONNECTION = {
  connecting: () => t("Connecting to the table …"),
  lost: () => t("Not connected to the table. What you see may be old."),
  live: () => "",
};

const at = (id) => document.getElementById(id);

let snapshot = null;
let connection = "connecting";

const ofSnapshot = [
  panel(at("title"), (s) => [s.game?.view.phase, s.game?.view.turn], drawTitle),
  panel(at("sources"), (s) => s.sources, drawSources),
  panel(at("notices"), pickNotices, drawNotices),
  panel(at("notes"), () => (acts() ? pickNotes() : []), drawNotes),
  panel(at("questions"), pickWaiting, drawWaiting),
  panel(at("controls"), () => null, devicesControl),
  panel(at("language"), () => null, languageSwitch),
  panel(at("view"), () => null, () => settingsControl(() => snapshot?.camera_turn)),
  panel(at("start"), (s) => s.game === null, (none) => (none ? drawStart() : [])),
];
const ofView = [
  islandPanel(at("island")),
  panel(at("roll"), pickRoll, (picked) => drawRoll(picked, acts() ? askEntry : null)),
  panel(at("to-do"), pickToDo, drawToDo),
  panel(at("players"), pickPlayers, drawPlayers),
  panel(at("bank"), pickBank, drawBank),
  panel(at("log"), pickLog, drawLog),
  actionBar(at("actions")),
];

function draw() {
  document.body.dataset.connection = connection;
  at("connection").textContent = CONNECTION[connection]();
  if (!snapshot) return;
  ofSnapshot.forEach((part) => part(snapshot));
  const { game } = snapshot;
  at("start").hidden = game !== null;
  at("game").hidden = game === null;
  const view = { ...game?.view, game: game?.id, kind: game?.kind, questions: snapshot.questions };
  if (!game) return;
  show(view);
  ofView.forEach((part) => part(view));
  tick();
}

/** What waits at the edge until somebody answers it. */
function pickWaiting(newest) {
  return { questions: newest.questions, offers: pickOffers(newest) };
}

function drawWaiting({ questions, offers }) {
  return [...drawOffers(offers), ...drawQuestions(questions)];
}

function drawTitle([phase, turn]) {
  if (phase === undefined) return "Companion";
  return phase === "play" ? t("Turn {turn}", { turn }) : word("phase", phase);
}

/** Paired or unpaired while the page is open: it loses what it may no longer do at once, or gets what it may. */
function onVisitor(visitor) {
  if (!become(visitor)) return;
  if (!acts()) at("dialog").close();
  draw();
}

onLanguage(draw);
onNotes(draw);
onOutcome(showRefusal, showFaults, showTold);
onlyLook([document.querySelector("main"), at("questions")], showRefusal);
follow(
  (newest) => {
    // A version only rises within an epoch; another epoch is a table that started anew.
    if (snapshot?.epoch === newest.epoch && newest.version < snapshot.version) return;
    const before = snapshot;
    snapshot = newest;
    setClock(snapshot);
    draw();
    announce(before, snapshot);
    followUndo(snapshot);
  },
  (live) => {
    if (live && connection !== "live" && snapshot) askTime(snapshot).then(tick);
    connection = live ? "live" : snapshot ? "lost" : "connecting";
    draw();
  },
  { onVisitor },
);
draw();
