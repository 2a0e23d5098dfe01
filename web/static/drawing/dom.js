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
    if (typeof value === "function") node.addEventListener(name.slice("on".length), value);
    else node.setAttribute(name, value === true ? "" : `${value}`);
  }
  node.append(...flattenContent(children));
  return node;
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
 * @template {Element} [E=Element]
 * @returns {(key: string, look: string, draw: () => E) => E}
 */
export function elementCache() {
  /** @type {Map<string, { look: string, element: E }>} */
  const drawn = new Map();
  return (key, look, draw) => {
    let known = drawn.get(key);
    if (known?.look !== look) drawn.set(key, (known = { look, element: draw() }));
    return known.element;
  };
}

/**
 * Set the children of an element. Those that it has already stay in place, which a browser needn't draw again.
 *
 * @param {Element} root
 * @param {(Node | string)[]} children
 */
export function exchangeChildren(root, children) {
  const staying = new Set(children);
  for (const child of [...root.childNodes]) if (!staying.has(child)) root.removeChild(child);
  let at = root.firstChild;
  for (const child of children) {
    if (child === at) at = at.nextSibling;
    else root.insertBefore(typeof child === "string" ? new Text(child) : child, at);
  }
}

/**
 * Change the children of an element into a new drawing, which a browser computes only where they differ. It is for
 * drawings without listeners, because the shown elements keep theirs.
 *
 * @param {Element} root
 * @param {(Node | string)[]} children
 */
export function patchChildren(root, children) {
  const shown = [...root.childNodes];
  if (shown.length !== children.length) root.replaceChildren(...children);
  else children.forEach((child, n) => patchNode(shown[n], typeof child === "string" ? new Text(child) : child));
}

/**
 * @param {ChildNode} shown
 * @param {Node} next
 */
function patchNode(shown, next) {
  if (shown.isEqualNode(next)) return;
  if (shown instanceof Text && next instanceof Text) shown.data = next.data;
  else if (shown instanceof Element && next instanceof Element && shown.nodeName === next.nodeName) {
    for (const { name } of [...shown.attributes]) if (!next.hasAttribute(name)) shown.removeAttribute(name);
    setAttributes(shown, Object.fromEntries([...next.attributes].map(({ name, value }) => [name, value])));
    patchChildren(shown, [...next.childNodes]);
  } else shown.replaceWith(next);
}

/**
 * Create the draw callback of a part of the page. It redraws only if its data has changed.
 *
 * `pick` selects the part's data from the state. `draw` creates its children from the data, in the current language and
 * for the device's role (pairing/device_role.js). `show` puts them on the page: `exchangeChildren` and `patchChildren`
 * keep elements. The focus moves to the new element with the same `data-key`.
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
