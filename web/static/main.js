// The page of the base game.

import { actions, pickActions } from "./act/actions.js";
import { actionBar } from "./act/bar.js";
import { askEntry } from "./act/entry.js";
import { KINDS, fieldsOf } from "./act/fields.js";
import { kindName } from "./act/kinds.js";
import { panel } from "./dom.js";
import { CHANGES } from "./base_diff_text.js";
import { at, followTable } from "./frame.js";
import { islandPanel } from "./island.js";
import { drawLog, pickLog } from "./log.js";
import { news } from "./news.js";
import { acts } from "./pairing/looking.js";
import { whereOf } from "./places.js";
import { drawBank, drawPlayers, pickBank, pickPlayers } from "./players.js";
import { drawRoll, pickRoll } from "./roll.js";
import { tell } from "./telling.js";
import { drawToDo, pickToDo } from "./turn.js";
import { t, word } from "./i18n.js";

const BASE = {
  kind: "base",
  title: ({ phase, turn }) => (phase === "play" ? t("Turn {turn}", { turn }) : word("phase", phase)),
  hasIsland: true,
  hasSecrets: true,
  tell,
  where: whereOf,
  startsTurn: ({ kind }) => kind === "roll",
  countsTurns: true,
  ground: ["game_started", "layout_set", "layout_entered"],
  fieldsOf,
  kinds: KINDS,
  kindName,
  changes: CHANGES,
  news,
};

followTable(BASE, [
  islandPanel(at("island")),
  panel(at("roll"), pickRoll, (picked) => drawRoll(picked, acts() ? askEntry : null)),
  panel(at("to-do"), pickToDo, drawToDo),
  panel(at("players"), pickPlayers, drawPlayers),
  panel(at("bank"), pickBank, drawBank),
  panel(at("log"), pickLog, drawLog),
  actionBar(at("actions"), pickActions, actions),
]);
