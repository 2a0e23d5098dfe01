// The dialog that shares a game as a picture: preview, format and group name.

import { openDialog, dialogValues, refreshDialog } from "../dialogs/dialogs.js";
import { radioGroup } from "../dialogs/form_fields.js";
import { html } from "../drawing/dom.js";
import { saveSetting, loadSetting, downloadFile } from "../device/storage.js";
import { t, translateSentence } from "../language/i18n.js";
import { shapeOf } from "../drawing/signs.js";
import { drawSvg } from "../drawing/svg_to_canvas.js";
import { DASHES, spreadHeights, lineOffset, canvasContext } from "./charts.js";
import { lengthText, winnersOf, winnersText, historyView, formatDate, formatDuration } from "./summary_text.js";

// A game as one picture to share: final board, winners, points chart, awards, group name and date. It is drawn on the
// device, so that it is a file there.

/**
 * The layout of a picture in px. The board has most of the area in both formats.
 *
 * @typedef {{ size: [number, number], band: Page.Place, board: Page.Place, standings: Page.Place, race: Page.Place, awards: Page.Place }} Shape
 */
/** @type {{ [name: string]: Shape }} */
const PICTURE_LAYOUTS = {
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

const INSET_PX = 40;
const MAX_ROW_PX = 48;
const NAME_SPACING_PX = 34;
const LINE_WIDTH_PX = 7;

/**
 * Runs `draw` with the light theme, so that pictures don't depend on the device's theme.
 *
 * @template T
 * @param {() => T} draw
 * @returns {T}
 */
function withLightTheme(draw) {
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
const themeColour = (name) => withLightTheme(() => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());

/**
 * Draws a game (the answer of `/api/history/<game>`) on a canvas; `group` is the name of the group.
 *
 * @param {Page.PastGame} pastGame
 * @param {{ shape?: string, group?: string }} how
 */
async function drawPicture(pastGame, { shape = "landscape", group = "" } = {}) {
  await document.fonts?.ready;
  const places = PICTURE_LAYOUTS[shape];
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = places.size;
  const brush = createBrush(canvasContext(canvas));
  brush.pen.fillStyle = themeColour("panel");
  brush.pen.fillRect(0, 0, canvas.width, canvas.height);
  drawBand(pastGame, group, places.band, brush);
  drawStandings(pastGame.summary, places.standings, brush);
  if (pastGame.summary.points?.length > 1) drawRace(pastGame.summary, places.race, brush);
  drawAwards(pastGame.summary, places.awards, brush);
  await historyView().drawBoard?.(pastGame.summary, places.board, brush);
  return canvas;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @returns {Page.Brush}
 */
function createBrush(pen) {
  const family = getComputedStyle(document.body).fontFamily;
  const display = themeColour("display") || family;
  return {
    pen,
    colour: themeColour,
    write(text, x, y, { size = 28, bold = false, large = false, ink = "ink", align = "left", wide = pen.canvas.width } = {}) {
      pen.font = `${bold ? "700 " : ""}${size}px ${large ? display : family}`;
      pen.fillStyle = themeColour(ink);
      pen.textAlign = align;
      pen.fillText(text, x, y, wide);
    },
    crest(own, [x, y], size) {
      const placed = new Path2D();
      placed.addPath(new Path2D(shapeOf(own)), { a: size / 24, d: size / 24, e: x - size / 2, f: y - size / 2 });
      pen.fillStyle = themeColour(own);
      pen.fill(placed);
      pen.strokeStyle = themeColour("ink");
      pen.lineWidth = Math.max(1.5, size / 40);
      pen.stroke(placed);
    },
    paint: (drawing, place, where = "") => withLightTheme(() => drawSvg(pen, drawing, place, where)),
  };
}

/**
 * Draws the band with the winners in their colour, the group's name and the date.
 *
 * @param {Page.PastGame} pastGame
 * @param {string} group
 * @param {Page.Place} place
 * @param {Page.Brush} brush
 */
function drawBand({ name, started, summary }, group, { left, top, width, height }, { pen, write, crest }) {
  const winners = winnersOf(summary);
  const soleColour = winners.length === 1 ? winners[0].colour : null;
  pen.fillStyle = themeColour(soleColour ?? "accent");
  pen.fillRect(left, top, width, height);
  const ink = soleColour === "white" || soleColour === "orange" ? "on-light" : soleColour ? "on-dark" : "on-accent";
  const size = winners.length > 1 ? 62 : 104;
  let x = left + INSET_PX + 8;
  for (const { colour: own } of winners) {
    const middle = /** @type {Page.Point} */ ([x + size / 2, top + height / 2]);
    pen.fillStyle = themeColour("panel");
    pen.beginPath();
    pen.arc(middle[0], middle[1], size * 0.62, 0, 2 * Math.PI);
    pen.fill();
    crest(own, middle, size * 0.84);
    x += size * 1.4;
  }
  if (winners.length) x += INSET_PX / 2;
  const wide = left + width - INSET_PX - x;
  write(winners.length ? winnersText(winners) : t("So far"), x, top + 88, { size: 66, bold: true, large: true, ink, wide });
  const lines = [group, [translateSentence(name), formatDate(started)].join(" · "), [lengthText(summary), formatDuration(summary.seconds)].join(" · ")];
  lines.filter(Boolean).forEach((text, at) => write(text, x, top + 130 + at * 30, { size: at ? 23 : 25, bold: at === 0, ink, wide }));
}

/**
 * @param {Page.Summary} summary
 * @param {Page.Place} place
 * @param {Page.Brush} brush
 */
function drawStandings({ players }, { left, top, width, height }, { write, crest }) {
  const row = Math.min(MAX_ROW_PX, height / players.length);
  players.forEach(({ name, colour: own, points }, index) => {
    const y = top + (index + 0.5) * row;
    crest(own, [left + 18, y], row * 0.66);
    write(name, left + 54, y + row * 0.22, { size: row * 0.62, bold: index === 0, wide: width - 130 });
    write(`${points}`, left + width, y + row * 0.24, { size: row * 0.7, bold: true, large: true, align: "right" });
  });
}

/**
 * Draws the awards: facts that are true of one player only.
 *
 * @param {Page.Summary} summary
 * @param {Page.Place} place
 * @param {Page.Brush} brush
 */
function drawAwards({ awards = [], players }, { left, top, width, height }, { write, crest }) {
  const row = height / 3;
  awards.forEach(({ title, colour: own, told: figure }, index) => {
    const y = top + index * row;
    const name = players.find((player) => player.colour === own)?.name ?? "";
    crest(own, [left + 18, y + row * 0.44], 30);
    write(`${translateSentence(title)}: ${name}`, left + 54, y + row * 0.4, { size: 25, bold: true, wide: width - 54 });
    write(translateSentence(figure), left + 54, y + row * 0.4 + 27, { size: 21, ink: "quiet", wide: width - 54 });
  });
}

/**
 * Draws each player's points over the turns as a line that ends in the player's crest.
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
    pen.strokeStyle = themeColour("edge");
    pen.lineWidth = 1;
    strokePath(pen, [[left, y(value)], [left + width, y(value)]]);
    write(`${value}`, left - 12, y(value) + 7, { size: 20, ink: "quiet", align: "right" });
  }
  pen.lineCap = pen.lineJoin = "round";
  const ends = spreadHeights(players.map(({ colour: own }) => y(points[points.length - 1].points[own])), NAME_SPACING_PX, top + height);
  for (const [index, { colour: own }] of [...players.entries()].reverse()) {
    /** @type {Page.Point[]} */
    const path = points.map((each, at) => [x(at), y(each.points[own]) + lineOffset(index, players.length, LINE_WIDTH_PX)]);
    pen.strokeStyle = themeColour("quiet");
    pen.lineWidth = LINE_WIDTH_PX;
    strokePath(pen, path);
    pen.strokeStyle = themeColour(own);
    pen.lineWidth = LINE_WIDTH_PX - 2;
    pen.setLineDash(DASHES[index % DASHES.length]);
    strokePath(pen, path);
    pen.setLineDash([]);
    crest(own, [left + width + 30, ends[index]], 28);
  }
  write(historyView().points?.() ?? t("Points over the turns"), left, top - 22, { size: 23, bold: true });
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Page.Point[]} path
 */
function strokePath(pen, path) {
  pen.beginPath();
  path.forEach(([x, y]) => pen.lineTo(x, y));
  pen.stroke();
}

/** Greatest length of a group's name, in characters. */
const MAX_GROUP_LENGTH = 40;

/**
 * Shows the picture of a game, and shares it with another app or saves it as a file.
 *
 * @param {Page.PastGame} pastGame
 */
export function openShareDialog(pastGame) {
  const preview = html("div", { class: "keepsake", role: "img", "aria-label": t("Picture of the game") });
  /** @type {File | null} */
  let file = null;
  let latestRequest = 0;
  /** @type {Promise<void>} */
  let pendingRender = Promise.resolve();
  const renderPreview = async () => {
    const request = (latestRequest += 1);
    const { shape, group } = dialogValues();
    saveSetting("picture", shape);
    saveSetting("group", group.trim() || null);
    const canvas = await drawPicture(pastGame, { shape, group: group.trim() });
    // A newer request supersedes this one.
    if (request !== latestRequest) return;
    preview.replaceChildren(canvas);
    const picture = await new Promise((/** @type {BlobCallback} */ resolve) => canvas.toBlob(resolve, "image/png"));
    if (request !== latestRequest) return;
    file = picture && new File([picture], `companion-${pastGame.started.slice(0, 10)}-${pastGame.game}.png`, { type: "image/png" });
    refreshDialog();
  };
  // The button may be tapped before the latest change is rendered: wait for the latest render.
  const withLatestFile = async (/** @type {(file: File) => unknown} */ action) => {
    let awaited;
    do await (awaited = pendingRender);
    while (awaited !== pendingRender);
    return file && action(file);
  };
  const name = html("input", {
    name: "group", maxlength: MAX_GROUP_LENGTH, autocomplete: "off", value: loadSetting("group") ?? "", placeholder: t("for example: Thursday's group"),
  });
  const fields = [
    preview,
    radioGroup("shape", t("Format"), [["landscape", t("Landscape")], ["portrait", t("Portrait")]], loadSetting("picture", isPortrait() ? "portrait" : "landscape")),
    html("label", {}, html("span", {}, t("Group name")), name),
  ];
  const canShare = Boolean(navigator.canShare?.({ files: [new File([], "a.png", { type: "image/png" })] }));
  /** @type {Page.Choice[]} */
  const shareChoices = canShare ? [[t("Share"), () => withLatestFile(shareFile)]] : [];
  const dialog = openDialog(t("Share as a picture"), fields, [...shareChoices, [t("Save as a file"), () => withLatestFile(downloadFile)]], {
    leave: t("Close"),
    ready: () => file !== null,
  });
  const startRender = () => (pendingRender = renderPreview());
  dialog.querySelector("form")?.addEventListener("change", startRender);
  startRender();
}

/** Returns true in portrait orientation, which selects the default format. */
const isPortrait = () => innerHeight > innerWidth;

/** @param {File} file */
async function shareFile(file) {
  // Closing the share sheet is no error.
  await navigator.share({ files: [file] }).catch(() => {});
}
