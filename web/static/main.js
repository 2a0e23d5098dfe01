// The page: follows the table and draws what it says, part by part.

import { enter, onOutcome } from "./api.js";
import { follow } from "./connection.js";
import { askRoll } from "./dialogs.js";
import { html, panel } from "./dom.js";
import { islandPanel } from "./island.js";
import { drawLog, pickLog } from "./log.js";
import { followUndo, showFaults, showRefusal } from "./message.js";
import { drawBank, drawPlayers, pickBank, pickPlayers } from "./players.js";
import { acts, devicesControl } from "./pairing/looking.js";
import { drawQuestions } from "./questions.js";
import { askStart, drawStart } from "./start.js";
import { drawRoll, drawToDo, pickRoll, pickToDo } from "./turn.js";
import { other, say, switchLanguage, word } from "./words.js";

const HEALTH_MARKS = { ok: "✓", waiting: "…", fault: "!" };

const at = (id) => document.getElementById(id);

let snapshot = null;
let connection = "connecting";

const ofSnapshot = [
  panel(at("title"), (s) => [s.game?.view.phase, s.game?.view.turn], drawTitle),
  panel(at("sources"), (s) => s.sources, (sources) => sources.map(drawSource)),
  panel(at("notices"), (s) => notices(s), (texts) => texts.map((text) => html("p", { class: "strip" }, text))),
  panel(at("questions"), (s) => s.questions, drawQuestions),
  panel(at("controls"), (s) => s.game !== null, drawControls),
  panel(at("language"), () => null, drawLanguage),
  panel(at("start"), (s) => s.game === null, (none) => (none ? drawStart() : [])),
];
const ofView = [
  islandPanel(at("island")),
  panel(at("roll"), pickRoll, drawRoll),
  panel(at("to-do"), pickToDo, drawToDo),
  panel(at("players"), pickPlayers, drawPlayers),
  panel(at("bank"), pickBank, drawBank),
  panel(at("log"), pickLog, drawLog),
];

function draw() {
  document.body.dataset.connection = connection;
  at("connection").textContent = { connecting: say("connecting"), lost: say("stale"), live: "" }[connection];
  if (!snapshot) return;
  ofSnapshot.forEach((part) => part(snapshot));
  const { game } = snapshot;
  at("start").hidden = game !== null;
  at("game").hidden = game === null;
  const view = { ...game?.view, questions: snapshot.questions };
  if (game) ofView.forEach((part) => part(view));
}

function drawTitle([phase, turn]) {
  if (phase === undefined) return "Companion";
  return phase === "play" ? say("turn", turn) : word("phase", phase);
}

function drawSource({ name, health, text }) {
  const told = say("labelled", word("source", name), text || word("health", health));
  return html(
    "span",
    { class: "source", "data-health": health, title: told },
    html("span", { "aria-hidden": "true" }, HEALTH_MARKS[health] ?? "?"),
    html("span", {}, word("source", name)),
    html("span", { class: "hidden" }, word("health", health)),
  );
}

/** What people have to read: what the table says, and sources that say what is wrong. */
function notices({ notices: told, sources }) {
  const wrong = sources.filter(({ health, text }) => health === "fault" && text);
  return [...wrong.map(({ name, text }) => say("labelled", word("source", name), text)), ...told];
}

function drawControls(playing) {
  if (!playing || !acts()) return [devicesControl()];
  return [
    devicesControl(),
    control("undo", say("undo"), () => enter({ kind: "undo" })),
    control("roll", say("enterRoll"), askRoll),
    control("new", say("newGame"), askStart),
  ];
}

function drawLanguage() {
  const button = control("language", other().toUpperCase(), changeLanguage);
  button.setAttribute("lang", other());
  button.setAttribute("aria-label", say("language"));
  return button;
}

function control(key, text, action) {
  return html("button", { type: "button", "data-key": key, onclick: action }, text);
}

function changeLanguage() {
  switchLanguage();
  draw();
}

onOutcome(showRefusal, showFaults);
follow(
  (newest) => {
    // A version only rises within an epoch; another epoch is a table that started anew.
    if (snapshot?.epoch === newest.epoch && newest.version < snapshot.version) return;
    snapshot = newest;
    draw();
    followUndo(snapshot);
  },
  (live) => {
    connection = live ? "live" : snapshot ? "lost" : "connecting";
    draw();
  },
);
draw();
