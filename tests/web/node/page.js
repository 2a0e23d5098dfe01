// Pages in node: a server's own HTML and scripts in a DOM without a browser. Nothing is laid out or painted there, so
// sizes, fingers, focus rings, networks and cameras are for Chromium (tests/web/conftest.py); the output of a script for
// a view, and its requests, are tested here.

import assert from "node:assert/strict";
import { after } from "node:test";
import vm from "node:vm";
import { computeAccessibleDescription, computeAccessibleName, Window } from "./dom.js";
import { SERVER_DATA, compileScript } from "./server_data.js";
import "./selectors.js";
import { FakeServer, copy } from "./server.js";

/** A snapshot that Python's tests have, by its name (tests/web/snapshots.py). */
export const snapshotOf = (name) => copy(SERVER_DATA.snapshots[name]);

/** The games that can be played at a table, with their options; without earlier games. */
export const choicesOf = () => copy(SERVER_DATA.choices);

/** The fields of every kind of event of the base game, as its journal has them. */
export const eventFields = () => copy(SERVER_DATA.eventFields);

/** The rules of a game that can be broken, as its log flags them; sent of Spot it! CATAN. */
export const violationsOf = (kind) => copy(SERVER_DATA.violations[kind]);

/** The base game's tracker: its questions and explanations (`asked`), and the events that it assumes (`did`). */
export const questionsOf = () => copy(SERVER_DATA.questions);

/** The fields that a correction of the dice game can change. */
export const diceGameChanges = () => copy(SERVER_DATA.diceGameChanges);

/** The text of a language for an English one, its `{names}` filled in; `many` is the English for several, where a `count` decides. */
export function textIn(lang, text, fields = {}, many = null) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  const { texts } = SERVER_DATA.words[lang];
  const known = texts[((hash >>> 24) ^ (hash & 0xffffff)).toString(16)];
  if (known === undefined && lang !== "en") throw new Error(`the catalogue of ${lang} has no “${text}”`);
  const own = (known && many ? known.at(-1) : known) ?? many ?? text;
  return own.replace(/\{(\w+)\}/g, (_, name) => fields[name]);
}

/** A view of a game, by the name of a snapshot. */
export const viewOf = (name) => snapshotOf(name).game.view;

/** Let everything that waits for no clock happen: promises, frames, and timers that are due. */
export async function idle(turns = 6) {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setTimeout(resolve));
}

/** Wait until a function returns a true value without an error. Fails after a minute. */
export async function waitUntil(holds, what = `${holds}`) {
  const limit = globalThis.performance.now() + 60_000;
  // Most waits are short. In a long one, asking often costs the page and its server more than what is awaited.
  for (let pauseMs = 2; ; pauseMs = Math.min(1.5 * pauseMs, 40)) {
    let thrown = null;
    try {
      if (await holds()) return;
    } catch (error) {
      thrown = error;
    }
    if (globalThis.performance.now() > limit) throw new Error(`this never became true: ${what}`, { cause: thrown });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** The `display` of elements by their name, as no style sheet is loaded. */
const displays = new Map();

/** Options for computing accessible names: to ask happy-dom for each element's style takes 50 times as long. */
const NAMING = {
  computedStyleSupportsPseudoElements: false,
  getComputedStyle(element) {
    const ask = () => element.ownerDocument.defaultView.getComputedStyle(element);
    if (element.hasAttribute("style")) return ask();
    const { localName } = element;
    if (!displays.has(localName)) displays.set(localName, ask().getPropertyValue("display"));
    return { getPropertyValue: (property) => (property === "display" ? displays.get(localName) : "") };
  },
};

/** The accessible name of an element. */
const accessibleName = (element) => computeAccessibleName(element, NAMING).trim();

/** Wait until a function returns a value. */
export const waitUntilEqual = (read, expected) =>
  waitUntil(async () => {
    assert.deepEqual(await read(), expected);
    return true;
  }, `${read}`);

/** Have a document cache the elements that it found by id: each search here visits all elements. */
function findByIdFirst(document) {
  const search = document.querySelector.bind(document);
  const found = new Map();
  document.querySelector = (selector) => {
    if (!/^#[\w-]+$/.test(selector)) return search(selector);
    const known = found.get(selector);
    if (known?.isConnected && known.id === selector.slice(1)) return known;
    found.set(selector, search(selector));
    return found.get(selector);
  };
}

/** A canvas context that draws nothing and adds each text to the window's `writtenTexts`. */
function penOn(window, canvas) {
  const known = {
    canvas,
    fillText: (text) => void window.writtenTexts.push(text),
    measureText: (text) => ({ width: 12 * text.length }),
  };
  return new Proxy(known, { get: (own, name) => own[name] ?? (() => {}) });
}

function newWindow({ url = "http://companion.test/", lang = "en", width = 1280, height = 800, motion = false } = {}) {
  const window = new Window({
    url,
    width,
    height,
    settings: {
      disableJavaScriptEvaluation: true,
      disableJavaScriptFileLoading: true,
      disableCSSFileLoading: true,
      handleDisabledFileLoadingAsSuccess: true,
      device: { prefersReducedMotion: motion ? "no-preference" : "reduce" },
      navigator: { userAgent: "Companion's tests" },
    },
  });
  Object.defineProperty(window.navigator, "language", { value: lang, configurable: true });
  // Node's own clocks, so that node:test's mocks set them; what repeats keeps no process alive, and ends with its page.
  window.intervals = new Set();
  const repeat = (...given) => {
    const timer = setInterval(...given).unref();
    window.intervals.add(timer);
    return timer;
  };
  Object.assign(window, {
    setTimeout: (...given) => setTimeout(...given),
    clearTimeout: (timer) => clearTimeout(timer),
    setInterval: repeat,
    clearInterval: (timer) => clearInterval(timer),
    requestAnimationFrame: (draw) => setTimeout(() => draw(performance.now())),
    cancelAnimationFrame: (frame) => clearTimeout(frame),
    Date: globalThis.Date,
    // A page rests for as long as a drawing took (throttle.js): here no time passes but what a test lets pass.
    performance: { now: () => newWindow.now(), mark() {}, measure() {} },
  });
  class BroadcastChannel extends window.EventTarget {
    postMessage() {}
    close() {}
  }
  window.BroadcastChannel ??= BroadcastChannel;
  const { CSS } = window;
  // A page in a current browser, despite the gaps of happy-dom. Selectors here take no sign after a backslash in
  // quotes, only its code.
  const escapeByCode = (text) => CSS.escape(text).replace(/\\([^0-9a-f])/gi, (_, sign) => `\\${sign.charCodeAt(0).toString(16)} `);
  Object.defineProperty(window, "CSS", { value: { escape: escapeByCode, supports: () => true } });
  findByIdFirst(window.document);
  const { prototype } = window.Element;
  prototype.animate = () => ({ finished: Promise.resolve(), cancel() {}, addEventListener() {}, play() {}, pause() {} });
  prototype.getAnimations = () => [];
  prototype.setPointerCapture = () => {};
  window.document.getAnimations = () => [];
  window.writtenTexts = [];
  window.HTMLCanvasElement.prototype.getContext = function () {
    return penOn(window, this);
  };
  window.Path2D ??= class Path2D {
    addPath() {}
  };
  // Only a test loads pages: the addresses that this one navigates to are recorded.
  window.navigations = [];
  const navigate = (where) => void window.navigations.push(new URL(where, url).href);
  const leading = { assign: navigate, replace: navigate, reload: () => navigate(url) };
  for (const [name, value] of Object.entries(leading)) Object.defineProperty(window.location, name, { value });
  window.open = navigate;
  return window;
}

/** What `performance.now()` says in every window, in milliseconds: a test may set it. */
newWindow.now = () => 0;

/** Have `performance.now()` in pages answer from a function. */
export function setPageClock(now) {
  newWindow.now = now;
}

/**
 * The globals of a browser for modules that a test imports one by one, with the page of a language but none of its parts.
 * Import them after this call. One that is `bare` comes without what an island is drawn by.
 */
export function open({ bare = false, lang = "en", body = "" } = {}) {
  const { words, geometry } = SERVER_DATA;
  const languages = Object.keys(words).map((code) => ({ code, name: code, words: code }));
  const sent = bare ? { languages } : { languages, geometry };
  const window = newWindow({ lang });
  const { document } = window;
  document.documentElement.lang = lang;
  document.body.dataset.patience = "1";
  document.body.dataset.role = "tablet";
  document.body.innerHTML = `<dialog id="dialog"></dialog><p id="message" hidden></p>${body}`;
  for (const [id, data] of Object.entries(sent)) {
    const script = document.createElement("script");
    Object.assign(script, { id, type: "application/json", textContent: JSON.stringify(data) });
    document.head.append(script);
  }
  const names = ["document", "Element", "HTMLElement", "SVGElement", "SVGSVGElement", "Event", "CustomEvent", "KeyboardEvent", "MouseEvent",
    "PointerEvent", "HTMLDialogElement", "HTMLFormElement", "HTMLInputElement", "HTMLButtonElement", "HTMLSelectElement", "HTMLTextAreaElement",
    "HTMLImageElement", "HTMLAnchorElement", "HTMLDetailsElement", "HTMLFieldSetElement", "HTMLOutputElement", "Node", "NodeList", "FormData",
    "MutationObserver", "ResizeObserver", "IntersectionObserver", "CSS", "localStorage", "sessionStorage", "matchMedia", "getComputedStyle",
    "addEventListener", "removeEventListener", "innerWidth", "innerHeight", "location", "history", "requestAnimationFrame",
    "cancelAnimationFrame", "DOMMatrix", "DOMPoint"];
  for (const name of names) {
    const value = window[name];
    if (value === undefined) continue;
    const own = typeof value === "function" && !/^[A-Z]/.test(name) ? value.bind(window) : value;
    Object.defineProperty(globalThis, name, { value: own, configurable: true, writable: true });
  }
  globalThis.window = window;
  globalThis.fetch = async (code) => ({ ok: true, json: async () => words[code] });
  return window;
}

/** A page of the server in a DOM. Made by `openPage`. */
export class Page {
  constructor(window, server, complaints) {
    Object.assign(this, { window, document: window.document, server, complaints });
  }

  /** The addresses that the page went to since it was opened; its own for each reload. */
  get navigations() {
    return this.window.navigations;
  }

  /** Show another table's snapshot: in an epoch of its own, as every table's is. */
  async show(snapshot) {
    const { epoch } = this.server.snapshot;
    Object.assign(this.server, { refusal: null, changes: [], requests: [], choices: choicesOf() });
    this.server.change((old) => {
      for (const key of Object.keys(old)) delete old[key];
      Object.assign(old, copy(snapshot), { epoch: `${parseInt(epoch, 36) + 1}` });
    });
    for (const dialog of this.all("dialog[open]")) dialog.close();
    await idle();
  }

  /** Edit the snapshot, as something that happened at the table does, and wait until it is drawn. */
  async change(edit) {
    this.server.change(edit);
    await idle();
  }

  /** Set entries of the game's view. */
  changeView(values) {
    return this.change((snapshot) => Object.assign(snapshot.game.view, copy(values)));
  }

  /** The one element of a selector, or of an element if it is one already; fails where there is none. */
  $(selector, root = this.document) {
    if (typeof selector !== "string") return selector;
    const found = root.querySelector(selector);
    if (!found) throw new Error(`there is no ${selector} in ${root.outerHTML?.slice(0, 2000) ?? "the page"}`);
    return found;
  }

  /** All elements of a selector. */
  all(selector, root = this.document) {
    return [...root.querySelectorAll(selector)];
  }

  /** The text of an element, white space put together. */
  text(selector, root) {
    return this.$(selector, root).textContent.replace(/\s+/g, " ").trim();
  }

  /** The texts of all elements of a selector. */
  texts(selector, root) {
    return this.all(selector, root).map((each) => this.text(each));
  }

  /** The elements that have a role and an accessible name: a text for the whole name, or a pattern. */
  queryAllByRole(role, name, root = this.document) {
    const matches = (each) => {
      const own = accessibleName(each);
      return name === undefined || (typeof name === "string" ? own === name : name.test(own));
    };
    return this.all(ROLES[role] ?? `[role=${role}]`, root).filter((each) => !isHidden(each) && matches(each));
  }

  /** The one element that has a role and an accessible name. */
  getByRole(role, name, root) {
    const found = this.queryAllByRole(role, name, root);
    if (found.length !== 1) {
      const there = this.queryAllByRole(role, undefined, root).map(accessibleName);
      throw new Error(`${found.length} elements are a ${role} named ${name}; there are: ${there.join(" | ")}`);
    }
    return found[0];
  }

  /** The button of a name. */
  button(name, root) {
    return this.getByRole("button", name, root);
  }

  /** Return the field of a visible label. */
  field(label, root = this.document) {
    const found = this.all("input, select, textarea", root).filter((each) => accessibleName(each) === label);
    if (found.length !== 1) throw new Error(`${found.length} fields are labelled ${label}`);
    return found[0];
  }

  /** The dialog that is open. */
  get dialog() {
    return this.$("dialog[open]");
  }

  /** Whether no dialog is open. */
  get isFree() {
    return this.all("dialog[open]").length === 0;
  }

  nameOf(selector, root) {
    return accessibleName(this.$(selector, root));
  }

  descriptionOf(selector, root) {
    return computeAccessibleDescription(this.$(selector, root), NAMING).trim();
  }

  /** Click an element by a mouse or finger, as a browser does: nothing where it is disabled, hidden or behind a dialog. */
  async click(target, root) {
    const element = this.$(target, root);
    if (element.disabled || element.closest("fieldset[disabled]")) throw new Error(`it is disabled: ${element.outerHTML.slice(0, 300)}`);
    if (isHidden(element)) throw new Error(`it is hidden: ${element.outerHTML.slice(0, 300)}`);
    const modal = this.all("dialog[open]").at(-1);
    if (modal && !modal.contains(element)) throw new Error(`a dialog is in front of it: ${modal.textContent.slice(0, 300)}`);
    const about = { bubbles: true, cancelable: true, composed: true, detail: 1, pointerType: "mouse", pointerId: 1, button: 0, ...clickPoint(element) };
    const { PointerEvent, MouseEvent } = this.window;
    element.dispatchEvent(new PointerEvent("pointerdown", about));
    element.focus?.();
    element.dispatchEvent(new PointerEvent("pointerup", about));
    element.dispatchEvent(new MouseEvent("click", about));
    await idle();
  }

  /** Rest a finger on an element for more than half a second, and let it go. */
  async hold(target, root) {
    const element = this.$(target, root);
    const about = { bubbles: true, cancelable: true, composed: true, detail: 1, pointerType: "touch", pointerId: 1, button: 0, ...clickPoint(element) };
    const { PointerEvent, MouseEvent } = this.window;
    element.dispatchEvent(new PointerEvent("pointerdown", about));
    await new Promise((resolve) => setTimeout(resolve, 550));
    element.dispatchEvent(new PointerEvent("pointerup", about));
    element.dispatchEvent(new MouseEvent("click", about));
    await idle();
  }

  /** Click an element with a mouse's other button, which opens the same menu as a long press. */
  async rightClick(target, root) {
    const element = this.$(target, root);
    const about = { bubbles: true, cancelable: true, composed: true, pointerType: "mouse", pointerId: 1, button: 2, ...clickPoint(element) };
    element.dispatchEvent(new this.window.PointerEvent("pointerdown", about));
    element.dispatchEvent(new this.window.MouseEvent("contextmenu", about));
    await idle();
  }

  /** Press a key where the keyboard is, or on an element. A button's Enter and Space click it, as in a browser. */
  async press(key, target = this.document.activeElement ?? this.document.body) {
    const element = this.$(target);
    const about = { key, bubbles: true, cancelable: true };
    const event = new this.window.KeyboardEvent("keydown", about);
    const goesOn = element.dispatchEvent(event);
    element.dispatchEvent(new this.window.KeyboardEvent("keyup", about));
    if (goesOn && [" ", "Enter"].includes(key) && element.localName === "button") element.click();
    await idle();
  }

  /** Choose an option of a list by its text or its value. */
  async select(target, choice, root) {
    const field = this.$(target, root);
    const option = [...field.options].find((each) => each.textContent.trim() === choice) ?? [...field.options].find(({ value }) => value === choice);
    if (!option) throw new Error(`there is no ${choice}; there are: ${[...field.options].map((each) => each.textContent)}`);
    field.value = option.value;
    this.#changed(field);
    await idle();
  }

  /** Type a text into a field, and replace its content. */
  async type(target, text, root) {
    const field = this.$(target, root);
    field.focus();
    field.value = text;
    this.#changed(field);
    await idle();
  }

  /** Tick a box or choose a radio button; `false` unticks a box. */
  async check(target, on = true, root) {
    const field = this.$(target, root);
    if (field.disabled) throw new Error(`it is disabled: ${field.outerHTML.slice(0, 300)}`);
    if (field.checked !== on) field.click();
    await idle();
  }

  /**
   * Hold back what the page posts to a path: before it is sent, or its `answer`. Returns the requests that wait, each a function
   * that lets its request continue; `held.release()` lets all continue and holds back no more.
   */
  holdRequests(path, { answer = false } = {}) {
    const { window } = this;
    const { fetch } = window;
    const held = [];
    window.fetch = async (where, about = {}) => {
      if (where !== path || about.method !== "POST") return fetch(where, about);
      const answered = answer ? await fetch(where, about) : null;
      await new Promise((resolve) => held.push(resolve));
      return answered ?? fetch(where, about);
    };
    held.release = () => {
      window.fetch = fetch;
      for (const goOn of held) goOn();
      return idle();
    };
    return held;
  }

  #changed(field) {
    field.dispatchEvent(new this.window.Event("input", { bubbles: true }));
    field.dispatchEvent(new this.window.Event("change", { bubbles: true }));
  }

  /** Close the page; throws if it reported an error. Every page is closed after its test. */
  async close() {
    this.server?.streams.splice(0);
    this.window.intervals.forEach(clearInterval);
    await this.window.happyDOM.abort();
    if (this.complaints.length) throw new Error(`the page complained: ${this.complaints.join("\n")}`);
  }
}

/** Selectors of ARIA's roles, explicit and of HTML's elements. */
const ROLES = {
  button: "button, [role=button], summary, input[type=submit], input[type=button]",
  link: "a[href]",
  listitem: "li, [role=listitem]",
  list: "ul, ol, [role=list]",
  dialog: "dialog[open], [role=dialog]",
  alert: "[role=alert]",
  heading: "h1, h2, h3, h4, [role=heading]",
  img: "img, [role=img]",
  radio: "input[type=radio], [role=radio]",
  checkbox: "input[type=checkbox], [role=checkbox]",
  group: "fieldset, [role=group]",
  textbox: "input:not([type]), input[type=text], textarea",
  combobox: "select, [role=combobox]",
  tab: "[role=tab]",
  status: "[role=status], output",
};

/** The point at which an element of a drawing is clicked: nothing is laid out, so a drawing's own coordinates are the window's. */
function clickPoint(element) {
  const circle = element.matches("circle") ? element : element.closest("svg") && element.querySelector("circle");
  return circle ? { clientX: Number(circle.getAttribute("cx")), clientY: Number(circle.getAttribute("cy")) } : {};
}

/** Whether HTML hides an element or its parent: `hidden`, a closed dialog or details. Ignores style sheets. */
export function isHidden(element) {
  if (element.closest("[hidden], dialog:not([open]), template")) return true;
  const folded = element.closest("details:not([open])");
  return Boolean(folded) && folded !== element && !element.closest("summary");
}

/**
 * Open a page of the server: "table" (of the game in its snapshot, or of no game), "phone", "history/<n>", or another
 * that test_node.py sends; wait until it has drawn its snapshot.
 *
 * `snapshot` is one, or the name of one (`snapshotOf`); `role` tablet, viewer or phone, with `seat`; `lang` en or fr;
 * `motion`: whether the device lets things move. Further options are `runPage`'s.
 */
export async function openPage(
  name = "table",
  { snapshot = "base", role = name === "phone" ? "phone" : "tablet", seat = role === "phone" ? "red" : null, lang = "en", ...options } = {},
) {
  const state = typeof snapshot === "string" ? snapshotOf(snapshot) : snapshot;
  const kind = state?.game?.kind ?? "none";
  const page = SERVER_DATA.pages[`${name}:${kind}:${role}:${lang}`] ?? SERVER_DATA.pages[`${name}:none:${role}:${lang}`];
  if (!page) throw new Error(`test_node.py sends no page ${name}:${kind}:${role}:${lang}; it sends ${Object.keys(SERVER_DATA.pages).join(" ")}`);
  const server = new FakeServer(state, { role, seat, choices: choicesOf() });
  return runPage({
    html: page.html,
    script: SERVER_DATA.scripts[page.script],
    url: `http://companion.test${page.path}`,
    lang,
    server,
    ...options,
    connect(window) {
      window.fetch = (path, about) => {
        const words = /^\/words\/(\w+)\.json/.exec(path);
        return words ? Promise.resolve(Response.json(SERVER_DATA.words[words[1]])) : server.fetch(path, about);
      };
      window.EventSource = class extends window.EventTarget {
        constructor(url) {
          super();
          this.url = url;
          server.connect(this);
        }
        hear(kind, data, lastEventId = "") {
          this.dispatchEvent(Object.assign(new window.Event(kind), { data: JSON.stringify(data), lastEventId }));
        }
        fail() {
          this.dispatchEvent(new window.Event("error"));
        }
        close() {
          server.streams = server.streams.filter((each) => each !== this);
        }
      };
    },
  });
}

/**
 * Run a page's script in a DOM of its HTML. `connect(window)` gives it its `fetch` and `EventSource`; `storage` is the
 * device's local storage; `before(window, server)` is called before any script runs.
 */
export async function runPage({ html, script, url, lang, server = null, connect, storage = {}, before, ...options }) {
  const window = newWindow({ url, lang, ...options });
  const complaints = [];
  for (const [key, value] of Object.entries(storage)) window.localStorage.setItem(key, value);
  window.document.write(html);
  connect(window);
  const complain = (...values) => complaints.push(values.join(" "));
  window.console = { ...console, error: complain, warn: complain };
  window.addEventListener("error", (event) => complain(event.error?.stack ?? event.message));
  await before?.(window, server);
  await compileScript(script).runInContext(vm.isContext(window) ? window : vm.createContext(window));
  await idle();
  const opened = new Page(window, server, complaints);
  after(() => opened.close());
  return opened;
}
