import { toBase64, VIEWS } from './clone-nodes.js';

/** @import { CloneNode, Part } from './clone-nodes.js' */

/**
 * @typedef {{nodes: Array<CloneNode>, blobs: Array<{at: number, blob: Blob | File}>}} Encoded blobs are read by
 *   `finishClone`
 *
 * @typedef {object} Encoding
 * @property {Encoded['nodes']} nodes
 * @property {Encoded['blobs']} blobs
 * @property {Map<unknown, number>} known numbers of objects
 * @property {Array<{at: number, value: object}>} queue objects whose parts are not written yet
 * @property {(cost: number) => void} spend
 */

const NODE_COST = 8;

/**
 * Writes a value as plain JSON. Keys, handles and pictures of a canvas cannot be written.
 * @param {unknown} root
 * @param {{left: number}} budget characters; throws `too large` when they are used up
 * @returns {Encoded}
 */
export function encodeClone(root, budget) {
  /** @param {number} cost */
  const spend = (cost) => {
    budget.left -= cost;
    if (budget.left < 0) throw new Error('too large');
  };
  /** @type {Encoding} */
  const encoding = { nodes: [], blobs: [], known: new Map(), queue: [], spend };
  refer(root, encoding);
  const { nodes, blobs, queue } = encoding;
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    nodes[next.at] = encodeObject(next.value, next.at, encoding);
  }
  return { nodes, blobs };
}

/**
 * The number of a value's node.
 * @param {unknown} value
 * @param {Encoding} encoding
 */
function refer(value, encoding) {
  const { nodes, known, queue, spend } = encoding;
  const isObject = typeof value === 'object' && value !== null;
  if (isObject) {
    const at = known.get(value);
    if (at !== undefined) return at;
  }
  const at = nodes.length;
  nodes.push(null);
  spend(NODE_COST);
  if (isObject) {
    known.set(value, at);
    queue.push({ at, value });
  } else nodes[at] = encodePrimitive(value, spend);
  return at;
}

/**
 * @param {unknown} value
 * @param {Encoding['spend']} spend
 * @returns {CloneNode}
 */
function encodePrimitive(value, spend) {
  switch (typeof value) {
    case 'string':
      spend(value.length);
      return value;
    case 'number':
      if (Object.is(value, -0)) return ['n', '-0'];
      return Number.isFinite(value) ? value : ['n', String(value)];
    case 'bigint': {
      const digits = value.toString(16);
      spend(digits.length);
      return ['i', digits];
    }
    case 'undefined':
      return ['u'];
    case 'boolean':
      return value;
    default:
      if (value === null) return null;
      throw new Error(`cannot be kept: ${typeof value}`);
  }
}

/**
 * @param {object} value
 * @param {number} at
 * @param {Encoding} encoding
 * @returns {CloneNode}
 */
function encodeObject(value, at, encoding) {
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (VIEWS.includes(kind)) {
    const view = /** @type {Uint8Array | DataView} */ (value);
    const length = 'length' in view ? view.length : view.byteLength;
    return ['v', kind, refer(view.buffer, encoding), view.byteOffset, length];
  }
  switch (kind) {
    case 'Array':
      return encodeArray(/** @type {unknown[]} */ (value), encoding);
    case 'Object':
      return ['o', ...membersOf(value, Object.keys(value), encoding)];
    case 'Map':
      return ['m', ...Array.from(/** @type {Map<unknown, unknown>} */ (value)).flat().map(toNode(encoding))];
    case 'Set':
      return ['s', ...Array.from(/** @type {Set<unknown>} */ (value), toNode(encoding))];
    case 'Blob':
    case 'File':
      return encodeBlob(/** @type {Blob} */ (value), at, encoding);
    case 'Boolean':
    case 'Number':
    case 'String':
    case 'BigInt':
      return ['p', refer(value.valueOf(), encoding)];
    default:
      return encodeLeaf(value, kind, encoding.spend);
  }
}

/**
 * An object without parts of its own.
 * @param {object} value
 * @param {string} kind
 * @param {Encoding['spend']} spend
 * @returns {CloneNode}
 */
function encodeLeaf(value, kind, spend) {
  switch (kind) {
    case 'Date': {
      const time = /** @type {Date} */ (value).getTime();
      return ['d', Number.isNaN(time) ? null : time];
    }
    case 'RegExp': {
      const { source, flags } = /** @type {RegExp} */ (value);
      spend(source.length);
      return ['r', source, flags];
    }
    case 'ArrayBuffer': {
      const bytes = new Uint8Array(/** @type {ArrayBuffer} */ (value));
      spend(base64Length(bytes.length));
      return ['b', toBase64(bytes)];
    }
    case 'Error': {
      const { name, message, stack } = /** @type {Error} */ (value);
      spend(message.length + String(stack).length);
      return ['e', name, message, String(stack)];
    }
    default:
      throw new Error(`cannot be kept: ${kind}`);
  }
}

/**
 * With every place, or only with those that are filled.
 * @param {unknown[]} value
 * @param {Encoding} encoding
 * @returns {CloneNode}
 */
function encodeArray(value, encoding) {
  const keys = Object.keys(value);
  const isDense =
    keys.length === value.length && (keys.length === 0 || keys.at(-1) === String(value.length - 1));
  return isDense
    ? ['a', ...value.map(toNode(encoding))]
    : ['h', value.length, ...membersOf(value, keys, encoding)];
}

/**
 * @param {Blob} blob
 * @param {number} at
 * @param {Encoding} encoding
 */
function encodeBlob(blob, at, { blobs, spend }) {
  spend(base64Length(blob.size));
  blobs.push({ at, blob });
  // Its content is read by `finishClone`.
  return null;
}

/**
 * @param {object} value
 * @param {string[]} keys
 * @param {Encoding} encoding
 */
function membersOf(value, keys, encoding) {
  /** @type {Part[]} */
  const members = [];
  for (const key of keys) {
    encoding.spend(key.length);
    members.push(key, refer(Reflect.get(value, key), encoding));
  }
  return members;
}

/** @param {Encoding} encoding */
function toNode(encoding) {
  return (/** @type {unknown} */ each) => refer(each, encoding);
}

/** @param {number} bytes */
function base64Length(bytes) {
  return Math.ceil(bytes / 3) * 4;
}

/**
 * The nodes with the content of their blobs.
 * @param {Encoded} encoded
 */
export async function finishClone({ nodes, blobs }) {
  for (const { at, blob } of blobs) {
    const content = toBase64(new Uint8Array(await blob.arrayBuffer()));
    const { type } = blob;
    nodes[at] =
      'name' in blob && blob.name !== undefined
        ? ['f', type, content, blob.name, blob.lastModified]
        : ['l', type, content];
  }
  return nodes;
}
