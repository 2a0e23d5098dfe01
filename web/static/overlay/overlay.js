// The overlay for streams, and the options in its address.

import { elementById, html, panel } from "../drawing/dom.js";
import { crest } from "../drawing/signs.js";
import { followStream } from "../network/connection.js";
import { onLanguageChange, t } from "../language/i18n.js";

// The options in an overlay's address: its parts, and the delay.

/** Delay in seconds if the address has none. */
const DEFAULT_DELAY_S = 15;
const MAX_DELAY_S = 300;

/**
 * Parse a query such as `?show=points,roll&delay=30`: the parts in its order, if in `known`, and the delay in seconds.
 * Invalid values are ignored.
 *
 * @param {string} search
 * @param {string[]} known
 * @param {string[]} defaults
 * @returns {{ show: string[], delay: number }}
 */
export function parseOverlayQuery(search, known, defaults) {
  const query = new URLSearchParams(search);
  const show = (query.get("show") ?? "").split(",").filter((name) => known.includes(name));
  const delayText = query.get("delay");
  const delay = delayText?.trim() ? Number(delayText) : NaN;
  return {
    show: show.length ? [...new Set(show)] : defaults,
    delay: Number.isFinite(delay) && delay >= 0 ? Math.min(delay, MAX_DELAY_S) : DEFAULT_DELAY_S,
  };
}

// A delay line for snapshots: in the same order, each after the same delay.

/**
 * Create a delayed version of `deliver`. The first value is delayed, too, so reloading the page reveals nothing early.
 *
 * @template T
 * @param {number} delay in milliseconds
 * @param {(what: T) => void} deliver
 * @returns {(what: T) => void}
 */
export const delayEach = (delay, deliver) => (what) => void setTimeout(deliver, delay, what);

// The overlay for streaming a game: a few public facts on a transparent page, with a delay. A game's own script adds
// its parts; names, points and the active player are available for any game.

/** @typedef {(root: HTMLElement) => (view: Page.AnyView) => void} Part Builds a part in an element and returns its draw callback for a view. */

/**
 * Pick the players, with points if they are public, and mark the active one.
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
const COMMON_PARTS = {
  points: (root) => panel(root, pickPlayers, drawPoints),
  turn: (root) => panel(root, pickPlayers, drawTurn),
};

/**
 * Show the parts that the address asks for, otherwise `defaults`.
 *
 * @param {{ [name: string]: Part }} own
 * @param {string[]} defaults
 */
export function showOverlay(own = {}, defaults = ["points", "turn"]) {
  const known = { ...COMMON_PARTS, ...own };
  const { show, delay } = parseOverlayQuery(location.search, Object.keys(known), defaults);
  const places = show.map((name) => html("section", { class: `overlay-part overlay-${name}` }));
  const parts = show.map((name, index) => known[name](places[index]));
  const root = elementById("overlay");
  root.append(...places);
  /** @type {Page.Snapshot | null} */
  let shown = null;

  function draw() {
    const game = shown?.game;
    root.hidden = !game;
    if (!game) return;
    // Spectators are asked no questions.
    const view = { ...game.view, game: game.id, kind: game.kind, questions: [] };
    parts.forEach((part) => part(view));
    places.forEach((place) => (place.hidden = !place.firstChild));
  }

  onLanguageChange(draw);
  followStream(
    delayEach(delay * 1000, (/** @type {Page.Snapshot} */ snapshot) => {
      const { kind = "" } = document.body.dataset;
      // Another kind of game has another overlay.
      if (snapshot.game && snapshot.game.kind !== kind) return location.reload();
      shown = snapshot;
      return draw();
    }),
    // Spectators see no connection status: the last snapshot stays.
    () => {},
  );
  draw();
}
