// The end of a game: the winner, the standings, the awards and the next steps. The game's own part is the element of
// its page with the class `final-board`.

import { crest, race } from "../drawing/signs.js";
import { html, singleFlight, panel } from "../drawing/dom.js";
import { motionDuration, animate } from "../device/motion.js";
import { currentView, game as played } from "./game.js";
import { showRefusal } from "./message.js";
import { canEnter } from "../pairing/device_role.js";
import { setHistoryView, fetchPastGame, summaryLinks, winnersOf } from "../history/summary_text.js";
import { askNewGame } from "./action_bar.js";
import { n, translateSentence, t, joinNames } from "../language/i18n.js";

/**
 * Pick the data of the end of a game; null while it is in progress.
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
    html("p", { class: "winner", "data-colour": winners.length === 1 ? winners[0].colour : null }, winners.map(({ colour }) => crest(colour)), html("span", {}, victoryText(winners))),
    html("ol", { class: "panel finish", "aria-label": t("Final standings") }, standings.map((each) => drawFinisher(each, standings))),
    awards.length ? html("ul", { class: "awards", "aria-label": t("Awards") }, awards.map((each) => drawAward(each, standings))) : null,
    html(
      "div",
      { class: "next-steps" },
      canEnter() ? html("button", { type: "button", class: "primary", "data-key": "rematch", onclick: () => askNewGame(currentView()) }, t("Rematch")) : null,
      html("button", { type: "button", "data-key": "share", onclick: singleFlight(() => shareGame(id)) }, t("Share")),
      summaryLinks(id),
    ),
  ];
}

/** @param {Page.Player[]} winners */
const victoryText = (winners) =>
  winners.length > 1
    ? t("{teams} share the victory!", { teams: joinNames(winners.map(({ name }) => name)) })
    : t("{name} wins!", { name: winners[0].name });

/**
 * @param {Page.Finisher} finisher
 * @param {Page.Finisher[]} standings
 */
function drawFinisher({ name, colour, points }, standings) {
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
function drawAward({ title, colour, told: figure }, players) {
  const name = players.find((player) => player.colour === colour)?.name ?? "";
  return html(
    "li",
    { class: "award", "data-colour": colour },
    html("span", { class: "award-title" }, translateSentence(title)),
    html("b", { class: "award-name" }, crest(colour), ` ${name}`),
    html("span", { class: "award-figure" }, translateSentence(figure)),
  );
}

/** @param {number} id */
async function shareGame(id) {
  try {
    const game = await fetchPastGame(id);
    setHistoryView({ draw: () => [], ...played().picture });
    const { openShareDialog } = await import("../history/share.js").catch(() => {
      throw new Error(t("The table doesn't answer."));
    });
    await openShareDialog(game);
  } catch (error) {
    showRefusal(translateSentence(/** @type {Error} */ (error).message));
  }
}

/**
 * Build the end of a game as a part of the page. It is empty while a game is in progress.
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
    const soleWinner = picked?.winners.length === 1 ? picked.winners[0].colour : null;
    page.classList.toggle("won", picked !== null);
    root.parentElement?.classList.toggle("is-over", picked !== null);
    if (soleWinner) page.dataset.colour = soleWinner;
    else delete page.dataset.colour;
    draw(snapshot);
    if (picked && before?.game?.id === picked.id && !pickVictory(before)) celebrate(page, root);
    before = snapshot;
  };
}

/**
 * Animate a victory: the winner's colour fills the screen, then the parts appear one after the other.
 *
 * @param {HTMLElement} page
 * @param {HTMLElement} root
 */
function celebrate(page, root) {
  const grows = [{ clipPath: "circle(0 at 75% 20%)" }, { clipPath: "circle(150% at 75% 20%)" }];
  animate(page, grows, { duration: "slide", easing: "ease-out", pseudoElement: "::before" });
  const parts = [...root.querySelectorAll(".winner, .finish, .award, .next-steps")];
  parts.forEach((part, at) => {
    const rises = [{ opacity: 0, translate: "0 1.5rem" }, { opacity: 1, translate: "0 0" }];
    const delay = Math.min(at * 2 * motionDuration("stagger"), motionDuration("slide") - motionDuration("drop"));
    animate(part, rises, { duration: "drop", delay, fill: "backwards", easing: "ease-out" });
  });
}
