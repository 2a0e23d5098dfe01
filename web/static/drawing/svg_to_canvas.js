// Drawing an SVG element onto a canvas, part by part, with the styles of the page.
//
// The content security policy (web/guard.py) does not allow an SVG image from a blob or data URL.

import { html } from "./dom.js";

/** Scale at which text is written before it is reduced: browsers can't write text of half a pixel. */
const TEXT_SCALE = 100;
const CSS_NONE = "none";

/**
 * Draw an SVG element into a rectangle, with the styles of a parent of a class.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {SVGSVGElement} drawing with a `viewBox`
 * @param {Page.Place} place the rectangle; the drawing fills it and keeps its proportions
 * @param {string} where
 */
export function drawSvg(pen, drawing, { left, top, width, height }, where) {
  const [, , across, down] = (drawing.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const scale = Math.min(width / across, height / down);
  // Computed styles exist only for elements on the page, so insert it off-screen for a moment.
  const shown = html("div", { class: where, "aria-hidden": "true" }, drawing);
  Object.assign(shown.style, { position: "fixed", top: "0", left: "-99999px", display: "block", padding: "0", overflow: "visible" });
  Object.assign(drawing.style, { width: `${across * scale}px`, height: `${down * scale}px`, maxHeight: CSS_NONE, maxWidth: CSS_NONE });
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
 * @param {DOMMatrix} ground the transform of the drawing's origin
 * @param {Element} part
 * @param {number} parentOpacity the product of the opacities of its parents
 */
function drawPart(pen, ground, part, parentOpacity) {
  if (!(part instanceof SVGGraphicsElement) || part instanceof SVGDefsElement) return;
  const style = getComputedStyle(part);
  if (style.display === CSS_NONE || style.visibility === "hidden") return;
  const opacity = parentOpacity * Number(style.opacity);
  for (const child of part.children) drawPart(pen, ground, child, opacity);
  const own = part.getCTM();
  if (!own) return;
  pen.setTransform(ground.multiply(DOMMatrix.fromMatrix(own)));
  pen.globalAlpha = opacity;
  if (part instanceof SVGTextElement) return drawText(pen, part, style);
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
  pen.setLineDash(style.strokeDasharray === CSS_NONE ? [] : style.strokeDasharray.split(",").map(parseFloat));
}

/**
 * The outline of a shape; null if the element has none.
 *
 * @param {SVGGraphicsElement} part
 */
function outlineOf(part) {
  /** @param {string} name */
  const numberOf = (name) => Number(part.getAttribute(name) ?? 0);
  const outline = new Path2D();
  switch (part.localName) {
    case "path":
      return new Path2D(part.getAttribute("d") ?? "");
    case "polygon":
    case "polyline":
      return new Path2D(`M${part.getAttribute("points")}${part.localName === "polygon" ? "Z" : ""}`);
    case "line":
      outline.moveTo(numberOf("x1"), numberOf("y1"));
      outline.lineTo(numberOf("x2"), numberOf("y2"));
      return outline;
    case "circle":
      outline.arc(numberOf("cx"), numberOf("cy"), numberOf("r"), 0, 2 * Math.PI);
      return outline;
    case "ellipse":
      outline.ellipse(numberOf("cx"), numberOf("cy"), numberOf("rx"), numberOf("ry"), 0, 0, 2 * Math.PI);
      return outline;
    case "rect":
      outline.rect(numberOf("x"), numberOf("y"), numberOf("width"), numberOf("height"));
      return outline;
    default:
      return null;
  }
}

/**
 * The paint of a part: a colour or a gradient; null for none.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {SVGGraphicsElement} part
 * @param {string} paint
 */
function paintOf(pen, part, paint) {
  if (paint === CSS_NONE) return null;
  const [, id] = /#([^")]+)/.exec(paint.startsWith("url(") ? paint : "") ?? [];
  if (!id) return paint;
  const gradient = part.ownerSVGElement?.querySelector(`[id="${id}"]`);
  if (!gradient) return null;
  const { x, y, width, height } = part.getBBox();
  /** @param {string} name @param {number} otherwise */
  const share = (name, otherwise) => Number(gradient.getAttribute(name) ?? otherwise);
  const [cx, cy] = [x + share("cx", 0.5) * width, y + share("cy", 0.5) * height];
  const canvasGradient =
    gradient.localName === "radialGradient"
      ? pen.createRadialGradient(cx, cy, 0, cx, cy, share("r", 0.5) * Math.max(width, height))
      : pen.createLinearGradient(x, y, x + width, y);
  for (const stop of gradient.children) {
    const { stopColor, stopOpacity } = getComputedStyle(stop);
    const [red, green, blue] = stopColor.match(/[\d.]+/g) ?? [];
    canvasGradient.addColorStop(Number(stop.getAttribute("offset")), `rgb(${red} ${green} ${blue} / ${stopOpacity})`);
  }
  return canvasGradient;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {SVGTextElement} part
 * @param {CSSStyleDeclaration} style
 */
function drawText(pen, part, style) {
  const anchors = /** @type {{ [anchor: string]: CanvasTextAlign }} */ ({ middle: "center", end: "right" });
  pen.scale(1 / TEXT_SCALE, 1 / TEXT_SCALE);
  pen.font = `${style.fontWeight} ${parseFloat(style.fontSize) * TEXT_SCALE}px ${style.fontFamily}`;
  pen.textAlign = anchors[style.textAnchor] ?? "left";
  pen.textBaseline = ["middle", "central"].includes(style.dominantBaseline) ? "middle" : "alphabetic";
  const [x, y] = ["x", "y"].map((name) => Number(part.getAttribute(name)) * TEXT_SCALE);
  const stroke = paintOf(pen, part, style.stroke);
  if (stroke && parseFloat(style.strokeWidth)) {
    pen.strokeStyle = stroke;
    pen.lineWidth = parseFloat(style.strokeWidth) * TEXT_SCALE;
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
