// JSON Patch (RFC 6902) for the changes in the stream: add, remove and replace.

/**
 * Apply operations to a document. Returns a new document and leaves the given one unchanged.
 *
 * @template D
 * @param {D} document
 * @param {Api.PatchOperation[]} operations
 * @returns {D}
 */
export function applyPatch(document, operations) {
  return operations.reduce((made, /** @type {Api.PatchOperation} */ { op, path, value }) => applyOperation(made, pointerTokens(path), op, value), document);
}

/**
 * The decoded tokens of a JSON pointer.
 *
 * @param {string} path
 */
const pointerTokens = (path) =>
  path.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));

/**
 * @param {any} whole (any: the JSON value at the pointer)
 * @param {string[]} pointer
 * @param {Api.PatchOperation["op"]} op
 * @param {unknown} value
 * @returns {any} (any: a copy with the operation applied)
 */
function applyOperation(whole, [name, ...below], op, value) {
  if (name === undefined) return value;
  const copy = Array.isArray(whole) ? [...whole] : { ...whole };
  if (below.length > 0) copy[name] = applyOperation(copy[name], below, op, value);
  else if (!Array.isArray(copy)) applyToObject(copy, name, op, value);
  else applyToList(copy, name === "-" ? copy.length : Number(name), op, value);
  return copy;
}

/**
 * @param {{ [name: string]: unknown }} copy
 * @param {string} name
 * @param {Api.PatchOperation["op"]} op
 * @param {unknown} value
 */
function applyToObject(copy, name, op, value) {
  if (op === "remove") delete copy[name];
  else copy[name] = value;
}

/**
 * @param {unknown[]} copy
 * @param {number} index
 * @param {Api.PatchOperation["op"]} op
 * @param {unknown} value
 */
function applyToList(copy, index, op, value) {
  copy.splice(index, op === "add" ? 0 : 1, ...(op === "remove" ? [] : [value]));
}
