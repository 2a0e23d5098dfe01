// What every game's page on a player's phone is made of: it follows the own seat and draws it, part by part.

import { post } from "../network/api.js";
import { follow } from "../network/connection.js";
import { crest } from "../drawing/crests.js";
import { ask } from "../dialogs/dialogs.js";
import { at, contents, html, panel, within } from "../drawing/dom.js";
import { fetchJson } from "../network/timed_fetch.js";
import { keep, kept } from "../device/storage.js";
import { languageSwitch } from "../language/language_switch.js";
import { onTold } from "../pairing/pairing_channel.js";
import { aboutSleep, onAwake, staysAwake } from "../pwa/device.js";
import { followQuestion, onMoot } from "../network/open_question.js";
import { onLanguage, t } from "../language/i18n.js";
import { game, play } from "./own_game.js";
import { button, followUndo, hush, say } from "./seat_inputs.js";

const COVERED = "covered";
const CONNECTION = {
  connecting: () => t("Connecting to the table …"),
  lost: () => t("Not connected to the table. What you see may be out of date."),
  live: () => "",
};

// How long this phone waits before it asks again whether it is still paired.
const ASK_EVERY = 2000;
// How long one that isn't waits before it looks whether it is by now.
const LOOK_EVERY = 5000;

/** @type {Page.Seen | null} */
let snapshot = null;
/** @type {keyof typeof CONNECTION} */
let connection = "connecting";
let covered = kept(COVERED) === "yes";
let asking = false;
let asked = 0;
// Why this phone sees nothing, where it isn't paired (any more).
let unpaired = document.body.dataset.role === "phone" ? null : t("This phone is not paired with a seat.");
const follows = !unpaired;

const bar = panel(at("who"), pickBar, drawBar);
const more = panel(at("more"), () => staysAwake() === false && aboutSleep(), drawMore);
/** @type {((seated: Page.Seen & { covered: boolean }) => void)[]} */
let parts = [];

/**
 * Follow the own seat, on a game's page (own_game.js); `own` each draw a part of a snapshot with the `seat` in it, and
 * with whether its cards are `covered`.
 *
 * Where another game is played than the page is for, the phone has a page for that.
 *
 * @template {{ covered: boolean }} S
 * @param {Page.Phone} played
 * @param {((seated: S) => void)[]} own
 */
export function followSeat(played, own) {
  play(played);
  parts = /** @type {typeof parts} */ (/** @type {unknown} */ (own));
  onLanguage(draw);
  onMoot((newest, { asked: before }) =>
    say("refusal", game().moot?.(newest, before) ?? t("The game has continued in the meantime.")),
  );
  onAwake(draw);
  if (follows) follow(take, connected, { address: "/api/seat/events" });
  else awaitSeat();
  draw();
}

function draw() {
  document.body.dataset.connection = connection;
  at("connection").textContent = unpaired ? "" : CONNECTION[connection]();
  const seat = unpaired ? null : (snapshot?.seat ?? null);
  const seated = seat !== null;
  // Seen among other pages, too.
  document.title = seat?.on_turn ? `● ${t("Your turn")}` : "Companion";
  at("seat").hidden = !seated;
  at("actions").hidden = !seated;
  const without = !seated && (snapshot !== null || unpaired !== null);
  at("pairing").hidden = !without;
  bar({ covered, seat });
  if (seated && snapshot) {
    const seen = { ...snapshot, covered };
    parts.forEach((part) => part(seen));
    more(null);
  }
  at("pairing").replaceChildren(...(without ? contents(noSeat()) : []));
}

/** @param {{ seat: Api.SeatView | null, covered: boolean }} seen */
function pickBar({ seat, covered: hidden }) {
  if (!seat) return null;
  const { colour, name } = seat;
  return { colour, name, own: game().own?.pick(seat, hidden), covered: hidden };
}

/** @param {ReturnType<typeof pickBar>} seat */
function drawBar(seat) {
  if (!seat) return html("h1", {}, "Companion");
  const { colour, name, own } = seat;
  return [
    crest(colour),
    html("h1", {}, name),
    game().own?.draw(own),
    button(seat.covered ? t("Show cards") : t("Hide cards"), cover, { key: "cover", "aria-pressed": `${seat.covered}` }),
  ];
}

/** @param {string | false} asleep */
function drawMore(asleep) {
  return [
    html("a", { href: "/" }, t("View the table")),
    languageSwitch(),
    button(t("Leave this seat"), askLeave, { key: "leave" }),
    asleep && html("p", { class: "quiet" }, asleep),
  ];
}

function askLeave() {
  const left = async () => {
    await post("/api/pairing/leave", {}).catch(({ message }) => say("refusal", message));
    await stillPaired();
  };
  ask(t("Unpair this phone from your seat?"), html("p", {}, t("The tablet can pair it again.")), [
    [t("Leave this seat"), left],
  ]);
}

function cover() {
  covered = !covered;
  keep(COVERED, covered ? "yes" : null);
  draw();
}

/** What a phone shows that has no seat, or nothing to show of it: why, and what to do. */
function noSeat() {
  /** @param {string} [kind] */
  const watch = (kind) => html("p", {}, html("a", { href: "/", class: kind }, t("View the table")));
  const how = t("On the tablet, open Phones, tap your seat, and point this phone's camera at the code.");
  const shown = t("This game has no secrets: the tablet shows everything.");
  return unpaired
    ? [html("h2", {}, unpaired), html("p", {}, how), watch(), languageSwitch()]
    : [html("h2", {}, ownName()), html("p", {}, shown), watch("button primary"), languageSwitch()];
}

/** The crest and the name of the player or team whose phone this is. */
function ownName() {
  const { seat: colour } = document.body.dataset;
  const own = snapshot?.game?.view.players.find((player) => player.colour === colour);
  return own && colour ? [crest(colour), " ", own.name] : [];
}

/** Whether this phone still has its seat, and why not: a stream that ends, or doesn't begin, says neither. */
async function stillPaired() {
  if (asking || Date.now() - asked < ASK_EVERY) return;
  [asking, asked] = [true, Date.now()];
  const refused = await fetchJson("/api/seat/state", {}, ASK_EVERY).then(() => null, (error) => error);
  asking = false;
  // The seat is this phone's again: its player plays once more, or another page of it was paired.
  if (!refused && !follows) location.reload();
  if (refused?.status !== 403 || connection === "live") return;
  unpaired = refused.message;
  // What was asked and said of the seat went with it.
  within(document, "#dialog", HTMLDialogElement).close();
  hush();
  draw();
}

/** Look whether this phone is paired by now: its page is another then. */
function awaitSeat() {
  onTold(() => location.reload());
  stillPaired();
  setInterval(stillPaired, LOOK_EVERY);
}

/** @param {Page.Seen} newest */
function take(newest) {
  if (newest.game && newest.game.kind !== document.body.dataset.game) {
    location.reload();
    return;
  }
  snapshot = newest;
  draw();
  followQuestion(newest);
  followUndo(newest);
}

/** @param {boolean} live */
function connected(live) {
  connection = live ? "live" : snapshot ? "lost" : "connecting";
  // Only the phone of a seat hears this stream. Each try that fails may fail because it is none any more.
  if (live) unpaired = null;
  else stillPaired();
  draw();
}
