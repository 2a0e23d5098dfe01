// A player's phone: follows the own seat and draws it, part by part.

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
import { n, onLanguage, t } from "../language/i18n.js";
import { drawActions, drawDue, pickActions, pickDue } from "./actions.js";
import { drawCards, drawHand, pickCards, pickHand } from "./hand.js";
import { drawOffers, pickOffers } from "./offers.js";
import { button, followUndo, hush, say } from "./seat_inputs.js";
import { sayMoot } from "./open_question.js";
import { drawTurn, pickTurn } from "./turn.js";

const COVERED = "covered";
const CONNECTION = {
  connecting: () => t("Connecting to the table …"),
  lost: () => t("Not connected to the table. What you see may be old."),
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
/** @typedef {import("./turn.js").Seated} Seated */

/** @type {((seated: Seated) => void)[]} */
const parts = [
  panel(at("turn"), pickTurn, drawTurn),
  panel(at("offers"), pickOffers, drawOffers),
  panel(at("due"), pickDue, drawDue),
  panel(at("hand"), pickHand, drawHand),
  panel(at("cards"), pickCards, drawCards),
  panel(at("actions"), pickActions, drawActions),
  panel(at("more"), () => staysAwake() === false && aboutSleep(), drawMore),
];

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
    const seen = /** @type {Seated} */ (/** @type {unknown} */ ({ ...snapshot, covered }));
    parts.forEach((part) => part(seen));
  }
  at("pairing").replaceChildren(...(without ? contents(noSeat()) : []));
}

/** @param {{ seat: Api.SeatView | null, covered: boolean }} seen */
function pickBar({ seat, covered: hidden }) {
  if (!seat) return null;
  const { colour, name, points } = seat;
  // What is covered isn't there at all: nobody finds it by looking closely.
  return { colour, name, shown: points.public, hidden: hidden ? 0 : points.hidden, covered: hidden };
}

/** @param {ReturnType<typeof pickBar>} seat */
function drawBar(seat) {
  if (!seat) return html("h1", {}, "Companion");
  const { colour, name, shown, hidden } = seat;
  return [
    crest(colour),
    html("h1", {}, name),
    html(
      "p",
      { class: "own-points" },
      html("b", {}, `${shown + hidden}`),
      html("span", {}, hidden ? t("points, {count} hidden", { count: hidden }) : n("point", "points", shown)),
    ),
    button(seat.covered ? t("Show cards") : t("Hide cards"), cover, { key: "cover", "aria-pressed": `${seat.covered}` }),
  ];
}

/** @param {string | false} asleep */
function drawMore(asleep) {
  return [
    html("a", { href: "/" }, t("Watch the table")),
    languageSwitch(),
    button(t("Give this seat up"), askLeave, { key: "leave" }),
    asleep && html("p", { class: "quiet" }, asleep),
  ];
}

function askLeave() {
  const left = async () => {
    await post("/api/pairing/leave", {}).catch(({ message }) => say("refusal", message));
    await stillPaired();
  };
  ask(t("Unpair this phone from your seat?"), html("p", {}, t("The tablet can pair it again.")), [
    [t("Give this seat up"), left],
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
  const watch = (kind) => html("p", {}, html("a", { href: "/", class: kind }, t("Watch the table")));
  const how = t("On the tablet, open Phones, tap your seat, and point this phone's camera at the code.");
  const shown = t("Nothing is secret in this game: the tablet shows it all.");
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

onLanguage(draw);
onMoot(sayMoot);
onAwake(draw);
if (!follows) {
  onTold(() => location.reload());
  stillPaired();
  setInterval(stillPaired, LOOK_EVERY);
} else {
  follow(
    (newest) => {
      snapshot = newest;
      draw();
      followQuestion(newest);
      followUndo(newest);
    },
    (live) => {
      connection = live ? "live" : snapshot ? "lost" : "connecting";
      // Only the phone of a seat hears this stream. Each try that fails may fail because it is none any more.
      if (live) unpaired = null;
      else stillPaired();
      draw();
    },
    { address: "/api/seat/events" },
  );
}
draw();
