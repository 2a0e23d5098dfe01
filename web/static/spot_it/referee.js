// Photos of cards, which the table's server reads: the symbol that two cards share, and the count of the island.

import { crest } from "../drawing/signs.js";
import { consequences, openDialog, refreshDialog } from "../dialogs/dialogs.js";
import { flattenContent, html, requireElement } from "../drawing/dom.js";
import { t } from "../language/i18n.js";
import { enter } from "../network/api.js";
import { namesOf } from "../table/game.js";
import { fetchJson, fetchPicture } from "../network/timed_fetch.js";
import { scaleTimeout } from "../network/timeout_scale.js";

/** The reading needs no more pixels, and a photo of this size is sent quickly. */
const MAX_SIDE_PX = 1600;
const JPEG_QUALITY = 0.88;
const ANSWER_TIMEOUT_MS = scaleTimeout(20_000);
/** Radius of a ring divided by that of its symbol. */
const RING = 1.3;
/** What a photo of the island shows around its outermost places, in radii of a card from their middles. */
const AROUND_ISLAND = 1.8;
const AROUND_HARBORS = 3.3;
const FULL_TURN = 2 * Math.PI;

/** Returns true if this device may send photos: a tablet or a player's phone. */
export const canSendPhotos = () => ["tablet", "phone"].includes(document.body.dataset.role ?? "");

/**
 * A control that takes a photo with the device's camera, or chooses one where there is no camera.
 *
 * @param {string} text
 * @param {string} key
 * @param {(photo: Blob) => unknown} onPhoto
 */
export function photoButton(text, key, onPhoto) {
  const input = html("input", { type: "file", accept: "image/*", capture: "environment", class: "photo-input", "data-key": key });
  input.addEventListener("change", () => {
    const [photo] = input.files ?? [];
    // The same photo can be chosen again.
    input.value = "";
    if (photo) onPhoto(photo);
  });
  return html("label", { class: "photo-button" }, input, html("b", {}, text));
}

/**
 * Draws a photo, turned upright and reduced, on a canvas.
 *
 * @param {Blob} photo
 */
async function drawPhoto(photo) {
  const bitmap = await createImageBitmap(photo);
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
  const size = { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) };
  const canvas = html("canvas", { class: "photo-canvas", role: "img", ...size });
  penOf(canvas).drawImage(bitmap, 0, 0, size.width, size.height);
  return canvas;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<Blob | null>}
 */
const encodeJpeg = (canvas) => new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", JPEG_QUALITY));

/** @param {HTMLCanvasElement} canvas */
const penOf = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/** Fetches the present picture of the table's camera. */
export const takeTablePicture = () => fetchPicture("/api/calibration/picture?bare=1", ANSWER_TIMEOUT_MS);

/**
 * Reads a photo of cards: a dialog shows it, and what the server answers. Resolves to the answer, or to null.
 *
 * @template A
 * @param {string} path
 * @param {string} title
 * @param {Blob | Promise<Blob>} photo
 * @param {(canvas: HTMLCanvasElement, answer: A) => Page.Content} show draws the answer into the photo
 * @param {Page.Choice[]} buttons
 * @param {() => boolean} ready enables the first button
 * @param {Page.Content} more below the photo
 */
export async function readPhoto(path, title, photo, show, buttons = [], ready = () => true, more = []) {
  const status = html("p", { role: "status", class: "photo-answer" }, t("Reading the photo …"));
  const frame = html("div", { class: "photo-frame" });
  openDialog(title, html("div", { class: "photo" }, frame, html("div", { class: "photo-text" }, status, more)), buttons, { leave: t("Close"), ready });
  try {
    const taken = await photo;
    const canvas = await drawPhoto(taken).catch(() => {
      throw new Error(t("This file is no photo."));
    });
    frame.append(canvas);
    frame.style.setProperty("--ratio", `${canvas.width / canvas.height}`);
    // The table's camera sends its picture small and upright: a second compression would only blur thin rims.
    const body = photo instanceof Promise ? taken : await encodeJpeg(canvas);
    const options = { method: "POST", headers: { "Content-Type": "image/jpeg" }, body };
    const answer = /** @type {A & { text: string }} */ (await fetchJson(path, options, ANSWER_TIMEOUT_MS));
    canvas.setAttribute("aria-label", answer.text);
    status.replaceChildren(answer.text);
    frame.append(...flattenContent(show(canvas, answer)));
    frame.style.setProperty("--ratio", `${canvas.width / canvas.height}`);
    refreshDialog();
    return answer;
  } catch (error) {
    const refused = /** @type {Page.Refusal} */ (error);
    status.replaceChildren(refused.status === undefined && refused.name === "AbortError" ? t("The table can't be reached.") : refused.message);
    return null;
  }
}

/**
 * Settles which symbol two cards in a photo share.
 *
 * @param {Blob} photo
 */
export const askReferee = (photo) => readPhoto("/api/cards/common", t("The common symbol"), photo, markCommonSymbols);

/**
 * Outlines the cards, and rings each common symbol on both cards, joined by a line.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {Api.CardsRead} answer
 */
export function markCommonSymbols(canvas, { cards, common }) {
  const thick = Math.max(2, canvas.width / 260);
  for (const card of cards) drawCircle(canvas, card, 1, ["#fffc", thick / 2]);
  for (const places of common) {
    const [[x1, y1, r1], [x2, y2, r2]] = places.map((place) => circleInPixels(canvas, place, RING));
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    for (const [colour, width] of /** @type {[string, number][]} */ ([["#000", 2.4 * thick], ["#f0f", 1.4 * thick]])) {
      const pen = penOf(canvas);
      stroke(pen, colour, width, () => {
        pen.moveTo(x1 + dx * r1, y1 + dy * r1);
        pen.lineTo(x2 - dx * r2, y2 - dy * r2);
      });
      places.forEach((place) => drawCircle(canvas, place, RING, [colour, width]));
    }
  }
  return null;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Api.PictureCircle} circle
 * @param {number} factor
 */
const circleInPixels = ({ width, height }, { at: [x, y], radius }, factor) => [x * width, y * height, radius * width * factor];

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Api.PictureCircle} circle
 * @param {number} factor
 * @param {[string, number]} line colour and width
 */
function drawCircle(canvas, circle, factor, [colour, width]) {
  const [x, y, radius] = circleInPixels(canvas, circle, factor);
  const pen = penOf(canvas);
  stroke(pen, colour, width, () => pen.arc(x, y, radius, 0, FULL_TURN));
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} colour
 * @param {number} width
 * @param {() => void} path
 */
function stroke(pen, colour, width, path) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  path();
  pen.stroke();
}

/**
 * Counts a fanned pile in a photo: each card gets a ring, and a tap confirms the number if it is certain.
 *
 * @param {Blob} photo
 * @param {(count: number) => void} use
 */
export function countPile(photo, use) {
  let count = 0;
  /** @type {(canvas: HTMLCanvasElement, answer: Api.PileCounted) => null} */
  const show = (canvas, { cards, sure }) => {
    count = sure ? cards.length : 0;
    const thick = Math.max(2, canvas.width / 300);
    cards.forEach((card, number) => {
      drawCircle(canvas, card, 1, ["#000", 2 * thick]);
      drawCircle(canvas, card, 1, [number % 2 ? "#0ff" : "#f0f", thick]);
    });
    return null;
  };
  // The dialog stays open: it asks for the score next.
  const useCount = () => {
    use(count);
    return false;
  };
  return readPhoto("/api/cards/pile", t("Count the fanned pile"), photo, show, [[t("Use this count"), useCount]], () => count > 0);
}

/** @typedef {{ [place: string]: string | null }} Kinds the kind of each place, null: uncertain */

/** @type {Page.Point[]} */
const STEPS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

/** @param {string} place */
const neighbours = (place) => {
  const [column, row] = place.split(",").map(Number);
  return STEPS.map(([x, y]) => `${column + x},${row + y}`);
};

/**
 * The places that count for a team in games 1 to 3: its visible cards, the harbors that they border, or its largest group.
 *
 * @param {number} game
 * @param {Kinds} kinds
 * @param {string[]} harbors places
 * @param {string} colour
 */
export function countedPlaces(game, kinds, harbors, colour) {
  const own = new Set(Object.keys(kinds).filter((place) => kinds[place] === colour));
  if (game === 1) return [...own];
  if (game === 2) return harbors.filter((harbor) => neighbours(harbor).some((place) => own.has(place)));
  /** @type {string[]} */
  let largest = [];
  for (const start of own) {
    const group = [start];
    own.delete(start);
    for (const place of group) {
      for (const next of neighbours(place)) if (own.delete(next)) group.push(next);
    }
    if (group.length > largest.length) largest = group;
  }
  return largest;
}

/**
 * Cuts a photo to the island, so that its places are large enough for a finger.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {Api.CardAtPlace[]} cards
 * @param {number} around kept around the outermost cards' middles, radii of a card
 * @returns {Map<string, Api.PictureCircle>} the circle of each place in the cut photo
 */
function cropToIsland(canvas, cards, around) {
  const circles = cards.map(({ circle }) => circleInPixels(canvas, circle, 1));
  const reach = around * Math.max(...circles.map(([, , radius]) => radius));
  const [left, top] = [0, 1].map((axis) => Math.max(0, Math.floor(Math.min(...circles.map((circle) => circle[axis])) - reach)));
  const [right, bottom] = [canvas.width, canvas.height].map((side, axis) => Math.min(side, Math.ceil(Math.max(...circles.map((circle) => circle[axis])) + reach)));
  const kept = penOf(canvas).getImageData(left, top, right - left, bottom - top);
  Object.assign(canvas, { width: kept.width, height: kept.height });
  penOf(canvas).putImageData(kept, 0, 0);
  return new Map(
    cards.map(({ place }, n) => {
      const [x, y, radius] = circles[n];
      return [place.join(), { at: [(x - left) / kept.width, (y - top) / kept.height], radius: radius / kept.width }];
    }),
  );
}

/**
 * The circle of a harbor, from the rows of cards that end at it.
 *
 * @param {string} harbor place
 * @param {Map<string, Api.PictureCircle>} circles
 * @returns {Api.PictureCircle}
 */
function harborCircle(harbor, circles) {
  const [column, row] = harbor.split(",").map(Number);
  const ends = STEPS.flatMap(([x, y]) => {
    const [near, far] = [1, 2].map((steps) => circles.get(`${column + steps * x},${row + steps * y}`));
    return near && far ? [[2 * near.at[0] - far.at[0], 2 * near.at[1] - far.at[1], near.radius]] : [];
  });
  const [x, y, radius] = [0, 1, 2].map((part) => ends.reduce((sum, end) => sum + end[part], 0) / ends.length);
  return { at: [x, y], radius };
}

/**
 * Lays an element over a circle of the photo.
 *
 * @param {HTMLElement} element
 * @param {Api.PictureCircle} circle
 */
function layOver(element, { at: [x, y], radius }) {
  Object.assign(element.style, { left: `${100 * x}%`, top: `${100 * y}%`, width: `${200 * radius}%` });
  return element;
}

/**
 * Counts the island in a photo: it shows what is read at each place, and a tap on a place corrects it.
 *
 * If the teams that are out first are known, a tap scores the game. Otherwise `ask` asks for them.
 *
 * @param {Page.MatchView} view
 * @param {Blob | Promise<Blob>} photo
 * @param {string[]} firstOut
 * @param {(view: Page.MatchView, known: { counts?: { [colour: string]: number }, firstOut: string[] }) => void} ask
 */
export function countByPhoto(view, photo, firstOut, ask) {
  const { game_on: game, counted: after, players } = view;
  const names = namesOf(view);
  const choices = ["island", ...players.map(({ colour }) => colour)];
  /** @type {Kinds} */
  const kinds = {};
  /** @type {string[]} */
  let harbors = [];
  const placesByTeam = () => Object.fromEntries(players.map(({ colour }) => [colour, countedPlaces(game, kinds, harbors, colour)]));
  const counts = () => Object.fromEntries(Object.entries(placesByTeam()).map(([colour, places]) => [colour, places.length]));
  /** @type {Map<string, HTMLElement>} */
  const drawn = new Map();
  const list = html("ul", { class: "photo-counts", "aria-live": "polite" });
  const isReady = () => Object.keys(kinds).length > 0 && !Object.values(kinds).includes(null);
  const result = html("div", {});
  const scoreInput = () => ({ kind: "game_scored", game, after, first_out: firstOut, counts: counts() });
  const drawCounts = () => {
    const places = placesByTeam();
    list.replaceChildren(...players.map(({ colour, name }) => html("li", { "data-colour": colour }, crest(colour), ` ${name} `, html("b", {}, `${places[colour].length}`))));
    for (const [key, element] of drawn) {
      const owners = players.map(({ colour }) => colour).filter((colour) => places[colour].includes(key));
      const own = kinds[key];
      // A harbor shows whose it is, a card whose team's it is; one that doesn't count is fainter.
      const crests = harbors.includes(key) ? owners : players.some(({ colour }) => colour === own) ? [own ?? ""] : [];
      element.classList.toggle("photo-idle", game !== 2 && crests.length > 0 && !owners.length);
      element.replaceChildren(own === null ? "?" : "", ...crests.map((colour) => html("span", { class: "photo-crest", "data-colour": colour }, crest(colour))));
    }
    result.replaceChildren(firstOut.length && isReady() ? consequences(scoreInput(), (colour) => names[colour], t("Result:")) : "");
  };
  /** @param {string | null} kind */
  const kindName = (kind) => (kind === null ? t("unknown") : kind === "island" ? t("island card") : (players.find(({ colour }) => colour === kind)?.name ?? kind));
  /** @param {Api.CardAtPlace} card */
  const placeButton = ({ place, kind, sure }) => {
    const key = place.join();
    kinds[key] = sure && choices.includes(kind) ? kind : null;
    const button = html("button", { type: "button", class: "photo-place" });
    const draw = () => {
      const own = kinds[key];
      button.dataset.colour = own ?? "";
      button.setAttribute("aria-label", t("Place {place}: {kind}", { place: key, kind: kindName(own) }));
    };
    button.addEventListener("click", () => {
      const own = kinds[key];
      kinds[key] = own === null && choices.includes(kind) ? kind : choices[(choices.indexOf(own ?? "") + 1) % choices.length];
      draw();
      drawCounts();
      refreshDialog();
    });
    draw();
    drawn.set(key, button);
    return button;
  };
  /** @type {(canvas: HTMLCanvasElement, answer: Api.IslandCounted) => Page.Content} */
  const show = (canvas, { cards, ...answer }) => {
    if (!cards.length) return [];
    harbors = answer.harbors.map((place) => place.join());
    const circles = cropToIsland(canvas, cards, harbors.length ? AROUND_HARBORS : AROUND_ISLAND);
    const buttons = cards.map((card) => layOver(placeButton(card), /** @type {Api.PictureCircle} */ (circles.get(card.place.join()))));
    const signs = harbors.map((harbor) => layOver(html("span", { class: "photo-harbor" }), harborCircle(harbor, circles)));
    signs.forEach((sign, n) => drawn.set(harbors[n], sign));
    drawCounts();
    return [buttons, signs];
  };
  // The dialog stays open: it asks for the score next.
  const useCounts = () => {
    ask(view, { counts: counts(), firstOut });
    return false;
  };
  const useNoCounts = () => {
    ask(view, { firstOut });
    return false;
  };
  /** @type {Page.Choice[]} */
  const buttons = [firstOut.length ? [t("Score"), () => enter(scoreInput())] : [t("Use this count"), useCounts], [t("Count by hand"), useNoCounts]];
  const learn = photoButton(t("Show one card of each colour"), "colours", (shown) => readPhoto("/api/cards/colours", t("The colours of the cards"), shown, () => null));
  const help = html("p", { class: "quiet" }, t("Lay one card of each side by side, from left to right: island, harbor, blue, orange, red."));
  return readPhoto("/api/cards/island", t("Count the island"), photo, show, buttons, isReady, [list, result, html("details", {}, html("summary", {}, t("Colours")), help, learn)]);
}
