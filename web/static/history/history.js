// Looking back: all the games that were played here, or one of them.

import { html } from "../dom.js";
import { t } from "../words.js";
import { drawGame } from "./game.js";
import { drawGames } from "./games.js";

const game = document.body.dataset.game;
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

async function show() {
  document.getElementById("ways").replaceChildren(
    ...(game ? [way(t("All games"), "/history")] : []),
    way(t("To the table"), "/"),
  );
  document.getElementById("title").textContent = game ? t("The evening") : t("Games played");
  try {
    const told = await get(game ? `/api/history/${game}` : "/api/history");
    root.replaceChildren(...(game ? drawGame(told) : drawGames(told)));
  } catch (error) {
    root.replaceChildren(html("p", { class: "panel", role: "alert" }, error.message || t("The table doesn't answer.")));
  }
  root.setAttribute("aria-busy", "false");
}

show();
