// The end of a game: who won, how everybody stands, what is true of one player alone, and the ways on from there.
// The game's own part of it is what it shows last: whatever of its page is marked as its `final-board`.

import { crest } from "../drawing/crests.js";
import { html, once, panel } from "../drawing/dom.js";
import { lasts, move } from "../device/motion.js";
import { now } from "./current_view.js";
import { game as played } from "./game.js";
import { showRefusal } from "./message.js";
import { race } from "./race.js";
import { acts } from "../pairing/device_role.js";
import { lookAt } from "../history/look.js";
import { share } from "../history/share.js";
import { winnersOf } from "../history/summary_text.js";
import { toldOf } from "../history/told.js";
import { waysOn } from "../history/ways_on.js";
import { askStart } from "../start/start.js";
import { n, said, t, together } from "../language/i18n.js";

/**
 * What the end of a game shows of it; null: it is on.
 *
 * @param {Page.Snapshot} snapshot
 */
export function pickVictory({ game }) {
  if (game?.view.phase !== "over") return null;
  const { players, awards = [] } = game.view;
  const winners = winnersOf(game.view);
  if (!winners.length) return null;
  const others = players.filter((player) => !winners.includes(player));
  const byPoints = (/** @type {Page.Finisher} */ one, /** @type {Page.Finisher} */ other) => (other.points ?? 0) - (one.points ?? 0);
  return { id: game.id, winners, standings: [...winners, ...others.sort(byPoints)], awards };
}

/** @param {ReturnType<typeof pickVictory>} picked */
function drawVictory(picked) {
  if (!picked) return [];
  const { id, winners, standings, awards } = picked;
  return [
    html("p", { class: "winner", "data-colour": winners.length === 1 ? winners[0].colour : null }, winners.map(({ colour }) => crest(colour)), html("span", {}, wins(winners))),
    html("ol", { class: "panel finish", "aria-label": t("Final standings") }, standings.map((each) => finisher(each, standings))),
    awards.length ? html("ul", { class: "awards", "aria-label": t("Awards") }, awards.map((each) => award(each, standings))) : null,
    html(
      "div",
      { class: "ways-on" },
      acts() ? html("button", { type: "button", class: "primary", "data-key": "rematch", onclick: () => askStart(now()) }, t("Rematch")) : null,
      html("button", { type: "button", "data-key": "share", onclick: once(() => shareGame(id)) }, t("Share")),
      waysOn(id),
    ),
  ];
}

/** @param {Page.Player[]} winners */
const wins = (winners) =>
  winners.length > 1
    ? t("{teams} share the victory!", { teams: together(winners.map(({ name }) => name)) })
    : t("{name} wins!", { name: winners[0].name });

/**
 * @param {Page.Finisher} finisher
 * @param {Page.Finisher[]} standings
 */
function finisher({ name, colour, points }, standings) {
  const most = Math.max(...standings.map((each) => each.points ?? 0));
  return html(
    "li",
    { class: "finisher", "data-colour": colour },
    crest(colour),
    html("b", { class: "finisher-name" }, name),
    points === undefined ? null : race(points, most),
    points === undefined ? null : html("b", { class: "finisher-points" }, `${points}`, html("span", { class: "hidden" }, ` ${n("point", "points", points)}`)),
  );
}

/**
 * @param {Api.Award} award
 * @param {Page.Player[]} players
 */
function award({ title, colour, told }, players) {
  const name = players.find((player) => player.colour === colour)?.name ?? "";
  return html(
    "li",
    { class: "award", "data-colour": colour },
    html("span", { class: "award-title" }, said(title)),
    html("b", { class: "award-name" }, crest(colour), ` ${name}`),
    html("span", { class: "award-told" }, said(told)),
  );
}

/** @param {number} id */
const shareGame = (id) =>
  toldOf(id)
    .then((told) => {
      lookAt({ draw: () => [], ...played().picture });
      return share(told);
    })
    .catch((error) => showRefusal(said(error.message)));

/**
 * The end of a game as a part of the page: while one is on it isn't there, and the parts of the game are.
 *
 * @param {HTMLElement} root
 * @returns {(snapshot: Page.Snapshot) => void}
 */
export function victoryPanel(root) {
  const page = /** @type {HTMLElement} */ (root.closest(".page"));
  const draw = panel(root, pickVictory, drawVictory);
  /** @type {Page.Snapshot | null} */
  let before = null;
  return (snapshot) => {
    const picked = pickVictory(snapshot);
    const alone = picked?.winners.length === 1 ? picked.winners[0].colour : null;
    page.classList.toggle("won", picked !== null);
    root.parentElement?.classList.toggle("is-over", picked !== null);
    if (alone) page.dataset.colour = alone;
    else delete page.dataset.colour;
    draw(snapshot);
    if (picked && before?.game?.id === picked.id && !pickVictory(before)) celebrate(page, root);
    before = snapshot;
  };
}

/**
 * Somebody has just won: their colour fills the screen, and what is told of it comes one after the other.
 *
 * @param {HTMLElement} page
 * @param {HTMLElement} root
 */
function celebrate(page, root) {
  const grows = [{ clipPath: "circle(0 at 75% 20%)" }, { clipPath: "circle(150% at 75% 20%)" }];
  move(page, grows, { duration: "slide", easing: "ease-out", pseudoElement: "::before" });
  const parts = [...root.querySelectorAll(".winner, .finish, .award, .ways-on")];
  parts.forEach((part, at) => {
    const rises = [{ opacity: 0, translate: "0 1.5rem" }, { opacity: 1, translate: "0 0" }];
    const delay = Math.min(at * 2 * lasts("later"), lasts("slide") - lasts("drop"));
    move(part, rises, { duration: "drop", delay, fill: "backwards", easing: "ease-out" });
  });
}
