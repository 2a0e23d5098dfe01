// The role of this device on the table's page: a tablet enters moves, all others view only.

import { html, flattenContent, requireElement } from "../drawing/dom.js";
import { game } from "../table/game.js";
import { t, n } from "../language/i18n.js";
import { post } from "../network/api.js";
import { crest } from "../drawing/signs.js";
import { openDialog } from "../dialogs/dialogs.js";
import { fetchJson } from "../network/timed_fetch.js";
import { scaleTimeout } from "../network/timeout_scale.js";

// The dialog of phones and tablets: lists pairings, shows codes to pair devices, and unpairs them.

const POLL_INTERVAL_MS = 1500;
const ANSWER_TIMEOUT_MS = scaleTimeout(4000);

/** @typedef {{ colour: string, name: string, device: string | null }} PairedSeat */
/** @typedef {{ seats: PairedSeat[], tablets: { device: string, this: boolean }[], cameras: string[], phone_camera: boolean }} Pairings */
/** @typedef {{ link: string, qr: string, reached: boolean, may_open: boolean, seconds: number, code: string, secret?: boolean }} Invitation */
/** @typedef {{ list: string, waiting: { isUsed(paired: Pairings): boolean } | null, request: Promise<Pairings> | null }} DialogState */
/** @typedef {{ root: HTMLElement, state: DialogState, draw(): unknown }} Dialog */
/**
 * The texts of a code. `isUsed` returns true once the code was used; `renew` requests a new code; `warns` opens the
 * explanation of the browser's certificate warning.
 *
 * @typedef {{ title: string, text: string, note?: string | null, warns?: boolean, isUsed(paired: Pairings): boolean, renew(): unknown }} CodeText
 */

/** Opens the dialog, which polls the pairings while it is open. */
function openDevicesDialog() {
  const root = html("div", { class: "devices", "aria-live": "polite" });
  const dialog = openDialog(t("Phones and tablets"), root, [], { leave: t("Close") });
  /** @type {DialogState} */
  const state = { list: "", waiting: null, request: null };
  const poll = () => {
    if (!dialog.open || !root.isConnected) clearInterval(timer);
    else if (!state.request) refresh(root, state);
  };
  const timer = setInterval(poll, POLL_INTERVAL_MS);
  poll();
}

/**
 * Fetches the pairings and shows them. Only the answer to the latest request is used.
 *
 * @param {HTMLElement} root
 * @param {DialogState} state
 * @returns {Promise<void>}
 */
async function refresh(root, state) {
  /** @type {Promise<Pairings>} */
  const request = (state.request = fetchJson("/api/pairing", {}, ANSWER_TIMEOUT_MS));
  await request.catch(() => {});
  if (request !== state.request) return undefined;
  state.request = null;
  let paired;
  try {
    paired = await request;
  } catch (caught) {
    const error = /** @type {Page.Refusal} */ (caught);
    const shownError = error.status ? error : new Error(t("The table can't be reached."));
    return showError(root, state, shownError, error.status === 403 ? pairHereButton() : null);
  }
  const { waiting } = state;
  if (waiting && waiting.isUsed(paired)) state.waiting = null;
  else if (waiting) return undefined;
  const list = JSON.stringify([document.documentElement.lang, paired]);
  if (list === state.list && !waiting) return undefined;
  state.list = list;
  const draw = () => {
    Object.assign(state, { list: "", waiting: null });
    return refresh(root, state);
  };
  return root.replaceChildren(...drawList(paired, { root, state, draw }));
}

/**
 * Shows an error until the next poll succeeds.
 *
 * @param {HTMLElement} root
 * @param {DialogState} state
 * @param {Error} error
 * @param {Page.Content} action
 */
function showError(root, state, error, action) {
  Object.assign(state, { list: "", waiting: null });
  root.replaceChildren(...flattenContent(refusal(error), action));
}

const pairHereButton = () =>
  html("div", { class: "buttons" }, html("a", { class: "button", href: "/pair" }, t("Pair this device")));

/** @param {Error} error */
const refusal = (error) => html("p", { class: "refusal", role: "alert" }, error.message);

/**
 * @param {Pairings} paired
 * @param {Dialog} dialog
 */
function drawList({ seats, tablets, cameras, phone_camera: phoneCamera }, dialog) {
  const others = tablets.filter((tablet) => !tablet.this);
  return flattenContent(
    seats.length
      ? html("p", { class: "quiet" }, t("Tap a seat, and point that player's phone at the code."))
      : html("p", {}, t("Start a game first: a phone belongs to a seat.")),
    html("ul", { class: "phone-seats" }, seats.map((seat) => drawSeat(seat, dialog))),
    others.length > 0 &&
      html("p", {}, n("{count} other tablet is paired.", "{count} other tablets are paired.", others.length)),
    html(
      "div",
      { class: "buttons" },
      button(t("Pair another tablet"), () => pairTablet(tablets.length, dialog)),
      phoneCamera && button(t("A phone as the camera"), () => pairCamera(cameras, dialog)),
      others.map(({ device }, at) => button(unpairLabel(others.length, at + 1), () => unpair(device, dialog))),
      cameras.map((device) => button(t("Unpair the camera phone"), () => unpair(device, dialog))),
    ),
  );
}

/**
 * The label of a button that unpairs one of several other tablets.
 *
 * @param {number} count
 * @param {number} number
 */
const unpairLabel = (count, number) =>
  count === 1 ? t("Unpair the other tablet") : t("Unpair other tablet {number}", { number });

/**
 * @param {PairedSeat} seat
 * @param {Dialog} dialog
 */
function drawSeat({ colour, name, device }, dialog) {
  const attributes = { "aria-label": t("Unpair {name}'s phone", { name }) };
  return html(
    "li",
    { class: "phone-seat", "data-colour": colour },
    html(
      "button",
      { type: "button", class: "phone-seat-pair", onclick: () => pairPhone({ colour, name, device }, dialog) },
      crest(colour),
      html("span", { class: "phone-seat-name" }, name),
      html("span", { class: "quiet" }, device ? t("phone paired") : t("no phone")),
    ),
    device === null ? [] : button(t("Unpair"), () => unpair(device, dialog), attributes),
  );
}

/**
 * @param {string} device
 * @param {Dialog} dialog
 */
async function unpair(device, dialog) {
  if (await postOrShowError("/api/pairing/unpair", { device }, dialog)) dialog.draw();
}

/**
 * @param {PairedSeat} seat
 * @param {Dialog} dialog
 */
async function pairPhone({ colour, name, device }, dialog) {
  const invitation = await postOrShowError("/api/pairing/phones", { seat: colour }, dialog);
  if (!invitation) return;
  const minutes = Math.round(invitation.seconds / 60);
  showCode(dialog, invitation, {
    title: t("{name}'s phone", { name }),
    text: n(
      "Point the phone's camera at the code. It works once, for {count} minute.",
      "Point the phone's camera at the code. It works once, for {count} minutes.",
      minutes,
    ),
    note: device && t("The phone that is paired now will be unpaired."),
    renew: () => pairPhone({ colour, name, device }, dialog),
    isUsed: ({ seats }) => seats.find((seat) => seat.colour === colour)?.device !== device,
  });
}

/**
 * @param {number} tabletCount
 * @param {Dialog} dialog
 */
async function pairTablet(tabletCount, dialog) {
  const invitation = await postOrShowError("/api/pairing/tablets", {}, dialog);
  if (!invitation) return;
  showCode(dialog, invitation, {
    title: t("Another tablet"),
    text: t("Point its camera at the code, or open this table's page there and type {code}.", { code: invitation.code }),
    renew: () => pairTablet(tabletCount, dialog),
    isUsed: ({ tablets }) => tablets.length !== tabletCount,
  });
}

/**
 * @param {string[]} knownCameras
 * @param {Dialog} dialog
 */
async function pairCamera(knownCameras, dialog) {
  const invitation = await postOrShowError("/api/pairing/cameras", {}, dialog);
  if (!invitation) return;
  showCode(dialog, invitation, {
    title: t("A phone as the camera"),
    text: t("Point that phone's camera at the code, and open the page."),
    note: invitation.secret ? null : t("Browsers give a page the camera over HTTPS only: start the table with --https."),
    warns: true,
    renew: () => pairCamera(knownCameras, dialog),
    isUsed: ({ cameras }) => cameras.some((device) => !knownCameras.includes(device)),
  });
}

/**
 * @param {Dialog} dialog
 * @param {Invitation} invited
 * @param {CodeText} texts
 */
function showCode(dialog, { link, qr, reached, may_open: mayOpen }, { title, text, note, warns = false, isUsed, renew }) {
  const { root, state, draw } = dialog;
  state.waiting = { isUsed };
  // The focus moves to the heading, not to a button below: the dialog would scroll there, and the code out of sight.
  const heading = html("h3", { tabindex: -1 }, title);
  const content = flattenContent(
    heading,
    reached && html("img", { class: "qr", src: `${qr}?${Date.now()}`, alt: t("The code for {title}", { title }) }),
    reached ? html("p", {}, text) : unreachableNotice(mayOpen, dialog, renew),
    note && html("p", {}, note),
    link.startsWith("https:") && certificateWarning(warns),
    reached || html("p", {}, t("Another browser on this computer can open this link:")),
    html("p", { class: "link" }, html("a", { href: link, target: "_blank", rel: "noopener" }, link)),
    html("div", { class: "buttons" }, button(t("Back"), draw)),
  );
  root.replaceChildren(...content);
  heading.focus({ preventScroll: true });
  requireElement(document, "#dialog", HTMLDialogElement).scrollTop = 0;
}

/**
 * Explains how to continue after a browser's certificate warning. The pictures load when they become visible.
 *
 * @param {boolean} isOpen
 */
function certificateWarning(isOpen) {
  const pictures = {
    android: t("Android: 1 “Advanced”, 2 “Proceed to …”"),
    iphone: t("iPhone: 1 “Show Details”, 2 “visit this website”, 3 “Visit Website”"),
  };
  const figures = Object.entries(pictures).map(([phone, says]) =>
    html("figure", {}, html("img", { src: `/static/pairing/warning_${phone}.svg`, alt: "", loading: "lazy", width: 180, height: 320 }), html("figcaption", {}, says)),
  );
  return html(
    "details",
    { class: "warning", open: isOpen },
    html("summary", {}, t("The browser warns once")),
    html("p", {}, t("It can't know that this is your table, but you do. On that phone, tap where the picture shows it.")),
    html("div", { class: "warning-pictures" }, figures),
  );
}

/**
 * A notice that other devices can't reach the table yet; `renew` requests a new code.
 *
 * @param {boolean} mayOpen
 * @param {Dialog} dialog
 * @param {() => unknown} renew
 */
function unreachableNotice(mayOpen, dialog, renew) {
  const openNetwork = async () => {
    if (await postOrShowError("/api/pairing/network", {}, dialog)) renew();
  };
  return html(
    "div",
    { class: "refusal" },
    html("p", {}, t("Phones and other tablets can't reach this table yet: it is open to this computer only.")),
    mayOpen
      ? html("div", { class: "buttons" }, button(t("Open the table to this network until it stops"), openNetwork))
      : html("p", {}, t("Start it with --host 0.0.0.0.")),
  );
}

/**
 * Posts data; shows an error until the user returns to the list.
 *
 * @param {string} path
 * @param {object} data
 * @param {Dialog} dialog
 * @returns {ReturnType<typeof post>}
 */
async function postOrShowError(path, data, { root, state, draw }) {
  try {
    return await post(path, data);
  } catch (error) {
    state.waiting = { isUsed: () => false };
    root.replaceChildren(refusal(/** @type {Error} */ (error)), html("div", { class: "buttons" }, button(t("Back"), draw)));
    return null;
  }
}

/**
 * @param {string} text
 * @param {() => unknown} onclick
 * @param {Page.Attributes} more
 */
const button = (text, onclick, more = {}) => html("button", { type: "button", onclick, ...more }, text);

const { dataset } = document.body;

/** Returns true if this device may enter moves. */
export const canEnter = () => dataset.role === "tablet";

/**
 * Updates the role and the seat of this device. Returns true if either changed: the caller redraws the page.
 *
 * @param {{ role: string, seat: string | null }} visitor
 */
export function updateDeviceRole({ role, seat }) {
  if (role === dataset.role && (seat ?? undefined) === dataset.seat) return false;
  dataset.role = role;
  if (seat) dataset.seat = seat;
  else delete dataset.seat;
  return true;
}

/**
 * The device control: a tablet opens its phones, a phone links to its seat, others link to pairing.
 *
 * In a game without secrets a phone has no cards to link to.
 */
export function devicesControl() {
  if (canEnter()) {
    return html("button", { type: "button", "data-key": "devices", onclick: openDevicesDialog }, t("Phones"));
  }
  if (dataset.role === "phone" && !game().hasSecrets) return html("p", { class: "view-only" }, t("View only."));
  const [href, linkText] = dataset.role === "phone" ? ["/phone", t("My cards")] : ["/pair", t("Pair this device")];
  return html("p", { class: "view-only" }, t("View only."), " ", html("a", { href }, linkText));
}

// Controls that enter something. View settings and pairing are open to everybody.
const ENTRY_SELECTOR = "[role=button], button:not(.island-turns button, .looks, .code-form button)";

/**
 * Blocks taps that would enter something on a view-only device, and shows the reason with `showText`.
 *
 * @param {HTMLElement[]} parts
 * @param {(text: string) => void} showText
 */
export function blockViewerInput(parts, showText) {
  /** @param {Event} event */
  const refuse = (event) => {
    const isActivation = event.type === "click" || (event instanceof KeyboardEvent && (event.key === "Enter" || event.key === " "));
    if (canEnter() || !isActivation || !/** @type {Element} */ (event.target).closest(ENTRY_SELECTOR)) return;
    event.stopPropagation();
    event.preventDefault();
    showText(t("View only. Enter moves on the tablet."));
  };
  for (const part of parts) {
    part.addEventListener("click", refuse, { capture: true });
    part.addEventListener("keydown", refuse, { capture: true });
  }
}
