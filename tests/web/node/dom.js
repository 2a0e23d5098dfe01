// What the tests need of npm: happy-dom's windows and the accessible names of elements. `test_node.py` bundles this module into
// one file by esbuild: to import the hundreds of happy-dom costs each test file 0.7 CPU seconds more.

import { HTMLSelectElement, PropertySymbol } from "happy-dom";

export { computeAccessibleDescription, computeAccessibleName } from "dom-accessibility-api";
export { Node, PropertySymbol, Window } from "happy-dom";
export { default as NodeList } from "happy-dom/lib/nodes/node/NodeList.js";
export { default as QuerySelector } from "happy-dom/lib/query-selector/QuerySelector.js";

// Of several options that come in selected a browser takes the last one; happy-dom 21.0 takes any.
const { selectedness, updateSelectedness } = PropertySymbol;
const updateOptions = HTMLSelectElement.prototype[updateSelectedness];
HTMLSelectElement.prototype[updateSelectedness] = function (chosen) {
  const selected = this.multiple ? [] : [...this.querySelectorAll("option")].filter((option) => option[selectedness]);
  updateOptions.call(this, chosen ?? (selected.length > 1 ? selected.at(-1) : null));
};
