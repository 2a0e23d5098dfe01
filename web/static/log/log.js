// The game log: its newest lines beside the island, and the whole log as a dialog.

import { elementCache, exchangeChildren, findAll, html, panel, setAttributes } from "../drawing/dom.js";
import { askEntry } from "./entry.js";
import { crest } from "../drawing/signs.js";
import { describeViolation, game, describeEvent, nameOf, currentView, namesOf } from "../table/game.js";
import { t, word } from "../language/i18n.js";
import { fetchEarlierLines } from "../network/api.js";
import { openDialog } from "../dialogs/dialogs.js";
import { downloadFile } from "../device/storage.js";

// Roving tabindex for the entries of a log: one tab stop, and arrow keys that move between entries.

/** @param {Element} list */
const linesOf = (list) => findAll(list, ".entry", HTMLElement);

/**
 * Makes one entry the tab stop: the focused one, otherwise the newest.
 *
 * @param {HTMLElement[]} lines
 * @param {string | undefined} key the key of the focused entry
 */
function setTabStop(lines, key) {
  const stop = lines.find(({ dataset }) => dataset.key === key) ?? lines[0];
  for (const line of lines) setAttributes(line, { tabindex: line === stop ? "0" : "-1" });
}

/**
 * The entry that a key moves the focus to; undefined for other keys.
 *
 * @template L
 * @param {L[]} lines
 * @param {L} from
 * @param {string} key
 * @returns {L | undefined}
 */
export function keyTarget(lines, from, key) {
  const at = lines.indexOf(from);
  const steps = /** @type {{ [key: string]: number }} */ ({ ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 });
  return at < 0 || !(key in steps) ? undefined : (lines[Math.max(steps[key], 0)] ?? from);
}

/**
 * Makes a list of entries one tab stop. Call the result when entries were added, with the key of the stop if it is
 * another one.
 *
 * @param {HTMLElement} list
 */
export function rovingTabindex(list) {
  list.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const lines = linesOf(list);
    const next = keyTarget(lines, /** @type {HTMLElement} */ (event.target), event.key);
    if (!next) return;
    event.preventDefault();
    setTabStop(lines, next.dataset.key);
    next.focus();
  });
  return (key = /** @type {HTMLElement | null} */ (list.querySelector(".entry[tabindex='0']"))?.dataset.key) => setTabStop(linesOf(list), key);
}

// One entry of the game log: the event, its certainty and its rule violations.

const SURE_P = 0.9;

/**
 * Draws an entry; a tap opens it. `name` maps a colour to a player's name, and `places` names places in the game.
 * `turn` is the number of the turn that the entry begins, if any.
 *
 * @param {Page.Line} entry
 * @param {Page.Naming} name
 * @param {Page.Hexes | undefined} places
 * @param {number | null} turn
 */
export function drawLine(entry, name, places, turn = null) {
  const { number, certainty, event, violations } = entry;
  const text = describeEvent(event, name);
  const place = game().where(event, places);
  const marks = game().marks?.(event);
  return html(
    "li",
    { class: game().startsTurn(event) ? "turn-start" : "" },
    html(
      "button",
      {
        type: "button",
        class: violations.length ? "entry entry-flagged" : "entry",
        "data-key": `entry-${number}`,
        onclick: () => askEntry(entry),
      },
      event.player ? crest(event.player) : null,
      html(
        "span",
        {},
        text,
        turn ? html("span", { class: "quiet turn-number" }, t("Turn {turn}", { turn })) : null,
        place ? html("span", { class: "quiet where" }, ` (${place})`) : null,
        certainty < SURE_P ? html("span", { class: "flag" }, `? ${t("unsure")}`) : null,
        violations.map((violation) => html("span", { class: "flag" }, `⚠ ${describeViolation(violation, event)}`)),
      ),
      marks ? html("span", { class: "entry-marks", "aria-hidden": "true" }, marks) : null,
    ),
  );
}

/**
 * An entry as a line of plain text, after a heading where it begins a turn. The arguments are those of `drawLine`.
 *
 * @param {Page.Line} entry
 * @param {Page.Naming} name
 * @param {Page.Hexes | undefined} places
 * @param {number | null} turn
 */
export function lineText(entry, name, places, turn) {
  const { t: seconds, certainty, event, violations } = entry;
  const place = game().where(event, places);
  const flags = [
    place ? `(${place})` : "",
    certainty < SURE_P ? `? ${t("unsure")}` : "",
    ...violations.map((violation) => `⚠ ${describeViolation(violation, event)}`),
  ];
  const time = `${Math.floor(seconds / 60)}:${`${Math.floor(seconds % 60)}`.padStart(2, "0")}`;
  const line = [time, describeEvent(event, name), ...flags.filter(Boolean)].join("  ");
  return turn ? `\n${t("Turn {turn}", { turn })}\n${line}` : line;
}

/**
 * Tests whether the log shows an entry: what a game only drafts, such as an island that is still entered, is no news.
 *
 * @param {Page.Line} entry
 */
export const isShownInLog = ({ event }) => !game().drafts?.includes(event.kind);

/**
 * Creates a counter of turns: it returns the number of the turn that an entry begins, or null. Call it with all
 * entries, newest first; `turn` is the current turn's number.
 *
 * @param {number | undefined} turn
 * @returns {(line: Page.Line) => number | null}
 */
export function turnCounter(turn = 0) {
  let number = turn;
  return ({ event }) => {
    const { endsTurn, startsTurn } = game();
    if (!endsTurn) return null;
    if (endsTurn(event)) number -= 1;
    return number > 0 && startsTurn(event) ? number : null;
  };
}

// The whole game log as a dialog, newest entry first. A tap opens an entry. It can be saved as plain text.

/** The number of a log's first entry. */
const FIRST_LINE = 1;

/** Shows the latest entries, and earlier ones on request. */
export function showJournal() {
  const list = html("ol", { class: "journal" });
  const more = html("button", { type: "button", onclick: showEarlier }, t("Show earlier entries"));
  const turnNumber = turnCounter(currentView().turn);
  const updateTabStop = rovingTabindex(list);
  let first = FIRST_LINE;

  /** @param {Page.Line[]} lines */
  function add(lines) {
    list.append(...lines.filter(isShownInLog).reverse().map((line) => drawLine(line, nameOf, game().places?.(currentView()), turnNumber(line))));
    first = lines[0]?.number ?? FIRST_LINE;
    more.hidden = first <= FIRST_LINE;
    updateTabStop();
  }
  async function showEarlier() {
    more.disabled = true;
    const lines = await fetchEarlierLines(first);
    add(lines);
    more.disabled = false;
  }
  add(currentView().log);
  openDialog(t("Game log"), html("div", { class: "journal-box" }, list, more), [[t("Save as text"), saveAsText]], { leave: t("Close") });
}

/** Saves the whole log as a text file, oldest entry first. Returns false: the dialog stays open. */
async function saveAsText() {
  const view = currentView();
  let lines = view.log;
  while (lines.length && lines[0].number > FIRST_LINE) {
    const earlier = await fetchEarlierLines(lines[0].number);
    // The page shows why they are missing: a part of the log isn't saved as if it were all of it.
    if (!earlier.length) return false;
    lines = [...earlier, ...lines];
  }
  const turnNumber = turnCounter(view.turn);
  const texts = lines.filter(isShownInLog).reverse().map((line) => lineText(line, nameOf, game().places?.(view), turnNumber(line)));
  const text = `${t("Game log")}\n\n${texts.reverse().join("\n")}\n`;
  return downloadFile(new File([text], "companion-log.txt", { type: "text/plain;charset=utf-8" }));
}

// The region of the game log, newest entry first. A tap opens an entry to edit or delete it.

/**
 * Selects from a view the data that the log shows.
 *
 * @param {Page.AnyView} view
 */
const pickLog = (view) => ({ log: view.log.filter(isShownInLog), names: namesOf(view), places: game().places?.(view), turn: view.turn });

/**
 * Creates the log's region. Returns its draw callback. Most events add a line, and the others keep their elements.
 *
 * @param {HTMLElement} root
 * @returns {(view: Page.AnyView) => void}
 */
export function logPanel(root) {
  const list = html("ol");
  const updateTabStop = rovingTabindex(list);
  const cached = elementCache();
  return panel(
    root,
    pickLog,
    ({ log, names, places, turn }) => {
      const { lang } = document.documentElement;
      const turnNumber = turnCounter(turn);
      const name = (/** @type {string} */ colour) => names[colour] ?? word("colour", colour);
      const lines = [...log].reverse().map((entry) => {
        const begun = turnNumber(entry);
        const look = JSON.stringify([lang, entry, begun, names, game().where(entry.event, places)]);
        return cached(`${entry.number}`, look, () => drawLine(entry, name, places, begun));
      });
      exchangeChildren(list, lines);
      updateTabStop(/** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key ?? "");
      return [
        cached("title", lang, () => html("h2", {}, t("Game log"))),
        log.length ? list : cached("empty", lang, () => html("p", { class: "quiet" }, t("Nothing yet."))),
        log.length > 0 && cached("all", lang, journalButton),
      ];
    },
    exchangeChildren,
  );
}

const journalButton = () =>
  html("button", { type: "button", class: "log-all", "data-key": "log-all", onclick: showJournal }, t("Game log"));
