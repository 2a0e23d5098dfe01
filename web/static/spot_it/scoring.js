// Dialog fields for the result of a game: the first team out of cards, and each team's count.

import { radioGroup } from "../dialogs/form_fields.js";
import { enter } from "../network/api.js";
import { consequences, openDialog, dialogValues, refreshDialog } from "../dialogs/dialogs.js";
import { crest } from "../drawing/signs.js";
import { html, requireElement } from "../drawing/dom.js";
import { namesOf } from "../table/game.js";
import { t } from "../language/i18n.js";
import { countByPhoto, countPile, photoButton, takeTablePicture } from "./referee.js";
import { countQuestion, gameName } from "./course.js";

const ISLAND_CARDS = 19;
const HARBOR_COUNT = 6;
const TEAM_CARDS = 16;
const SOLO_CARDS = 8;
const BARBARIANS_GAME = 4;

/**
 * The number of the game in question: the selected one, otherwise the event's.
 *
 * @param {Page.Event} event
 */
const selectedGame = (event) => Number(dialogValues().game ?? event.game);

/**
 * The greatest count that a team can have in a game.
 *
 * @param {number} game
 * @param {Api.TeamView} team
 */
const maxCount = (game, { alone }) => ({ 2: HARBOR_COUNT, 4: ISLAND_CARDS })[game] ?? (alone ? SOLO_CARDS : TEAM_CARDS);

/**
 * A field for the game, 1 to 4.
 *
 * @param {Page.Event} event
 */
export const gameField = (event) => ({
  elements: radioGroup("game", t("Which game?"), [1, 2, 3, 4].map((game) => [`${game}`, gameName(game)]), `${event.game}`),
  values: () => ({ game: Number(dialogValues().game) }),
  isComplete: () => Boolean(dialogValues().game),
});

/**
 * A field for the teams that ran out of cards first: one, or several at the same time; none in game 4.
 *
 * @param {Page.Event} event
 * @param {Page.MatchView} view
 */
export function firstOutField(event, { players }) {
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
  const isAsked = () => selectedGame(event) !== BARBARIANS_GAME;
  const chosenTeams = () => boxes.filter(({ checked }) => checked).map(({ value }) => value);
  return {
    elements,
    values: () => ({ first_out: isAsked() ? chosenTeams().sort() : [] }),
    isComplete: () => !isAsked() || chosenTeams().length > 0,
    show: () => (elements.hidden = !isAsked()),
  };
}

/**
 * A field for each team's count.
 *
 * @param {Page.Event} event
 * @param {Page.MatchView} view
 */
export function countsField(event, { players }) {
  /** @type {{ [colour: string]: number }} */
  const counts = { ...event.counts };
  // With two teams, the other team's count defaults to the rest of the island until it is edited.
  if (event.game === BARBARIANS_GAME && players.length === 2) {
    players.forEach(({ colour }, at) => {
      const other = counts[players[1 - at].colour];
      if (other !== undefined) counts[colour] ??= ISLAND_CARDS - other;
    });
  }
  const pads = players.map((team) => numberPad(`count-${team.colour}`, team, ISLAND_CARDS, counts[team.colour]));
  const legend = html("p", { class: "pads-legend" });
  const elements = html("div", { class: "pads" }, html("div", { class: "pads-head" }, legend), pads.map(({ element }) => element));
  const touched = new Set(pads.filter(({ team }) => event.counts?.[team.colour] !== undefined));
  elements.addEventListener("change", ({ target }) => {
    const [own, other, third] = [...pads].sort(({ element }) => (element.contains(/** @type {Node} */ (target)) ? -1 : 1));
    const counted = own.count();
    // A photo in a pad has chosen no number yet.
    if (counted === null) return;
    touched.add(own);
    if (selectedGame(event) === BARBARIANS_GAME && !third && !touched.has(other)) other.setCount(ISLAND_CARDS - counted);
  });
  return {
    elements,
    pads,
    values: () => ({ counts: Object.fromEntries(pads.map(({ team, count }) => [team.colour, count()])) }),
    isComplete: () => pads.every(({ count }) => count() !== null),
    show: () => {
      const game = selectedGame(event);
      legend.textContent = game ? countQuestion(game) : "";
      pads.forEach((each) => each.setMaximum(Math.max(maxCount(game, each.team), event.counts?.[each.team.colour] ?? 0)));
    },
  };
}

/**
 * A field for the number of cards that each team took in a round.
 *
 * @param {Page.Event} event
 * @param {Page.MatchView} view
 */
export function capturedField(event, { players }) {
  const pads = players.map((team) => numberPad(`took-${team.colour}`, team, players.length - 1, event.captured?.[team.colour]));
  return {
    elements: html("div", { class: "pads" }, pads.map(({ element }) => element)),
    values: () => ({ captured: Object.fromEntries(pads.map(({ team, count }) => [team.colour, count()])) }),
    isComplete: () => pads.every(({ count }) => count() !== null),
  };
}

/**
 * Radio buttons for the numbers from 0 to `highest`: their element, and `count()`, the chosen number or null.
 *
 * @param {string} name
 * @param {Api.TeamView} team
 * @param {number} highest
 * @param {number | undefined} initialCount
 */
function numberPad(name, team, highest, initialCount) {
  const inputs = Array.from({ length: Math.max(highest, initialCount ?? 0) + 1 }, (_, value) =>
    html("input", { type: "radio", name, value, checked: value === initialCount }),
  );
  const root = html(
    "fieldset",
    { class: "pad", "data-colour": team.colour },
    html("legend", {}, crest(team.colour), ` ${team.name}`, team.alone ? html("small", {}, ` (${t("not doubled yet")})`) : null),
    inputs.map((input) => html("label", { class: "face" }, input, html("span", {}, input.value))),
  );
  const checkedInput = () => inputs.find(({ checked }) => checked);
  return {
    element: root,
    team,
    count: () => (checkedInput() ? Number(checkedInput()?.value) : null),
    setCount: (/** @type {number} */ value) => (inputs[value].checked = true),
    setMaximum: (/** @type {number} */ last) =>
      inputs.forEach((input) => {
        const isTooHigh = Number(input.value) > last;
        input.parentElement?.toggleAttribute("hidden", isTooHigh);
        if (isTooHigh) input.checked = false;
      }),
  };
}

/** @type {(counted: number) => void} */
let handleNewCount = () => {};

/**
 * Updates the open dialog with the number of games counted in a view.
 *
 * @param {{ counted: number }} view
 */
export const updateOpenQuestion = ({ counted }) => handleNewCount(counted);

/**
 * Returns true if the table's camera sees an island that this device may have counted.
 *
 * @param {Page.MatchView} view
 */
const isIslandInView = ({ camera, game_on: game }) => camera === "ok" && game < BARBARIANS_GAME && document.body.dataset.role === "tablet";

/**
 * Counts the island in a picture of the table's camera.
 *
 * @param {Page.MatchView} view
 * @param {string[]} firstOut
 */
const countByCamera = (view, firstOut) => countByPhoto(view, takeTablePicture(), firstOut, askScore);

/**
 * Ends the current game: the table's camera counts the island if it can, otherwise the dialog asks for the counts.
 *
 * @param {Page.MatchView} view
 * @param {string[]} firstOut
 */
export const endGameByCall = (view, firstOut) => (isIslandInView(view) ? countByCamera(view, firstOut) : askScore(view, { firstOut }));

/**
 * Asks for the result of the current game, and previews the points before they are entered.
 *
 * If another tablet counts the game in the meantime, the dialog shows that and can't be submitted.
 *
 * @param {Page.MatchView} view
 * @param {{ counts?: { [colour: string]: number }, firstOut?: string[] }} known counts from a photo, the teams out first
 */
export function askScore(view, { counts, firstOut } = {}) {
  const { game_on: game, counted: countedGames } = view;
  let counted = countedGames;
  const event = { kind: "game_scored", game, ...(counts && { counts }), ...(firstOut && { first_out: firstOut }) };
  const outField = firstOutField(event, view);
  const countField = countsField(event, view);
  const fields = [outField, countField];
  const resultBox = html("div", { class: "score-preview" });
  const scoreInput = () => ({ kind: "game_scored", game, after: countedGames, ...fields[0].values(), ...fields[1].values() });
  const isStale = () => counted !== countedGames;
  const isReady = () => !isStale() && fields.every(({ isComplete }) => isComplete());
  const names = namesOf(view);
  const updateConsequences = () => {
    fields.forEach(({ show }) => show());
    resultBox.replaceChildren(isReady() || isStale() ? consequences(scoreInput(), (colour) => names[colour], t("Result:")) : "");
  };
  const photo = game < BARBARIANS_GAME && photoButton(t("Count by a photo"), "count-photo", (taken) => countByPhoto(view, taken, outField.values().first_out, askScore));
  const camera = isIslandInView(view) && html("button", { type: "button", class: "photo-button", "data-key": "count-camera", onclick: () => countByCamera(view, outField.values().first_out) }, html("b", {}, t("From the table's camera")));
  requireElement(countField.elements, ".pads-head", HTMLElement).append(...[photo, camera].flatMap((each) => (each ? [each] : [])));
  /** @type {(colour: string, count: number) => void} */
  const useCount = (colour, count) => {
    const known = countField.pads.flatMap((pad) => {
      const entered = pad.count();
      return entered === null ? [] : [[pad.team.colour, entered]];
    });
    askScore(view, { counts: { ...Object.fromEntries(known), [colour]: count }, firstOut });
  };
  if (game === BARBARIANS_GAME) {
    for (const pad of countField.pads) {
      const { colour } = pad.team;
      pad.element.append(photoButton(t("Photo of the fanned pile"), `pile-${colour}`, (taken) => countPile(taken, (count) => useCount(colour, count))));
    }
  }
  const content = [fields.map(({ elements }) => elements), resultBox];
  const dialog = openDialog(gameName(game), html("div", { class: "score" }, content), [[t("Score"), () => enter(scoreInput())]], { ready: isReady });
  requireElement(dialog, "form", HTMLFormElement).addEventListener("change", updateConsequences);
  handleNewCount = (newest) => {
    if (newest === counted || !dialog.open || !resultBox.isConnected) return;
    counted = newest;
    updateConsequences();
    refreshDialog();
  };
  updateConsequences();
}
