// Corners pointed out on the live picture, dragged or moved by the arrow keys: those of the area where dice lie, which a finger
// draws in one stroke, and the island's where nothing finds it.

import { all, html, panel, svg, within } from "../drawing/dom.js";
import { ARROWS } from "../island/site_targets.js";
import { t } from "../language/i18n.js";
import { answer } from "./calibration.js";
import { outlined } from "./stroke.js";

/** In px on the screen, however large the picture is shown: where a finger meets a corner, and what is seen of it. */
const REACH = 24;
const KNOB = 11;
/** Shares of the picture that an arrow key moves a corner by; with Shift. */
const STEP = 0.01;
const STEP_FAR = 0.05;
/** In px on the screen: a finger's way is taken in such steps. */
const STRIDE = 5;

/**
 * What corners are pointed out for: of which step, until when, in which words, and what is answered with them; `moved` are the
 * numbers of those that somebody moved. What is `drawn` has as many corners as the finger makes.
 *
 * @typedef {{
 *   step: string, lasts(step: Api.StepView): boolean, name(): string, text(): string, done(): string,
 *   given(corners: Page.Point[], moved: Set<number>): { [name: string]: unknown }, drawn?: boolean,
 * }} Task
 */

/** @type {Task} */
export const TRAY = {
  step: "dice",
  lasts: ({ about }) => Boolean(about.frame),
  name: () => t("Dice area"),
  text: () => t("Draw around the dice area with a finger, or straight across it. You can drag the corners."),
  done: () => t("Use this area"),
  given: (corners) => ({ inside: corners }),
  drawn: true,
};

/** @type {Task} */
export const ISLAND = {
  step: "picture",
  lasts: ({ about }) => Boolean(about.corners),
  name: () => t("The island's corners"),
  text: () =>
    t("Drag each corner, in order, onto the middle of a corner hex of the island. Three are enough, ideally every second one. Corners that stay hollow don't count."),
  done: () => t("Use these corners"),
  given: (corners, moved) => ({ corners: corners.map((corner, number) => (moved.has(number) ? corner : null)) }),
};

/** @param {number} share */
const inside = (share) => Math.min(Math.max(share, 0), 1);
/** @param {number} share */
const rounded = (share) => Math.round(share * 10000) / 10000;

/**
 * What has corners pointed out on a figure's picture: `begin(task, corners, known)`, in shares of the picture, `known` where
 * people said before that they are right; `follow(step)`, told the step that is on with every change. `busy` is told whether
 * somebody is at it.
 *
 * @param {HTMLElement} figure
 * @param {HTMLImageElement} image
 * @param {(drawing: boolean) => void} busy
 */
export function cornersDrawing(figure, image, busy) {
  /** @type {Page.Point[]} */
  let corners = [];
  let task = TRAY;
  /** @type {Set<number>} */
  let moved = new Set();
  /** What goes with the finger: from where, and the corners ([number, place]) as they were. */
  /** @type {{ from: Page.Point, held: [number, Page.Point][] } | null} */
  let drag = null;
  /** Where the finger was that draws, and the corners that stand until it has drawn something. */
  /** @type {{ way: Page.Point[], before: Page.Point[] } | null} */
  let stroke = null;

  const area = svg("polygon", { class: "tray-area" });
  const knobs = svg("g", {});
  // As the picture is fitted into its box, so is the drawing: a point of it is one of the picture.
  const trail = svg("polyline", { class: "tray-trail" });
  const layer = svg("svg", { class: "tray", role: "group", preserveAspectRatio: "xMidYMid meet" }, area, trail, knobs);
  const tools = html("div", { class: "tray-tools" });
  const say = panel(tools, () => task.step, drawTools);

  /** Width and height of the picture. One that is only being loaded has none: it is as large as the last. */
  let size = [16, 9];
  function measure() {
    if (image.naturalWidth) size = [image.naturalWidth, image.naturalHeight];
    if (corners.length) draw();
  }

  /**
   * @param {Task} asked
   * @param {Page.Point[]} frame
   * @param {boolean} known
   */
  function begin(asked, frame, known) {
    [task, moved] = [asked, new Set(known ? frame.keys() : [])];
    corner(frame);
    figure.append(layer);
    figure.after(tools);
    busy(true);
    say(null);
    measure();
    within(knobs, "g", SVGElement).focus();
  }

  /** @param {Page.Point[]} places */
  function corner(places) {
    if (places.length !== knobs.children.length) knobs.replaceChildren(...places.map(knob));
    corners = places;
  }

  function end() {
    [corners, drag, stroke] = [[], null, null];
    layer.remove();
    tools.remove();
    busy(false);
  }

  /** @param {Api.StepView | undefined} step */
  function follow(step) {
    if (!corners.length) return;
    // Only its own step is answered by them.
    if (!step || step.name !== task.step || !task.lasts(step)) return end();
    say(null);
    draw();
  }

  async function use() {
    // What can't be an area is said, and stays to be mended.
    if (await answer(task.step, task.given(corners, moved))) end();
  }

  function drawTools() {
    return [
      html("p", { class: "step-text" }, task.text()),
      html(
        "div",
        { class: "buttons choices" },
        html("button", { type: "button", class: "primary", "data-key": "use", onclick: use }, task.done()),
        html("button", { type: "button", "data-key": "cancel", onclick: end }, t("Cancel")),
      ),
    ];
  }

  /**
   * @param {unknown} _
   * @param {number} number
   */
  const knob = (_, number) =>
    svg(
      "g",
      {
        class: "tray-corner",
        role: "slider",
        tabindex: 0,
        "aria-valuemin": 0,
        "aria-valuemax": 100,
        "data-corner": number,
        onkeydown: press,
      },
      svg("circle", { class: "tray-reach", r: REACH }),
      svg("circle", { class: "tray-knob", r: KNOB }),
    );

  function draw() {
    const [width, height] = size;
    layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const px = 1 / (layer.getScreenCTM()?.a || 1);
    const places = corners.map(([x, y]) => [x * width, y * height]);
    area.setAttribute("points", joined(places));
    trail.setAttribute("points", joined((stroke?.way ?? []).map(([x, y]) => [x * width, y * height])));
    layer.classList.toggle("tray-drawn", Boolean(stroke));
    layer.classList.toggle("tray-proposed", Boolean(task.drawn) && !moved.size && !stroke);
    layer.setAttribute("aria-label", task.name());
    [...knobs.children].forEach((each, number) => {
      const [left, top] = places[number];
      const [x, y] = corners[number].map((share) => Math.round(100 * share));
      each.setAttribute("transform", `translate(${left} ${top}) scale(${px})`);
      each.classList.toggle("tray-waiting", !moved.has(number) && task === ISLAND);
      each.setAttribute("aria-label", t("Corner {number}", { number: number + 1 }));
      each.setAttribute("aria-valuenow", `${x}`);
      each.setAttribute("aria-valuetext", t("{x} % from the left, {y} % from the top", { x, y }));
    });
  }

  /**
   * @param {[number, Page.Point][]} held
   * @param {Page.Point} by
   */
  function move(held, [dx, dy]) {
    const places = new Map(held);
    for (const number of places.keys()) moved.add(number);
    corners = corners.map((at, number) => {
      const [x, y] = places.get(number) ?? at;
      return places.has(number) ? [rounded(inside(x + dx)), rounded(inside(y + dy))] : at;
    });
    draw();
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const number = Number(/** @type {SVGElement} */ (event.currentTarget).dataset.corner);
    const step = event.shiftKey ? STEP_FAR : STEP;
    move([[number, corners[number]]], [arrow[0] * step, arrow[1] * step]);
  }

  /**
   * A place on the screen, in shares of the picture.
   *
   * @param {{ clientX: number, clientY: number }} place
   * @returns {Page.Point}
   */
  function shares({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(layer.getScreenCTM()?.inverse());
    const [width, height] = size;
    return [x / width, y / height];
  }

  /** @param {Page.Point} at */
  function drawOn(at) {
    if (!stroke) return;
    const { way, before } = stroke;
    const scale = layer.getScreenCTM()?.a || 1;
    const [x, y] = [0, 1].map((axis) => (at[axis] - way[way.length - 1][axis]) * size[axis] * scale);
    if (Math.hypot(x, y) < STRIDE) return;
    way.push(at);
    corner(outlined(way, size) ?? before);
    draw();
  }

  /** The finger leaves the picture. One that drew nothing tapped: the nearest corner comes there. */
  function drawn() {
    if (!stroke) return;
    const { way, before } = stroke;
    const made = outlined(way, size);
    stroke = null;
    corner(made ?? before);
    const number = made ? 0 : nearest(way[0]);
    if (made) moved = new Set(made.keys());
    else move([[number, way[0]]], [0, 0]);
    draw();
    all(knobs, "g", SVGElement)[number]?.focus({ focusVisible: false });
  }

  /**
   * The corner nearest to a place.
   *
   * @param {Page.Point} to
   */
  function nearest([x, y]) {
    const [width, height] = size;
    const far = corners.map(([cx, cy]) => Math.hypot((cx - x) * width, (cy - y) * height));
    return far.indexOf(Math.min(...far));
  }

  // What begins here is neither a scroll nor a throw of the page, which would swallow the next tap.
  layer.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  // A corner goes with the finger; the middle of an area that people drew takes all of them along; anywhere else a new one is
  // drawn, or, where only corners are pointed out, the nearest comes.
  layer.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    event.preventDefault();
    layer.setPointerCapture(event.pointerId);
    const from = shares(event);
    const whole = event.target === area && (!task.drawn || moved.size > 0);
    const grip = /** @type {Element} */ (event.target).closest("[data-corner]");
    if (task.drawn && !whole && !grip) {
      stroke = { way: [from], before: corners };
      return;
    }
    const number = grip ? Number(grip.getAttribute("data-corner")) : nearest(from);
    if (!whole) {
      if (!grip) move([[number, from]], [0, 0]);
      all(knobs, "g", SVGElement)[number]?.focus({ focusVisible: false });
    }
    drag = { from, held: whole ? [...corners.entries()] : [[number, corners[number]]] };
  });
  layer.addEventListener("pointermove", (event) => {
    if (!event.isPrimary) return;
    const at = shares(event);
    drawOn(at);
    if (drag) move(drag.held, inPicture(drag.held, [at[0] - drag.from[0], at[1] - drag.from[1]]));
  });
  layer.addEventListener("pointerup", ({ isPrimary }) => {
    if (!isPrimary) return;
    drag = null;
    drawn();
  });
  // Taken from the page, as by a call: what was begun is nothing.
  layer.addEventListener("pointercancel", ({ isPrimary }) => {
    if (!isPrimary) return;
    drag = null;
    if (!stroke) return;
    corner(stroke.before);
    stroke = null;
    draw();
  });
  new ResizeObserver(() => corners.length && draw()).observe(figure);
  image.addEventListener("load", measure);

  return { begin, follow };
}

/** @param {number[][]} places */
const joined = (places) => places.map((place) => place.join()).join(" ");

/**
 * How far corners can be moved so that all stay in the picture: an area that is moved keeps its shape.
 *
 * @param {[number, Page.Point][]} held
 * @param {Page.Point} by
 * @returns {Page.Point}
 */
function inPicture(held, by) {
  const along = (/** @type {0 | 1} */ axis) => {
    const places = held.map(([, at]) => at[axis]);
    return Math.min(Math.max(by[axis], -Math.min(...places)), 1 - Math.max(...places));
  };
  return [along(0), along(1)];
}
