// Transfers a finished game to BG Stats, an app that logs plays: a QR code for the phone with the app, and a link for
// this device.

import { scaleTimeout } from "../network/timeout_scale.js";
import { fetchJson } from "../network/timed_fetch.js";
import { flattenContent, html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";
import { PLAY_LOG_ID } from "./summary_links.js";

const ANSWER_TIMEOUT_MS = scaleTimeout(10_000);

/**
 * The panel with the link. The play is requested when the panel is opened; the address's fragment opens it.
 *
 * @param {number} game
 */
export function playLogPanel(game) {
  const content = html("div", { class: "play-log-content", "aria-live": "polite" });
  const panel = html(
    "details",
    { class: "play-log", id: PLAY_LOG_ID },
    html("summary", {}, t("Add to BG Stats")),
    content,
  );
  const loadIfOpen = () => {
    if (!(/** @type {HTMLDetailsElement} */ (panel).open) || content.firstChild) return;
    showPlay(game, content);
  };
  panel.addEventListener("toggle", loadIfOpen);
  if (location.hash === `#${PLAY_LOG_ID}`) panel.setAttribute("open", "");
  loadIfOpen();
  return panel;
}

/**
 * @param {number} game
 * @param {HTMLElement} content
 */
async function showPlay(game, content) {
  try {
    /** @type {{ link: string, qr: string | null }} */
    const { link, qr } = await fetchJson(`/api/history/${game}/play`, {}, ANSWER_TIMEOUT_MS);
    content.replaceChildren(
      ...flattenContent(
        qr
          ? html("p", {}, t("On the phone that has BG Stats, point the camera at this code; or open the link here."))
          : html("p", {}, t("Open the link on the device that has BG Stats.")),
        qr ? html("img", { class: "play-code", src: qr, alt: t("QR code: this play for BG Stats") }) : null,
        html("a", { class: "button", href: link, target: "_blank", rel: "noopener" }, t("Open in BG Stats")),
        html("p", { class: "quiet" }, t("The link holds names and points, and goes over the internet to bgstatsapp.com.")),
      ),
    );
  } catch (caught) {
    const error = /** @type {Page.Refusal} */ (caught);
    const text = error.status ? error.message : t("The table doesn't answer.");
    content.replaceChildren(html("p", { class: "refusal", role: "alert" }, text));
  }
}
