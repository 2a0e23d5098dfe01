// The state of the calibration, and what the page shows of the camera and the tower meanwhile.

import { enterOnce } from "../network/api.js";
import { fetchJson } from "../network/timed_fetch.js";
import { scaleTimeout } from "../network/timeout_scale.js";
import { svg, html, panel } from "../drawing/dom.js";
import { t, word } from "../language/i18n.js";
import { PRODUCES, TERRAINS, sign } from "../drawing/signs.js";
import { FACES } from "../dice_game/faces.js";

// The calibration's state, polled while the page is visible, and the requests that answer its steps.

const RETRY_MS = 1000;
// Without a change the server answers after two seconds.
const TIMEOUT_MS = scaleTimeout(4500);
const PATH = "/api/calibration";

const WOKEN = new Error("woken");

/** @typedef {"live" | "lost" | "stranger"} Connection */

/** @type {(text: string) => void} */
let showRefusal = () => {};

/**
 * Registers a listener for refused answers, called with the reason.
 *
 * @param {(text: string) => void} listener
 */
export const onRefusal = (listener) => (showRefusal = listener);

/** Resolves once the page is visible. A hidden page stops polling, so the server leaves the step. */
const waitUntilVisible = () =>
  /** @type {Promise<void>} */ (new Promise((resolve) => {
    const resolveIfVisible = () => {
      if (document.visibilityState === "hidden") return;
      document.removeEventListener("visibilitychange", resolveIfVisible);
      resolve();
    };
    document.addEventListener("visibilitychange", resolveIfVisible);
    resolveIfVisible();
  }));

// A request from before the device slept or changed networks may never be answered: repeat it.
let restartRequest = () => {};
for (const kind of ["pageshow", "online", "offline"]) window.addEventListener(kind, () => restartRequest());
for (const kind of ["visibilitychange", "resume"]) document.addEventListener(kind, () => restartRequest());

/**
 * Requests the calibration's state; rejects with WOKEN when the request should be repeated.
 *
 * @param {string} path
 * @returns {Promise<Api.CalibrationView>}
 */
function fetchView(path) {
  /** @type {Promise<never>} */
  const woken = new Promise((_, reject) => (restartRequest = () => reject(WOKEN)));
  return Promise.race([fetchJson(path, {}, TIMEOUT_MS), woken]);
}

/**
 * Calls `onView` with each new state and the connection: live, lost, or stranger if this device may not see it.
 *
 * @param {(view: Api.CalibrationView | null, connection: Connection) => void} onView
 */
export async function follow(onView) {
  /** @type {Api.CalibrationView | null} */
  let view = null;
  let answeredAt = Date.now();
  // The version that the server compares with before it answers.
  let after = "";
  for (;;) {
    await waitUntilVisible();
    // The page was hidden, or the device slept.
    if (Math.abs(Date.now() - answeredAt) > TIMEOUT_MS && !(view && isOver(view))) onView(view, "lost");
    try {
      view = await fetchView(PATH + after);
      answeredAt = Date.now();
      after = `?after=${view.version}`;
      onView(view, "live");
    } catch (error) {
      after = "";
      if (error === WOKEN) continue;
      if (/** @type {Page.Refusal} */ (error).status === 403) {
        onView(null, "stranger");
        return;
      }
      // A finished calibration may be gone: that is no failure until another one begins.
      if (!view || !isOver(view)) onView(view, "lost");
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/**
 * Returns whether all steps are finished.
 *
 * @param {Api.CalibrationView} view
 */
export const isOver = ({ current, steps }) => current === null && ["good", "skipped"].includes(steps.at(-1)?.state ?? "");

/**
 * Sends an answer. Resolves to its result, or to undefined if it was refused; the refusal is shown.
 *
 * @param {string} path
 * @param {object} body
 */
const send = (path, body) => enterOnce(`${PATH}/${path}`, body).catch((error) => showRefusal(error.message));

/**
 * Answers the current step.
 *
 * @param {string} step
 * @param {object} given
 */
export const answerStep = (step, given) => send("answer", { step, answer: given });
/**
 * Starts a step, or repeats it.
 *
 * @param {string} step
 */
export const startStep = (step) => send("go", { step });
/**
 * Skips the current step.
 *
 * @param {string} step
 */
export const skipStep = (step) => send("skip", { step });

// A picture of the dice tower's lane from above: where to put dice while the camera learns the pockets.

/** The top faces for each lesson; 0: an empty lane. */
const LESSON_FACES = [0, 6, 1];
const DIE_SIZE = 34;
const WALL_SIZE = 4;
const [WIDTH, HEIGHT] = [140, 62];
/**
 * Positions of the pips, in shares of a die's side.
 *
 * @type {{ [face: number]: number[][] }}
 */
const PIPS = { 1: [[0.5, 0.5]], 6: [0.25, 0.75].flatMap((x) => [0.2, 0.5, 0.8].map((y) => [x, y])) };

/**
 * The face that the dice in the lane have to show; null: no dice are needed.
 *
 * @param {Api.StepView | undefined} step
 */
export function pickLane(step) {
  const lesson = step?.name === "tower" ? step.about.lesson : undefined;
  return lesson === undefined ? null : { face: LESSON_FACES[lesson - 1] };
}

/**
 * Draws the lane.
 *
 * @param {ReturnType<typeof pickLane>} picked
 */
export function drawLane(picked) {
  if (!picked) return [];
  const { face } = picked;
  const named = face ? t("The lane with two dice side by side, each with its {face} up", { face }) : t("The lane, empty");
  const middle = WIDTH / 2;
  const top = WALL_SIZE + 4;
  return svg(
    "svg",
    { class: "lane", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": named },
    svg("rect", { class: "lane-wall", x: middle - DIE_SIZE - WALL_SIZE, y: WALL_SIZE, width: 2 * (DIE_SIZE + WALL_SIZE), height: DIE_SIZE + 8, rx: 3 }),
    face ? [middle - DIE_SIZE, middle].map((left) => drawDie(left, top, face)) : [],
    svg("text", { class: "lane-name", x: middle - 5, y: HEIGHT - 5, "text-anchor": "end" }, t("left pocket")),
    svg("text", { class: "lane-name", x: middle + 5, y: HEIGHT - 5 }, t("right pocket")),
  );
}

/**
 * @param {number} left
 * @param {number} top
 * @param {number} face
 */
const drawDie = (left, top, face) => [
  svg("rect", { class: "lane-die", x: left + 0.5, y: top, width: DIE_SIZE - 1, height: DIE_SIZE, rx: 5 }),
  PIPS[face].map(([x, y]) => svg("circle", { class: "lane-pip", cx: left + x * DIE_SIZE, cy: top + y * DIE_SIZE, r: DIE_SIZE * 0.09 })),
];

// The camera's live picture: the next frame is requested when the last one has loaded.

const NEXT_PICTURE_MS = 200;
// A frame that takes longer is skipped, so that no old frame is shown as live.
const PICTURE_TIMEOUT_MS = 4000;

/**
 * Creates a live picture in a figure. Returns a callback to show or hide it.
 *
 * @param {HTMLElement} figure
 * @param {HTMLImageElement} image
 */
export function livePicture(figure, image) {
  let isShown = false;
  let number = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @param {number} pause */
  const scheduleNext = (pause) => {
    clearTimeout(timer);
    timer = setTimeout(loadNext, pause);
  };
  const loadNext = () => {
    if (!isShown) return;
    image.src = `/api/calibration/picture?${(number += 1)}`;
    scheduleNext(PICTURE_TIMEOUT_MS);
  };
  image.addEventListener("load", () => {
    figure.classList.toggle("upright", image.naturalHeight > image.naturalWidth);
    scheduleNext(NEXT_PICTURE_MS);
  });
  image.addEventListener("error", () => scheduleNext(RETRY_MS));
  return (/** @type {boolean} */ show) => {
    if (show === isShown) return;
    isShown = show;
    figure.hidden = !show;
    loadNext();
  };
}

// The legend of the live picture, on which there are only signs and numbers.

/**
 * Selects the data of the hint below the map; null: there is no map.
 *
 * @param {Api.StepView | undefined} step
 */
export const pickHint = (step) => (step?.name === "island" && step.about.layout ? { doubted: countUncertain(step.about.perhaps) } : null);

/** @param {Page.IslandRead["perhaps"]} perhaps */
const countUncertain = ({ hexes, harbors }) => Object.keys(hexes).length + Object.keys(harbors).length;

/**
 * Draws the lines of the hint.
 *
 * @param {ReturnType<typeof pickHint>} picked
 */
export function drawHint(picked) {
  if (!picked) return [];
  return [
    html("li", {}, t("Tap a hex or a harbor to correct it; tap + to add a harbor that wasn't read.")),
    picked.doubted > 0 && html("li", {}, html("b", { class: "dashed", "aria-hidden": "true" }), t("uncertain: check it first")),
  ];
}

/**
 * The kind of marks on the current step's picture; null: none.
 *
 * @param {Api.CalibrationView} view
 * @param {Api.StepView | undefined} step
 */
export function pickLegend(view, step) {
  if (!view.picture || !step) return null;
  if (step.about.drawn) return "island";
  return step.about.frame ? "dice" : null;
}

/**
 * Draws the lines of the legend.
 *
 * @param {string | null} drawn
 */
export function drawLegend(drawn) {
  if (drawn === "dice") return html("li", {}, t("Only dice in the bright part of the picture count."));
  if (drawn !== "island") return [];
  const terrains = TERRAINS.map((terrain) => [PRODUCES[terrain] ?? terrain, word("terrain", terrain)]);
  const signs = [...terrains, ["generic", word("harbor", "generic")], ["robber", t("Robber")]];
  return [
    signs.map(([name, text]) => html("li", {}, sign(name), text)),
    html("li", {}, html("b", { class: "doubt", "aria-hidden": "true" }, "%"), t("certainty of a doubtful reading")),
  ];
}

// The resource dice that people show: a crop of each die from the live picture, and what it shows. A tap corrects it.

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
