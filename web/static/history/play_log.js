// A finished game on its way into BG Stats, in which people keep what they played: a QR code for the phone that has the
// app, a link for this device.

import { patient } from "../network/patience.js";
import { fetchJson } from "../network/timed_fetch.js";
import { contents, html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";
import { PLAY_LOG } from "./ways_on.js";

const ANSWER_WITHIN = patient(10_000);

/**
 * What opens and shows it; the play is asked for once somebody wants it. Who came for it finds it open.
 *
 * @param {number} game
 */
export function playLog(game) {
  const shown = html("div", { class: "play-log-shown", "aria-live": "polite" });
  const opened = html(
    "details",
    { class: "play-log", id: PLAY_LOG },
    html("summary", {}, t("Add to BG Stats")),
    shown,
  );
  const look = () => {
    if (!(/** @type {HTMLDetailsElement} */ (opened).open) || shown.firstChild) return;
    drawPlay(game, shown);
  };
  opened.addEventListener("toggle", look);
  if (location.hash === `#${PLAY_LOG}`) opened.setAttribute("open", "");
  look();
  return opened;
}

/**
 * @param {number} game
 * @param {HTMLElement} shown
 */
async function drawPlay(game, shown) {
  try {
    /** @type {{ link: string, qr: string | null }} */
    const { link, qr } = await fetchJson(`/api/history/${game}/play`, {}, ANSWER_WITHIN);
    shown.replaceChildren(
      ...contents(
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
    const why = error.status ? error.message : t("The table doesn't answer.");
    shown.replaceChildren(html("p", { class: "refusal", role: "alert" }, why));
  }
}
