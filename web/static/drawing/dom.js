// Elements made by hand: text always goes in as text, so that no name can become markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element. `on…` attributes are listeners; false, null and undefined leave one out.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Page.Attributes} attributes
 * @param {Page.Content[]} children
 */
export function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * An SVG element, with attributes and children as `html` takes them.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Page.Attributes} attributes
 * @param {Page.Content[]} children
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {Element} N
 * @param {N} node
 * @param {Page.Attributes} attributes
 * @param {Page.Content[]} children
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") node.addEventListener(name.slice("on".length), value);
    else node.setAttribute(name, value === true ? "" : `${value}`);
  }
  node.append(...contents(children));
  return node;
}

/**
 * What is to be shown of some children: what only came of a condition, true or not, is none of it.
 *
 * @param {Page.Content[]} children
 * @returns {(Node | string)[]}
 */
export const contents = (...children) =>
  /** @type {(Node | string)[]} */ (
    /** @type {unknown[]} */ (children)
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && typeof child !== "boolean")
  );

/**
 * What a selector finds in an element, which is a `kind` of element: whoever made it put it there.
 *
 * @template {Element} E
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => E} kind
 * @returns {E}
 */
export function within(root, selector, kind) {
  const found = root.querySelector(selector);
  if (!(found instanceof kind)) throw new TypeError(`there is no ${kind.name} ${selector}`);
  return found;
}

/**
 * All that a selector finds in an element, as far as it is of a `kind` of elements.
 *
 * @template {Element} E
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => E} kind
 */
export function all(root, selector, kind) {
  /** @type {E[]} */
  const found = [];
  for (const each of root.querySelectorAll(selector)) if (each instanceof kind) found.push(each);
  return found;
}

/**
 * The element of the page with an id: its template has it.
 *
 * @param {string} id
 */
export const at = (id) => within(document, `#${id}`, HTMLElement);

/**
 * What the fields of a form hold, by their names; nothing where there is no form.
 *
 * @param {HTMLFormElement | null | undefined} form
 * @returns {Page.Filled[]}
 */
export function filledIn(form) {
  const fields = /** @type {HTMLInputElement[]} */ ([...(form?.elements ?? [])]).filter(({ name }) => name);
  return fields.map(({ name, type, value, checked }) => ({ name, type, value, checked }));
}

/**
 * Fill a form in as another one was, which `filledIn` read: it is the same in another language.
 *
 * @param {HTMLFormElement} form
 * @param {Page.Filled[]} fields
 */
export function fillIn(form, fields) {
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
 * What makes a button of a part of a drawing, for fingers and for the keyboard.
 *
 * @param {string} name
 * @param {() => unknown} action
 */
export function button(name, action) {
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
 * A listener for a button's taps: a finger that taps twice, while what it does is going on, means once.
 *
 * @param {() => unknown} action
 */
export function once(action) {
  return async (/** @type {Page.Happened} */ { currentTarget: button }) => {
    setBusy(button, true);
    await action();
    setBusy(button, false);
  };
}

/**
 * Have a button take no tap while what it does is going on; the keyboard's place waits for it (keyboard_place.js).
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
 * A part of the page that is drawn anew only when what it shows has changed.
 *
 * `pick` takes from the state what the part shows; `draw` makes its children of that, in the language
 * that is spoken and for who looks (pairing/device_role.js).
 * The keyboard's place is kept: by the `data-key` of the element that had it.
 *
 * @template S, P
 * @param {Element} root
 * @param {(state: S) => P} pick
 * @param {(picked: P) => Page.Content} draw
 * @returns {(state: S) => void}
 */
export function panel(root, pick, draw) {
  /** @type {string | undefined} */
  let shown;
  return (state) => {
    const picked = pick(state);
    const now = JSON.stringify([document.documentElement.lang, document.body.dataset.role, picked]);
    if (now === shown) return;
    shown = now;
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    const key = root.contains(active) ? active?.dataset.key : undefined;
    root.replaceChildren(...contents(draw(picked)).filter(Boolean));
    if (key) /** @type {HTMLElement | null} */ (root.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus();
  };
}
