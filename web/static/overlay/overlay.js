// The overlay for who streams a game: a few public facts on nothing, late. A game's own script brings what only it has;
// names, points and whose turn it is are shown of any.

import { at, html, panel } from "../drawing/dom.js";
import { crest } from "../drawing/crests.js";
import { follow } from "../network/connection.js";
import { onLanguage, t } from "../language/i18n.js";
import { askedFor } from "./asked_for.js";
import { late } from "./late.js";

/** @typedef {(root: HTMLElement) => (view: Page.AnyView) => void} Part makes a part of its element: a function that draws a view */

/**
 * Who plays, with points where the game counts them for all to see; who is on turn is marked.
 *
 * @param {Page.AnyView} view
 */
function pickPlayers(view) {
  const { players = [], on_turn: onTurn = null } = /** @type {{ players?: Page.Player[], on_turn?: string | null }} */ (
    /** @type {unknown} */ (view)
  );
  return players.map(({ colour, name, ...rest }) => {
    const { points } = /** @type {{ points?: number }} */ (rest);
    return { colour, name, points, onTurn: colour === onTurn };
  });
}

/** @param {ReturnType<typeof pickPlayers>} players */
const drawPoints = (players) =>
  html(
    "ul",
    { class: "overlay-points" },
    players.map(({ colour, name, points, onTurn }) =>
      html(
        "li",
        { "data-colour": colour, "aria-current": onTurn ? "true" : null },
        crest(colour),
        html("span", { class: "overlay-name" }, name),
        points === undefined ? null : html("b", {}, `${points}`),
      ),
    ),
  );

/** @param {ReturnType<typeof pickPlayers>} players */
function drawTurn(players) {
  const active = players.find(({ onTurn }) => onTurn);
  if (!active) return null;
  return html("p", { "data-colour": active.colour }, crest(active.colour), t("{name}'s turn", { name: active.name }));
}

/** @type {{ [name: string]: Part }} */
const OF_ANY = {
  points: (root) => panel(root, pickPlayers, drawPoints),
  turn: (root) => panel(root, pickPlayers, drawTurn),
};

/**
 * Show what the address asks for, of the parts that there are; `usual` where it doesn't ask.
 *
 * @param {{ [name: string]: Part }} own
 * @param {string[]} usual
 */
export function showOverlay(own = {}, usual = ["points", "turn"]) {
  const known = { ...OF_ANY, ...own };
  const { show, delay } = askedFor(location.search, Object.keys(known), usual);
  const places = show.map((name) => html("section", { class: `overlay-part overlay-${name}` }));
  const parts = show.map((name, index) => known[name](places[index]));
  const root = at("overlay");
  root.append(...places);
  /** @type {Page.Snapshot | null} */
  let shown = null;

  function draw() {
    const game = shown?.game;
    root.hidden = !game;
    if (!game) return;
    // Nothing is asked of who only looks on.
    const view = { ...game.view, game: game.id, kind: game.kind, questions: [] };
    parts.forEach((part) => part(view));
    places.forEach((place) => (place.hidden = !place.firstChild));
  }

  onLanguage(draw);
  follow(
    late(delay * 1000, (/** @type {Page.Snapshot} */ snapshot) => {
      const { kind = "" } = document.body.dataset;
      // Another game has an overlay of its own.
      if (snapshot.game && snapshot.game.kind !== kind) return location.reload();
      shown = snapshot;
      return draw();
    }),
    // Who looks on isn't told of the table's network: what was shown last stays.
    () => {},
  );
  draw();
}
