// Elements made by hand: text always goes in as text, so that no name can become markup.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. `on…` attributes are listeners; false, null and undefined leave one out. */
export function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element, with attributes and children as `html` takes them. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...contents(children));
  return node;
}

/** What is to be shown of some children: what only came of a condition, true or not, is none of it. */
export const contents = (...children) =>
  children.flat(Infinity).filter((child) => child !== null && child !== undefined && typeof child !== "boolean");

/** What the fields of a form hold, by their names; nothing where there is no form. */
export function filledIn(form) {
  const fields = [...(form?.elements ?? [])].filter(({ name }) => name);
  return fields.map(({ name, type, value, checked }) => ({ name, type, value, checked }));
}

/** Fill a form in as another one was, which `filledIn` read: it is the same in another language. */
export function fillIn(form, fields) {
  for (const { name, type, value, checked } of fields) {
    const ticked = type === "checkbox" || type === "radio";
    const field = [...form.elements].find((each) => each.name === name && (!ticked || each.value === value));
    if (!field) continue;
    if (ticked) field.checked = checked;
    else field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/** What makes a button of a part of a drawing, for fingers and for the keyboard. */
export function button(name, action) {
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

/** A listener for a button's taps: a finger that taps twice, while what it does is going on, means once. */
export function once(action) {
  return async ({ currentTarget: button }) => {
    button.disabled = true;
    await action();
    button.disabled = false;
  };
}

/**
 * A part of the page that is drawn anew only when what it shows has changed.
 *
 * `pick` takes from the state what the part shows; `draw` makes its children of that, in the language
 * that is spoken and for who looks (pairing/looking.js).
 * The keyboard's place is kept: by the `data-key` of the element that had it.
 */
export function panel(root, pick, draw) {
  let shown;
  return (state) => {
    const picked = pick(state);
    const now = JSON.stringify([document.documentElement.lang, document.body.dataset.role, picked]);
    if (now === shown) return;
    shown = now;
    const key = root.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    root.replaceChildren(...contents(draw(picked)).filter(Boolean));
    if (key) root.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  };
}
