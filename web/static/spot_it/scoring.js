// What is counted when a game is over: who was out first, and how much of what it is about each team has.

import { radios } from "../dialogs/radios.js";
import { enter } from "../network/api.js";
import { consequences } from "../dialogs/consequences.js";
import { crest } from "../drawing/crests.js";
import { ask, values } from "../dialogs/dialogs.js";
import { html, within } from "../drawing/dom.js";
import { namesOf } from "../table/current_view.js";
import { t } from "../language/i18n.js";
import { countedWhat, gameName } from "./games.js";

const ISLAND = 19;
const HARBORS = 6;
const TEAM_CARDS = 16;
const SOLO_CARDS = 8;
const BARBARIANS = 4;

/**
 * Which game the fields are about: the one chosen among them, else that of the event.
 *
 * @param {Page.Event} event
 */
const about = (event) => Number(values().game ?? event.game);

/**
 * The most that a team can have of what is counted.
 *
 * @param {number} game
 * @param {Api.TeamView} team
 */
const most = (game, { alone }) => ({ 2: HARBORS, 4: ISLAND })[game] ?? (alone ? SOLO_CARDS : TEAM_CARDS);

/**
 * Which of the games 1 to 4 it was.
 *
 * @param {Page.Event} event
 */
export const countedGame = (event) => ({
  elements: radios("game", t("Which game?"), [1, 2, 3, 4].map((game) => [`${game}`, gameName(game)]), `${event.game}`),
  says: () => ({ game: Number(values().game) }),
  done: () => Boolean(values().game),
});

/**
 * Who laid the last card first: one team, or several at once; nobody in game 4.
 *
 * @param {Page.Event} event
 * @param {Page.MatchView} view
 */
export function firstOut(event, { players }) {
  const boxes = players.map(({ colour }) =>
    html("input", { type: "checkbox", name: `out-${colour}`, value: colour, checked: event.first_out?.includes(colour) }),
  );
  const elements = html(
    "fieldset",
    { class: "faces owners" },
    html("legend", {}, t("Which team ran out of cards first? Choose several if they tied.")),
    players.map(({ colour, name }, at) =>
      html("label", { class: "face", "data-colour": colour }, boxes[at], html("span", {}, crest(colour), name)),
    ),
  );
  const asked = () => about(event) !== BARBARIANS;
  const chosen = () => boxes.filter(({ checked }) => checked).map(({ value }) => value);
  return {
    elements,
    says: () => ({ first_out: asked() ? chosen().sort() : [] }),
    done: () => !asked() || chosen().length > 0,
    show: () => (elements.hidden = !asked()),
  };
}

/**
 * What was counted of each team.
 *
 * @param {Page.Event} event
 * @param {Page.MatchView} view
 */
export function counts(event, { players }) {
  const pads = players.map((team) => pad(`count-${team.colour}`, team, ISLAND, event.counts?.[team.colour]));
  const legend = html("p", { class: "pads-legend" });
  const elements = html("div", { class: "pads" }, legend, pads);
  // Of two teams the other took the rest of the island, until somebody says otherwise.
  const touched = new Set(event.counts ? pads : []);
  elements.addEventListener("change", ({ target }) => {
    const [own, other, third] = [...pads].sort((one) => (one.contains(/** @type {Node} */ (target)) ? -1 : 1));
    touched.add(own);
    if (about(event) === BARBARIANS && !third && !touched.has(other)) other.put(ISLAND - (own.count() ?? 0));
  });
  return {
    elements,
    says: () => ({ counts: Object.fromEntries(pads.map(({ team, count }) => [team.colour, count()])) }),
    done: () => pads.every(({ count }) => count() !== null),
    show: () => {
      const game = about(event);
      legend.textContent = game ? countedWhat(game) : "";
      pads.forEach((each) => each.limit(Math.max(most(game, each.team), event.counts?.[each.team.colour] ?? 0)));
    },
  };
}

/**
 * How many cards each team took in a round.
 *
 * @param {Page.Event} event
 * @param {Page.MatchView} view
 */
export function captured(event, { players }) {
  const pads = players.map((team) => pad(`took-${team.colour}`, team, players.length - 1, event.captured?.[team.colour]));
  return {
    elements: html("div", { class: "pads" }, pads),
    says: () => ({ captured: Object.fromEntries(pads.map(({ team, count }) => [team.colour, count()])) }),
    done: () => pads.every(({ count }) => count() !== null),
  };
}

/**
 * The numbers from 0 up to a most, of which one is tapped; `count()` is that one, null where there is none.
 *
 * @param {string} name
 * @param {Api.TeamView} team
 * @param {number} highest
 * @param {number | undefined} given
 */
function pad(name, team, highest, given) {
  const inputs = Array.from({ length: Math.max(highest, given ?? 0) + 1 }, (_, value) =>
    html("input", { type: "radio", name, value, checked: value === given }),
  );
  const root = html(
    "fieldset",
    { class: "pad", "data-colour": team.colour },
    html("legend", {}, crest(team.colour), ` ${team.name}`, team.alone ? html("small", {}, ` (${t("not doubled yet")})`) : null),
    inputs.map((input) => html("label", { class: "face" }, input, html("span", {}, input.value))),
  );
  const chosen = () => inputs.find(({ checked }) => checked);
  return Object.assign(root, {
    team,
    count: () => (chosen() ? Number(chosen()?.value) : null),
    put: (/** @type {number} */ value) => (inputs[value].checked = true),
    limit: (/** @type {number} */ last) =>
      inputs.forEach((input) => {
        const beyond = Number(input.value) > last;
        input.parentElement?.toggleAttribute("hidden", beyond);
        if (beyond) input.checked = false;
      }),
  });
}

/** @type {(counted: number) => void} */
let noticed = () => {};

/**
 * Have the question that is open know what was counted meanwhile, as a view says.
 *
 * @param {{ counted: number }} view
 */
export const noticeCounted = ({ counted }) => noticed(counted);

/**
 * Ask what came of the game that is on; what that scores is shown before it is taken.
 *
 * Where another tablet counts it meanwhile, that is said and it can't be counted again.
 *
 * @param {Page.MatchView} view
 */
export function askScore(view) {
  const { game_on: game, counted: after } = view;
  let counted = after;
  const event = { kind: "game_scored", game };
  const fields = [firstOut(event, view), counts(event, view)];
  const scored = html("div", { class: "score-made" });
  const input = () => ({ kind: "game_scored", game, after, ...fields[0].says(), ...fields[1].says() });
  const stale = () => counted !== after;
  const ready = () => !stale() && fields.every(({ done }) => done());
  const names = namesOf(view);
  const weigh = () => {
    fields.forEach(({ show }) => show());
    scored.replaceChildren(ready() || stale() ? consequences(input(), (colour) => names[colour], t("Result:")) : "");
  };
  const content = [fields.map(({ elements }) => elements), scored];
  const dialog = ask(gameName(game), html("div", { class: "score" }, content), [[t("Score"), () => enter(input())]], { ready });
  within(dialog, "form", HTMLFormElement).addEventListener("change", weigh);
  noticed = (newest) => {
    if (newest === counted || !dialog.open || !scored.isConnected) return;
    counted = newest;
    weigh();
    dialog.refresh();
  };
  weigh();
}
