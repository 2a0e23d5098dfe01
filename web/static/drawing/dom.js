// Creating elements. Text is always inserted as text, so a name can never become markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an HTML element. `on…` attributes are listeners; false, null and undefined omit an attribute.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Page.Attributes} attributes
 * @param {Page.Content[]} children
 */
export function html(tag, attributes = {}, ...children) {
  return fillElement(document.createElement(tag), attributes, children);
}

/**
 * Create an SVG element; attributes and children as for `html`.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Page.Attributes} attributes
 * @param {Page.Content[]} children
 */
export function svg(tag, attributes = {}, ...children) {
  return fillElement(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {Element} N
 * @param {N} node
 * @param {Page.Attributes} attributes
 * @param {Page.Content[]} children
 */
function fillElement(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") listen(node, name.slice("on".length), value);
    else node.setAttribute(name, value === true ? "" : `${value}`);
  }
  node.append(...flattenContent(children));
  return node;
}

/**
 * The listeners of elements by the kind of event. An element that is drawn again gets those of its new drawing.
 *
 * @type {WeakMap<Element, { [kind: string]: (event: any) => unknown }>} (any: each kind has its own event)
 */
const listeners = new WeakMap();

/**
 * @param {Element} node
 * @param {string} kind
 * @param {(event: any) => unknown} listener (any: as above)
 */
function listen(node, kind, listener) {
  const own = listeners.get(node) ?? {};
  listeners.set(node, own);
  own[kind] = listener;
  node.addEventListener(kind, (event) => listeners.get(node)?.[kind]?.(event));
}

/**
 * Flatten nested children and drop null, undefined and booleans, the results of conditions.
 *
 * @param {Page.Content[]} children
 * @returns {(Node | string)[]}
 */
export const flattenContent = (...children) =>
  /** @type {(Node | string)[]} */ (
    /** @type {unknown[]} */ (children)
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && typeof child !== "boolean")
  );

/**
 * The element for a selector, of class `kind`. Throws a TypeError if it is missing.
 *
 * @template {Element} E
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => E} kind
 * @returns {E}
 */
export function requireElement(root, selector, kind) {
  const found = root.querySelector(selector);
  if (!(found instanceof kind)) throw new TypeError(`there is no ${kind.name} ${selector}`);
  return found;
}

/**
 * All elements for a selector that are of class `kind`.
 *
 * @template {Element} E
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => E} kind
 */
export function findAll(root, selector, kind) {
  /** @type {E[]} */
  const found = [];
  for (const each of root.querySelectorAll(selector)) if (each instanceof kind) found.push(each);
  return found;
}

/**
 * The page's element with an id. Throws a TypeError if it is missing.
 *
 * @param {string} id
 */
export const elementById = (id) => requireElement(document, `#${id}`, HTMLElement);

/**
 * Read the named fields of a form; empty without a form.
 *
 * @param {HTMLFormElement | null | undefined} form
 * @returns {Page.Filled[]}
 */
export function readFields(form) {
  const fields = /** @type {HTMLInputElement[]} */ ([...(form?.elements ?? [])]).filter(({ name }) => name);
  return fields.map(({ name, type, value, checked }) => ({ name, type, value, checked }));
}

/**
 * Fill a form with values from `readFields`, such as after a change of language.
 *
 * @param {HTMLFormElement} form
 * @param {Page.Filled[]} fields
 */
export function fillForm(form, fields) {
  for (const { name, type, value, checked } of fields) {
    const ticked = type === "checkbox" || type === "radio";
    const field = /** @type {HTMLInputElement[]} */ ([...form.elements]).find((each) => each.name === name && (!ticked || each.value === value));
    if (!field) continue;
    if (ticked) field.checked = checked;
    else field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/**
 * The attributes that make a part of a drawing a button, for touch and the keyboard.
 *
 * @param {string} name
 * @param {() => unknown} action
 */
export function buttonAttributes(name, action) {
  return {
    role: "button",
    tabindex: 0,
    "aria-label": name,
    onclick: action,
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      action();
    },
  };
}

/**
 * Create a click listener that ignores further taps until the action has finished.
 *
 * @param {() => unknown} action
 */
export function singleFlight(action) {
  return async (/** @type {Page.Happened} */ { currentTarget: button }) => {
    setBusy(button, true);
    await action();
    setBusy(button, false);
  };
}

/**
 * Disable a button while its action runs. The focus is restored afterwards (keep_focus.js).
 *
 * @param {HTMLButtonElement} button
 * @param {boolean} busy
 */
export function setBusy(button, busy) {
  if (busy) button.ariaBusy = "true";
  button.disabled = busy;
  if (!busy) button.ariaBusy = null;
}

/**
 * Set attributes whose values have changed: to set one again costs a browser as much as a change.
 *
 * @param {Element} element
 * @param {{ [name: string]: string }} attributes
 */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * Create a cache of drawings by key: an element is drawn again only if its look has changed. A look names everything
 * that the drawing depends on.
 *
 * @returns {(key: string, look: string, draw: () => SVGElement) => SVGElement}
 */
export function elementCache() {
  /** @type {Map<string, { look: string, element: SVGElement }>} */
  const drawn = new Map();
  return (key, look, draw) => {
    let known = drawn.get(key);
    if (known?.look !== look) drawn.set(key, (known = { look, element: draw() }));
    return known.element;
  };
}

// Changing a drawing into another one. A browser computes styles, layout and pixels only of what has changed, and the
// focus, running animations and scroll positions stay.

/** Elements that are kept as they are or replaced: a tap must not act on what its target has become meanwhile. */
const CONTROLS = "button, a, input, select, textarea, details, img";

/**
 * The key by which a node is found again among its siblings: its own, or its first child's.
 *
 * @param {Node | null} node
 */
const keyOf = (node) => (node instanceof Element ? (keyIn(node) ?? keyIn(node.firstElementChild)) : undefined);

/** @param {Element | null} element */
const keyIn = (element) => element?.getAttribute("data-key") ?? undefined;

/**
 * Change the children of an element into other ones with few changes. Nodes of a new drawing that is like the shown one
 * are not used.
 *
 * @param {Element} root
 * @param {(Node | string)[]} children
 * @param {(shown: Node, next: Node) => boolean} patch
 */
export function patchChildren(root, children, patch = patchNode) {
  const wanted = children.map((child) => (typeof child === "string" ? new Text(child) : child));
  const keys = new Set(wanted.map(keyOf));
  /** @type {Map<string, Node>} */
  const shown = new Map();
  for (const child of /** @type {ChildNode[]} */ ([...root.childNodes])) {
    const key = keyOf(child);
    if (!keys.has(key)) child.remove();
    else if (key) shown.set(key, child);
  }
  let at = root.firstChild;
  for (const next of wanted) {
    const key = keyOf(next);
    const like = next.parentNode === root ? next : key ? shown.get(key) : keyOf(at) ? null : at;
    if (key) shown.delete(key);
    if (like && (like === next || patch(like, next))) {
      if (like === at) at = at.nextSibling;
      else root.insertBefore(like, at);
    } else {
      const stale = at !== null && like === at ? at : null;
      root.insertBefore(next, at);
      if (stale) at = stale.nextSibling;
      stale?.remove();
    }
  }
  while (at) {
    const { nextSibling } = at;
    at.remove();
    at = nextSibling;
  }
}

/**
 * Replace the children of an element but those that stay, such as elements of a cache.
 *
 * @param {Element} root
 * @param {(Node | string)[]} children
 */
export const exchangeChildren = (root, children) => patchChildren(root, children, () => false);

/**
 * Change a node into another one. Returns false if it has to be replaced.
 *
 * @param {Node} shown
 * @param {Node} next
 */
function patchNode(shown, next) {
  if (shown.nodeName !== next.nodeName) return false;
  if (shown instanceof Text && next instanceof Text) {
    if (shown.data !== next.data) shown.data = next.data;
    return true;
  }
  const [element, wanted] = /** @type {[Element, Element]} */ ([shown, next]);
  if (element.matches(CONTROLS) && !element.isEqualNode(wanted)) return false;
  const heard = listeners.get(wanted);
  if (`${Object.keys(listeners.get(element) ?? {})}` !== `${Object.keys(heard ?? {})}`) return false;
  if (heard) listeners.set(element, heard);
  for (const { name } of [...element.attributes]) if (!wanted.hasAttribute(name)) element.removeAttribute(name);
  setAttributes(element, Object.fromEntries([...wanted.attributes].map(({ name, value }) => [name, value])));
  patchChildren(element, [...wanted.childNodes]);
  return true;
}

/**
 * Create the draw callback of a part of the page. It redraws only if its data has changed.
 *
 * `pick` selects the part's data from the state. `draw` creates its children from the data, in the current language and
 * for the device's role (pairing/device_role.js). `show` puts them on the page: with `patchChildren`, what looks as
 * before keeps its elements. The focus moves to the new element with the same `data-key`.
 *
 * @template S, P
 * @param {Element} root
 * @param {(state: S) => P} pick
 * @param {(picked: P) => Page.Content} draw
 * @param {(root: Element, children: (Node | string)[]) => void} show
 * @returns {(state: S) => void}
 */
export function panel(root, pick, draw, show = replaceChildren) {
  /** @type {string | undefined} */
  let shown;
  return (state) => {
    const picked = pick(state);
    const now = JSON.stringify([document.documentElement.lang, document.body.dataset.role, picked]);
    if (now === shown) return;
    shown = now;
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    const key = root.contains(active) ? active?.dataset.key : undefined;
    show(root, flattenContent(draw(picked)).filter(Boolean));
    if (key && document.activeElement !== active) /** @type {HTMLElement | null} */ (root.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus();
  };
}

/** @type {(root: Element, children: (Node | string)[]) => void} */
const replaceChildren = (root, children) => root.replaceChildren(...children);
