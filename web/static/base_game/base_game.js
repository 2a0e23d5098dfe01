// The page of the base game.

import { actions, pickActions } from "./actions.js";
import { actionBar } from "../table/action_bar.js";
import { askEntry } from "../log/entry.js";
import { KINDS, fieldsOf } from "../base_entries/fields.js";
import { askDice } from "../base_entries/roll_entry.js";
import { at, panel } from "../drawing/dom.js";
import { QUESTIONS } from "./question_text.js";
import { CHANGES } from "./diff_text.js";
import { brokenByHand } from "./violation_text.js";
import { followTable } from "../table/frame.js";
import { islandAtRest } from "../island/at_rest.js";
import { islandPanel } from "../island/island.js";
import { palettePanel } from "../island/palette_panel.js";
import { islandSettings } from "../island/island_turning.js";
import { drawBoard } from "../history/final_board.js";
import { drawLog, pickLog } from "../log/log.js";
import { news } from "./announcements.js";
import { drawOffers, pickOffers } from "./offers.js";
import { acts } from "../pairing/device_role.js";
import { whereOf } from "../island/site_names.js";
import { drawBank, drawPlayers, pickBank, pickPlayers } from "./players.js";
import { rollPanel } from "./roll.js";
import { receiving } from "./card_motion.js";
import { tumbling } from "./dice_motion.js";
import { kindName, tell } from "./event_text.js";
import { drawToDo, pickToDo } from "./turn.js";
import { now } from "../table/current_view.js";
import { onTaught } from "./taught.js";
import { mark, t, word } from "../language/i18n.js";

/** The kinds of events that say how the island lies. */
const LAID = ["layout_set", "layout_entered"];

/** @type {Page.Game} */
const BASE = {
  kind: "base",
  title: ({ phase, turn }) => (phase === "play" ? t("Turn {turn}", { turn }) : word("phase", phase)),
  hasSecrets: true,
  tell,
  hint: (/** @type {Page.Event} */ { kind }) => (LAID.includes(kind) ? t("To make a change, tap a hex or a harbor on the island.") : ""),
  where: whereOf,
  places: (/** @type {Page.View} */ { layout }) => layout?.hexes,
  startsTurn: ({ kind }) => ["roll", "unseen_roll"].includes(kind),
  endsTurn: (/** @type {Page.Event} */ { kind }) => kind === "end_turn",
  ground: ["game_started", ...LAID],
  fieldsOf,
  kinds: KINDS,
  kindName,
  changes: CHANGES,
  foremost: ["cards", "development_cards", "hand"],
  broken: brokenByHand,
  questions: QUESTIONS,
  answering: { say_dice: ({ enter }) => askDice(enter) },
  waiting: { pick: pickOffers, draw: drawOffers },
  settings: islandSettings,
  picture: { drawBoard },
  atRest: islandAtRest,
  news,
};

/** What the page's parts are called: by that whoever hears the page finds them, and hears where the keyboard is. */
const PARTS = {
  "to-do": mark("Actions"),
  palette: mark("Setting up the island"),
  roll: mark("The roll"),
  island: mark("The island"),
  players: mark("Players"),
  questions: mark("Waiting for an answer"),
  bank: mark("Bank"),
  log: mark("Game log"),
};
const nameParts = () => Object.entries(PARTS).forEach(([id, name]) => at(id).setAttribute("aria-label", t(name)));

const parts = [
  nameParts,
  islandPanel(at("island")),
  palettePanel(at("palette")),
  tumbling(at("roll"), rollPanel(at("roll"), () => (acts() ? askEntry : null))),
  panel(at("to-do"), pickToDo, drawToDo),
  receiving(at("players"), panel(at("players"), pickPlayers, drawPlayers)),
  panel(at("bank"), pickBank, drawBank),
  panel(at("log"), pickLog, drawLog),
  actionBar(at("actions"), pickActions, actions),
];

followTable(BASE, parts);
onTaught(() => parts.forEach((part) => part(/** @type {Page.ViewInPlay} */ (now()))));
