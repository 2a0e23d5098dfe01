// What the tests need of npm: happy-dom's windows and the accessible names of elements. `test_node.py` bundles this module into
// one file by esbuild: to import the hundreds of happy-dom costs each test file 0.7 CPU seconds more.

export { computeAccessibleDescription, computeAccessibleName } from "dom-accessibility-api";
export { HTMLSelectElement, Node, PropertySymbol, Window } from "happy-dom";
export { default as NodeList } from "happy-dom/lib/nodes/node/NodeList.js";
export { default as QuerySelector } from "happy-dom/lib/query-selector/QuerySelector.js";
