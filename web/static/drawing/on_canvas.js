// A drawing of the page onto a canvas, part by part, with the looks that the page's style sheets give it.
//
// As an image of its own it would be strange to the page, whose rules let none in but the table's (web/guard.py).

import { html } from "./dom.js";

/** So many times larger a text is written, and then scaled: browsers write no text of half a pixel. */
const MAGNIFIED = 100;
const NONE = "none";

/**
 * Draw an SVG drawing into a place, as it looks in an element of a class.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {SVGSVGElement} drawing with a `viewBox`
 * @param {Page.Place} place it is as large as there is room
 * @param {string} where
 */
export function drawOn(pen, drawing, { left, top, width, height }, where) {
  const [, , across, down] = (drawing.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const scale = Math.min(width / across, height / down);
  // Looks are only known of what is on the page: it is there for a moment, where nobody sees it.
  const shown = html("div", { class: where, "aria-hidden": "true" }, drawing);
  Object.assign(shown.style, { position: "fixed", top: "0", left: "-99999px", display: "block", padding: "0", overflow: "visible" });
  Object.assign(drawing.style, { width: `${across * scale}px`, height: `${down * scale}px`, maxHeight: NONE, maxWidth: NONE });
  document.body.append(shown);
  pen.save();
  pen.translate(left + (width - across * scale) / 2, top + (height - down * scale) / 2);
  const ground = pen.getTransform();
  for (const child of drawing.children) drawPart(pen, ground, child, 1);
  pen.restore();
  shown.remove();
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {DOMMatrix} ground where the drawing begins
 * @param {Element} part
 * @param {number} around how much of what lies around it lets through
 */
function drawPart(pen, ground, part, around) {
  if (!(part instanceof SVGGraphicsElement) || part instanceof SVGDefsElement) return;
  const style = getComputedStyle(part);
  if (style.display === NONE || style.visibility === "hidden") return;
  const opacity = around * Number(style.opacity);
  for (const child of part.children) drawPart(pen, ground, child, opacity);
  const own = part.getCTM();
  if (!own) return;
  pen.setTransform(ground.multiply(DOMMatrix.fromMatrix(own)));
  pen.globalAlpha = opacity;
  if (part instanceof SVGTextElement) return write(pen, part, style);
  const outline = outlineOf(part);
  if (!outline) return;
  const fill = paintOf(pen, part, style.fill);
  if (fill) {
    pen.globalAlpha = opacity * Number(style.fillOpacity);
    pen.fillStyle = fill;
    pen.fill(outline, style.fillRule === "evenodd" ? "evenodd" : "nonzero");
  }
  const stroke = paintOf(pen, part, style.stroke);
  if (stroke && parseFloat(style.strokeWidth)) {
    pen.globalAlpha = opacity * Number(style.strokeOpacity);
    pen.strokeStyle = stroke;
    setLine(pen, style);
    pen.stroke(outline);
  }
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {CSSStyleDeclaration} style
 */
function setLine(pen, style) {
  pen.lineWidth = parseFloat(style.strokeWidth);
  pen.lineCap = /** @type {CanvasLineCap} */ (style.strokeLinecap);
  pen.lineJoin = /** @type {CanvasLineJoin} */ (style.strokeLinejoin);
  pen.setLineDash(style.strokeDasharray === NONE ? [] : style.strokeDasharray.split(",").map(parseFloat));
}

/**
 * The outline of a shape; null: it has none.
 *
 * @param {SVGGraphicsElement} part
 */
function outlineOf(part) {
  /** @param {string} name */
  const of = (name) => Number(part.getAttribute(name) ?? 0);
  const outline = new Path2D();
  switch (part.localName) {
    case "path":
      return new Path2D(part.getAttribute("d") ?? "");
    case "polygon":
    case "polyline":
      return new Path2D(`M${part.getAttribute("points")}${part.localName === "polygon" ? "Z" : ""}`);
    case "line":
      outline.moveTo(of("x1"), of("y1"));
      outline.lineTo(of("x2"), of("y2"));
      return outline;
    case "circle":
      outline.arc(of("cx"), of("cy"), of("r"), 0, 2 * Math.PI);
      return outline;
    case "ellipse":
      outline.ellipse(of("cx"), of("cy"), of("rx"), of("ry"), 0, 0, 2 * Math.PI);
      return outline;
    case "rect":
      outline.rect(of("x"), of("y"), of("width"), of("height"));
      return outline;
    default:
      return null;
  }
}

/**
 * What a part is painted with: a colour, or a gradient of the drawing; null: nothing.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {SVGGraphicsElement} part
 * @param {string} paint
 */
function paintOf(pen, part, paint) {
  if (paint === NONE) return null;
  const [, id] = /#([^")]+)/.exec(paint.startsWith("url(") ? paint : "") ?? [];
  if (!id) return paint;
  const gradient = part.ownerSVGElement?.querySelector(`[id="${id}"]`);
  if (!gradient) return null;
  const { x, y, width, height } = part.getBBox();
  /** @param {string} name @param {number} otherwise */
  const share = (name, otherwise) => Number(gradient.getAttribute(name) ?? otherwise);
  const [cx, cy] = [x + share("cx", 0.5) * width, y + share("cy", 0.5) * height];
  const made =
    gradient.localName === "radialGradient"
      ? pen.createRadialGradient(cx, cy, 0, cx, cy, share("r", 0.5) * Math.max(width, height))
      : pen.createLinearGradient(x, y, x + width, y);
  for (const stop of gradient.children) {
    const { stopColor, stopOpacity } = getComputedStyle(stop);
    const [red, green, blue] = stopColor.match(/[\d.]+/g) ?? [];
    made.addColorStop(Number(stop.getAttribute("offset")), `rgb(${red} ${green} ${blue} / ${stopOpacity})`);
  }
  return made;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {SVGTextElement} part
 * @param {CSSStyleDeclaration} style
 */
function write(pen, part, style) {
  const anchors = /** @type {{ [anchor: string]: CanvasTextAlign }} */ ({ middle: "center", end: "right" });
  pen.scale(1 / MAGNIFIED, 1 / MAGNIFIED);
  pen.font = `${style.fontWeight} ${parseFloat(style.fontSize) * MAGNIFIED}px ${style.fontFamily}`;
  pen.textAlign = anchors[style.textAnchor] ?? "left";
  pen.textBaseline = ["middle", "central"].includes(style.dominantBaseline) ? "middle" : "alphabetic";
  const [x, y] = ["x", "y"].map((name) => Number(part.getAttribute(name)) * MAGNIFIED);
  const stroke = paintOf(pen, part, style.stroke);
  if (stroke && parseFloat(style.strokeWidth)) {
    pen.strokeStyle = stroke;
    pen.lineWidth = parseFloat(style.strokeWidth) * MAGNIFIED;
    pen.lineJoin = "round";
    pen.strokeText(part.textContent ?? "", x, y);
  }
  const fill = paintOf(pen, part, style.fill);
  if (fill) {
    pen.fillStyle = fill;
    pen.fillText(part.textContent ?? "", x, y);
  }
  pen.textBaseline = "alphabetic";
}
