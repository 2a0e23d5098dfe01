// The dialog that shares a game as a picture: preview, format and group name.

import { openDialog, dialogValues } from "../dialogs/dialogs.js";
import { radioGroup } from "../dialogs/radios.js";
import { html } from "../drawing/dom.js";
import { saveSetting, loadSetting } from "../device/storage.js";
import { t } from "../language/i18n.js";
import { drawPicture } from "./picture.js";
import { downloadFile } from "../device/download.js";

/** Greatest length of a group's name, in characters. */
const MAX_GROUP_LENGTH = 40;

/**
 * Shows the picture of a game, and shares it with another app or saves it as a file.
 *
 * @param {Page.PastGame} pastGame
 */
export function openShareDialog(pastGame) {
  const preview = html("div", { class: "keepsake", role: "img", "aria-label": t("Picture of the game") });
  /** @type {File | null} */
  let file = null;
  let latestRequest = 0;
  /** @type {Promise<void>} */
  let pendingRender = Promise.resolve();
  const renderPreview = async () => {
    const request = (latestRequest += 1);
    const { shape, group } = dialogValues();
    saveSetting("picture", shape);
    saveSetting("group", group.trim() || null);
    const canvas = await drawPicture(pastGame, { shape, group: group.trim() });
    // A newer request supersedes this one.
    if (request !== latestRequest) return;
    preview.replaceChildren(canvas);
    const picture = await new Promise((/** @type {BlobCallback} */ resolve) => canvas.toBlob(resolve, "image/png"));
    if (request !== latestRequest) return;
    file = picture && new File([picture], `companion-${pastGame.started.slice(0, 10)}-${pastGame.game}.png`, { type: "image/png" });
    dialog.refresh();
  };
  // The button may be tapped before the latest change is rendered: wait for the latest render.
  const withLatestFile = async (/** @type {(file: File) => unknown} */ action) => {
    let awaited;
    do await (awaited = pendingRender);
    while (awaited !== pendingRender);
    return file && action(file);
  };
  const name = html("input", {
    name: "group", maxlength: MAX_GROUP_LENGTH, autocomplete: "off", value: loadSetting("group") ?? "", placeholder: t("for example: Thursday's group"),
  });
  const fields = [
    preview,
    radioGroup("shape", t("Format"), [["landscape", t("Landscape")], ["portrait", t("Portrait")]], loadSetting("picture", isPortrait() ? "portrait" : "landscape")),
    html("label", {}, html("span", {}, t("Group name")), name),
  ];
  const canShare = Boolean(navigator.canShare?.({ files: [new File([], "a.png", { type: "image/png" })] }));
  /** @type {Page.Choice[]} */
  const shareChoices = canShare ? [[t("Share"), () => withLatestFile(shareFile)]] : [];
  const dialog = openDialog(t("Share as a picture"), fields, [...shareChoices, [t("Save as a file"), () => withLatestFile(downloadFile)]], {
    leave: t("Close"),
    ready: () => file !== null,
  });
  const startRender = () => (pendingRender = renderPreview());
  dialog.querySelector("form")?.addEventListener("change", startRender);
  startRender();
}

/** Returns true in portrait orientation, which selects the default format. */
const isPortrait = () => innerHeight > innerWidth;

/** @param {File} file */
async function shareFile(file) {
  // Closing the share sheet is no error.
  await navigator.share({ files: [file] }).catch(() => {});
}
