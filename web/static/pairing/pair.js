// The page that pairs this device, with the secret in its address or a typed code.

import { post } from "../network/api.js";
import { elementById, flattenContent, html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";
import { codeForm } from "./code_form.js";
import { notifyOtherPages } from "../network/connection.js";

/** @type {{ [role: string]: string }} */
const HOME_PATHS = { tablet: "/", phone: "/phone", camera: "/camera" };

const root = elementById("pair");
const { role = "viewer" } = document.body.dataset;

/** Reads the secret from the address and removes it there, so that it can't be read or shared later. */
function consumeSecret() {
  const query = new URLSearchParams(location.search);
  history.replaceState(null, "", location.pathname);
  const name = ["token", "key", "code"].find((each) => query.has(each));
  return name ? { [name]: query.get(name) } : null;
}

/** @param {{ [name: string]: string | boolean | null }} secret */
async function pair(secret) {
  showContent(html("p", {}, t("Pairing …")));
  try {
    const paired = await post("/api/pairing", secret);
    notifyOtherPages();
    location.replace(HOME_PATHS[paired.role]);
  } catch (error) {
    const replaceButton = /** @type {Page.Refusal} */ (error).status === 409 && [
      html("div", { class: "buttons" }, button(t("Use as a phone"), () => pair({ ...secret, instead: true }))),
    ];
    showContent(refusal(error), replaceButton, secret.token ? [] : codeEntry());
  }
}

/** @param {Page.Content[]} content */
function showContent(...content) {
  root.replaceChildren(...flattenContent(html("h1", {}, t("Pair this device")), content));
  root.querySelector("input")?.focus();
}

function codeEntry() {
  const form = codeForm((code) => pair({ code }));
  form.append(
    html("p", { class: "quiet" }, t("A paired tablet shows a code, too: under “Phones”, “Pair another tablet”.")),
    html("p", { class: "quiet" }, t("Can't see a code? On the table's computer, “companion pair” shows one.")),
    html("p", { class: "quiet" }, t("Pair a phone with the code that the tablet shows under “Phones”.")),
    html("p", {}, html("a", { href: "/" }, t("View the table only"))),
  );
  return form;
}

/** Draws the state of a device that is already paired. */
function drawPairedDevice() {
  const roleText = {
    tablet: t("This device is one of the table's tablets."),
    phone: t("This device is a player's phone."),
    camera: t("This device is the table's camera."),
  }[role];
  const leave = async () => {
    try {
      await post("/api/pairing/leave", {});
      notifyOtherPages();
      location.reload();
    } catch (error) {
      showContent(refusal(error));
    }
  };
  return [
    html("p", {}, roleText),
    html(
      "div",
      { class: "buttons" },
      button(t("Continue"), () => location.assign(HOME_PATHS[role]), "primary"),
      button(t("Unpair this device"), leave),
    ),
  ];
}

/** @param {unknown} error */
const refusal = (error) => html("p", { class: "refusal", role: "alert" }, /** @type {Error} */ (error).message);

/**
 * @param {string} text
 * @param {() => unknown} onclick
 * @param {string} [kind]
 */
const button = (text, onclick, kind) => html("button", { type: "button", class: kind, onclick }, text);

const secret = consumeSecret();
if (secret) pair(secret);
else showContent(role === "viewer" ? codeEntry() : drawPairedDevice());
