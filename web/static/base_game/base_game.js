// The base game's page at the table.

import { actions, pickActions, drawOffers, pickOffers, drawToDo, pickToDo } from "./turn.js";
import { actionBar } from "../table/action_bar.js";
import { askEntry } from "../log/entry.js";
import { INSERTABLE_KINDS, fieldsOf } from "../base_entries/fields.js";
import { askCounts, askDice } from "../base_entries/table_dialogs.js";
import { card } from "../drawing/cards.js";
import { elementById, panel, patchChildren } from "../drawing/dom.js";
import { sign } from "../drawing/signs.js";
import { QUESTIONS, news } from "./question_text.js";
import { CHANGES, publicViolationText, kindName, eventText } from "./event_text.js";
import { followTable } from "../table/frame.js";
import { BEGINNERS, describeLocation } from "../island/sites.js";
import { islandPanel, drawIsland, drawBoard } from "../island/island.js";
import { palettePanel } from "../island/palette.js";
import { islandSettings } from "../island/rotation.js";
import { logPanel } from "../log/log.js";
import { canEnter } from "../pairing/device_role.js";
import { drawBank, drawPlayers, pickBank, pickPlayers } from "./players.js";
import { rollPanel } from "./roll.js";
import { animateCards, animateDice } from "./motion.js";
import { currentView } from "../table/game.js";
import { onTeachingChange } from "./teaching.js";
import { mark, t, word } from "../language/i18n.js";

/** Kinds of events that define the island's layout. */
const LAYOUT_KINDS = ["layout_set", "layout_entered"];

/** @type {Page.Game} */
const BASE = {
  kind: "base",
  title: ({ phase, turn }) => (phase === "play" ? t("Turn {turn}", { turn }) : word("phase", phase)),
  hasSecrets: true,
  tell: eventText,
  hint: (/** @type {Page.Event} */ { kind }) => (LAYOUT_KINDS.includes(kind) ? t("To make a change, tap a hex or a harbor on the island.") : ""),
  where: describeLocation,
  places: (/** @type {Page.View} */ { layout }) => layout?.hexes,
  startsTurn: ({ kind }) => ["roll", "unseen_roll"].includes(kind),
  endsTurn: (/** @type {Page.Event} */ { kind }) => kind === "end_turn",
  marks: drawMarks,
  drafts: ["layout_entered"],
  ground: ["game_started", ...LAYOUT_KINDS],
  fieldsOf,
  kinds: INSERTABLE_KINDS,
  kindName,
  changes: CHANGES,
  foremost: ["cards", "development_cards", "hand"],
  violationText: publicViolationText,
  questions: QUESTIONS,
  answering: { say_dice: ({ enter }) => askDice(enter), counts_differ: ({ counts }) => askCounts(counts) },
  waiting: { pick: pickOffers, draw: drawOffers },
  settings: islandSettings,
  picture: { drawBoard },
  atRest: () => drawIsland(BEGINNERS),
  news,
};

/**
 * Draws an event's piece or its cards, beside its sentence in the log. The sentence says the same.
 *
 * @param {Page.Event} event
 */
function drawMarks({ kind, player, resources, give, take, card: named }) {
  const cardsOf = (/** @type {Page.Cards} */ cards) => Object.entries(cards ?? {}).flatMap(([each, count]) => Array.from({ length: count }, () => card(each)));
  if (give || take) return [cardsOf(give), "→", cardsOf(take)];
  if (resources && !Array.isArray(resources)) return cardsOf(resources);
  if (kind.includes("development_card")) return card(named ?? "development");
  const piece = kind === "move_robber" ? "robber" : kind.startsWith("place_") && kind.slice("place_".length);
  return piece ? sign(piece, player ? { colour: player } : {}) : null;
}

/** Accessible names of the page's regions: screen readers list them and announce the one with the focus. */
const PART_LABELS = {
  "to-do": mark("Actions"),
  palette: mark("Setting up the island"),
  roll: mark("The roll"),
  island: mark("The island"),
  players: mark("Players"),
  questions: mark("Waiting for an answer"),
  bank: mark("Bank"),
  log: mark("Game log"),
};
const labelParts = () => Object.entries(PART_LABELS).forEach(([id, name]) => elementById(id).setAttribute("aria-label", t(name)));

const parts = [
  labelParts,
  islandPanel(elementById("island")),
  palettePanel(elementById("palette")),
  animateDice(elementById("roll"), rollPanel(elementById("roll"), () => (canEnter() ? askEntry : null))),
  panel(elementById("to-do"), pickToDo, drawToDo),
  animateCards(elementById("players"), panel(elementById("players"), pickPlayers, drawPlayers, patchChildren)),
  panel(elementById("bank"), pickBank, drawBank, patchChildren),
  logPanel(elementById("log")),
  actionBar(elementById("actions"), pickActions, actions),
];

followTable(BASE, parts);
onTeachingChange(() => parts.forEach((part) => part(/** @type {Page.ViewInPlay} */ (currentView()))));
