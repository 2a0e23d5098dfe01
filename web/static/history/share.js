// The evening's picture in a dialog: seen before it is sent, lying or upright, with the group's name on it.

import { ask, values } from "../dialogs/dialogs.js";
import { radios } from "../dialogs/radios.js";
import { html } from "../drawing/dom.js";
import { keep, kept } from "../device/storage.js";
import { t } from "../language/i18n.js";
import { draw } from "./picture.js";

/** As long as a group's name is at most. */
const LONGEST = 40;

/**
 * Show the picture of a game, and hand it to whatever this device shares with, or save it as a file.
 *
 * @param {Page.Told} told
 */
export function share(told) {
  const shown = html("div", { class: "keepsake", role: "img", "aria-label": t("Picture of the game") });
  /** @type {File | null} */
  let file = null;
  let newest = 0;
  /** @type {Promise<void>} */
  let drawing = Promise.resolve();
  const show = async () => {
    const mine = (newest += 1);
    const { shape, group } = values();
    keep("picture", shape);
    keep("group", group.trim() || null);
    const canvas = await draw(told, { shape, group: group.trim() });
    // What was chosen meanwhile is drawn after it.
    if (mine !== newest) return;
    shown.replaceChildren(canvas);
    const picture = await new Promise((/** @type {BlobCallback} */ done) => canvas.toBlob(done, "image/png"));
    if (mine !== newest) return;
    file = picture && new File([picture], `companion-${told.started.slice(0, 10)}-${told.game}.png`, { type: "image/png" });
    dialog.refresh();
  };
  // A tap may be quicker than the picture with what was typed just before it: the newest one is meant.
  const deliver = async (/** @type {(file: File) => unknown} */ to) => {
    let last;
    do await (last = drawing);
    while (last !== drawing);
    return file && to(file);
  };
  const name = html("input", {
    name: "group", maxlength: LONGEST, autocomplete: "off", value: kept("group") ?? "", placeholder: t("for example: Thursday's group"),
  });
  const fields = [
    shown,
    radios("shape", t("Format"), [["landscape", t("Landscape")], ["portrait", t("Portrait")]], kept("picture", upright() ? "portrait" : "landscape")),
    html("label", {}, html("span", {}, t("Group name")), name),
  ];
  const canShare = Boolean(navigator.canShare?.({ files: [new File([], "a.png", { type: "image/png" })] }));
  /** @type {Page.Choice[]} */
  const ways = canShare ? [[t("Share"), () => deliver(send)]] : [];
  const dialog = ask(t("Share as a picture"), fields, [...ways, [t("Save as a file"), () => deliver(save)]], {
    leave: t("Close"),
    ready: () => file !== null,
  });
  const redraw = () => (drawing = show());
  dialog.querySelector("form")?.addEventListener("change", redraw);
  redraw();
}

/** What is looked at upright is sent upright, unless otherwise chosen. */
const upright = () => innerHeight > innerWidth;

/** @param {File} file */
async function send(file) {
  // Whoever closes the sheet without sharing has not failed.
  await navigator.share({ files: [file] }).catch(() => {});
}

/** @param {File} file */
function save(file) {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  [link.href, link.download] = [url, file.name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return false;
}
