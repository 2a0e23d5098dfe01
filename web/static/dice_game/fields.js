// What can be said of each kind of event: who, which dice, which knight, what was built where.

import { composed, player } from "../dialogs/composed.js";
import { radios } from "../dialogs/radios.js";
import { gameStart } from "../start/seating.js";
import { choice, values } from "../dialogs/dialogs.js";
import { html, within } from "../drawing/dom.js";
import { RESOURCES } from "../drawing/signs.js";
import { t, word } from "../language/i18n.js";
import { FACES, faceChoice } from "./faces.js";
import { PIECES, knightOf } from "./places.js";
import { drawSheet } from "./sheet.js";

const MOST_DICE = 6;
const NOTHING = "";

/** @type {(face: string) => Page.Option} */
const called = (face) => [face, word("resource", face)];

/**
 * @param {Page.Event} event
 * @param {Page.DiceView} view
 */
const dice = (event, view) => {
  const most = Math.max(event.dice?.length ?? view.dice.count, 1);
  /** @type {Page.Option[]} */
  const options = [[NOTHING, "–"], ...FACES.map(called)];
  const fields = Array.from({ length: Math.min(MOST_DICE, most + 1) }, (_, at) =>
    choice(`die${at}`, t("Die {number}", { number: at + 1 }), options, event.dice?.[at] ?? NOTHING),
  );
  const said = () => fields.map((field) => within(field, "select", HTMLSelectElement).value).filter(Boolean);
  return {
    elements: html("div", { class: "dice-said" }, fields),
    says: () => ({ dice: said() }),
    done: () => said().length > 0,
  };
};

/**
 * @param {Page.Event} event
 * @param {Page.DiceView} view
 */
const knight = (event, { sheet }) => ({
  elements: choice("knight", t("Which knight?"), sheet.knights.map(({ id }) => [id, `${id}: ${knightOf(sheet, id)}`]), event.knight),
  says: () => ({ knight: values().knight }),
  done: () => Boolean(values().knight),
});

/** @param {Page.Event} event */
const turned = (event) => ({
  elements: [
    choice("die", t("Which die?"), [[NOTHING, t("not specified")], ...FACES.map(called)], event.die ?? NOTHING),
    faceChoice("resource", t("Into what?"), RESOURCES, event.resource),
  ],
  says: () => ({ die: values().die || null, resource: values().resource ?? null }),
  done: () => Boolean(values().resource),
});

/**
 * What was built, and where on the sheet: tapped there.
 *
 * @param {Page.Event} event
 * @param {Page.DiceView} view
 */
const built = (event, { sheet, players }) => {
  const pieces = radios("piece", t("What was built?"), PIECES.map((piece) => [piece, word("piece", piece)]), event.piece);
  const box = html("div", { class: "place-said" });
  /** @type {[piece: Api.SheetPiece | undefined, at: string | null | undefined]} */
  let [piece, at] = [event.piece, event.at];
  /** @param {string} id */
  const choose = (id) => {
    at = id;
    show();
    box.dispatchEvent(new Event("change", { bubbles: true }));
  };
  function show() {
    const now = /** @type {Api.SheetPiece | undefined} */ (values().piece);
    if (now !== piece) [piece, at] = [now, null];
    const whose = players.find(({ colour }) => colour === (values().player ?? event.player));
    if (!piece || !whose) return;
    const stands = whose.built[piece] ?? [];
    // What is asked about stands where it is said to be, not where it was told.
    const others = event.piece === piece ? stands.filter((id) => id !== event.at) : stands;
    const shown = { ...whose, built: { ...whose.built, [piece]: at ? [...others, at] : others } };
    const name = (/** @type {string} */ id) => (piece === "knight" ? knightOf(sheet, id) : id);
    const free = (/** @type {string} */ kind, /** @type {string} */ id) => kind === piece && !others.includes(id);
    /** @type {(kind: string, id: string) => [name: string, action: () => void] | null} */
    const taps = (kind, id) => (free(kind, id) ? [name(id), () => choose(id)] : null);
    const looks = (/** @type {string} */ kind, /** @type {string} */ id) => (free(kind, id) && id !== at ? "possible" : null);
    const drawing = drawSheet(sheet, shown, { label: t("Where?"), colour: whose.colour, looks, taps });
    box.replaceChildren(html("p", { class: "quiet" }, at ? name(at) : t("Tap where on the sheet.")), drawing);
  }
  return {
    elements: [pieces, box],
    says: () => ({ piece: values().piece ?? null, at }),
    done: () => Boolean(values().piece && at),
    show,
  };
};

/** @type {{ [kind: string]: ((event: Page.Event, view: Page.DiceView) => Page.Field)[] }} */
const FIELDS = {
  game_started: [gameStart],
  throw: [player, dice],
  use_knight: [player, knight, turned],
  build: [player, built],
  end_turn: [player],
};

/** The fields of an event of the dice game. */
export const fieldsOf = composed(FIELDS);

/** The kinds of events that people can say happened besides. */
export const HAPPENED = ["throw", "use_knight", "build", "end_turn"];
