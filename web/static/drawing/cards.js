// Cards: resources, development cards and the two special cards, painted by this project.
//
// Each picture is defined once in a document and reused for every card.

import { html, svg } from "./dom.js";
import { RESOURCES, SHAPES } from "./signs.js";
import { word } from "../language/i18n.js";

/** @typedef {[colour: string, outline: string, stroke?: number]} Layer One painted layer, back to front; a line if it has a stroke width. */

const [WIDTH, HEIGHT] = [40, 56];
/** The kind of an unknown card. */
export const UNKNOWN_CARD = "unidentified";
/** More cards of a kind than this are shown as one pile with a number. */
const MAX_IN_FAN = 4;

const INK = "#2b2416";
const LOG = "M12 42.5H32a3.5 3.5 0 0 1 0 7H12z";

/**
 * The outline of a circle.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
const disc = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/**
 * Bricks from the front, with their upper faces.
 *
 * @param {[x: number, y: number][]} places
 */
const bricks = (places) => /** @type {Layer[]} */ ([
  ["#8a341b", places.map(([x, y]) => `M${x} ${y}h9.4v6.6h-9.4z`).join("")],
  ["#bd5230", places.map(([x, y]) => `M${x} ${y}h8.6v5.8h-8.6z`).join("")],
  ["#e08b63", places.map(([x, y]) => `M${x} ${y}h8.6v1.7h-8.6z`).join("")],
]);

/** The ears of a sheaf: x, y. */
const EARS = [[9.5, 15], [13.5, 11], [17.8, 9], [22.2, 9], [26.5, 11], [30.5, 15]];
const ears = (/** @type {number} */ wide, /** @type {number} */ high) =>
  EARS.map(([x, y]) => `M${x} ${y - high}q${wide} ${high} 0 ${2 * high}q${-wide} ${-high} 0 ${-2 * high}z`).join("");

/** The curls of a fleece. */
const FLEECE = [[13, 33, 5], [18, 29.5, 5.4], [23.5, 30, 5.2], [27, 34, 4.6], [22, 37, 5], [15.5, 37, 4.8]];

/** @type {{ [kind: string]: Layer[] }} */
const ART = {
  lumber: [
    ["#e3ebcd", "M0 0h40v56H0z"],
    ["#93b47d", "M0 30Q12 21 24 27T40 23V56H0z"],
    ["#5b9460", "M3.5 36 8.5 19l5 17zM26.5 36l5-17 5 17z"],
    ["#477f4b", "M0 39Q20 33 40 39V56H0z"],
    ["#1d5232", "M20 6l8.5 13h-4l7 10h-5l7 11h-27l7-11h-5l7-10h-4z"],
    ["#46975a", "M20 6l-8.5 13h4l-7 10h5l-7 11H20z"],
    ["#8a5a30", LOG],
    ["#6b4322", "M12 47.500H32.500a3.5 3.5 0 0 1-.5 2H12z"],
    ["#eccf99", disc(12, 46, 3.6)],
    ["#a9763f", disc(12, 46, 1.5), 0.9],
  ],
  brick: [
    ["#f8e5c6", "M0 0h40v56H0z"],
    ["#e2a97a", "M0 24Q11 12 21 20T40 16V56H0z"],
    ["#cc8352", "M0 34Q18 22 40 30V56H0z"],
    ["#a9612f", "M0 49Q20 45 40 49V56H0z"],
    ...bricks([[5.7, 43], [15.7, 43], [25.7, 43], [10.7, 35.5], [20.7, 35.5], [15.7, 28]]),
  ],
  wool: [
    ["#d8ebf2", "M0 0h40v56H0z"],
    ["#bcdf92", "M0 26Q14 17 26 23T40 20V56H0z"],
    ["#92c65d", "M0 36Q20 29 40 36V56H0z"],
    ["#6fa53f", "M0 48Q20 43 40 48V56H0z"],
    ["#3a332b", "M12.5 38h2.600v9.500h-2.600zM17 40h2.600v8.500H17zM22 40h2.600v8.500H22zM26 37h2.600v10H26z"],
    ["#d9d4c2", FLEECE.map(([x, y, r]) => disc(x + 0.5, y + 1.2, r)).join("")],
    ["#fffdf6", FLEECE.map(([x, y, r]) => disc(x, y, r)).join("")],
    ["#3a332b", "M29 26q5-2.5 6 2 .5 5.5-3 6.5-4 .5-4.5-4zM27.5 26.500l3-1.5 1 2.500z"],
    ["#fffdf6", disc(32.2, 28.6, 0.8)],
  ],
  grain: [
    ["#fdf3cf", "M0 0h40v56H0z"],
    ["#f3d566", "M0 27Q20 21 40 27V56H0z"],
    ["#dcae3a", "M0 36Q20 31 40 36M0 43Q20 39 40 43M0 50Q20 47 40 50", 1.2],
    ["#c8921c", "M11 50l5.5-17L9 17l2-1 7 13-4-17h2l3 16V10h2v18l3-16h2l-4 17 7-13 2 1-7.5 16L29 50z"],
    ["#e7b93c", "M11 50l5.5-17h3.500v17z"],
    ["#a56f0d", ears(3.4, 5.4)],
    ["#f6d873", ears(1.3, 4.4)],
    ["#7d4c14", "M15 31h10v4.200H15z"],
  ],
  ore: [
    ["#dde6ee", "M0 0h40v56H0z"],
    ["#aab4c1", "M0 38 12.5 14 20 27 28.5 9 40 31V56H0z"],
    ["#8793a2", "M12.5 14 20 27l-2 8zM28.5 9 40 31v8L27 21z"],
    ["#ffffff", "M12.5 14l-3.6 7 3-1.6 2.2 1.8 1.7-1.600zM28.5 9l-4 8.5 3.2-1.8 2.6 2.6 2.7-1.600z"],
    ["#707b88", "M0 42Q20 35 40 42V56H0z"],
    ["#39424e", "M8 49l-1-9.5 8-9 11-1.5 7.5 8-1 12z"],
    ["#687586", "M7 39.500l8-9L20 38l-5.5 5.500z"],
    ["#9aa8b8", "M15 30.5 26 29l-6 9z"],
    ["#55616f", "M20 38l6-9 7.5 8-6.5 4z"],
    ["#dfe7ee", "M17.5 46l1.5-2.6 1.5 2.6-1.5 2.600zM26 45l1-1.8 1 1.8-1 1.800zM12 46l.8-1.5.8 1.5-.8 1.500z"],
  ],
  knight: [
    ["#f0dfc9", "M0 0h40v56H0z"],
    ["#dcc29f", "M0 0 40 40V56L0 16zM0 34 22 56H0z"],
    ["#6d1d2b", "M20 13l13.5 4v13C33.5 41 27.5 47 20 51 12.5 47 6.5 41 6.5 30V17z"],
    ["#a83446", "M20 15.500V48.500C13.5 45 8.5 39.5 8.5 30V18.800z"],
    ["#8d2838", "M20 15.500l11.5 3.300V30c0 9.5-5 15-11.5 18.500z"],
    ["#ffffff", "M20 4l2 3.500V35h-4V7.500z"],
    ["#c3ccd6", "M20 4l2 3.500V35h-2z"],
    ["#e2ae2e", "M13 34.500h14v3.200H13z"],
    ["#5a3a20", "M18.7 37.700h2.600v5.800h-2.600z"],
    ["#e2ae2e", disc(20, 44.6, 1.9)],
  ],
  road_building: [
    ["#dbe9f1", "M0 0h40v56H0z"],
    ["#c6dba0", "M0 20Q12 12 22 17T40 14V56H0z"],
    ["#9fc274", "M0 34Q20 27 40 33V56H0z"],
    ["#b79a62", "M12 56C11 42 30 39 26 30 23 24 16 23 18 14h4c-1 8 8 8 10 16 3 12-11 14-10 26z"],
    ["#ead6a4", "M14 56C13 43 32 39 27.5 30 24.5 24 18 22 19 14h2c-.5 8 7.5 8 9.5 16 3 11-11 14-10.5 26z"],
    ["#5a3a20", "M3 42 14 31l4.5 4.5-11 11zM21.5 47l11-11 4.5 4.5-11 11z"],
    ["#b87f45", "M4.5 42 14 32.500l3 3-9.5 9.500zM23 47l9.5-9.5 3 3L26 50z"],
    ["#dba767", "M4.5 42 14 32.500l1 1L5.5 43zM23 47l9.5-9.5 1 1L24 48z"],
  ],
  year_of_plenty: [
    ["#f8e8bd", "M0 0h40v56H0z"],
    ["#e9cf8a", "M0 40Q20 34 40 40V56H0z"],
    ["#c8921c", "M8 30 5 12l2-.5L11 28zM11 28 10 9h2l2 18z"],
    ["#a56f0d", "M5 16Q2 11 5 6q3 5 0 10zM11 13Q8 8 11 3q3 5 0 10z"],
    ["#4a5665", "M18 26l-1-7 4-5 6 .5 3 5-2 7z"],
    ["#8896a6", "M17 19l4-5 6 .5-4 5.500z"],
    ["#bd5230", "M14.5 25h9v6.500h-9z"],
    ["#e08b63", "M14.5 25h9v1.800h-9z"],
    ["#eccf99", disc(10, 28, 4.2)],
    ["#a9763f", disc(10, 28, 1.9), 1],
    ["#fffdf6", disc(27, 28, 3.6) + disc(31.5, 27, 3.4) + disc(29, 24.5, 3.2)],
    ["#6d4520", "M5 30.500h30l-3.5 19.500h-23z"],
    ["#a8703a", "M6.5 34h27l-2.6 14.500H9.100z"],
    ["#6d4520", "M7 39h26M8 44h24M13 34l1.5 14M20 34v14M27 34l-1.5 14", 1],
    ["#c98f50", "M4 30h32v4H4z"],
  ],
  monopoly: [
    ["#e3d7ee", "M0 0h40v56H0z"],
    ["#c8b4dc", "M20 28 0 6V0h8zM20 28 16 0h8zM20 28 32 0h8v6zM20 28 40 20v12zM20 28 0 20v12zM20 28 40 48v8h-8zM20 28 8 56H0v-8zM20 28l4 28h-8z"],
    ["#8a6206", "M6.5 44 4 17l9.5 9.500L20 11l6.5 15.500L36 17l-2.5 27z"],
    ["#f0c548", "M8 41.5 6 21l8 8.5 6-14.500v26.500z"],
    ["#d9a021", "M32 41.5 34 21l-8 8.5-6-14.500v26.500z"],
    ["#8a6206", "M6.5 39.500h27V46h-27z"],
    ["#f6d873", "M8 41h24v1.800H8z"],
    ["#bf2323", disc(20, 34, 2.6)],
    ["#1f58a8", disc(12.5, 35.5, 1.9)],
    ["#2c7a3d", disc(27.5, 35.5, 1.9)],
    ["#f6d873", disc(4.5, 16.5, 2) + disc(35.5, 16.5, 2) + disc(20, 10, 2.3)],
  ],
  victory_point: [
    ["#d3e6f3", "M0 0h40v56H0z"],
    ["#b7d38c", "M0 46Q20 40 40 46V56H0z"],
    ["#efe4ca", "M8 51V29h24v22z"],
    ["#cbb98f", "M20 29h12v22H20z"],
    ["#8d2f21", "M5 30.5 20 17l15 13.500z"],
    ["#b8483a", "M5 30.5 20 17v13.500z"],
    ["#5a3a20", "M17 51v-8.500a3 3 0 0 1 6 0V51z"],
    ["#6f8aa0", "M11 35h4v5h-4zM25 35h4v5h-4z"],
    ["#8a6206", "M20 1.500l2.6 5.4 5.9.8-4.3 4.1 1 5.800L20 14.800l-5.2 2.8 1-5.8-4.3-4.1 5.9-.8z"],
    ["#f4cf5a", "M20 4l1.8 3.9 4.2.6-3.1 2.9.7 4.2-3.6-2-3.6 2 .7-4.200L14 8.500l4.2-.6z"],
  ],
  longest_road: [
    ["#f1e0b3", "M0 0h40v56H0z"],
    ["#b9c98a", "M11 13.500l9-5 9 5v10l-9 5-9-5zM2 30l9-5 9 5v10l-9 5-9-5zM20 30l9-5 9 5v10l-9 5-9-5z"],
    ["#4f3218", "M9 45.500V37l11-7V17.500L30.5 12", 6],
    ["#c98f50", "M9 45.500V38M11 35.8 18 31.300M20 28v-9M22 16.4 29 12.8", 3.4],
  ],
  largest_army: [
    ["#e2d4c4", "M0 0h40v56H0z"],
    ["#8d2838", "M4 8h32v34L20 51 4 42z"],
    ["#a83446", "M4 8h16v43L4 42z"],
    ["#4a5665", "M10 37V25a10 10 0 0 1 20 0v12l-6 3h-8z"],
    ["#9aa8b8", "M12 36V25a8 8 0 0 1 8-8v21h-3.500z"],
    ["#6d7988", "M20 17a8 8 0 0 1 8 8v11l-4.5 2H20z"],
    ["#20262e", "M13 27h14v3H13zM19 27h2v11h-2z"],
    ["#e2ae2e", "M18.7 9h2.600v8h-2.600z"],
  ],
  development: [
    ["#1f4e5f", "M0 0h40v56H0z"],
    ["#3c7f8f", "M20 9l13 9.500v19L20 47 7 37.500v-19z", 1.6],
    ["#3c7f8f", "M20 16.5 27.5 22v12L20 39.5 12.5 34V22z"],
    ["#f4cf5a", "M20 21l1.9 4.4 4.7.4-3.6 3.1 1.1 4.7-4.1-2.5-4.1 2.5 1.1-4.7-3.6-3.1 4.7-.4z"],
  ],
  unidentified: [
    ["#c3ad7c", "M0 0h40v56H0z"],
    ["#8f7946", "M20 9l13 9.500v19L20 47 7 37.500v-19z", 1.6],
    ["#8f7946", "M0 14 14 0M26 56 40 42M0 42l14 14M26 0l14 14", 1.6],
    [INK, "M14.5 23.500a5.5 5.5 0 1 1 7.5 5.200c-1.6.8-2 1.6-2 3.8", 3],
    [INK, disc(20, 37.5, 2)],
  ],
};

/** All kinds of cards. */
export const KINDS = Object.keys(ART);

/** The cards that show a sign where signs are preferred to paint; the others keep their picture. */
const KINDS_WITH_SIGN = new Set(/** @type {string[]} */ (RESOURCES));

/** @param {Layer} layer */
const drawLayer = ([colour, d, width]) =>
  svg("path", width ? { d, fill: "none", stroke: colour, "stroke-width": width, "stroke-linecap": "round" } : { d, fill: colour });

/** Define the pictures of all cards, once per document. */
function addCardSymbols() {
  if (document.getElementById("cards-art")) return;
  const symbols = Object.entries(ART).map(([kind, layers]) =>
    svg(
      "symbol",
      { id: `card-${kind}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
      svg("rect", { class: "card-paper", x: 0.7, y: 0.7, width: WIDTH - 1.4, height: HEIGHT - 1.4, rx: 4.5 }),
      svg("g", { class: KINDS_WITH_SIGN.has(kind) ? "card-scene" : null, "clip-path": "url(#card-window)" }, layers.map(drawLayer)),
      KINDS_WITH_SIGN.has(kind) ? svg("path", { class: "card-sign", d: SHAPES[kind], "fill-rule": "evenodd", transform: "translate(3.8 11.8) scale(1.35)" }) : null,
      svg("rect", { class: "card-dusk", x: 0.7, y: 0.7, width: WIDTH - 1.4, height: HEIGHT - 1.4, rx: 4.5 }),
    ),
  );
  const frame = svg("clipPath", { id: "card-window" }, svg("rect", { x: 3.4, y: 3.4, width: WIDTH - 6.8, height: HEIGHT - 6.8, rx: 2.4 }));
  document.body.prepend(svg("svg", { id: "cards-art", class: "hidden", "aria-hidden": "true" }, svg("defs", {}, frame, symbols)));
}

/**
 * A card, as high as one and a half lines of its text unless a style sheet overrides it; unlabelled without `label`.
 *
 * @param {string} kind a resource, a development card or a special card; "development" is the back
 * @param {{ label?: string }} about
 */
export function card(kind, { label } = {}) {
  addCardSymbols();
  const known = ART[kind] ? kind : UNKNOWN_CARD;
  return svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: `card card-${known}`,
      role: label ? "img" : undefined,
      "aria-label": label,
      "aria-hidden": label ? undefined : "true",
    },
    label ? svg("title", {}, label) : null,
    svg("use", { href: `#card-${known}` }),
  );
}

/**
 * A card inside a larger drawing, centred at a point.
 *
 * @param {string} kind
 * @param {Page.Point} at
 * @param {number} height
 */
export function cardAt(kind, [x, y], height) {
  addCardSymbols();
  const width = (height * WIDTH) / HEIGHT;
  return svg("use", { href: `#card-${kind}`, x: x - width / 2, y: y - height / 2, width, height });
}

/**
 * Draw the number and the card of each kind, in the order of the resources.
 *
 * @param {Page.Cards} cards
 */
export const drawCardCounts = (cards) =>
  presentKinds(cards).map((kind) =>
    html("span", { class: "count", "data-resource": kind }, html("b", {}, `${cards[kind]}`), card(kind, { label: word("resource", kind) })),
  );

/**
 * Draw cards as a fan: each card, or one card with a number if there are too many of a kind.
 *
 * @param {Page.Cards} cards
 */
export const drawFan = (cards) =>
  html(
    "span",
    { class: "fan" },
    presentKinds(cards).map((kind) => {
      const count = cards[kind];
      const label = `${count} ${word("resource", kind)}`;
      const many = count > MAX_IN_FAN;
      return html(
        "span",
        { class: "fanned", role: "img", "aria-label": label, "data-kind": kind },
        many ? html("b", {}, `${count}`) : null,
        Array.from({ length: many ? 1 : count }, () => card(kind)),
      );
    }),
  );

/** @param {Page.Cards} cards */
const presentKinds = (cards) => [...RESOURCES, UNKNOWN_CARD].filter((kind) => cards[kind]);
