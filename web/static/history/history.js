// Looking back: all the games that were played here, or one of them.

import { post } from "../api.js";
import { html } from "../dom.js";
import { languageSwitch } from "../languages.js";
import { onLanguage, said, t } from "../i18n.js";
import { drawDiceGame } from "./dice_game.js";
import { drawGame } from "./game.js";
import { drawGames } from "./games.js";
import { drawMatch } from "./spot_it.js";

/** How each kind of game is looked back on: what the table tells of one, as elements. */
const LOOKED_BACK = {
  base: drawGame,
  dice_game: drawDiceGame,
  spot_it: drawMatch,
};

const game = document.body.dataset.game;
const archived = new URLSearchParams(location.search).has("archived");
const root = document.getElementById("history");

async function get(path) {
  const response = await fetch(path);
  if (response.ok) return response.json();
  const { error } = await response.json().catch(() => ({}));
  throw new Error(response.status === 404 ? t("There is no such game.") : (error ?? t("The table doesn't answer.")));
}

function way(text, href) {
  return html("a", { class: "button", href }, text);
}

let told = null;
let failed = null;

function draw() {
  document.getElementById("ways").replaceChildren(
    languageSwitch(),
    ...(game || archived ? [way(t("All games"), "/history")] : []),
    way(t("To the table"), "/"),
  );
  const list = archived ? t("Archived games") : t("Games played");
  document.getElementById("title").textContent = game ? t("The evening") : list;
  if (failed) root.replaceChildren(html("p", { class: "panel", role: "alert" }, said(failed)));
  else if (told) root.replaceChildren(...(game ? LOOKED_BACK[told.kind](told) : drawGames(told, archived, archive)));
  root.setAttribute("aria-busy", `${!failed && !told}`);
}

/** Put a game out of sight, or bring it back; the list is asked for anew. */
async function archive(number, away) {
  try {
    await post("/api/games/archive", { game: number, archived: away });
  } catch (error) {
    failed = error.message;
    return draw();
  }
  return load();
}

const load = () =>
  get(game ? `/api/history/${game}` : `/api/history${archived ? "?archived=1" : ""}`)
    .then((answer) => {
      told = answer;
      // What the parts of every game's page ask (parts.js).
      if (game) document.body.dataset.kind = told.kind;
    })
    .catch((error) => (failed = error.message))
    .then(draw);

onLanguage(draw);
draw();
load();
