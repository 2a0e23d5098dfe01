// A game as one picture: winner, points over the turns, and what the game has beside them. Drawn here, so that it is a
// file to send.

import { shapeOf } from "../drawing/crests.js";
import { said, t } from "../language/i18n.js";
import { DASHES, apart, aside, penOf } from "./charts.js";
import { turnsOf, winnersOf, wonBy } from "./summary_text.js";
import { look } from "./look.js";
import { day, lasted } from "./time_text.js";

const [WIDTH, HEIGHT] = [1200, 900];
const MARGIN = 60;
const CHART = { left: 110, top: 430, width: 480, height: 370 };
/** Where the game draws what it has beside the points. */
const BESIDE = { left: 820, top: 430, width: 320, height: 370 };
const AWARDS = { left: 640, top: 212, apart: 64 };
const NAMES_APART = 30;
const NAMES_WIDE = 150;
const POINTS_AT = 560;
const LINE = 7;

function colours() {
  const style = getComputedStyle(document.documentElement);
  return (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
}

/**
 * Draw a game (as `/api/history/<game>` has it) onto a canvas.
 *
 * @param {Page.Told} told
 */
export function draw({ name, started, summary }) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = penOf(canvas);
  const colour = colours();
  pen.fillStyle = colour("panel");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  /** @type {Page.Brush["write"]} */
  const write = (text, x, y, { size = 28, bold = false, ink = "ink", align = "left", wide = WIDTH - 2 * MARGIN } = {}) => {
    pen.font = `${bold ? "700 " : ""}${size}px system-ui, sans-serif`;
    pen.fillStyle = colour(ink);
    pen.textAlign = align;
    pen.fillText(text, x, y, wide);
  };
  /** @type {Page.Brush["crest"]} */
  const crest = (own, [x, y], size) => {
    const placed = new Path2D();
    placed.addPath(new Path2D(shapeOf(own)), { a: size / 24, d: size / 24, e: x - size / 2, f: y - size / 2 });
    pen.fillStyle = colour(own);
    pen.fill(placed);
    pen.strokeStyle = colour("quiet");
    pen.lineWidth = 1.5;
    pen.stroke(placed);
  };
  const winners = winnersOf(summary);
  write(winners.length ? wonBy(winners) : t("So far"), MARGIN, 100, { size: 60, bold: true });
  const long = [said(name), day(started), turnsOf(summary), lasted(summary.seconds)];
  write(long.join(" · "), MARGIN, 150, { ink: "quiet" });
  summary.players.forEach(({ name: called, colour: own, points }, index) => {
    const y = 220 + index * 42;
    crest(own, [MARGIN + 14, y - 10], 28);
    write(called, MARGIN + 46, y, { wide: POINTS_AT - 2 * MARGIN - 46 });
    write(`${points}`, POINTS_AT, y, { bold: true, align: "right" });
  });
  drawAwards(summary, write, crest);
  const { points: over, drawBeside } = look();
  if (summary.points?.length > 1) drawPoints(pen, colour, write, crest, summary, over?.() ?? t("Points over the turns"));
  drawBeside?.(summary, BESIDE, { pen, colour, write, crest });
  return canvas;
}

/**
 * What is true of one player alone, beside the standings.
 *
 * @param {Page.Summary} summary
 * @param {Page.Brush["write"]} write
 * @param {Page.Brush["crest"]} crest
 */
function drawAwards({ awards = [], players }, write, crest) {
  const wide = WIDTH - MARGIN - AWARDS.left - 40;
  awards.forEach(({ title, colour, told }, index) => {
    const y = AWARDS.top + index * AWARDS.apart;
    const name = players.find((player) => player.colour === colour)?.name ?? "";
    crest(colour, [AWARDS.left + 14, y - 2], 28);
    write(`${said(title)}: ${name}`, AWARDS.left + 40, y, { size: 24, bold: true, wide });
    write(said(told), AWARDS.left + 40, y + 24, { size: 20, ink: "quiet", wide });
  });
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {(name: string) => string} colour
 * @param {Page.Brush["write"]} write
 * @param {Page.Brush["crest"]} crest
 * @param {Page.Summary} summary
 * @param {string} title
 */
function drawPoints(pen, colour, write, crest, { points, players }, title) {
  const { left, top, width, height } = CHART;
  const highest = Math.max(10, ...points.flatMap((each) => Object.values(each.points)));
  /** @param {number} index */
  const x = (index) => left + (index * width) / (points.length - 1);
  const y = (/** @type {number} */ value) => top + height - (value * height) / highest;
  for (let value = 0; value <= highest; value += 2) {
    pen.strokeStyle = colour("edge");
    pen.lineWidth = 1;
    line(pen, [[left, y(value)], [left + width, y(value)]]);
    write(`${value}`, left - 14, y(value) + 8, { size: 22, ink: "quiet", align: "right" });
  }
  const ends = apart(players.map(({ colour: own }) => y(points[points.length - 1].points[own])), NAMES_APART, top + height);
  for (const [index, { name, colour: own }] of players.entries()) {
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
    crest(own, [left + width + 22, ends[index]], 20);
    write(name, left + width + 40, ends[index] + 8, { size: 24, wide: NAMES_WIDE });
  }
  write(title, left, top - 30, { size: 24, bold: true });
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

/**
 * Hand the picture to whatever this device shares with, or save it as a file.
 *
 * @param {Page.Told} told
 */
export async function share(told) {
  const name = `companion-${told.started.slice(0, 10)}-${told.game}.png`;
  const picture = await new Promise((done) => draw(told).toBlob(done, "image/png"));
  const file = new File([picture], name, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    // Whoever closes the sheet without sharing has not failed.
    await navigator.share({ files: [file] }).catch(() => {});
    return;
  }
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  [link.href, link.download] = [url, name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
