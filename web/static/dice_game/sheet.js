// The sheet of a player as a drawing, and as a picture to share.

import { buttonAttributes, svg } from "../drawing/dom.js";
import { shapeAt } from "../drawing/signs.js";
import { drawScenery, scenery } from "../island/landscape.js";
import { t } from "../language/i18n.js";
import { loadStyles } from "../drawing/styles.js";

// Draws a sheet: the ring of hexes with its knights, the roads, and the sites along them.

// Lengths in sides of a hex.
const ROAD_TRIM = 0.22;
/** @type {{ [piece: string]: number }} */
const PIECE_SIZE = { settlement: 0.66, city: 0.68, knight: 0.7 };
const KNIGHT_SPACING = 0.37;
/** Radius of the tap target of a site, and of a knight that is alone on its hex. */
const TARGET_RADIUS = { site: 0.38, knight: 0.5 };
/** Share of a road that its tap target leaves out at each end. */
const TARGET_TRIM = 0.12;
/**
 * Points of a building, and the offset of that number below its centre.
 *
 * @type {{ [piece: string]: [points: number, below: number] }}
 */
const POINTS_LABELS = { settlement: [1, 0.22], city: [2, 0.24] };

/**
 * Draws a sheet.
 *
 * `built` are ids by piece, `spent` ids of knights. `placeClass(piece, id)` returns the class of a highlighted place
 * (`possible`, `reached`, `ready`). `tapAction(piece, id)` returns `[name, action]` for a tap. Both may return null.
 *
 * @param {Api.DiceGameSheet} sheet
 * @param {Pick<Api.DiceGamePlayer, "built" | "spent">} drawn
 * @param {{ label: string, colour: string, placeClass?: (piece: Api.SheetPiece, id: string) => string | null, tapAction?: (piece: Api.SheetPiece, id: string) => [name: string, action: () => unknown] | null, small?: boolean }} shown
 */
export function drawSheet(sheet, { built, spent }, { label, colour, placeClass = () => null, tapAction = () => null, small = false }) {
  /**
   * @param {Api.SheetPiece} piece
   * @param {string} id
   * @param {Page.Content} shapes
   * @param {Page.Content} reach
   */
  const placeGroup = (piece, id, shapes, reach) => {
    const tap = tapAction(piece, id);
    const classes = ["sheet-place", `place-${piece}`, built[piece]?.includes(id) && "built", spent.includes(id) && piece === "knight" && "spent", placeClass(piece, id)];
    return svg(
      "g",
      {
        class: classes.filter(Boolean).join(" "),
        "data-key": `${piece}-${id}`,
        ...(tap ? buttonAttributes(...tap) : {}),
      },
      tap ? svg("title", {}, tap[0]) : null,
      shapes,
      tap ? reach : null,
    );
  };
  /**
   * @param {Page.Point} at
   * @param {number} r
   */
  const targetCircle = ([cx, cy], r) => svg("circle", { class: "reach", cx, cy, r });
  const roads = sheet.roads.map(({ id, ends }) => ({
    looked: placeClass("road", id),
    shape: placeGroup("road", id, roadShape(ends, id === sheet.cross), svg("line", { ...trimLine(ends, TARGET_TRIM), class: "reach reach-road" })),
  }));
  const sites = /** @type {("settlement" | "city")[]} */ (["settlement", "city"]).flatMap((piece) =>
    sheet[piece === "city" ? "cities" : "settlements"].map(({ id, at }) => ({
      looked: placeClass(piece, id),
      shape: placeGroup(piece, id, siteShape(piece, at), targetCircle(at, TARGET_RADIUS.site)),
    })),
  );
  const knights = knightPlaces(sheet).map(({ id, at, resource, room }) => placeGroup("knight", id, knightShape(at, resource), targetCircle(at, room)));
  /**
   * @param {{ looked: string | null, shape: SVGElement }[]} places
   * @param {(string | null)[]} classNames
   */
  const shapesWithClass = (places, ...classNames) => places.filter(({ looked }) => classNames.includes(looked)).map(({ shape }) => shape);
  // A tap between an affordable road and a site that isn't means the road, so the road is on top.
  const layers = [shapesWithClass(roads, null, "reached"), shapesWithClass(sites, "reached"), shapesWithClass(roads, "possible"), shapesWithClass(sites, null, "possible")];
  return svg(
    "svg",
    {
      viewBox: sheet.viewBox.join(" "),
      class: small ? "sheet-drawn sheet-small" : "sheet-drawn",
      "data-colour": colour,
      role: small ? "img" : "group",
      "aria-label": label,
    },
    sheet.hexes.map(({ at: [x, y], corners, terrain }) =>
      svg(
        "g",
        { class: "hex", "data-terrain": terrain },
        svg("polygon", { points: corners.map((point) => point.join()).join(" "), class: "sheet-hex", "data-terrain": terrain }),
        // The scenery is that of the base game's island.
        small ? null : svg("g", { class: "scenery", transform: `translate(${x} ${y})`, "aria-hidden": "true" }, drawScenery(scenery(terrain, `${x} ${y}`, true))),
      ),
    ),
    knights,
    layers,
  );
}

/**
 * Places knights side by side where a hex has several.
 *
 * @param {Api.DiceGameSheet} sheet
 */
function knightPlaces({ knights }) {
  return knights.map((knight) => {
    const sameHex = knights.filter(({ at }) => at.join() === knight.at.join());
    const offset = (sameHex.indexOf(knight) - (sameHex.length - 1) / 2) * 2 * KNIGHT_SPACING;
    return { ...knight, at: /** @type {Page.Point} */ ([knight.at[0] + offset, knight.at[1]]), room: sameHex.length > 1 ? KNIGHT_SPACING : TARGET_RADIUS.knight };
  });
}

/**
 * @param {Page.Point[]} ends
 * @param {number} share
 */
function trimLine([[x1, y1], [x2, y2]], share) {
  const [dx, dy] = [(x2 - x1) * share, (y2 - y1) * share];
  return { x1: x1 + dx, y1: y1 + dy, x2: x2 - dx, y2: y2 - dy };
}

/**
 * @param {Page.Point[]} ends
 * @param {boolean} isCrossed
 */
function roadShape(ends, isCrossed) {
  const line = trimLine(ends, ROAD_TRIM);
  return [
    svg("line", { ...line, class: "road-edge" }),
    svg("line", { ...line, class: "road-face" }),
    isCrossed ? crossMark([(line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2]) : null,
  ];
}

/**
 * The mark on the road that makes the first route long enough.
 *
 * @param {Page.Point} at
 */
const crossMark = ([x, y]) =>
  svg("path", { d: `M${x - 0.1} ${y - 0.1}l.2 .2M${x + 0.1} ${y - 0.1}l-.2 .2`, class: "road-cross" }, svg("title", {}, t("× Longest Road from here on")));

/**
 * @param {string} piece
 * @param {Page.Point} at
 */
const siteShape = (piece, at) => [
  svg("circle", { cx: at[0], cy: at[1], r: 0.38, class: "site-ground" }),
  shapeAt(piece, at, PIECE_SIZE[piece], { class: "site-shape" }),
  svg("text", { x: at[0], y: at[1] + POINTS_LABELS[piece][1], class: "site-points", "aria-hidden": "true" }, `${POINTS_LABELS[piece][0]}`),
];

/**
 * @param {Page.Point} at
 * @param {string | null} resource
 */
const knightShape = (at, resource) => [
  svg("path", { d: shieldAt(at, PIECE_SIZE.knight), class: "knight-shape" }),
  resource
    ? shapeAt(resource, [at[0], at[1] - 0.02], 0.42, { class: "knight-sign" })
    : svg("text", { x: at[0], y: at[1] + 0.14, class: "knight-any", "aria-hidden": "true" }, "?"),
  resource ? null : svg("title", {}, t("? joker: turns a die into any resource")),
  svg("path", { d: `M${at[0] - 0.28} ${at[1] + 0.28}l.56 -.56`, class: "knight-spent" }),
];

/**
 * A shield's outline, `size` wide.
 *
 * @param {Page.Point} at
 * @param {number} size
 */
function shieldAt([x, y], size) {
  const half = size / 2;
  return (
    `M${x} ${y - half}L${x + half} ${y - half * 0.75}V${y}C${x + half} ${y + half * 0.6} ${x + half * 0.5} ${y + half} ${x} ${y + half * 1.15}` +
    `C${x - half * 0.5} ${y + half} ${x - half} ${y + half * 0.6} ${x - half} ${y}V${y - half * 0.75}Z`
  );
}

// The winner's sheet in the picture to share.

/**
 * @param {Api.DiceGameSummary} summary
 * @param {Page.Place} place
 * @param {Page.Brush} brush
 */
async function drawBoard({ players, sheet }, { left, top, width, height }, { pen, colour, paint }) {
  await loadStyles("dice_game/sheet.css", "island/island.css");
  pen.fillStyle = colour("sea");
  pen.fillRect(left, top, width, height);
  const [first] = players;
  if (!first) return;
  const edge = height * 0.04;
  const within = { left: left + edge, top: top + edge, width: width - 2 * edge, height: height - 2 * edge };
  paint(drawSheet(sheet, first.drawn, { label: first.name, colour: first.colour }), within, "large-sheet");
}

/** The picture's part of the history view, also used at the end of a game. */
export const PICTURE = { drawBoard };
