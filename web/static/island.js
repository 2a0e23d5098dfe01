// The island as a drawing: where things lie comes from the server, by their ids.

import { editHarbor, editHex } from "./dialogs.js";
import { html, panel, svg } from "./dom.js";
import { HARBORS, HEXES, INTERSECTIONS, PATHS, SITES, VIEW_BOX, between } from "./geometry.js";
import { askSite } from "./placing.js";
import { PRODUCES, shapeAt } from "./signs.js";
import { pickSites, sitesLayer } from "./sites.js";
import { namesOf } from "./turn.js";
import { say, tellDeparture, word } from "./words.js";

const PIPS = { 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1 };
const SIZE = { settlement: 0.5, city: 0.66, robber: 0.74 };

const list = (points) => points.map((point) => point.join()).join(" ");
const shift = ([x, y], dx, dy) => [x + dx, y + dy];

/** The island's part of the page: a function that draws a game's view. */
export function islandPanel(root) {
  const land = svg("g", { class: "land" });
  const harbors = svg("g", { class: "harbors" });
  const pieces = svg("g", { class: "pieces" });
  const sites = svg("g", { class: "sites" });
  const asked = svg("g", { class: "asked" });
  const picture = svg(
    "svg",
    { viewBox: VIEW_BOX.join(" "), class: "map", role: "group" },
    harbors,
    land,
    pieces,
    asked,
    sites,
  );
  const notes = html("div", { class: "island-notes" });
  root.replaceChildren(picture, notes);

  // Taps are about what is seen now, not about what was when the drawing was made.
  let shown;
  const name = (colour) => namesOf(shown)[colour];
  const tapHex = (id) =>
    editHex(id, shown.layout?.hexes[id], shown.to_do.some(({ kind }) => kind === "move_robber"), name);
  const tapHarbor = (id, kind) => editHarbor(id, kind, name);
  const drawn = [
    panel(land, (view) => [view.layout?.hexes, view.roll?.sum], ([hexes, sum]) => drawLand(hexes, sum, tapHex)),
    panel(harbors, (view) => view.layout?.harbors ?? {}, (all) => drawHarbors(all, tapHarbor)),
    panel(pieces, (view) => [view.pieces, view.robber], ([all, robber]) => drawPieces(all, robber)),
    panel(sites, pickSites, sitesLayer((site) => askSite(site, shown))),
    panel(asked, (view) => view.questions.map(({ fields }) => fields.at).filter(Boolean), drawAsked),
    panel(notes, (view) => view.departures, drawNotes),
  ];
  return (view) => {
    shown = view;
    picture.setAttribute("aria-label", say("island"));
    drawn.forEach((draw) => draw(view));
  };
}

/** Rings around the sites that a question is about. */
function drawAsked(ids) {
  return ids.map((id) => {
    const [x, y] = SITES[id];
    return svg("circle", { class: "ring", cx: x, cy: y, r: SIZE.city });
  });
}

function drawLand(hexes, sum, tap) {
  return Object.entries(HEXES).map(([id, { at, corners }]) => {
    const lies = hexes?.[id];
    const name = lies ? say("hexName", word("terrain", lies.terrain), lies.number) : say("unknownHex");
    return svg(
      "g",
      {
        class: lies?.number === sum ? "hex hex-rolled" : "hex",
        "data-terrain": lies?.terrain,
        "data-key": id,
        ...button(name, () => tap(id)),
      },
      svg("title", {}, name),
      svg("polygon", { points: list(corners) }),
      lies ? terrainSign(lies.terrain, at, lies.number) : text(at, "?", "unread"),
      lies?.number ? token(shift(at, 0, 0.3), lies.number) : null,
    );
  });
}

// What makes a button of a part of the drawing, for fingers and for the keyboard.
function button(name, action) {
  return {
    role: "button",
    tabindex: 0,
    "aria-label": name,
    onclick: action,
    onkeydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      action();
    },
  };
}

function terrainSign(terrain, at, number) {
  const [place, size] = number ? [shift(at, 0, -0.42), 0.5] : [at, 0.7];
  return shapeAt(PRODUCES[terrain] ?? terrain, place, size, { class: "terrain-sign" });
}

function token(at, number) {
  const count = PIPS[number] ?? 0;
  const pips = Array.from({ length: count }, (_, n) =>
    svg("circle", { cx: at[0] + (n - (count - 1) / 2) * 0.095, cy: at[1] + 0.22, r: 0.034 }),
  );
  const likely = number === 6 || number === 8;
  return svg(
    "g",
    { class: likely ? "token token-likely" : "token" },
    svg("circle", { cx: at[0], cy: at[1], r: 0.36, class: "token-disc" }),
    text(shift(at, 0, -0.05), number, "token-number"),
    pips,
  );
}

function drawHarbors(harbors, tap) {
  return Object.entries(harbors).map(([id, kind]) => {
    const { at, ends } = HARBORS[id];
    const name = word("harbor", kind);
    return svg(
      "g",
      {
        class: "harbor",
        "data-resource": kind,
        "data-key": id,
        ...button(say("labelled", say("harborLabel"), name), () => tap(id, kind)),
      },
      svg("title", {}, name),
      ends.map((end) => svg("line", { x1: at[0], y1: at[1], x2: end[0], y2: end[1], class: "pier" })),
      svg("circle", { cx: at[0], cy: at[1], r: 0.33 }),
      shapeAt(kind, shift(at, 0, -0.09), 0.34, { class: "harbor-sign" }),
      text(shift(at, 0, 0.19), kind === "generic" ? "3:1" : "2:1", "harbor-rate"),
    );
  });
}

function drawPieces(pieces, robber) {
  const roads = pieces.filter((piece) => piece.kind === "road");
  const buildings = pieces.filter((piece) => piece.kind !== "road");
  return [
    ...roads.map((piece) => {
      const [from, to] = PATHS[piece.at];
      const [[x1, y1], [x2, y2]] = [between(from, to, 0.2), between(from, to, 0.8)];
      return svg(
        "g",
        { class: "piece road", "data-colour": piece.colour },
        svg("line", { x1, y1, x2, y2, class: "road-edge" }),
        svg("line", { x1, y1, x2, y2, class: "road-face" }),
      );
    }),
    ...buildings.map((piece) =>
      svg(
        "g",
        { class: `piece ${piece.kind}`, "data-colour": piece.colour },
        shapeAt(piece.kind, INTERSECTIONS[piece.at], SIZE[piece.kind]),
      ),
    ),
    robber &&
      svg(
        "g",
        { class: "robber", "data-at": robber },
        svg("title", {}, say("robber")),
        shapeAt("robber", shift(HEXES[robber].at, 0.5, -0.06), SIZE.robber),
      ),
  ];
}

function drawNotes(departures) {
  return departures.map((departure) => html("p", {}, tellDeparture(departure)));
}

function text([x, y], content, name) {
  return svg("text", { x, y, class: name }, `${content}`);
}
