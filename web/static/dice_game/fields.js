// Dialog fields for each kind of event: player, dice, knight, piece and place.

import { composeFields, playerField, radioGroup } from "../dialogs/form_fields.js";
import { gameStartFields } from "../start/options.js";
import { selectField, dialogValues } from "../dialogs/dialogs.js";
import { html, requireElement } from "../drawing/dom.js";
import { RESOURCES } from "../drawing/signs.js";
import { t, word } from "../language/i18n.js";
import { FACES, faceChoice, PIECES, knightName } from "./faces.js";
import { drawSheet } from "./sheet.js";

const MAX_DICE = 6;
const NO_VALUE = "";

/** @type {(face: string) => Page.Option} */
const faceOption = (face) => [face, word("resource", face)];

/**
 * @param {Page.Event} event
 * @param {Page.DiceView} view
 */
const diceField = (event, view) => {
  const most = Math.max(event.dice?.length ?? view.dice.count, 1);
  /** @type {Page.Option[]} */
  const options = [[NO_VALUE, "–"], ...FACES.map(faceOption)];
  const fields = Array.from({ length: Math.min(MAX_DICE, most + 1) }, (_, at) =>
    selectField(`die${at}`, t("Die {number}", { number: at + 1 }), options, event.dice?.[at] ?? NO_VALUE),
  );
  const enteredFaces = () => fields.map((field) => requireElement(field, "select", HTMLSelectElement).value).filter(Boolean);
  return {
    elements: html("div", { class: "dice-field" }, fields),
    values: () => ({ dice: enteredFaces() }),
    isComplete: () => enteredFaces().length > 0,
  };
};

/**
 * @param {Page.Event} event
 * @param {Page.DiceView} view
 */
const knightField = (event, { sheet }) => ({
  elements: selectField("knight", t("Which knight?"), sheet.knights.map(({ id }) => [id, `${id}: ${knightName(sheet, id)}`]), event.knight),
  values: () => ({ knight: dialogValues().knight }),
  isComplete: () => Boolean(dialogValues().knight),
});

/** @param {Page.Event} event */
const turnedDieField = (event) => ({
  elements: [
    selectField("die", t("Which die?"), [[NO_VALUE, t("not specified")], ...FACES.map(faceOption)], event.die ?? NO_VALUE),
    faceChoice("resource", t("Into what?"), RESOURCES, event.resource),
  ],
  values: () => ({ die: dialogValues().die || null, resource: dialogValues().resource ?? null }),
  isComplete: () => Boolean(dialogValues().resource),
});

/**
 * Fields for a build: the piece, and its place, which is tapped on the sheet.
 *
 * @param {Page.Event} event
 * @param {Page.DiceView} view
 */
const buildField = (event, { sheet, players }) => {
  const pieces = radioGroup("piece", t("What was built?"), PIECES.map((piece) => [piece, word("piece", piece)]), event.piece);
  const box = html("div", { class: "place-field" });
  /** @type {[piece: Api.SheetPiece | undefined, at: string | null | undefined]} */
  let [piece, at] = [event.piece, event.at];
  /** @param {string} id */
  const choose = (id) => {
    at = id;
    show();
    box.dispatchEvent(new Event("change", { bubbles: true }));
  };
  function show() {
    const selected = /** @type {Api.SheetPiece | undefined} */ (dialogValues().piece);
    if (selected !== piece) [piece, at] = [selected, null];
    const owner = players.find(({ colour }) => colour === (dialogValues().player ?? event.player));
    if (!piece || !owner) return;
    const builtIds = owner.built[piece] ?? [];
    // The edited piece is drawn at the chosen place, not at its recorded one.
    const otherIds = event.piece === piece ? builtIds.filter((id) => id !== event.at) : builtIds;
    const drawn = { ...owner, built: { ...owner.built, [piece]: at ? [...otherIds, at] : otherIds } };
    const placeName = (/** @type {string} */ id) => (piece === "knight" ? knightName(sheet, id) : id);
    const isFree = (/** @type {string} */ kind, /** @type {string} */ id) => kind === piece && !otherIds.includes(id);
    /** @type {(kind: string, id: string) => [name: string, action: () => void] | null} */
    const tapAction = (kind, id) => (isFree(kind, id) ? [placeName(id), () => choose(id)] : null);
    const placeClass = (/** @type {string} */ kind, /** @type {string} */ id) => (isFree(kind, id) && id !== at ? "possible" : null);
    const drawing = drawSheet(sheet, drawn, { label: t("Where?"), colour: owner.colour, placeClass, tapAction });
    box.replaceChildren(html("p", { class: "quiet" }, at ? placeName(at) : t("Tap where on the sheet.")), drawing);
  }
  return {
    elements: [pieces, box],
    values: () => ({ piece: dialogValues().piece ?? null, at }),
    isComplete: () => Boolean(dialogValues().piece && at),
    show,
  };
};

/** @type {{ [kind: string]: ((event: Page.Event, view: Page.DiceView) => Page.Field)[] }} */
const FIELDS = {
  game_started: [gameStartFields],
  throw: [playerField, diceField],
  use_knight: [playerField, knightField, turnedDieField],
  build: [playerField, buildField],
  end_turn: [playerField],
};

/** The fields of an event of the dice game. */
export const fieldsOf = composeFields(FIELDS);

/** Kinds of events that can be inserted into the log. */
export const INSERTABLE_KINDS = ["throw", "use_knight", "build", "end_turn"];
