// A page of the dice game at a real table: its events, and the page's contents.

import assert from "node:assert/strict";
import { openLive, realTable } from "./live.js";
import { waitUntilEqual } from "./page.js";

const PLAYERS = [["Ana", "red"], ["Ben", "blue"], ["Clémentine", "white"], ["Dora", "orange"]].map(([name, colour]) => ({ name, colour }));

/** A real table at which games of the dice game are played, and pages of it. */
export class DiceGame {
  constructor(table) {
    this.table = table;
  }

  /** Start a game of two or more, instead of the one before. */
  start(players = 2, options = {}) {
    return this.table.startGame({ game: "dice_game", players: PLAYERS.slice(0, players), options: { sheet: "advanced", ...options }, abandon: true });
  }

  /** Start a game, and wait until the page shows it. */
  async begin(players = 2, options = {}) {
    await this.start(players, options);
    await this.page.catchUp();
    for (const dialog of this.page.all("dialog[open]")) dialog.close();
    assert.equal(this.page.all("#log .entry").length, 1);
  }

  /** Open a page of the table; the first is what all else here is about. */
  async open(path = "", options = {}) {
    const page = await openLive(this.table, path, options);
    this.page ??= page;
    return page;
  }

  throwDice(faces) {
    return this.table.submit({ kind: "throw", dice: faces.split(" ") });
  }

  async build(piece, ...ids) {
    for (const at of ids) await this.table.submit({ kind: "build", piece, at });
  }

  async endTurn(times = 1) {
    for (let turn = 0; turn < times; turn++) await this.table.submit({ kind: "end_turn" });
  }

  /** Give Ana nine points, and the turn. */
  async reachNinePoints() {
    await this.build("road", "2", "3", "5", "7", "8", "10", "12");
    await this.build("city", "4", "9");
    await this.build("settlement", "1", "6", "11");
    await this.endTurn(2);
  }

  /** Give Ana two knights, the turn, and dice. */
  async ownKnights() {
    await this.build("knight", "1", "6");
    await this.endTurn(2);
    await this.throwDice("gold wool wool brick brick");
  }

  /** The kinds of the recorded events, the oldest first. */
  async eventKinds() {
    return (await this.table.view()).log.map(({ event }) => event.kind);
  }

  /** The violations of each line of the log, the oldest first. */
  async violations() {
    return (await this.table.view()).log.map(({ violations }) => violations);
  }

  showsPoints(...points) {
    return waitUntilEqual(() => this.page.texts(".card-points b"), points.map(String));
  }

  showsTurn(text) {
    return waitUntilEqual(() => this.page.text("#turn .to-do-text"), text);
  }

  /** Wait until the dice show faces, `?` where they aren't known. */
  showsDice(faces) {
    return waitUntilEqual(() => this.page.texts(".resource-die"), faces.split(" "));
  }

  /** Wait until just these are built of a piece on the large sheet. */
  showsBuilt(piece, ...ids) {
    const keys = () => this.page.all(`#large .place-${piece}.built`).map((each) => each.dataset.key);
    return waitUntilEqual(() => keys().sort(), ids.map((id) => `${piece}-${id}`).sort());
  }

  place(piece, at) {
    return this.page.$(`#large [data-key='${piece}-${at}']`);
  }

  price(piece) {
    return this.page.$(`[data-key='build-${piece}']`);
  }

  roleOf(piece, at) {
    return this.place(piece, at).getAttribute("role");
  }

  classOf(element) {
    return this.page.$(element).getAttribute("class");
  }

  action(name) {
    return this.page.button(name, this.page.$("#actions"));
  }

  /** Tap the symbols on the dice. */
  async tapSigns(faces) {
    for (const face of faces.split(" ")) await this.page.click(`[data-key='face-${face}']`);
  }

  /** The one line of the log that contains a text. */
  line(text) {
    const found = this.page.all("#log .entry").filter((each) => this.page.text(each).includes(text));
    assert.equal(found.length, 1, `lines of the log with ${text}: ${this.page.texts("#log .entry").join(" | ")}`);
    return found[0];
  }

  /** Wait until a line of the log contains a text, and open it. */
  async openLine(text) {
    await waitUntilEqual(() => this.page.texts("#log .entry").some((each) => each.includes(text)), true);
    await this.page.click(this.line(text));
  }

  /** Press the dialog's button of a name once it can be pressed. */
  async confirm(name) {
    await waitUntilEqual(() => this.page.button(name, this.page.dialog).disabled, false);
    await this.page.click(this.page.button(name, this.page.dialog));
    await waitUntilEqual(() => this.page.isFree, true);
  }
}

/** A table with a game of two, and its tablet's page. */
export async function openDiceGame(options = {}) {
  const game = new DiceGame(await realTable());
  await game.start();
  await game.open("", options);
  return game;
}
