// The resource dice that people show: a crop of each die from the live picture, and what it shows. A tap corrects it.

import { sign } from "../drawing/signs.js";
import { html, panel, svg } from "../drawing/dom.js";
import { FACES } from "../dice_game/faces.js";
import { t, word } from "../language/i18n.js";
import { answerStep } from "./calibration.js";

const STEP = "faces";
/** The answer for a detection that is no die. */
const NO_DIE = "none";
/** Side of a crop, in widths of its die. */
const CROP_WIDTHS = 1.3;
/** How often each face should be shown. */
const SHOWINGS = 2;

/**
 * The crop of a die from a picture.
 *
 * @param {Page.ShownDie} die
 * @param {[number, number]} extent Width and height of the picture, in pixels.
 * @param {string} picture The picture's address.
 */
function crop({ at: [x, y], size }, [width, height], picture) {
  const side = CROP_WIDTHS * size * width;
  return svg(
    "svg",
    { class: "shown-picture", viewBox: [x * width - side / 2, y * height - side / 2, side, side].join(" "), "aria-hidden": "true" },
    svg("image", { href: picture, width, height }),
  );
}

/**
 * Creates the list of dice. Returns a callback to show the current step's dice.
 *
 * @param {HTMLElement} root
 * @param {(view: Api.CalibrationView) => Api.StepView | undefined} current
 * @returns {(view: Api.CalibrationView) => void}
 */
export function shownDice(root, current) {
  /** @type {number | null} */
  let selected = null;
  // Each set of dice has a picture of its own, which the browser must not take from its cache.
  let places = "";
  let pictures = 0;
  /** @type {Api.CalibrationView} */
  let latest;
  /** @param {number | null} die */
  const select = (die) => {
    selected = die;
    draw(latest);
  };

  /** @param {Api.CalibrationView} view */
  function pick(view) {
    const step = current(view);
    const about = step?.name === STEP ? /** @type {Page.FacesShown} */ (step.about) : null;
    if (!about?.shown) return null;
    const now = JSON.stringify(about.dice?.map(({ at }) => at) ?? null);
    if (now !== places) [places, pictures, selected] = [now, pictures + 1, null];
    const open = about.dice?.findIndex(({ face }) => face === null) ?? -1;
    return { ...about, pictures, selected: selected ?? (open < 0 ? null : open) };
  }

  /** @param {ReturnType<typeof pick>} picked */
  function drawDice(picked) {
    if (!picked) return [];
    const { dice, extent, shown, selected: chosen } = picked;
    if (!dice || !extent) return drawProgress(shown);
    const address = `/api/calibration/picture?dice=${picked.pictures}`;
    return [
      html("div", { class: "shown-dice", role: "group", "aria-label": t("Dice") }, dice.map((die, n) => drawDie(die, n, n === chosen, crop(die, extent, address)))),
      chosen !== null && drawKeys(chosen),
    ];
  }

  /**
   * @param {Page.ShownDie} die
   * @param {number} n
   * @param {boolean} isChosen
   * @param {Page.Content} picture
   */
  function drawDie({ face }, n, isChosen, picture) {
    const name = faceName(face);
    return html(
      "button",
      {
        type: "button",
        class: ["shown-die", face === null && "shown-unknown", face === NO_DIE && "shown-none"].filter(Boolean).join(" "),
        "data-key": `shown-${n}`,
        "aria-pressed": `${isChosen}`,
        "aria-label": t("Die {number}: {face}", { number: n + 1, face: name }),
        onclick: () => select(isChosen ? null : n),
      },
      picture,
      html("span", { class: "shown-name" }, face && face !== NO_DIE ? sign(face) : null, html("span", {}, face === null ? "?" : name)),
    );
  }

  /** @param {number} die */
  const drawKeys = (die) =>
    html(
      "div",
      { class: "shown-keys", role: "group", "aria-label": t("What does die {number} show?", { number: die + 1 }) },
      html("p", {}, t("What does die {number} show?", { number: die + 1 })),
      [...FACES, NO_DIE].map((face) =>
        html(
          "button",
          { type: "button", class: "shown-key", "data-key": `face-${face}`, "data-resource": face, onclick: () => nameDie(die, face) },
          face === NO_DIE ? null : sign(face),
          html("span", {}, faceName(face)),
        ),
      ),
    );

  /**
   * @param {number} die
   * @param {string} face
   */
  function nameDie(die, face) {
    answerStep(STEP, { die, face });
    select(null);
  }

  const draw = panel(root, pick, drawDice);
  return (view) => {
    latest = view;
    draw(view);
  };
}

/** @param {string | null} face */
const faceName = (face) => (face === null ? t("unknown") : face === NO_DIE ? t("not a die") : word("resource", face));

/**
 * How often each face was shown.
 *
 * @param {{ [face: string]: number }} shown
 */
const drawProgress = (shown) =>
  html(
    "ul",
    { class: "shown-faces" },
    FACES.map((face) =>
      html(
        "li",
        { "data-resource": face },
        sign(face),
        html("span", {}, word("resource", face)),
        html("b", { "aria-label": t("shown {count} of {most} times", { count: shown[face] ?? 0, most: SHOWINGS }) }, "●".repeat(Math.min(shown[face] ?? 0, SHOWINGS)).padEnd(SHOWINGS, "○")),
      ),
    ),
  );
