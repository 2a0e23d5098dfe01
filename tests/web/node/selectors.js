// A faster search for elements than happy-dom's, which visits a page's 2,000 elements at each search and leaves a note at each of
// them, so that a later change discards the result: that took a fifth of the CPU time of these tests. Here a selector is compiled
// once, elements are tested from right to left, and no result is kept.

import { Node, NodeList, PropertySymbol, QuerySelector } from "./dom.js";

const { elementArray, illegalConstructor, parentNode, tagName, attributes, itemsByName } = PropertySymbol;
const original = { querySelectorAll: QuerySelector.querySelectorAll, querySelector: QuerySelector.querySelector, matches: QuerySelector.matches };

/** Whether each result is compared with happy-dom's, which takes much longer: `COMPANION_CHECK_SELECTORS=1`. */
const isChecked = Boolean(process.env.COMPANION_CHECK_SELECTORS);

const NAME = String.raw`-?[_a-zA-Z][\w-]*`;
const TAG = new RegExp(`(\\*|${NAME})`, "y");
const ID = new RegExp(`#(${NAME})`, "y");
const CLASS = new RegExp(`\\.(${NAME})`, "y");
const ATTRIBUTE = new RegExp(String.raw`\[\s*(${NAME})\s*(?:=\s*(?:"([^"\\]*)"|'([^'\\]*)'|(${NAME}))\s*)?\]`, "y");
const NEGATION = /:not\(/y;
const COMBINATOR = /\s*(>|\s|,|$)\s*/y;

/** The value of an attribute, or null. */
function valueOf(element, name) {
  return element[attributes][itemsByName].get(name)?.[0][PropertySymbol.value] ?? null;
}

const testClass = (name) => {
  const pattern = new RegExp(`(?:^|\\s)${name}(?:\\s|$)`);
  return (element) => {
    const value = valueOf(element, "class");
    return value !== null && (value === name || pattern.test(value));
  };
};

/** Reads a selector. */
class Parser {
  constructor(text) {
    Object.assign(this, { text, at: 0 });
  }

  /** The groups of a sticky pattern that matches here, which is read; null if it does not. */
  read(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  /** The tests of one element, or null where there is anything that this parser does not know. */
  compound() {
    const tests = [];
    let found = this.read(TAG);
    if (found && found[1] !== "*") {
      const name = found[1].toUpperCase();
      tests.push((element) => element[tagName] === name || element[tagName].toUpperCase() === name);
    }
    const begin = found ? this.at - found[0].length : this.at;
    for (;;) {
      if ((found = this.read(ID))) {
        const [, id] = found;
        tests.push((element) => valueOf(element, "id") === id);
      } else if ((found = this.read(CLASS))) {
        tests.push(testClass(found[1]));
      } else if ((found = this.read(ATTRIBUTE))) {
        const [, name, ...values] = found;
        const expected = values.find((value) => value !== undefined);
        tests.push((element) => {
          const value = valueOf(element, name);
          return expected === undefined ? value !== null : value === expected;
        });
      } else if (this.read(NEGATION)) {
        const inner = this.compound();
        if (!inner || !this.text.startsWith(")", this.at)) return null;
        this.at += 1;
        tests.push((element) => !inner.every((test) => test(element)));
      } else {
        return this.at > begin ? tests : null;
      }
    }
  }

  /** Functions from an element to whether it matches, one for each selector of the list; null if one is not known. */
  list() {
    const alternatives = [];
    this.read(/\s*/y);
    for (let left = null, combinator = null; ; ) {
      const tests = this.compound();
      const next = tests && this.read(COMBINATOR);
      if (!next) return null;
      left = combine(left, combinator, tests);
      combinator = next[1].trim();
      if (this.at === this.text.length && combinator === "") return [...alternatives, left];
      if (combinator !== ",") continue;
      alternatives.push(left);
      left = null;
    }
  }
}

/** Test an element, and those above it by what is left of it in a selector: a parent (">") or any ancestor. */
function combine(left, combinator, tests) {
  const matchesItself = tests.length === 1 ? tests[0] : (element) => tests.every((test) => test(element));
  if (!left) return matchesItself;
  if (combinator === ">") return (element) => matchesItself(element) && isElement(element[parentNode]) && left(element[parentNode]);
  return (element) => {
    if (!matchesItself(element)) return false;
    for (let above = element[parentNode]; isElement(above); above = above[parentNode]) {
      if (left(above)) return true;
    }
    return false;
  };
}

const isElement = (node) => node?.[PropertySymbol.nodeType] === 1;

const compiled = new Map();

/** A function from an element to whether a selector matches it; null where the selector has more than names, attributes and `:not()`. */
function compile(selector) {
  if (!compiled.has(selector)) {
    const alternatives = new Parser(selector).list();
    const anyMatches = alternatives && (alternatives.length === 1 ? alternatives[0] : (element) => alternatives.some((each) => each(element)));
    compiled.set(selector, anyMatches);
  }
  return compiled.get(selector);
}

/** Add the elements below a node that match, in the document's order. */
function gather(node, matches, found) {
  for (const child of node[elementArray]) {
    if (matches(child)) found.push(child);
    if (child[elementArray].length) gather(child, matches, found);
  }
  return found;
}

/** The first element below a node that matches, or null. */
function findFirst(node, matches) {
  for (const child of node[elementArray]) {
    if (matches(child)) return child;
    const found = child[elementArray].length ? findFirst(child, matches) : null;
    if (found) return found;
  }
  return null;
}

/** Throw if a result is not happy-dom's. */
function check(selector, own, theirs) {
  if (own.length !== theirs.length || own.some((each, index) => each !== theirs[index])) {
    throw new Error(`“${selector}” finds ${own.length} elements, in happy-dom ${theirs.length}`);
  }
}

QuerySelector.querySelectorAll = function (node, selector) {
  const matches = compile(String(selector));
  if (!matches) return original.querySelectorAll.call(this, node, selector);
  const found = gather(node, matches, []);
  if (isChecked) check(selector, found, [...original.querySelectorAll.call(this, node, selector)]);
  return new NodeList(illegalConstructor, found);
};

QuerySelector.querySelector = function (node, selector) {
  const matches = compile(String(selector));
  if (!matches) return original.querySelector.call(this, node, selector);
  const found = findFirst(node, matches);
  if (isChecked) check(selector, [found], [original.querySelector.call(this, node, selector)]);
  return found;
};

QuerySelector.matches = function (element, selector, options) {
  const matches = options ? null : compile(String(selector));
  if (!matches) return original.matches.call(this, element, selector, options);
  const isMatch = matches(element);
  if (isChecked) check(selector, [isMatch], [Boolean(original.matches.call(this, element, selector))]);
  return isMatch ? { priorityWeight: 0 } : null;
};

// No node keeps results of searches, so none has to forget them at each change. Seven maps for each node and each attribute would
// take much of the garbage collector's time.
const nothingCached = { get: () => undefined, set() {}, size: 0 };
const CACHE = Object.freeze({
  querySelector: nothingCached,
  querySelectorAll: nothingCached,
  matches: nothingCached,
  elementsByTagName: nothingCached,
  elementsByTagNameNS: nothingCached,
  elementByTagName: nothingCached,
  elementById: nothingCached,
  get computedStyle() {
    return null;
  },
  set computedStyle(_) {},
});
const DISCARDED_ITEMS = Object.freeze({ length: 0, push() {} });
Object.defineProperty(Node.prototype, PropertySymbol.cache, { get: () => CACHE, set() {} });
Object.defineProperty(Node.prototype, PropertySymbol.affectsCache, { get: () => DISCARDED_ITEMS, set() {} });
Node.prototype[PropertySymbol.clearCache] = () => {};
