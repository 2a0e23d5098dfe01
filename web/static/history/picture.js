// An evening as one picture to send: the final board large, who won, the race as a line, what was true of one player
// alone, the group's name and the day. Drawn on the device, so that it is a file there.

import { shapeOf } from "../drawing/crests.js";
import { drawOn } from "../drawing/on_canvas.js";
import { said, t } from "../language/i18n.js";
import { DASHES, apart, aside, penOf } from "./charts.js";
import { turnsOf, winnersOf, wonBy } from "./summary_text.js";
import { look } from "./look.js";
import { date, lasted } from "./time_text.js";

/**
 * Where everything is in a picture, in px: whichever way it lies, the board has the most of it.
 *
 * @typedef {{ size: [number, number], band: Page.Place, board: Page.Place, standings: Page.Place, race: Page.Place, awards: Page.Place }} Shape
 */
/** @type {{ [name: string]: Shape }} */
export const SHAPES = {
  landscape: {
    size: [1600, 900],
    band: { left: 900, top: 0, width: 700, height: 200 },
    board: { left: 0, top: 0, width: 900, height: 900 },
    standings: { left: 950, top: 216, width: 600, height: 190 },
    race: { left: 990, top: 474, width: 500, height: 190 },
    awards: { left: 950, top: 716, width: 600, height: 174 },
  },
  portrait: {
    size: [1080, 1350],
    band: { left: 0, top: 0, width: 1080, height: 200 },
    board: { left: 0, top: 200, width: 1080, height: 690 },
    standings: { left: 50, top: 906, width: 450, height: 200 },
    race: { left: 590, top: 968, width: 390, height: 320 },
    awards: { left: 50, top: 1130, width: 450, height: 200 },
  },
};

const INSET = 40;
const MOST_ROW = 48;
const NAMES_APART = 34;
const LINE = 7;

/**
 * The colours of the style sheets by day, whatever the device shows: who gets a picture sees it by theirs.
 *
 * @template T
 * @param {() => T} draw
 * @returns {T}
 */
function byDay(draw) {
  const { dataset } = document.documentElement;
  const before = dataset.theme;
  dataset.theme = "light";
  try {
    return draw();
  } finally {
    dataset.theme = before;
  }
}

/** @param {string} name */
const colour = (name) => byDay(() => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());

/**
 * Draw a game (as `/api/history/<game>` has it) onto a canvas; `group` is what its people call themselves.
 *
 * @param {Page.Told} told
 * @param {{ shape?: string, group?: string }} how
 */
export async function draw(told, { shape = "landscape", group = "" } = {}) {
  await document.fonts?.ready;
  const places = SHAPES[shape];
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = places.size;
  const brush = brushOn(penOf(canvas));
  brush.pen.fillStyle = colour("panel");
  brush.pen.fillRect(0, 0, canvas.width, canvas.height);
  drawBand(told, group, places.band, brush);
  drawStandings(told.summary, places.standings, brush);
  if (told.summary.points?.length > 1) drawRace(told.summary, places.race, brush);
  drawAwards(told.summary, places.awards, brush);
  await look().drawBoard?.(told.summary, places.board, brush);
  return canvas;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @returns {Page.Brush}
 */
function brushOn(pen) {
  const family = getComputedStyle(document.body).fontFamily;
  const display = colour("display") || family;
  return {
    pen,
    colour,
    write(text, x, y, { size = 28, bold = false, large = false, ink = "ink", align = "left", wide = pen.canvas.width } = {}) {
      pen.font = `${bold ? "700 " : ""}${size}px ${large ? display : family}`;
      pen.fillStyle = colour(ink);
      pen.textAlign = align;
      pen.fillText(text, x, y, wide);
    },
    crest(own, [x, y], size) {
      const placed = new Path2D();
      placed.addPath(new Path2D(shapeOf(own)), { a: size / 24, d: size / 24, e: x - size / 2, f: y - size / 2 });
      pen.fillStyle = colour(own);
      pen.fill(placed);
      pen.strokeStyle = colour("ink");
      pen.lineWidth = Math.max(1.5, size / 40);
      pen.stroke(placed);
    },
    paint: (drawing, place, where = "") => byDay(() => drawOn(pen, drawing, place, where)),
  };
}

/**
 * Who won, in their own colour; whose evening it was, and when.
 *
 * @param {Page.Told} told
 * @param {string} group
 * @param {Page.Place} place
 * @param {Page.Brush} brush
 */
function drawBand({ name, started, summary }, group, { left, top, width, height }, { pen, write, crest }) {
  const winners = winnersOf(summary);
  const alone = winners.length === 1 ? winners[0].colour : null;
  pen.fillStyle = colour(alone ?? "accent");
  pen.fillRect(left, top, width, height);
  const ink = alone === "white" || alone === "orange" ? "on-light" : alone ? "on-dark" : "on-accent";
  const size = winners.length > 1 ? 62 : 104;
  let x = left + INSET + 8;
  for (const { colour: own } of winners) {
    const middle = /** @type {Page.Point} */ ([x + size / 2, top + height / 2]);
    pen.fillStyle = colour("panel");
    pen.beginPath();
    pen.arc(middle[0], middle[1], size * 0.62, 0, 2 * Math.PI);
    pen.fill();
    crest(own, middle, size * 0.84);
    x += size * 1.4;
  }
  if (winners.length) x += INSET / 2;
  const wide = left + width - INSET - x;
  write(winners.length ? wonBy(winners) : t("So far"), x, top + 88, { size: 66, bold: true, large: true, ink, wide });
  const lines = [group, [said(name), date(started)].join(" · "), [turnsOf(summary), lasted(summary.seconds)].join(" · ")];
  lines.filter(Boolean).forEach((text, at) => write(text, x, top + 130 + at * 30, { size: at ? 23 : 25, bold: at === 0, ink, wide }));
}

/**
 * @param {Page.Summary} summary
 * @param {Page.Place} place
 * @param {Page.Brush} brush
 */
function drawStandings({ players }, { left, top, width, height }, { write, crest }) {
  const row = Math.min(MOST_ROW, height / players.length);
  players.forEach(({ name, colour: own, points }, index) => {
    const y = top + (index + 0.5) * row;
    crest(own, [left + 18, y], row * 0.66);
    write(name, left + 54, y + row * 0.22, { size: row * 0.62, bold: index === 0, wide: width - 130 });
    write(`${points}`, left + width, y + row * 0.24, { size: row * 0.7, bold: true, large: true, align: "right" });
  });
}

/**
 * What is true of one player alone.
 *
 * @param {Page.Summary} summary
 * @param {Page.Place} place
 * @param {Page.Brush} brush
 */
function drawAwards({ awards = [], players }, { left, top, width, height }, { write, crest }) {
  const row = height / 3;
  awards.forEach(({ title, colour: own, told }, index) => {
    const y = top + index * row;
    const name = players.find((player) => player.colour === own)?.name ?? "";
    crest(own, [left + 18, y + row * 0.44], 30);
    write(`${said(title)}: ${name}`, left + 54, y + row * 0.4, { size: 25, bold: true, wide: width - 54 });
    write(said(told), left + 54, y + row * 0.4 + 27, { size: 21, ink: "quiet", wide: width - 54 });
  });
}

/**
 * Everybody's points over the turns, as lines that end in who they are of.
 *
 * @param {Page.Summary} summary
 * @param {Page.Place} place
 * @param {Page.Brush} brush
 */
function drawRace({ points, players }, { left, top, width, height }, { pen, write, crest }) {
  const highest = Math.max(10, ...points.flatMap((each) => Object.values(each.points)));
  /** @param {number} index */
  const x = (index) => left + (index * width) / (points.length - 1);
  const y = (/** @type {number} */ value) => top + height - (value * height) / highest;
  for (let value = 0; value <= highest; value += 2) {
    pen.strokeStyle = colour("edge");
    pen.lineWidth = 1;
    line(pen, [[left, y(value)], [left + width, y(value)]]);
    write(`${value}`, left - 12, y(value) + 7, { size: 20, ink: "quiet", align: "right" });
  }
  pen.lineCap = pen.lineJoin = "round";
  const ends = apart(players.map(({ colour: own }) => y(points[points.length - 1].points[own])), NAMES_APART, top + height);
  for (const [index, { colour: own }] of [...players.entries()].reverse()) {
    /** @type {Page.Point[]} */
    const path = points.map((each, at) => [x(at), y(each.points[own]) + aside(index, players.length, LINE)]);
    pen.strokeStyle = colour("quiet");
    pen.lineWidth = LINE;
    line(pen, path);
    pen.strokeStyle = colour(own);
    pen.lineWidth = LINE - 2;
    pen.setLineDash(DASHES[index % DASHES.length]);
    line(pen, path);
    pen.setLineDash([]);
    crest(own, [left + width + 30, ends[index]], 28);
  }
  write(look().points?.() ?? t("Points over the turns"), left, top - 22, { size: 23, bold: true });
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Page.Point[]} path
 */
function line(pen, path) {
  pen.beginPath();
  path.forEach(([x, y]) => pen.lineTo(x, y));
  pen.stroke();
}
