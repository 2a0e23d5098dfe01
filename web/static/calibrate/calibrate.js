// The page that prepares a table: the guided steps, one at a time, as the calibration tells them.

import { at, html, panel, within } from "../drawing/dom.js";
import { languageSwitch } from "../language/language_switch.js";
import { showRefusal } from "../table/message.js";
import { onLanguage, t } from "../language/i18n.js";
import { follow, onRefused } from "./calibration.js";
import { cornersDrawing } from "./corners.js";
import { drawForm, pickForm } from "./forms.js";
import { islandShown } from "./island.js";
import { drawLane, pickLane } from "./lane.js";
import { drawHint, drawLegend, pickHint, pickLegend } from "./legend.js";
import { livePicture } from "./live_picture.js";
import { drawMeanwhile, pickMeanwhile, plays } from "./playing.js";
import { drawChoices, drawColours, drawStep, drawSteps, pickChoices, pickStep, pickSteps } from "./steps.js";

const CONNECTION = {
  connecting: () => t("Connecting to the table …"),
  lost: () => t("Not connected to the table. What you see may be out of date."),
  stranger: () => "",
  live: () => "",
};
/** Steps at which the camera's picture is looked at. */
const SEEN = ["live", "camera", "picture", "island", "colours", "dice"];

/** @param {Api.CalibrationView} view */
const current = (view) => view.steps.find(({ name }) => name === view.current);

/** @type {Api.CalibrationView | null} */
let view = null;
/** @type {keyof typeof CONNECTION} */
let connection = "connecting";

const picture = within(document, "#picture", HTMLImageElement);
const live = livePicture(at("live"), picture);
const pointing = cornersDrawing(at("live"), picture, (busy) => at("now").classList.toggle("drawing", busy));
/** @type {((view: Api.CalibrationView) => void)[]} */
const parts = [
  panel(at("steps"), pickSteps, drawSteps),
  panel(at("step"), (shown) => pickStep(shown, current(shown)), drawStep),
  panel(at("meanwhile"), pickMeanwhile, drawMeanwhile),
  panel(at("legend"), (shown) => pickLegend(shown, current(shown)), drawLegend),
  panel(at("hint"), (shown) => pickHint(current(shown)), drawHint),
  panel(at("lane"), (shown) => pickLane(current(shown)), drawLane),
  islandShown(at("read"), current),
  panel(at("learned"), (shown) => current(shown)?.about.colours, (colours) => drawColours(view ? current(view) : undefined, colours)),
  panel(at("form"), (shown) => pickForm(current(shown)), drawForm),
  panel(at("choices"), (shown) => pickChoices(shown, current(shown)), (picked) => drawChoices(picked, pointing.begin)),
];

function draw() {
  document.body.dataset.connection = connection;
  document.title = at("title").textContent = t("Prepare the table");
  at("connection").textContent = CONNECTION[connection]();
  picture.alt = t("Camera view with the island as Companion reads it");
  if (connection === "stranger") at("step").replaceChildren(strangerNote());
  if (!view) return;
  at("now").dataset.step = view.current ?? "";
  document.body.toggleAttribute("data-plays", plays(view));
  for (const part of parts) part(view);
  pointing.follow(current(view));
  live(view.picture && connection === "live" && SEEN.includes(view.current ?? ""));
}

function strangerNote() {
  return html("p", { class: "step-text" }, t("Only the table's tablet sees this."), " ", html("a", { href: "/pair" }, t("Pair this device")));
}

panel(at("language"), () => null, languageSwitch)(null);
onLanguage(draw);
onRefused(showRefusal);
follow((newest, how) => {
  view = newest;
  connection = how;
  draw();
});
