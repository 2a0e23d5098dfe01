// The shared part of every game's phone page: it follows the player's seat and draws its regions.

import { post, updateQuestion, onStale } from "../network/api.js";
import { followStream, onPairingChange } from "../network/connection.js";
import { crest } from "../drawing/signs.js";
import { openDialog } from "../dialogs/dialogs.js";
import { elementById, flattenContent, html, panel, requireElement } from "../drawing/dom.js";
import { fetchJson } from "../network/timed_fetch.js";
import { saveSetting, loadSetting } from "../device/storage.js";
import { languageSwitch } from "../language/language_switch.js";
import { describeWakeLock, onWakeLockChange, isScreenKeptOn } from "../pwa/device.js";
import { onLanguageChange, t } from "../language/i18n.js";
import { game, setGame, button, expireUndo, hideMessage, showMessage } from "./seat_inputs.js";

const COVERED_KEY = "covered";
const CONNECTION = {
  connecting: () => t("Connecting to the table …"),
  lost: () => t("Not connected to the table. What you see may be out of date."),
  live: () => "",
};

// The shortest interval between two checks whether this phone is still paired.
const MIN_CHECK_INTERVAL_MS = 2000;
// The interval of these checks on a phone that isn't paired.
const CHECK_INTERVAL_MS = 5000;

/** @type {Page.Seen | null} */
let snapshot = null;
/** @type {keyof typeof CONNECTION} */
let connection = "connecting";
let isCovered = loadSetting(COVERED_KEY) === "yes";
let isChecking = false;
let checkedAt = 0;
// The reason why this phone is not paired with a seat; null while it is paired.
let unpairedReason = document.body.dataset.role === "phone" ? null : t("This phone is not paired with a seat.");
const isPaired = !unpairedReason;

const bar = panel(elementById("who"), pickBar, drawBar);
const more = panel(elementById("more"), () => isScreenKeptOn() === false && describeWakeLock(), drawMore);
/** @type {((seated: Page.Seen & { covered: boolean }) => void)[]} */
let parts = [];

/**
 * Follows the player's seat on a game's page (seat_inputs.js). Each of `seatParts` draws a region from a snapshot with
 * the `seat`, and with whether its cards are `covered`.
 *
 * If another game is played, the phone loads that game's page.
 *
 * @template {{ covered: boolean }} S
 * @param {Page.Phone} ownGame
 * @param {((seated: S) => void)[]} seatParts
 */
export function followSeat(ownGame, seatParts) {
  setGame(ownGame);
  parts = /** @type {typeof parts} */ (/** @type {unknown} */ (seatParts));
  onLanguageChange(draw);
  onStale((newest, { asked: before }) =>
    showMessage("refusal", game().closeReason?.(newest, before) ?? t("The game has continued in the meantime.")),
  );
  onWakeLockChange(draw);
  if (isPaired) followStream(showSnapshot, showConnection, { address: "/api/seat/events" });
  else awaitSeat();
  draw();
}

function draw() {
  document.body.dataset.connection = connection;
  elementById("connection").textContent = unpairedReason ? "" : CONNECTION[connection]();
  const seat = unpairedReason ? null : (snapshot?.seat ?? null);
  const seated = seat !== null;
  // Visible in the browser's list of tabs.
  document.title = seat?.on_turn ? `● ${t("Your turn")}` : "Companion";
  elementById("seat").hidden = !seated;
  elementById("actions").hidden = !seated;
  const without = !seated && (snapshot !== null || unpairedReason !== null);
  elementById("pairing").hidden = !without;
  bar({ covered: isCovered, seat });
  if (seated && snapshot) {
    const seen = { ...snapshot, covered: isCovered };
    parts.forEach((part) => part(seen));
    more(null);
  }
  elementById("pairing").replaceChildren(...(without ? flattenContent(drawNoSeat()) : []));
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
    button(seat.covered ? t("Show cards") : t("Hide cards"), toggleCover, { key: "cover", "aria-pressed": `${seat.covered}` }),
  ];
}

/** @param {string | false} sleepNote */
function drawMore(sleepNote) {
  return [
    html("a", { href: "/" }, t("View the table")),
    languageSwitch(),
    button(t("Leave this seat"), askLeave, { key: "leave" }),
    sleepNote && html("p", { class: "quiet" }, sleepNote),
  ];
}

function askLeave() {
  const enterLeave = async () => {
    await post("/api/pairing/leave", {}).catch(({ message }) => showMessage("refusal", message));
    await checkPairing();
  };
  openDialog(t("Unpair this phone from your seat?"), html("p", {}, t("The tablet can pair it again.")), [
    [t("Leave this seat"), enterLeave],
  ]);
}

function toggleCover() {
  isCovered = !isCovered;
  saveSetting(COVERED_KEY, isCovered ? "yes" : null);
  draw();
}

/** Draws the page of a phone without a seat, or without secrets: the reason and the next step. */
function drawNoSeat() {
  /** @param {string} [kind] */
  const tableLink = (kind) => html("p", {}, html("a", { href: "/", class: kind }, t("View the table")));
  const how = t("On the tablet, open Phones, tap your seat, and point this phone's camera at the code.");
  const shown = t("This game has no secrets: the tablet shows everything.");
  return unpairedReason
    ? [html("h2", {}, unpairedReason), html("p", {}, how), tableLink(), languageSwitch()]
    : [html("h2", {}, drawOwnName()), html("p", {}, shown), tableLink("button primary"), languageSwitch()];
}

/** The crest and name of the player or team that owns this phone. */
function drawOwnName() {
  const { seat: colour } = document.body.dataset;
  const own = snapshot?.game?.view.players.find((player) => player.colour === colour);
  return own && colour ? [crest(colour), " ", own.name] : [];
}

/** Checks whether this phone is still paired. A stream that fails doesn't say why. */
async function checkPairing() {
  if (isChecking || Date.now() - checkedAt < MIN_CHECK_INTERVAL_MS) return;
  [isChecking, checkedAt] = [true, Date.now()];
  const refusal = await fetchJson("/api/seat/state", {}, MIN_CHECK_INTERVAL_MS).then(() => null, (error) => error);
  isChecking = false;
  // The phone has its seat again: its player rejoined, or another page was paired.
  if (!refusal && !isPaired) location.reload();
  if (refusal?.status !== 403 || connection === "live") return;
  unpairedReason = refusal.message;
  // Close dialogs and messages of the lost seat.
  requireElement(document, "#dialog", HTMLDialogElement).close();
  hideMessage();
  draw();
}

/** Waits for this phone to be paired; the server then sends another page. */
function awaitSeat() {
  onPairingChange(() => location.reload());
  checkPairing();
  setInterval(checkPairing, CHECK_INTERVAL_MS);
}

/** @param {Page.Seen} newest */
function showSnapshot(newest) {
  if (newest.game && newest.game.kind !== document.body.dataset.game) {
    location.reload();
    return;
  }
  snapshot = newest;
  draw();
  updateQuestion(newest);
  expireUndo(newest);
}

/** @param {boolean} live */
function showConnection(live) {
  connection = live ? "live" : snapshot ? "lost" : "connecting";
  // Only a phone with a seat may follow this stream. A failure may mean that the seat was lost.
  if (live) unpairedReason = null;
  else checkPairing();
  draw();
}
