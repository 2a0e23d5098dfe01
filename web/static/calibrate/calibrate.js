// The page that calibrates a table: guided steps, one at a time.

import { elementById, html, panel, requireElement } from "../drawing/dom.js";
import { languageSwitch } from "../language/language_switch.js";
import { showRefusal } from "../table/message.js";
import { onLanguageChange, t } from "../language/i18n.js";
import { follow, onRefusal, drawLane, pickLane, livePicture, drawHint, drawLegend, pickHint, pickLegend, shownDice } from "./calibration.js";
import { cornerEditor } from "./corners.js";
import { drawForm, pickForm, drawMeanwhile, pickMeanwhile, isPlaying, drawChoices, drawColours, drawStep, drawSteps, pickChoices, pickStep, pickSteps } from "./steps.js";
import { islandEditor } from "./island.js";

const CONNECTION = {
  connecting: () => t("Connecting to the table …"),
  lost: () => t("Not connected to the table. What you see may be out of date."),
  stranger: () => "",
  live: () => "",
};
/** Steps that show the camera's picture. */
const PICTURE_STEPS = ["live", "camera", "picture", "island", "colours", "dice", "faces"];

/** @param {Api.CalibrationView} view */
const currentStep = (view) => view.steps.find(({ name }) => name === view.current);

/** @type {Api.CalibrationView | null} */
let view = null;
/** @type {keyof typeof CONNECTION} */
let connection = "connecting";

const picture = requireElement(document, "#picture", HTMLImageElement);
const live = livePicture(elementById("live"), picture);
const cornerTool = cornerEditor(elementById("live"), picture, (busy) => elementById("now").classList.toggle("drawing", busy));
/** @type {((view: Api.CalibrationView) => void)[]} */
const parts = [
  panel(elementById("steps"), pickSteps, drawSteps),
  panel(elementById("step"), (shown) => pickStep(shown, currentStep(shown)), drawStep),
  panel(elementById("meanwhile"), pickMeanwhile, drawMeanwhile),
  panel(elementById("legend"), (shown) => pickLegend(shown, currentStep(shown)), drawLegend),
  panel(elementById("hint"), (shown) => pickHint(currentStep(shown)), drawHint),
  panel(elementById("lane"), (shown) => pickLane(currentStep(shown)), drawLane),
  islandEditor(elementById("read"), currentStep),
  shownDice(elementById("shown"), currentStep),
  panel(elementById("learned"), (shown) => currentStep(shown)?.about.colours, (colours) => drawColours(view ? currentStep(view) : undefined, colours)),
  panel(elementById("form"), (shown) => pickForm(currentStep(shown)), drawForm),
  panel(elementById("choices"), (shown) => pickChoices(shown, currentStep(shown)), (picked) => drawChoices(picked, cornerTool.begin)),
];

function draw() {
  document.body.dataset.connection = connection;
  document.title = elementById("title").textContent = t("Prepare the table");
  elementById("connection").textContent = CONNECTION[connection]();
  picture.alt = t("Camera view with the island as Companion reads it");
  if (connection === "stranger") elementById("step").replaceChildren(strangerNote());
  if (!view) return;
  elementById("now").dataset.step = view.current ?? "";
  document.body.toggleAttribute("data-plays", isPlaying(view));
  for (const part of parts) part(view);
  cornerTool.follow(currentStep(view));
  live(view.picture && connection === "live" && PICTURE_STEPS.includes(view.current ?? ""));
}

function strangerNote() {
  return html("p", { class: "step-text" }, t("Only the table's tablet sees this."), " ", html("a", { href: "/pair" }, t("Pair this device")));
}

panel(elementById("language"), () => null, languageSwitch)(null);
onLanguageChange(draw);
onRefusal(showRefusal);
follow((newest, how) => {
  view = newest;
  connection = how;
  draw();
});
