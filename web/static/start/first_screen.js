// The page without a game: ways to start one, and the page's address for other devices.

import { fetchChoices, resumeGame, post, startGame } from "../network/api.js";
import { crest } from "../drawing/signs.js";
import { findAll, fillForm, readFields, html, singleFlight, requireElement } from "../drawing/dom.js";
import { fetchJson } from "../network/timed_fetch.js";
import { scaleTimeout } from "../network/timeout_scale.js";
import { game } from "../table/game.js";
import { showRefusal } from "../table/message.js";
import { codeForm } from "../pairing/code_form.js";
import { notifyOtherPages } from "../network/connection.js";
import { canEnter } from "../pairing/device_role.js";
import { t } from "../language/i18n.js";
import { lastGameDefaults, gameForm, unfinishedGames } from "./start.js";

const ADDRESS_TIMEOUT_MS = scaleTimeout(4000);

/** @typedef {"last" | "new" | null} Form The open form: prefilled from the last game, or with defaults; null: none. */
/** @typedef {{ link: string, qr: string, reached: boolean, may_open: boolean }} Address */

/** @type {Form} */
let openForm = null;

/**
 * Draws the page without a game. If there is one (`none` is false), draws nothing and closes the form.
 *
 * @param {boolean} none
 */
export function drawFirstScreen(none) {
  if (!none) {
    openForm = null;
    return [];
  }
  const root = html("div", { class: "first-screen" });
  if (canEnter()) loadWays(root);
  else root.replaceChildren(drawIdleGame(), html("div", { class: "ways" }, html("p", { class: "first-status" }, t("No game in progress.")), pairingForm()));
  return root;
}

/** The game's decoration while nobody plays. */
const drawIdleGame = () => html("div", { class: "at-rest", inert: true, "aria-hidden": "true" }, game().atRest?.());

/** @param {HTMLElement} root */
function loadWays(root) {
  // Keep the values of an open form when the language changes.
  const before = readFields(findAll(document, "#start form", HTMLFormElement)[0]);
  fetchChoices().then((offered) => {
    /** @param {Form} form */
    const show = (form) => {
      openForm = form;
      root.classList.toggle("first-form", form !== null);
      root.replaceChildren(...(form ? [drawStartForm(offered, form, () => show(null))] : [drawIdleGame(), drawWays(offered, show)]));
    };
    show(openForm);
    if (openForm) fillForm(requireElement(root, "form", HTMLFormElement), before);
  });
}

/**
 * Draws the ways to start a game.
 *
 * @param {Api.Choices} offered
 * @param {(form: Form) => void} show
 */
function drawWays({ last, unfinished, games }, show) {
  const again = last && games.some(({ kind }) => kind === last.kind) ? last : null;
  return html(
    "div",
    { class: "ways" },
    html("h2", { class: "first-title" }, t("Start here")),
    html("p", { class: "first-status" }, t("You play at your table. Companion counts the cards and the points.")),
    again ? wayButton("last", true, () => show("last"), t("Same game as last time"), again.players.map(({ name, colour }, at, { length }) => html("span", { class: "way-player" }, crest(colour), at + 1 < length ? `${name}, ` : name))) : null,
    wayButton("new", !again, () => show("new"), t("New game")),
    unfinishedGames(unfinished, games.length > 1, (number) => resumeGame({ game: number })),
    "demo" in document.body.dataset ? wayButton("demo", false, singleFlight(showDemo), t("See a demo game")) : null,
    addressBox(),
  );
}

/**
 * @param {string} key
 * @param {boolean} usual
 * @param {Page.Listener} onclick
 * @param {string} text
 * @param {Page.Content} [more]
 */
const wayButton = (key, usual, onclick, text, more) =>
  html(
    "button",
    { type: "button", class: usual ? "way primary" : "way", "data-key": key, onclick },
    html("b", {}, text),
    more ? html("span", {}, more) : null,
  );

/**
 * @param {Api.Choices} offered
 * @param {Form} form
 * @param {() => void} back
 */
function drawStartForm(offered, form, back) {
  const { last } = offered;
  const fields = gameForm({ ...offered, ...(form === "last" && last ? lastGameDefaults(last) : {}) });
  const start = (/** @type {Event} */ event) => {
    event.preventDefault();
    startGame(fields.newGame());
  };
  return html(
    "form",
    { onsubmit: start },
    html("h2", {}, t("A new game")),
    fields.element,
    html(
      "div",
      { class: "buttons" },
      html("button", { type: "button", onclick: back }, t("Back")),
      html("button", { class: "primary" }, t("Start")),
    ),
  );
}

/** The address of this page for phones and other tablets, as a QR code. */
function addressBox() {
  const box = html("div", { class: "first-address" });
  const loadAddress = () =>
    fetchJson("/api/pairing/address", {}, ADDRESS_TIMEOUT_MS).then(
      (found) => box.replaceChildren(...drawAddress(found, loadAddress)),
      // A failed request has already shown its message; the ways to start stay.
      () => box.replaceChildren(),
    );
  loadAddress();
  return box;
}

/**
 * @param {Address} address
 * @param {() => unknown} again
 * @returns {HTMLElement[]}
 */
function drawAddress({ link, qr, reached, may_open: mayOpen }, again) {
  if (reached) {
    return [
      html("img", { class: "qr", src: `${qr}?${Date.now()}`, alt: t("The address of this page") }),
      html("p", { class: "quiet" }, t("Scan this with a phone or a tablet to open the table's page: {link}", { link })),
      html("p", { class: "quiet" }, t("View only. To enter moves, pair it under “Phones”.")),
    ];
  }
  const openNetwork = async () => {
    try {
      await post("/api/pairing/network", {});
      again();
    } catch (error) {
      showRefusal(/** @type {Error} */ (error).message);
    }
  };
  return [
    html("p", { class: "quiet" }, t("Phones and other tablets can't reach this table yet: it is open to this computer only.")),
    mayOpen
      ? html("div", { class: "buttons" }, html("button", { type: "button", onclick: singleFlight(openNetwork) }, t("Open the table to this network until it stops")))
      : html("p", { class: "quiet" }, t("Start it with --host 0.0.0.0.")),
  ];
}

/** The form that pairs this device with the table's code. A player's phone uses its seat's code instead. */
function pairingForm() {
  if (document.body.dataset.role !== "viewer") return null;
  const refused = html("p", { role: "alert" });
  const form = codeForm(async (code) => {
    try {
      await post("/api/pairing", { code });
      notifyOtherPages();
      location.reload();
    } catch (error) {
      refused.textContent = /** @type {Error} */ (error).message;
      refused.className = "refusal";
    }
  });
  form.append(refused);
  return form;
}

/** Starts a demo at its own table and opens it. */
async function showDemo() {
  try {
    const { link } = await post("/api/demo", {});
    location.assign(link);
  } catch (error) {
    showRefusal(/** @type {Error} */ (error).message);
  }
}
