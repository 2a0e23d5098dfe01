// A sheet as a drawing: the ring of hexes with its knights, the roads, and the sites along them.

import { button, svg } from "../drawing/dom.js";
import { shapeAt } from "../drawing/signs.js";
import { t } from "../language/i18n.js";

// In sides of a hex.
const TRIM = 0.22;
/** @type {{ [piece: string]: number }} */
const SIZE = { settlement: 0.56, city: 0.58, knight: 0.56 };
const APART = 0.36;
/** How far from its middle a finger finds a site, and a knight that stands alone on its hex. */
const REACH = { site: 0.38, knight: 0.5 };
/** How far from its ends a road is found. */
const REACH_TRIM = 0.12;
/**
 * What a building is worth, and how far below its middle that stands.
 *
 * @type {{ [piece: string]: [points: number, below: number] }}
 */
const POINTS = { settlement: [1, 0.17], city: [2, 0.2] };

/**
 * The drawing of a sheet.
 *
 * `built` are ids by piece, `spent` those of knights. `looks(piece, id)` gives the class of a place that stands
 * out (`possible`, `reached`, `ready`), and `taps(piece, id)` what a tap there does, with its name: `[name, action]`; both may give nothing.
 *
 * @param {Api.DiceGameSheet} sheet
 * @param {Pick<Api.DiceGamePlayer, "built" | "spent">} drawn
 * @param {{ label: string, colour: string, looks?: (piece: Api.SheetPiece, id: string) => string | null, taps?: (piece: Api.SheetPiece, id: string) => [name: string, action: () => unknown] | null, small?: boolean }} shown
 */
export function drawSheet(sheet, { built, spent }, { label, colour, looks = () => null, taps = () => null, small = false }) {
  /**
   * @param {Api.SheetPiece} piece
   * @param {string} id
   * @param {Page.Content} shapes
   * @param {Page.Content} reach
   */
  const place = (piece, id, shapes, reach) => {
    const tap = taps(piece, id);
    const is = ["place-of", `place-${piece}`, built[piece]?.includes(id) && "built", spent.includes(id) && piece === "knight" && "spent", looks(piece, id)];
    return svg(
      "g",
      {
        class: is.filter(Boolean).join(" "),
        "data-key": `${piece}-${id}`,
        ...(tap ? button(...tap) : {}),
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
  const reach = ([cx, cy], r) => svg("circle", { class: "reach", cx, cy, r });
  const roads = sheet.roads.map(({ id, ends }) => ({
    looked: looks("road", id),
    shape: place("road", id, roadShape(ends, id === sheet.cross), svg("line", { ...trimmed(ends, REACH_TRIM), class: "reach reach-road" })),
  }));
  const sites = /** @type {("settlement" | "city")[]} */ (["settlement", "city"]).flatMap((piece) =>
    sheet[piece === "city" ? "cities" : "settlements"].map(({ id, at }) => ({
      looked: looks(piece, id),
      shape: place(piece, id, siteShape(piece, at), reach(at, REACH.site)),
    })),
  );
  const knights = knightPlaces(sheet).map(({ id, at, resource, room }) => place("knight", id, knightShape(at, resource), reach(at, room)));
  /**
   * @param {{ looked: string | null, shape: SVGElement }[]} places
   * @param {(string | null)[]} are
   */
  const which = (places, ...are) => places.filter(({ looked }) => are.includes(looked)).map(({ shape }) => shape);
  // Where a road that is paid meets a site that isn't, a finger between them means the road: it lies on top.
  const layers = [which(roads, null, "reached"), which(sites, "reached"), which(roads, "possible"), which(sites, null, "possible")];
  return svg(
    "svg",
    {
      viewBox: sheet.viewBox.join(" "),
      class: small ? "sheet-drawn sheet-small" : "sheet-drawn",
      "data-colour": colour,
      role: small ? "img" : "group",
      "aria-label": label,
    },
    sheet.hexes.map(({ corners, terrain }) =>
      svg("polygon", { points: corners.map((point) => point.join()).join(" "), class: "sheet-hex", "data-terrain": terrain }),
    ),
    knights,
    layers,
  );
}

/**
 * Knights side by side where several stand on a hex.
 *
 * @param {Api.DiceGameSheet} sheet
 */
function knightPlaces({ knights }) {
  return knights.map((knight) => {
    const beside = knights.filter(({ at }) => at.join() === knight.at.join());
    const aside = (beside.indexOf(knight) - (beside.length - 1) / 2) * 2 * APART;
    return { ...knight, at: /** @type {Page.Point} */ ([knight.at[0] + aside, knight.at[1]]), room: beside.length > 1 ? APART : REACH.knight };
  });
}

/**
 * @param {Page.Point[]} ends
 * @param {number} by
 */
function trimmed([[x1, y1], [x2, y2]], by) {
  const [dx, dy] = [(x2 - x1) * by, (y2 - y1) * by];
  return { x1: x1 + dx, y1: y1 + dy, x2: x2 - dx, y2: y2 - dy };
}

/**
 * @param {Page.Point[]} ends
 * @param {boolean} crossed
 */
function roadShape(ends, crossed) {
  const line = trimmed(ends, TRIM);
  return [
    svg("line", { ...line, class: "road-edge" }),
    svg("line", { ...line, class: "road-face" }),
    crossed ? cross([(line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2]) : null,
  ];
}

/**
 * The mark on the road that makes the first route long enough.
 *
 * @param {Page.Point} at
 */
const cross = ([x, y]) =>
  svg("path", { d: `M${x - 0.1} ${y - 0.1}l.2 .2M${x + 0.1} ${y - 0.1}l-.2 .2`, class: "road-cross" }, svg("title", {}, t("× Longest Road from here on")));

/**
 * @param {string} piece
 * @param {Page.Point} at
 */
const siteShape = (piece, at) => [
  svg("circle", { cx: at[0], cy: at[1], r: 0.34, class: "site-ground" }),
  shapeAt(piece, at, SIZE[piece], { class: "site-shape" }),
  svg("text", { x: at[0], y: at[1] + POINTS[piece][1], class: "site-points", "aria-hidden": "true" }, `${POINTS[piece][0]}`),
];

/**
 * @param {Page.Point} at
 * @param {string | null} resource
 */
const knightShape = (at, resource) => [
  svg("path", { d: shieldAt(at, SIZE.knight), class: "knight-shape" }),
  resource
    ? shapeAt(resource, [at[0], at[1] - 0.02], 0.3, { class: "knight-sign" })
    : svg("text", { x: at[0], y: at[1] + 0.1, class: "knight-any", "aria-hidden": "true" }, "?"),
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

