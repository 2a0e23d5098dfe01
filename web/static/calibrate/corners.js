// The island's corners in the picture, tapped or drawn with one stroke.

import { findAll, html, panel, svg, requireElement } from "../drawing/dom.js";
import { ARROW_DIRECTIONS } from "../island/site_targets.js";
import { t } from "../language/i18n.js";
import { answerStep } from "./calibration.js";

// Interprets a stroke around an area: an outline if it closes, a rectangle between its ends if it is straight.

/** The ratio of the ends' distance to the length above which a stroke is a rectangle's diagonal. */
const STRAIGHT_RATIO = 0.85;
/** The shortest stroke, as a share of the picture's diagonal. A shorter one is a tap or a tremor. */
const MIN_STROKE_SHARE = 0.04;
/**
 * The tolerance of the simplification, as a share of the stroke's length; increased until there are few enough
 * corners to drag.
 */
const TOLERANCE_SHARE = 0.012;
const MAX_CORNERS = 10;

/**
 * The corners of the area that a stroke encloses; null: the stroke is too short.
 *
 * @param {Page.Point[]} stroke the finger's positions, in shares of the picture
 * @param {number[]} size the picture's width and height in px, the unit of distances
 * @returns {Page.Point[] | null}
 */
export function strokeCorners(stroke, [width, height]) {
  const way = stroke.map(([x, y]) => /** @type {Page.Point} */ ([x * width, y * height]));
  const [first, last] = [way[0], way[way.length - 1]];
  const length = way.slice(1).reduce((sum, at, n) => sum + distance(way[n], at), 0);
  if (length < MIN_STROKE_SHARE * Math.hypot(width, height)) return null;
  const corners = distance(first, last) > STRAIGHT_RATIO * length ? rectangle(first, last) : loopCorners(loopOf(way), length);
  return corners && corners.map(([x, y]) => [roundShare(clampShare(x / width)), roundShare(clampShare(y / height))]);
}


/**
 * @param {Page.Point} a
 * @param {Page.Point} b
 */
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/**
 * @param {Page.Point} one
 * @param {Page.Point} other
 * @returns {Page.Point[]}
 */
function rectangle(one, other) {
  const [left, right] = [Math.min(one[0], other[0]), Math.max(one[0], other[0])];
  const [top, bottom] = [Math.min(one[1], other[1]), Math.max(one[1], other[1])];
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

/**
 * The closed part of a stroke, without the ends that protrude beyond its intersection with itself.
 *
 * @param {Page.Point[]} way
 */
function loopOf(way) {
  for (let reach = way.length - 2; reach > 1; reach -= 1)
    for (let from = 0; from + reach < way.length - 1; from += 1) {
      const to = from + reach;
      const at = intersection(way[from], way[from + 1], way[to], way[to + 1]);
      if (at) return [at, ...way.slice(from + 1, to + 1)];
    }
  return way;
}

/**
 * The intersection of two line segments; null: there is none.
 *
 * @param {Page.Point} a
 * @param {Page.Point} b
 * @param {Page.Point} c
 * @param {Page.Point} d
 * @returns {Page.Point | null}
 */
function intersection(a, b, c, d) {
  const across = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]);
  if (!across) return null;
  const along = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / across;
  const alongOther = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / across;
  return along >= 0 && along <= 1 && alongOther >= 0 && alongOther <= 1 ? [a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])] : null;
}

/**
 * The corners of a loop, few enough to drag. The convex hull if the simplified loop intersects itself; null for less
 * than three.
 *
 * @param {Page.Point[]} loop
 * @param {number} length
 * @returns {Page.Point[] | null}
 */
function loopCorners(loop, length) {
  let corners = loop;
  for (let tolerance = TOLERANCE_SHARE; ; tolerance *= 1.3) {
    corners = simplifyLoop(loop, tolerance * length);
    if (corners.length <= MAX_CORNERS) break;
  }
  const outline = isSelfIntersecting(corners) ? hull(corners) : corners;
  return outline.length < 3 ? null : outline;
}

/**
 * Simplifies a loop, split at the two points that are farthest apart.
 *
 * @param {Page.Point[]} loop
 * @param {number} tolerance
 */
function simplifyLoop(loop, tolerance) {
  const begin = farthestIndex(loop, loop[0]);
  const turned = [...loop.slice(begin), ...loop.slice(0, begin)];
  const other = farthestIndex(turned, turned[0]);
  return [
    ...simplifyLine(turned.slice(0, other + 1), tolerance).slice(0, -1),
    ...simplifyLine([...turned.slice(other), turned[0]], tolerance).slice(0, -1),
  ];
}

/**
 * @param {Page.Point[]} points
 * @param {Page.Point} from
 */
const farthestIndex = (points, from) => points.reduce((best, at, n) => (distance(at, from) > distance(points[best], from) ? n : best), 0);

/**
 * Simplifies a line: removes the points within the tolerance (Douglas–Peucker).
 *
 * @param {Page.Point[]} line
 * @param {number} tolerance
 * @returns {Page.Point[]}
 */
function simplifyLine(line, tolerance) {
  const [first, last] = [line[0], line[line.length - 1]];
  const distances = line.map((at) => distanceToLine(at, first, last));
  const most = distances.reduce((best, value, n) => (value > distances[best] ? n : best), 0);
  if (distances[most] <= tolerance) return [first, last];
  return [...simplifyLine(line.slice(0, most + 1), tolerance).slice(0, -1), ...simplifyLine(line.slice(most), tolerance)];
}

/**
 * The distance of a point from the line through two points.
 *
 * @param {Page.Point} at
 * @param {Page.Point} a
 * @param {Page.Point} b
 */
function distanceToLine([x, y], a, b) {
  const long = distance(a, b);
  return long ? Math.abs((b[0] - a[0]) * (a[1] - y) - (a[0] - x) * (b[1] - a[1])) / long : distance([x, y], a);
}

/** @param {Page.Point[]} corners */
const isSelfIntersecting = (corners) =>
  corners.some((at, n) =>
    corners.some((other, m) => {
      const next = (n + 1) % corners.length;
      const after = (m + 1) % corners.length;
      return m > n && m !== next && after !== n && intersection(at, corners[next], other, corners[after]);
    }),
  );

/**
 * The convex hull of points.
 *
 * @param {Page.Point[]} points
 */
function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  /** @param {Page.Point[]} each */
  const half = (each) => {
    /** @type {Page.Point[]} */
    const kept = [];
    for (const at of each) {
      while (kept.length > 1 && !isLeftTurn(kept[kept.length - 2], kept[kept.length - 1], at)) kept.pop();
      kept.push(at);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half([...sorted].reverse())];
}

/**
 * @param {Page.Point} a
 * @param {Page.Point} b
 * @param {Page.Point} c
 */
const isLeftTurn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;

// An editor for corners on the live picture, dragged or moved by arrow keys. It marks the dice area, which a finger
// can also draw in one stroke, and the island's corners if they weren't detected.

/** The touch radius and the visible radius of a corner, in px on the screen at any size of the picture. */
const KNOB_REACH_PX = 24;
const KNOB_RADIUS_PX = 11;
/** The distance that an arrow key moves a corner, as a share of the picture; the second with Shift. */
const STEP_SHARE = 0.01;
const FAST_STEP_SHARE = 0.05;
/** The shortest recorded step of a stroke, in px on the screen. */
const MIN_STRIDE_PX = 5;

/**
 * A task of the editor: its calibration step, whether that still needs corners, its texts, and its answer. `moved`
 * are the indices of moved corners. A drawn area has as many corners as the stroke yields.
 *
 * @typedef {{
 *   step: string, isActive(step: Api.StepView): boolean, name(): string, text(): string, buttonText(): string,
 *   answer(corners: Page.Point[], moved: Set<number>): { [name: string]: unknown }, isDrawn?: boolean,
 * }} Task
 */

/** @type {Task} */
export const TRAY_TASK = {
  step: "dice",
  isActive: ({ about }) => Boolean(about.frame),
  name: () => t("Dice area"),
  text: () => t("Draw around the dice area with a finger, or straight across it. You can drag the corners."),
  buttonText: () => t("Use this area"),
  answer: (corners) => ({ inside: corners }),
  isDrawn: true,
};

/** @type {Task} */
export const ISLAND_TASK = {
  step: "picture",
  isActive: ({ about }) => Boolean(about.corners),
  name: () => t("The island's corners"),
  text: () =>
    t("Drag each corner, in order, onto the middle of a corner hex of the island. Three are enough, ideally every second one. Corners that stay hollow don't count."),
  buttonText: () => t("Use these corners"),
  answer: (corners, moved) => ({ corners: corners.map((corner, number) => (moved.has(number) ? corner : null)) }),
};

/** @param {number} share */
const clampShare = (share) => Math.min(Math.max(share, 0), 1);
/** @param {number} share */
const roundShare = (share) => Math.round(share * 10000) / 10000;

/**
 * Creates the corner editor on a figure's picture. `begin(task, corners, known)` opens it with corners in shares of
 * the picture; `known`: people have confirmed them before. `follow(step)` is called with each change of the current
 * step. `busy` is called with whether the editor is open.
 *
 * @param {HTMLElement} figure
 * @param {HTMLImageElement} image
 * @param {(drawing: boolean) => void} busy
 */
export function cornerEditor(figure, image, busy) {
  /** @type {Page.Point[]} */
  let corners = [];
  let task = TRAY_TASK;
  /** @type {Set<number>} */
  let moved = new Set();
  /** The drag in progress: its start, and the dragged corners ([index, position]) at that time. */
  /** @type {{ from: Page.Point, held: [number, Page.Point][] } | null} */
  let drag = null;
  /** The stroke in progress, and the corners that remain until it yields new ones. */
  /** @type {{ way: Page.Point[], before: Page.Point[] } | null} */
  let stroke = null;

  const area = svg("polygon", { class: "tray-area" });
  const knobs = svg("g", {});
  // The drawing fits its box like the picture does, so their coordinates correspond.
  const trail = svg("polyline", { class: "tray-trail" });
  const layer = svg("svg", { class: "tray", role: "group", preserveAspectRatio: "xMidYMid meet" }, area, trail, knobs);
  const tools = html("div", { class: "tray-tools" });
  const showTools = panel(tools, () => task.step, drawTools);

  /** Width and height of the picture. While one is loading, the previous size applies. */
  let size = [16, 9];
  function measure() {
    if (image.naturalWidth) size = [image.naturalWidth, image.naturalHeight];
    if (corners.length) draw();
  }

  /**
   * @param {Task} newTask
   * @param {Page.Point[]} frame
   * @param {boolean} known
   */
  function begin(newTask, frame, known) {
    [task, moved] = [newTask, new Set(known ? frame.keys() : [])];
    setCorners(frame);
    figure.append(layer);
    figure.after(tools);
    busy(true);
    showTools(null);
    measure();
    requireElement(knobs, "g", SVGElement).focus();
  }

  /** @param {Page.Point[]} places */
  function setCorners(places) {
    if (places.length !== knobs.children.length) knobs.replaceChildren(...places.map(drawKnob));
    corners = places;
  }

  function endEditing() {
    [corners, drag, stroke] = [[], null, null];
    layer.remove();
    tools.remove();
    busy(false);
  }

  /** @param {Api.StepView | undefined} step */
  function follow(step) {
    if (!corners.length) return;
    // The corners answer only their own step.
    if (!step || step.name !== task.step || !task.isActive(step)) return endEditing();
    showTools(null);
    draw();
  }

  async function submitCorners() {
    // The server refuses an invalid area: it stays open for correction.
    if (await answerStep(task.step, task.answer(corners, moved))) endEditing();
  }

  function drawTools() {
    return [
      html("p", { class: "step-text" }, task.text()),
      html(
        "div",
        { class: "buttons choices" },
        html("button", { type: "button", class: "primary", "data-key": "use", onclick: submitCorners }, task.buttonText()),
        html("button", { type: "button", "data-key": "cancel", onclick: endEditing }, t("Cancel")),
      ),
    ];
  }

  /**
   * @param {unknown} _
   * @param {number} number
   */
  const drawKnob = (_, number) =>
    svg(
      "g",
      {
        class: "tray-corner",
        role: "slider",
        tabindex: 0,
        "aria-valuemin": 0,
        "aria-valuemax": 100,
        "data-corner": number,
        onkeydown: onKeyDown,
      },
      svg("circle", { class: "tray-reach", r: KNOB_REACH_PX }),
      svg("circle", { class: "tray-knob", r: KNOB_RADIUS_PX }),
    );

  function draw() {
    const [width, height] = size;
    layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const px = 1 / (layer.getScreenCTM()?.a || 1);
    const places = corners.map(([x, y]) => [x * width, y * height]);
    area.setAttribute("points", pointsAttribute(places));
    trail.setAttribute("points", pointsAttribute((stroke?.way ?? []).map(([x, y]) => [x * width, y * height])));
    layer.classList.toggle("tray-drawn", Boolean(stroke));
    layer.classList.toggle("tray-proposed", Boolean(task.isDrawn) && !moved.size && !stroke);
    layer.setAttribute("aria-label", task.name());
    [...knobs.children].forEach((each, number) => {
      const [left, top] = places[number];
      const [x, y] = corners[number].map((share) => Math.round(100 * share));
      each.setAttribute("transform", `translate(${left} ${top}) scale(${px})`);
      each.classList.toggle("tray-waiting", !moved.has(number) && task === ISLAND_TASK);
      each.setAttribute("aria-label", t("Corner {number}", { number: number + 1 }));
      each.setAttribute("aria-valuenow", `${x}`);
      each.setAttribute("aria-valuetext", t("{x} % from the left, {y} % from the top", { x, y }));
    });
  }

  /**
   * @param {[number, Page.Point][]} held
   * @param {Page.Point} by
   */
  function moveCorners(held, [dx, dy]) {
    const places = new Map(held);
    for (const number of places.keys()) moved.add(number);
    corners = corners.map((at, number) => {
      const [x, y] = places.get(number) ?? at;
      return places.has(number) ? [roundShare(clampShare(x + dx)), roundShare(clampShare(y + dy))] : at;
    });
    draw();
  }

  /** @param {KeyboardEvent} event */
  function onKeyDown(event) {
    const arrow = ARROW_DIRECTIONS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const number = Number(/** @type {SVGElement} */ (event.currentTarget).dataset.corner);
    const step = event.shiftKey ? FAST_STEP_SHARE : STEP_SHARE;
    moveCorners([[number, corners[number]]], [arrow[0] * step, arrow[1] * step]);
  }

  /**
   * A position on the screen, in shares of the picture.
   *
   * @param {{ clientX: number, clientY: number }} place
   * @returns {Page.Point}
   */
  function toShares({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(layer.getScreenCTM()?.inverse());
    const [width, height] = size;
    return [x / width, y / height];
  }

  /** @param {Page.Point} at */
  function extendStroke(at) {
    if (!stroke) return;
    const { way, before } = stroke;
    const scale = layer.getScreenCTM()?.a || 1;
    const [x, y] = [0, 1].map((axis) => (at[axis] - way[way.length - 1][axis]) * size[axis] * scale);
    if (Math.hypot(x, y) < MIN_STRIDE_PX) return;
    way.push(at);
    setCorners(strokeCorners(way, size) ?? before);
    draw();
  }

  /** Ends the stroke. A stroke without length is a tap: it moves the nearest corner there. */
  function endStroke() {
    if (!stroke) return;
    const { way, before } = stroke;
    const outline = strokeCorners(way, size);
    stroke = null;
    setCorners(outline ?? before);
    const number = outline ? 0 : nearestCorner(way[0]);
    if (outline) moved = new Set(outline.keys());
    else moveCorners([[number, way[0]]], [0, 0]);
    draw();
    findAll(knobs, "g", SVGElement)[number]?.focus({ focusVisible: false });
  }

  /**
   * The index of the corner nearest to a position.
   *
   * @param {Page.Point} to
   */
  function nearestCorner([x, y]) {
    const [width, height] = size;
    const distances = corners.map(([cx, cy]) => Math.hypot((cx - x) * width, (cy - y) * height));
    return distances.indexOf(Math.min(...distances));
  }

  // Prevent scrolling and flinging, which would swallow the next tap.
  layer.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  // A drag on a corner moves it; a drag inside a confirmed area moves the whole area. Elsewhere a drag draws a new
  // area, or moves the nearest corner if the task has fixed corners.
  layer.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    event.preventDefault();
    layer.setPointerCapture(event.pointerId);
    const from = toShares(event);
    const isWholeArea = event.target === area && (!task.isDrawn || moved.size > 0);
    const grip = /** @type {Element} */ (event.target).closest("[data-corner]");
    if (task.isDrawn && !isWholeArea && !grip) {
      stroke = { way: [from], before: corners };
      return;
    }
    const number = grip ? Number(grip.getAttribute("data-corner")) : nearestCorner(from);
    if (!isWholeArea) {
      if (!grip) moveCorners([[number, from]], [0, 0]);
      findAll(knobs, "g", SVGElement)[number]?.focus({ focusVisible: false });
    }
    drag = { from, held: isWholeArea ? [...corners.entries()] : [[number, corners[number]]] };
  });
  layer.addEventListener("pointermove", (event) => {
    if (!event.isPrimary) return;
    const at = toShares(event);
    extendStroke(at);
    if (drag) moveCorners(drag.held, clampMove(drag.held, [at[0] - drag.from[0], at[1] - drag.from[1]]));
  });
  layer.addEventListener("pointerup", ({ isPrimary }) => {
    if (!isPrimary) return;
    drag = null;
    endStroke();
  });
  // The browser cancelled the gesture, for example for a call: discard the stroke.
  layer.addEventListener("pointercancel", ({ isPrimary }) => {
    if (!isPrimary) return;
    drag = null;
    if (!stroke) return;
    setCorners(stroke.before);
    stroke = null;
    draw();
  });
  new ResizeObserver(() => corners.length && draw()).observe(figure);
  image.addEventListener("load", measure);

  return { begin, follow };
}

/** @param {number[][]} places */
const pointsAttribute = (places) => places.map((place) => place.join()).join(" ");

/**
 * Limits a movement so that all corners stay in the picture and an area keeps its shape.
 *
 * @param {[number, Page.Point][]} held
 * @param {Page.Point} by
 * @returns {Page.Point}
 */
function clampMove(held, by) {
  const clampAxis = (/** @type {0 | 1} */ axis) => {
    const places = held.map(([, at]) => at[axis]);
    return Math.min(Math.max(by[axis], -Math.min(...places)), 1 - Math.max(...places));
  };
  return [clampAxis(0), clampAxis(1)];
}
