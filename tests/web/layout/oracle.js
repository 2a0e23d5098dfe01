// Finds layout faults of a page on the screen: a pure function from the page to a list of findings.
//
// `asked` names selectors: `whole`, parts that must be wholly in sight; `still`, parts that must show all they hold
// without scrolling; `purpose`, what an open dialog is for. `checks` limits the checks to some (all, if empty).
//
// A finding has a check, the part that it is about (a short selector, the same in every language), and details in
// CSS pixels. Each part is reported once a check.

(asked) => {
  const SLACK_PX = 1;
  const CUT_PX = 3;
  const CUT_SHARE = 0.25;
  const OVERLAP_PX = 2;
  const OVERLAP_SHARE = 0.3;
  const FINGER_PX = 43.5;
  const OPAQUE = 0.9;
  const LARGE_PX = 24;
  const LARGE_BOLD_PX = 18.66;
  const CONTROLS = "button, a[href], input, select, textarea, summary, [role=button], [role=slider]";
  const root = document.documentElement;

  const findings = new Map();
  const runs = (check) => asked.checks.length === 0 || asked.checks.includes(check);
  const report = (check, part, detail) => {
    const key = `${check}|${part}`;
    if (!findings.has(key)) findings.set(key, { check, part, detail });
  };

  const nameOf = (element) => {
    const own = element.id
      ? `#${element.id}`
      : element.classList.length > 0
        ? `.${element.classList[0]}`
        : `${element.closest("[class]")?.classList[0] ?? "body"} ${element.tagName.toLowerCase()}`;
    const above = element.id ? null : element.parentElement?.closest("[id]");
    const key = /^[\w:.-]+/.exec(element.closest(".map") ? "" : (element.dataset.key ?? ""))?.[0].replace(/\d+/g, "N");
    const isTranslated = /\s/.test(element.dataset.key ?? "");
    return `${above ? `#${above.id} ` : ""}${own}${key && !isTranslated ? `[${key}]` : ""}`;
  };
  const wordsOf = (text) => JSON.stringify(text.trim().replace(/\s+/g, " ").slice(0, 40));
  const at = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(" ");
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const sticksOut = (part, box) =>
    Math.max(box.left - part.left, box.top - part.top, part.right - box.right, part.bottom - box.bottom);
  const isEmpty = ({ left, top, right, bottom }) => right - left <= 0 || bottom - top <= 0;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const VISUALLY_HIDDEN_PX = 2;
  const hiddenOnes = new Map();
  const isVisuallyHidden = (element) => {
    if (!element || element === root) return false;
    if (!hiddenOnes.has(element)) {
      const { clipPath, overflowX, position } = styleOf(element);
      const { width, height } = element.getBoundingClientRect();
      const isTiny = position === "absolute" && overflowX === "hidden" && Math.min(width, height) <= VISUALLY_HIDDEN_PX;
      hiddenOnes.set(element, clipPath.startsWith("inset(50%") || isTiny || isVisuallyHidden(element.parentElement));
    }
    return hiddenOnes.get(element);
  };
  // Whether the page is turned to a short side of the table: then lines run upwards or downwards.
  const turns = new Map();
  const isTurned = (element) => {
    if (!element || element === root) return false;
    if (!turns.has(element)) {
      const { transform, rotate } = styleOf(element);
      const turned = (transform !== "none" && Math.abs(new DOMMatrix(transform).b) > 0.5) || /^-?(90|270)deg/.test(rotate);
      turns.set(element, turned !== isTurned(element.parentElement));
    }
    return turns.get(element);
  };
  const pageScrolls =
    root.scrollHeight > innerHeight + SLACK_PX && !/hidden|clip/.test(styleOf(root).overflowY + styleOf(document.body).overflowY);

  // The visible part of an element's content, and what hides the rest: nothing, scrolling or clipping.
  const EVERYWHERE = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 };
  const clips = new Map();
  const clipOf = (element) => {
    if (!element || element === root || element === document.body) return { hard: EVERYWHERE, soft: EVERYWHERE };
    if (clips.has(element)) return clips.get(element);
    const { position, overflowX, overflowY, transform } = styleOf(element);
    let above = element.parentElement;
    if (position === "fixed" || element.matches(":modal")) above = null;
    else if (position === "absolute") {
      const isContaining = ({ position, transform }) => position !== "static" || transform !== "none";
      while (above && above !== root && !isContaining(styleOf(above))) above = above.parentElement;
    }
    let { hard, soft } = clipOf(above);
    const box = element.getBoundingClientRect();
    const isSvgPart = element instanceof SVGElement && element.ownerSVGElement;
    if (!isSvgPart && (overflowX !== "visible" || overflowY !== "visible") && transform === "none") {
      const inner = { ...box.toJSON() };
      const across = { left: inner.left, right: inner.right, top: -1e6, bottom: 1e6 };
      const along = { top: inner.top, bottom: inner.bottom, left: -1e6, right: 1e6 };
      const rolls = (overflow) => /auto|scroll/.test(overflow);
      if (overflowX !== "visible") [hard, soft] = rolls(overflowX) ? [hard, meet(soft, across)] : [meet(hard, across), soft];
      if (overflowY !== "visible") [hard, soft] = rolls(overflowY) ? [hard, meet(soft, along)] : [meet(hard, along), soft];
    }
    const clip = { hard, soft };
    clips.set(element, clip);
    return clip;
  };
  const scrollerOf = (element) => {
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      if (/auto|scroll/.test(styleOf(each).overflowY) && each.scrollHeight > each.clientHeight + SLACK_PX) return each;
      if (styleOf(each).position === "fixed" || each.matches(":modal")) return null;
    }
    return pageScrolls ? root : null;
  };
  // A message lies over the page for a moment only.
  const passes = (element) => Boolean(element.closest("#message"));
  const floats = (element) => {
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      if (/fixed|sticky/.test(styleOf(each).position)) return true;
    }
    return false;
  };

  const modal = document.querySelector("dialog:modal");
  const within = modal ?? document.body;

  if (modal) {
    // As the browser shows it when it opens: from its beginning, then to what has the focus.
    const focused = document.activeElement;
    modal.scrollTop = 0;
    if (modal.contains(focused) && focused !== modal) {
      focused.blur();
      focused.focus();
    }
  }

  const texts = [];
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("option, script, style, title, noscript, [inert]")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || isVisuallyHidden(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { hard, soft } = clipOf(element);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue;
      const inside = meet(rect, hard);
      const seen = meet(meet(inside, soft), screen);
      texts.push({ node, element, rect, inside, seen, turned: isTurned(element) });
    }
  }

  if (runs("sideways")) {
    for (const part of [root, ...(modal ? [modal] : [])]) {
      const room = part === root ? innerWidth : part.clientWidth;
      if (part.scrollWidth > room + SLACK_PX) report("sideways", nameOf(part), `${part.scrollWidth} in ${room}`);
    }
  }

  const isOpaque = (element) => {
    const { backgroundColor, backgroundImage } = styleOf(element);
    const alpha = /^rgba\(.*?([\d.]+)\)$/.exec(backgroundColor)?.[1] ?? (backgroundColor === "transparent" ? 0 : 1);
    return Number(alpha) >= OPAQUE || backgroundImage !== "none";
  };
  const isSeeThrough = (element, part) =>
    styleOf(element).opacity === "0" ||
    (!isOpaque(element) && !element.textContent.trim() && !element.matches("img, svg, svg *, canvas, video, input")) ||
    Boolean(element.closest("svg") && part.parentElement.contains(element));
  const grounds = (element, other) => {
    const found = [];
    for (let each = element; each && !each.contains(other); each = each.parentElement) if (isOpaque(each)) found.push(each);
    return found;
  };
  const ground = (element, other) => grounds(element, other)[0] ?? null;
  const outermostGround = (element, other) => grounds(element, other).at(-1) ?? null;

  const heightOf = ({ rect, turned }) => (turned ? rect.width : rect.height);

  if (runs("overprint")) {
    const sorted = texts.filter(({ seen }) => !isEmpty(seen)).sort((a, b) => a.seen.top - b.seen.top);
    sorted.forEach((one, n) => {
      for (let m = n + 1; m < sorted.length && sorted[m].seen.top < one.seen.bottom; m += 1) {
        const other = sorted[m];
        if (one.element === other.element) continue;
        const both = meet(one.seen, other.seen);
        const [wide, high] = [both.right - both.left, both.bottom - both.top];
        const [along, across] = one.turned ? [high, wide] : [wide, high];
        if (along < OVERLAP_PX || across < OVERLAP_SHARE * Math.min(heightOf(one), heightOf(other))) continue;
        const [x, y] = [(both.left + both.right) / 2, (both.top + both.bottom) / 2];
        const under = [ground(one.element, other.element), ground(other.element, one.element)];
        if (under[0] || under[1]) {
          // One of them has a background: it covers the other, which may be scrolled away.
          const stack = document.elementsFromPoint(x, y);
          const depth = (ofOne) => stack.findIndex((each) => each === ofOne || ofOne?.contains(each));
          const [a, b] = [depth(under[0] ?? one.element), depth(under[1] ?? other.element)];
          const [above, below] = a >= 0 && (b < 0 || a <= b) ? [one, other] : [other, one];
          if (passes(above.element)) continue;
          const covering = outermostGround(above.element, below.element);
          if (covering) {
            // A panel that is completely on another one is there on purpose.
            const panel = outermostGround(below.element, above.element) ?? below.element;
            if (sticksOut(panel.getBoundingClientRect(), covering.getBoundingClientRect()) <= CUT_PX) continue;
            if (!(floats(above.element) && scrollerOf(below.element)))
              report("covered text", nameOf(below.element), `${wordsOf(below.node.data)} under ${nameOf(above.element)} at ${at(both)}`);
            continue;
          }
        }
        const parts = [nameOf(one.element), nameOf(other.element)].sort().join(" × ");
        report("overprint", parts, `${wordsOf(one.node.data)} × ${wordsOf(other.node.data)} at ${at(both)}`);
      }
    });
  }

  const ellipsed = (element) => {
    for (let each = element; each && each !== within; each = each.parentElement) {
      const { textOverflow, webkitLineClamp, display } = styleOf(each);
      if (textOverflow === "ellipsis" || (webkitLineClamp && webkitLineClamp !== "none")) return each;
      if (!display.startsWith("inline")) return null;
    }
    return null;
  };

  if (runs("cut")) {
    for (const { node, element, rect, inside, turned } of texts) {
      if (ellipsed(element)) continue;
      const wide = rect.width - Math.max(0, inside.right - inside.left);
      const high = rect.height - Math.max(0, inside.bottom - inside.top);
      const [along, across] = turned ? [high, wide] : [wide, high];
      const where = `${wordsOf(node.data)} at ${at(rect)}`;
      if (along > CUT_PX || across > Math.max(CUT_PX, CUT_SHARE * heightOf({ rect, turned }))) report("cut", nameOf(element), where);
      else if (!scrollerOf(element) && sticksOut(rect, screen) > CUT_PX) report("out of reach", nameOf(element), where);
    }
  }

  const isShown = (each) => each.type !== "hidden" && !isVisuallyHidden(each) && each.checkVisibility({ visibilityProperty: true });
  const controls = [...within.querySelectorAll(CONTROLS)].filter((each) => !each.closest("[inert]") && isShown(each));
  const onIsland = (one, other) => Boolean(one.closest(".map, svg") && one.closest(".map, svg") === other?.closest(".map, svg"));

  if (runs("covered")) {
    for (const control of controls) {
      const rect = control.getClientRects()[0];
      if (!rect || rect.width < 2 || rect.height < 2) continue;
      const [x, y] = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
      const { hard, soft } = clipOf(control.parentElement);
      const scroller = scrollerOf(control);
      const has = (box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
      if (!has(hard) || (!has(screen) && !scroller)) {
        report("out of reach", nameOf(control), `${wordsOf(control.textContent)} at ${at(rect)}`);
        continue;
      }
      if (!has(soft) || !has(screen)) continue;
      const hit = document.elementFromPoint(x, y);
      const labels = control.labels ? [...control.labels] : [];
      const reaches = !hit || control.contains(hit) || labels.some((label) => label.contains(hit)) || onIsland(control, hit);
      if (reaches || (scroller && floats(hit)) || passes(hit)) continue;
      if (hit.contains(control) && styleOf(control).pointerEvents === "none") continue;
      report("covered", nameOf(control), `${wordsOf(control.textContent || control.ariaLabel || "")} under ${nameOf(hit)} at ${at(rect)}`);
    }
  }

  if (runs("small")) {
    for (const control of controls) {
      if (!asked.fingered || !control.matches(asked.fingered)) continue;
      const { width, height } = control.getBoundingClientRect();
      if (Math.min(width, height) < FINGER_PX) report("small", nameOf(control), `${Math.round(width)} × ${Math.round(height)}`);
    }
  }

  const notWhole = (part) => {
    const rect = part.getBoundingClientRect();
    const { hard, soft } = clipOf(part.parentElement);
    const seen = meet(meet(meet(rect, hard), soft), screen);
    const lost = sticksOut(rect, seen);
    if (lost > SLACK_PX) return `${Math.round(lost)} px out of sight at ${at(rect)}`;
    const hit = document.elementFromPoint((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2);
    const isItself = !hit || part.contains(hit) || hit.contains(part) || onIsland(part, hit) || isSeeThrough(hit, part);
    if (!isItself) return `under ${nameOf(hit)} at ${at(rect)}`;
    const short = ellipsed(part) ?? part;
    return styleOf(short).textOverflow === "ellipsis" && short.scrollWidth > short.clientWidth + SLACK_PX ? "shortened" : null;
  };
  // While a dialog is open, the page behind it isn't checked.
  const isPromised = (each) => each.checkVisibility() && (!modal || modal.contains(each));
  const visible = (selector) => (selector ? [...document.querySelectorAll(selector)].filter(isPromised) : []);

  if (runs("not whole")) {
    for (const part of visible(asked.whole)) {
      const lost = notWhole(part);
      if (lost) report("not whole", nameOf(part), `${wordsOf(part.textContent)} ${lost}`);
    }
    for (const part of visible(asked.still)) {
      const [high, wide] = [part.scrollHeight - part.clientHeight, part.scrollWidth - part.clientWidth];
      if (high > SLACK_PX || wide > SLACK_PX) report("scrolls", nameOf(part), `${wide} × ${high} px more than it shows`);
    }
  }

  if (modal && runs("purpose")) {
    const purposes = [...(asked.purpose ? modal.querySelectorAll(asked.purpose) : []), modal.querySelector("h2")].filter(Boolean);
    for (const purpose of purposes) {
      const lost = purpose.checkVisibility() ? notWhole(purpose) : "not shown";
      if (lost) report("purpose", nameOf(purpose), `${wordsOf(purpose.textContent)} ${lost}`);
    }
  }

  if (runs("contrast")) {
    const RGBA = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/;
    const channels = (colour) =>
      RGBA.exec(colour)
        ?.slice(1)
        .map((each) => Number(each ?? 1));
    const paintedBeside = new Map();
    const isPainted = (element) => {
      if (!paintedBeside.has(element)) {
        const [before, after] = ["::before", "::after"].map((beside) => getComputedStyle(element, beside));
        paintedBeside.set(element, [before, after].some(({ content, position }) => content !== "none" && position !== "static"));
      }
      return paintedBeside.get(element);
    };
    const luminance = ([r, g, b]) => {
      const [x, y, z] = [r, g, b].map((each) => (each / 255 <= 0.04045 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    for (const { node, element } of texts) {
      if (element.closest("svg, :disabled, [aria-disabled=true]")) continue;
      const { color, fontSize, fontWeight } = styleOf(element);
      let under = null;
      for (let each = element; each && under === null; each = each.parentElement) {
        const { backgroundColor, backgroundImage, opacity } = styleOf(each);
        const ground = channels(backgroundColor);
        // Axe checks colours and transparency, on the design page.
        const shinesThrough = Number(opacity) < 1 || !ground || (ground[3] > 0 && ground[3] < 1);
        if (backgroundImage !== "none" || shinesThrough || isPainted(each)) under = false;
        else if (ground[3] === 1) under = ground;
      }
      const ink = channels(color);
      if (!under || !ink || ink[3] < 1) continue;
      const [light, dark] = [luminance(ink), luminance(under)].sort((a, b) => b - a);
      const ratio = (light + 0.05) / (dark + 0.05);
      const size = parseFloat(fontSize);
      const large = size >= LARGE_PX || (size >= LARGE_BOLD_PX && Number(fontWeight) >= 700);
      if (ratio < (large ? 3 : 4.5)) report("contrast", nameOf(element), `${wordsOf(node.data)} ${ratio.toFixed(2)}: ${color} on ${under}`);
    }
  }

  return [...findings.values()];
}
