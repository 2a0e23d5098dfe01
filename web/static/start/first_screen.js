// The page where no game is on: what can be begun, and how other devices come here.

import { choices, goOn, post, startGame } from "../network/api.js";
import { all, fillIn, filledIn, html, once, within } from "../drawing/dom.js";
import { patient } from "../network/patience.js";
import { fetchJson } from "../network/timed_fetch.js";
import { game } from "../table/game.js";
import { showRefusal } from "../table/message.js";
import { codeForm } from "../pairing/code_form.js";
import { acts } from "../pairing/device_role.js";
import { tellOthers } from "../pairing/pairing_channel.js";
import { t } from "../language/i18n.js";
import { asLastTime, gameForm } from "./start.js";
import { unfinishedGames } from "./unfinished_games.js";

const ANSWER_WITHIN = patient(4000);

/** @typedef {"last" | "new" | null} Form The form that is open: filled in as last time, or as is usual; null: none is. */
/** @typedef {{ link: string, qr: string, reached: boolean, may_open: boolean }} Address */

/** @type {Form} */
let open = null;

/**
 * What the page shows while no game is on; where one is (`none` is false), nothing, and no form is open afterwards.
 *
 * @param {boolean} none
 */
export function drawFirstScreen(none) {
  if (!none) {
    open = null;
    return [];
  }
  const root = html("div", { class: "first-screen" });
  if (acts()) drawWays(root);
  else root.replaceChildren(atRest(), html("div", { class: "ways" }, html("p", { class: "first-told" }, t("No game in progress.")), pairHere()));
  return root;
}

/** What the game draws of its things while nobody plays. */
const atRest = () => html("div", { class: "at-rest", inert: true, "aria-hidden": "true" }, game().atRest?.());

/** @param {HTMLElement} root */
function drawWays(root) {
  // What is filled in already stays, where the form is only drawn in another language.
  const before = filledIn(all(document, "#start form", HTMLFormElement)[0]);
  choices().then((offered) => {
    /** @param {Form} form */
    const show = (form) => {
      open = form;
      root.classList.toggle("first-form", form !== null);
      root.replaceChildren(...(form ? [startForm(offered, form, () => show(null))] : [atRest(), ways(offered, show)]));
    };
    show(open);
    if (open) fillIn(within(root, "form", HTMLFormElement), before);
  });
}

/**
 * The ways to begin.
 *
 * @param {Api.Choices} offered
 * @param {(form: Form) => void} show
 */
function ways({ last, unfinished, games }, show) {
  const again = last && games.some(({ kind }) => kind === last.kind) ? last : null;
  return html(
    "div",
    { class: "ways" },
    html("p", { class: "first-told" }, t("No game in progress.")),
    again ? way("last", true, () => show("last"), t("Same game as last time"), again.players.map(({ name }) => name).join(", ")) : null,
    way("new", !again, () => show("new"), t("New game")),
    unfinishedGames(unfinished, games.length > 1, (number) => goOn({ game: number })),
    "demo" in document.body.dataset ? way("demo", false, once(showDemo), t("See a demo game")) : null,
    addressShown(),
  );
}

/**
 * @param {string} key
 * @param {boolean} usual
 * @param {Page.Listener} onclick
 * @param {string} text
 * @param {string} [more]
 */
const way = (key, usual, onclick, text, more) =>
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
function startForm(offered, form, back) {
  const { last } = offered;
  const fields = gameForm({ ...offered, ...(form === "last" && last ? asLastTime(last) : {}) });
  const start = (/** @type {Event} */ event) => {
    event.preventDefault();
    startGame(fields.described());
  };
  return html(
    "form",
    { onsubmit: start },
    html("h2", {}, t("A new game")),
    fields,
    html(
      "div",
      { class: "buttons" },
      html("button", { type: "button", onclick: back }, t("Back")),
      html("button", { class: "primary" }, t("Start")),
    ),
  );
}

/** The address of this page for phones and other tablets, as a picture that their cameras read. */
function addressShown() {
  const box = html("div", { class: "first-address" });
  const look = () =>
    fetchJson("/api/pairing/address", {}, ANSWER_WITHIN).then(
      (found) => box.replaceChildren(...addressLines(found, look)),
      // Who can't be asked now has said so above; the ways to begin stay.
      () => box.replaceChildren(),
    );
  look();
  return box;
}

/**
 * @param {Address} address
 * @param {() => unknown} again
 * @returns {HTMLElement[]}
 */
function addressLines({ link, qr, reached, may_open: mayOpen }, again) {
  if (reached) {
    return [
      html("img", { class: "qr", src: `${qr}?${Date.now()}`, alt: t("The address of this page") }),
      html("p", { class: "quiet" }, t("Scan this with a phone or a tablet to open the table's page: {link}", { link })),
      html("p", { class: "quiet" }, t("View only. To enter moves, pair it under “Phones”.")),
    ];
  }
  const openUp = async () => {
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
      ? html("div", { class: "buttons" }, html("button", { type: "button", onclick: once(openUp) }, t("Open the table to this network until it stops")))
      : html("p", { class: "quiet" }, t("Start it with --host 0.0.0.0.")),
  ];
}

/** Pair this device by the code, in place; a player's phone has its seat's code. */
function pairHere() {
  if (document.body.dataset.role !== "viewer") return null;
  const refused = html("p", { role: "alert" });
  const form = codeForm(async (code) => {
    try {
      await post("/api/pairing", { code });
      tellOthers();
      location.reload();
    } catch (error) {
      refused.textContent = /** @type {Error} */ (error).message;
      refused.className = "refusal";
    }
  });
  form.append(refused);
  return form;
}

/** Have a demo played at a table of its own, and go there. */
async function showDemo() {
  try {
    const { link } = await post("/api/demo", {});
    location.assign(link);
  } catch (error) {
    showRefusal(/** @type {Error} */ (error).message);
  }
}
