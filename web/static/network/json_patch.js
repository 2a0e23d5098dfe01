// The changes that the stream sends: a JSON Patch (RFC 6902) of add, remove and replace.

/**
 * The document that the operations make of one; the one given stays as it was.
 *
 * @template D
 * @param {D} document
 * @param {Api.PatchOperation[]} operations
 * @returns {D}
 */
export function applied(document, operations) {
  return operations.reduce((made, /** @type {Api.PatchOperation} */ { op, path, value }) => carriedOut(made, steps(path), op, value), document);
}

/**
 * The names that a JSON pointer leads through.
 *
 * @param {string} path
 */
const steps = (path) =>
  path.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));

/**
 * @param {any} whole (any: whatever JSON the pointer leads through)
 * @param {string[]} pointer
 * @param {Api.PatchOperation["op"]} op
 * @param {unknown} value
 * @returns {any} (any: as it was, but for the place that was meant)
 */
function carriedOut(whole, [name, ...below], op, value) {
  if (name === undefined) return value;
  const copy = Array.isArray(whole) ? [...whole] : { ...whole };
  if (below.length > 0) copy[name] = carriedOut(copy[name], below, op, value);
  else if (!Array.isArray(copy)) inObject(copy, name, op, value);
  else inList(copy, name === "-" ? copy.length : Number(name), op, value);
  return copy;
}

/**
 * @param {{ [name: string]: unknown }} copy
 * @param {string} name
 * @param {Api.PatchOperation["op"]} op
 * @param {unknown} value
 */
function inObject(copy, name, op, value) {
  if (op === "remove") delete copy[name];
  else copy[name] = value;
}

/**
 * @param {unknown[]} copy
 * @param {number} index
 * @param {Api.PatchOperation["op"]} op
 * @param {unknown} value
 */
function inList(copy, index, op, value) {
  copy.splice(index, op === "add" ? 0 : 1, ...(op === "remove" ? [] : [value]));
}
