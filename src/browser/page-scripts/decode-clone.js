import { fromBase64 } from './clone-nodes.js';

/** @import { CloneNode, Part, TaggedNode } from './clone-nodes.js' */

const ERRORS = ['Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'];

/**
 * Reads what `encode-clone.js` has written.
 * @param {CloneNode[]} nodes
 * @returns {unknown}
 */
export function decodeClone(nodes) {
  /** @type {unknown[]} */
  const values = [];
  // Values that stand on another node come after it.
  for (const [at, node] of nodes.entries()) if (!standsOnOther(node)) values[at] = shellOf(node, values);
  for (const [at, node] of nodes.entries()) if (standsOnOther(node)) values[at] = shellOf(node, values);
  for (const [at, node] of nodes.entries()) if (Array.isArray(node)) fill(values[at], node, values);
  return values[0];
}

/** @param {CloneNode} node */
function standsOnOther(node) {
  return Array.isArray(node) && (node[0] === 'v' || node[0] === 'p');
}

/**
 * The value of a node without what other nodes put into it.
 * @param {CloneNode} node
 * @param {unknown[]} values
 */
function shellOf(node, values) {
  if (!Array.isArray(node)) return node;
  const [tag, first, second, third, fourth] = node;
  switch (tag) {
    case 'm':
      return new Map();
    case 's':
      return new Set();
    case 'a':
      return [];
    case 'h':
      return Object.assign([], { length: Number(first) });
    case 'o':
      return {};
    case 'v':
      return new (constructorOf(first))(values[Number(second)], third, fourth);
    case 'p':
      return Object(values[Number(first)]);
    default:
      return leafOf(tag, [first, second, third, fourth]);
  }
}

/**
 * A value that no other node has a part in.
 * @param {string} tag
 * @param {Part[]} parts
 */
function leafOf(tag, [first, second, third, fourth]) {
  switch (tag) {
    case 'u':
      return undefined;
    case 'n':
      return Number(first);
    case 'i':
      return bigIntOf(String(first));
    case 'd':
      return new Date(first ?? Number.NaN);
    case 'r':
      return new RegExp(String(first), String(second));
    case 'b':
      return fromBase64(String(first)).buffer;
    case 'l':
      return new Blob([fromBase64(String(second))], { type: String(first) });
    case 'f':
      return new File([fromBase64(String(second))], String(third), {
        type: String(first),
        lastModified: Number(fourth),
      });
    case 'e': {
      const error = new (constructorOf(ERRORS.includes(String(first)) ? first : 'Error'))(second);
      Object.defineProperty(error, 'stack', { value: third, configurable: true, writable: true });
      return error;
    }
    default:
      throw new Error(`unknown node ${tag}`);
  }
}

/** @param {string} text hexadecimal */
function bigIntOf(text) {
  return text.startsWith('-') ? -BigInt(`0x${text.slice(1)}`) : BigInt(`0x${text}`);
}

/**
 * @param {Part} kind
 * @returns {new (...parts: unknown[]) => object}
 */
function constructorOf(kind) {
  return Reflect.get(globalThis, String(kind));
}

/**
 * @param {unknown} target
 * @param {TaggedNode} node
 * @param {unknown[]} values
 */
function fill(target, [tag, ...parts], values) {
  const at = (/** @type {Part} */ part) => values[Number(part)];
  switch (tag) {
    case 'a':
      for (const part of parts) /** @type {unknown[]} */ (target).push(at(part));
      break;
    case 'h':
      for (const [key, value] of pairsOf(parts.slice(1))) define(target, key, at(value));
      break;
    case 'o':
      for (const [key, value] of pairsOf(parts)) define(target, key, at(value));
      break;
    case 'm':
      for (const [key, value] of pairsOf(parts)) {
        /** @type {Map<unknown, unknown>} */ (target).set(at(key), at(value));
      }
      break;
    case 's':
      for (const part of parts) /** @type {Set<unknown>} */ (target).add(at(part));
  }
}

/**
 * @param {Part[]} parts
 * @returns {Iterable<[key: Part, value: Part]>}
 */
function* pairsOf(parts) {
  for (let at = 0; at < parts.length; at += 2) yield [parts[at], parts[at + 1]];
}

/**
 * @param {unknown} target
 * @param {Part} key
 * @param {unknown} value
 */
function define(target, key, value) {
  const property = { value, configurable: true, enumerable: true, writable: true };
  Object.defineProperty(target, String(key), property);
}
