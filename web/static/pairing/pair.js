// The page that pairs the device it is opened on: by what its address brings, or by a code that is typed.

import { post } from "../network/api.js";
import { at, contents, html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";
import { codeForm } from "./code_form.js";
import { tellOthers } from "./pairing_channel.js";

/** @type {{ [role: string]: string }} */
const HOME = { tablet: "/", phone: "/phone", camera: "/camera" };

const root = at("pair");
const { role = "viewer" } = document.body.dataset;

/** What the address brought; it is taken out of the address, so that nobody reads or sends it again. */
function brought() {
  const asked = new URLSearchParams(location.search);
  history.replaceState(null, "", location.pathname);
  const name = ["token", "key", "code"].find((each) => asked.has(each));
  return name ? { [name]: asked.get(name) } : null;
}

/** @param {{ [name: string]: string | boolean | null }} secret */
async function pair(secret) {
  show(html("p", {}, t("Pairing …")));
  try {
    const paired = await post("/api/pairing", secret);
    tellOthers();
    location.replace(HOME[paired.role]);
  } catch (error) {
    const instead = /** @type {Page.Refusal} */ (error).status === 409 && [
      html("div", { class: "buttons" }, button(t("Use as a phone"), () => pair({ ...secret, instead: true }))),
    ];
    show(refusal(error), instead, secret.token ? [] : entry());
  }
}

/** @param {Page.Content[]} content */
function show(...content) {
  root.replaceChildren(...contents(html("h1", {}, t("Pair this device")), content));
  root.querySelector("input")?.focus();
}

function entry() {
  const form = codeForm((code) => pair({ code }));
  form.append(
    html("p", { class: "quiet" }, t("A paired tablet shows a code, too: under “Phones”, “Pair another tablet”.")),
    html("p", { class: "quiet" }, t("Can't see a code? On the table's computer, “companion pair” shows one.")),
    html("p", { class: "quiet" }, t("Pair a phone with the code that the tablet shows under “Phones”.")),
    html("p", {}, html("a", { href: "/" }, t("View the table only"))),
  );
  return form;
}

/** What a device is told that is paired already. */
function settled() {
  const told = {
    tablet: t("This device is one of the table's tablets."),
    phone: t("This device is a player's phone."),
    camera: t("This device is the table's camera."),
  }[role];
  const leave = async () => {
    try {
      await post("/api/pairing/leave", {});
      tellOthers();
      location.reload();
    } catch (error) {
      show(refusal(error));
    }
  };
  return [
    html("p", {}, told),
    html(
      "div",
      { class: "buttons" },
      button(t("Continue"), () => location.assign(HOME[role]), "primary"),
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

const secret = brought();
if (secret) pair(secret);
else show(role === "viewer" ? entry() : settled());
