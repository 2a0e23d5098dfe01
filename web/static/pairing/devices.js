// Phones and tablets: who is paired, the codes that pair another one, and taking a pairing back.

import { post } from "../network/api.js";
import { crest } from "../drawing/crests.js";
import { ask } from "../dialogs/dialogs.js";
import { contents, html, within } from "../drawing/dom.js";
import { patient } from "../network/patience.js";
import { fetchJson } from "../network/timed_fetch.js";
import { n, t } from "../language/i18n.js";

const LOOK_EVERY_MS = 1500;
const ANSWER_WITHIN = patient(4000);

/** @typedef {{ colour: string, name: string, device: string | null }} PairedSeat */
/** @typedef {{ seats: PairedSeat[], tablets: { device: string, this: boolean }[], cameras: string[], phone_camera: boolean }} Paired */
/** @typedef {{ link: string, qr: string, reached: boolean, may_open: boolean, seconds: number, code: string, secret?: boolean }} Invited */
/** @typedef {{ list: string, waiting: { done(paired: Paired): boolean } | null, asking: Promise<Paired> | null }} Shown */
/** @typedef {{ root: HTMLElement, shown: Shown, draw(): unknown }} Dialog */
/**
 * What is said of a code: `done` says whether it was used, `again` shows it anew; `warns`: who scans it is told of the browser's
 * warning before it comes.
 *
 * @typedef {{ title: string, text: string, note?: string | null, warns?: boolean, done(paired: Paired): boolean, again(): unknown }} Told
 */

/** Open the dialog. It follows what is paired for as long as it is open. */
export function askDevices() {
  const root = html("div", { class: "devices", "aria-live": "polite" });
  const dialog = ask(t("Phones and tablets"), root, [], { leave: t("Close") });
  /** @type {Shown} */
  const shown = { list: "", waiting: null, asking: null };
  const look = () => {
    if (!dialog.open || !root.isConnected) clearInterval(timer);
    else if (!shown.asking) refresh(root, shown);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  look();
}

/**
 * Ask what is paired, and show it. Of answers that overtake each other only what was asked last counts.
 *
 * @param {HTMLElement} root
 * @param {Shown} shown
 * @returns {Promise<void>}
 */
async function refresh(root, shown) {
  /** @type {Promise<Paired>} */
  const asking = (shown.asking = fetchJson("/api/pairing", {}, ANSWER_WITHIN));
  await asking.catch(() => {});
  if (asking !== shown.asking) return undefined;
  shown.asking = null;
  let paired;
  try {
    paired = await asking;
  } catch (caught) {
    const error = /** @type {Page.Refusal} */ (caught);
    const told = error.status ? error : new Error(t("The table can't be reached."));
    return fail(root, shown, told, error.status === 403 ? pairHere() : null);
  }
  const { waiting } = shown;
  if (waiting && waiting.done(paired)) shown.waiting = null;
  else if (waiting) return undefined;
  const list = JSON.stringify([document.documentElement.lang, paired]);
  if (list === shown.list && !waiting) return undefined;
  shown.list = list;
  const draw = () => {
    Object.assign(shown, { list: "", waiting: null });
    return refresh(root, shown);
  };
  return root.replaceChildren(...drawList(paired, { root, shown, draw }));
}

/**
 * Say what went wrong until it goes right: the next look at what is paired tries again.
 *
 * @param {HTMLElement} root
 * @param {Shown} shown
 * @param {Error} error
 * @param {Page.Content} way
 */
function fail(root, shown, error, way) {
  Object.assign(shown, { list: "", waiting: null });
  root.replaceChildren(...contents(refusal(error), way));
}

const pairHere = () =>
  html("div", { class: "buttons" }, html("a", { class: "button", href: "/pair" }, t("Pair this device")));

/** @param {Error} error */
const refusal = (error) => html("p", { class: "refusal", role: "alert" }, error.message);

/**
 * @param {Paired} paired
 * @param {Dialog} dialog
 */
function drawList({ seats, tablets, cameras, phone_camera: phoneCamera }, dialog) {
  const others = tablets.filter((tablet) => !tablet.this);
  return contents(
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
      others.map(({ device }, at) => button(unpairs(others.length, at + 1), () => unpair(device, dialog))),
      cameras.map((device) => button(t("Unpair the camera phone"), () => unpair(device, dialog))),
    ),
  );
}

/**
 * What a button says that unpairs one of so many other tablets.
 *
 * @param {number} count
 * @param {number} number
 */
const unpairs = (count, number) =>
  count === 1 ? t("Unpair the other tablet") : t("Unpair other tablet {number}", { number });

/**
 * @param {PairedSeat} seat
 * @param {Dialog} dialog
 */
function drawSeat({ colour, name, device }, dialog) {
  const unpairs = { "aria-label": t("Unpair {name}'s phone", { name }) };
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
    device === null ? [] : button(t("Unpair"), () => unpair(device, dialog), unpairs),
  );
}

/**
 * @param {string} device
 * @param {Dialog} dialog
 */
async function unpair(device, dialog) {
  if (await send("/api/pairing/unpair", { device }, dialog)) dialog.draw();
}

/**
 * @param {PairedSeat} seat
 * @param {Dialog} dialog
 */
async function pairPhone({ colour, name, device }, dialog) {
  const invited = await send("/api/pairing/phones", { seat: colour }, dialog);
  if (!invited) return;
  const minutes = Math.round(invited.seconds / 60);
  showCode(dialog, invited, {
    title: t("{name}'s phone", { name }),
    text: n(
      "Point the phone's camera at the code. It works once, for {count} minute.",
      "Point the phone's camera at the code. It works once, for {count} minutes.",
      minutes,
    ),
    note: device && t("The phone that is paired now will be unpaired."),
    again: () => pairPhone({ colour, name, device }, dialog),
    done: ({ seats }) => seats.find((seat) => seat.colour === colour)?.device !== device,
  });
}

/**
 * @param {number} before
 * @param {Dialog} dialog
 */
async function pairTablet(before, dialog) {
  const invited = await send("/api/pairing/tablets", {}, dialog);
  if (!invited) return;
  showCode(dialog, invited, {
    title: t("Another tablet"),
    text: t("Point its camera at the code, or open this table's page there and type {code}.", { code: invited.code }),
    again: () => pairTablet(before, dialog),
    done: ({ tablets }) => tablets.length !== before,
  });
}

/**
 * @param {string[]} before
 * @param {Dialog} dialog
 */
async function pairCamera(before, dialog) {
  const invited = await send("/api/pairing/cameras", {}, dialog);
  if (!invited) return;
  showCode(dialog, invited, {
    title: t("A phone as the camera"),
    text: t("Point that phone's camera at the code, and open the page."),
    note: invited.secret ? null : t("Browsers give a page the camera over HTTPS only: start the table with --https."),
    warns: true,
    again: () => pairCamera(before, dialog),
    done: ({ cameras }) => cameras.some((device) => !before.includes(device)),
  });
}

/**
 * @param {Dialog} dialog
 * @param {Invited} invited
 * @param {Told} told
 */
function showCode(dialog, { link, qr, reached, may_open: mayOpen }, { title, text, note, warns = false, done, again }) {
  const { root, shown, draw } = dialog;
  shown.waiting = { done };
  const content = contents(
    html("h3", {}, title),
    reached && html("img", { class: "qr", src: `${qr}?${Date.now()}`, alt: t("The code for {title}", { title }) }),
    reached ? html("p", {}, text) : unreached(mayOpen, dialog, again),
    note && html("p", {}, note),
    link.startsWith("https:") && warning(warns),
    reached || html("p", {}, t("Another browser on this computer can open this link:")),
    html("p", { class: "link" }, html("a", { href: link, target: "_blank", rel: "noopener" }, link)),
    html("div", { class: "buttons" }, button(t("Back"), draw)),
  );
  root.replaceChildren(...content);
  within(root, "button", HTMLButtonElement).focus();
}

/**
 * How a phone goes on where its browser doesn't know the table's certificate. The pictures are asked for when they are seen.
 *
 * @param {boolean} open
 */
function warning(open) {
  const pictures = {
    android: t("Android: 1 “Advanced”, 2 “Proceed to …”"),
    iphone: t("iPhone: 1 “Show Details”, 2 “visit this website”, 3 “Visit Website”"),
  };
  const shown = Object.entries(pictures).map(([phone, says]) =>
    html("figure", {}, html("img", { src: `/static/pairing/warning_${phone}.svg`, alt: "", loading: "lazy", width: 180, height: 320 }), html("figcaption", {}, says)),
  );
  return html(
    "details",
    { class: "warning", open },
    html("summary", {}, t("The browser warns once")),
    html("p", {}, t("It can't know that this is your table, but you do. On that phone, tap where the picture shows it.")),
    html("div", { class: "warning-pictures" }, shown),
  );
}

/**
 * What is said where the code leads nowhere yet; `again` shows it anew.
 *
 * @param {boolean} mayOpen
 * @param {Dialog} dialog
 * @param {() => unknown} again
 */
function unreached(mayOpen, dialog, again) {
  const open = async () => {
    if (await send("/api/pairing/network", {}, dialog)) again();
  };
  return html(
    "div",
    { class: "refusal" },
    html("p", {}, t("Phones and other tablets can't reach this table yet: it is open to this computer only.")),
    mayOpen
      ? html("div", { class: "buttons" }, button(t("Open the table to this network until it stops"), open))
      : html("p", {}, t("Start it with --host 0.0.0.0.")),
  );
}

/**
 * Post; what was not taken is said until somebody goes back to the list.
 *
 * @param {string} path
 * @param {object} data
 * @param {Dialog} dialog
 * @returns {ReturnType<typeof post>}
 */
async function send(path, data, { root, shown, draw }) {
  try {
    return await post(path, data);
  } catch (error) {
    shown.waiting = { done: () => false };
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
