/**
 * Writes what a page can keep in its databases as plain JSON. A value is a list of nodes: node 0 is the value itself,
 * parts refer to other nodes by number, so that what is shared stays shared, and nothing recurses. Keys, handles and
 * pictures of a canvas cannot be written.
 */
export function cloneEncoder() {
  const VIEWS = [
    'Int8Array',
    'Uint8Array',
    'Uint8ClampedArray',
    'Int16Array',
    'Uint16Array',
    'Int32Array',
    'Uint32Array',
    'Float16Array',
    'Float32Array',
    'Float64Array',
    'BigInt64Array',
    'BigUint64Array',
    'DataView',
  ];
  const NODE_COST = 8;

  /** @param {Uint8Array} bytes */
  const toBase64 = (bytes) => {
    const parts = [];
    for (let at = 0; at < bytes.length; at += 8_192) {
      parts.push(String.fromCharCode.apply(null, bytes.subarray(at, at + 8_192)));
    }
    return btoa(parts.join(''));
  };

  /**
   * @param {unknown} root
   * @param {{left: number}} budget characters; throws `too large` when they are used up
   * @returns {{nodes: unknown[], blobs: Array<{at: number, blob: Blob}>}} blobs are read by `finish`
   */
  function encode(root, budget) {
    const nodes = [];
    const blobs = [];
    const known = new Map();
    const queue = [];
    const spend = (cost) => {
      budget.left -= cost;
      if (budget.left < 0) throw new Error('too large');
    };
    const refer = (value) => {
      const isObject = typeof value === 'object' && value !== null;
      const before = isObject ? known.get(value) : undefined;
      if (before !== undefined) return before;
      const at = nodes.length;
      nodes.push(null);
      spend(NODE_COST);
      if (isObject) {
        known.set(value, at);
        queue.push(at, value);
      } else nodes[at] = primitive(value);
      return at;
    };
    const primitive = (value) => {
      switch (typeof value) {
        case 'string':
          spend(value.length);
          return value;
        case 'number':
          return Number.isFinite(value) && !Object.is(value, -0)
            ? value
            : ['n', Object.is(value, -0) ? '-0' : String(value)];
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
    };
    const members = (value, keys) => {
      const list = [];
      for (const key of keys) {
        spend(key.length);
        list.push(key, refer(value[key]));
      }
      return list;
    };
    const bytesOf = (bytes) => {
      spend(Math.ceil(bytes.length / 3) * 4);
      return toBase64(bytes);
    };
    const object = (value, at) => {
      const kind = Object.prototype.toString.call(value).slice(8, -1);
      if (VIEWS.includes(kind)) {
        const length = kind === 'DataView' ? value.byteLength : value.length;
        return ['v', kind, refer(value.buffer), value.byteOffset, length];
      }
      switch (kind) {
        case 'Array': {
          const keys = Object.keys(value);
          const isDense =
            keys.length === value.length && (keys.length === 0 || keys.at(-1) === String(value.length - 1));
          return isDense ? ['a', ...dense(value)] : ['h', value.length, ...members(value, keys)];
        }
        case 'Object':
          return ['o', ...members(value, Object.keys(value))];
        case 'Date':
          return ['d', Number.isNaN(value.getTime()) ? null : value.getTime()];
        case 'RegExp':
          spend(value.source.length);
          return ['r', value.source, value.flags];
        case 'Map': {
          const list = ['m'];
          for (const [key, each] of value) list.push(refer(key), refer(each));
          return list;
        }
        case 'Set': {
          const list = ['s'];
          for (const each of value) list.push(refer(each));
          return list;
        }
        case 'ArrayBuffer':
          return ['b', bytesOf(new Uint8Array(value))];
        case 'Blob':
        case 'File':
          spend(Math.ceil(value.size / 3) * 4);
          blobs.push({ at, blob: value });
          return null;
        case 'Error':
          spend(String(value.message).length + String(value.stack).length);
          return ['e', String(value.name), String(value.message), String(value.stack)];
        case 'Boolean':
        case 'Number':
        case 'String':
        case 'BigInt':
          return ['p', refer(value.valueOf())];
        default:
          throw new Error(`cannot be kept: ${kind}`);
      }
    };
    const dense = (value) => {
      const list = [];
      for (let index = 0; index < value.length; index++) list.push(refer(value[index]));
      return list;
    };
    refer(root);
    while (queue.length > 0) {
      const value = queue.pop();
      const at = queue.pop();
      nodes[at] = object(value, at);
    }
    return { nodes, blobs };
  }

  /** The nodes with the content of their blobs. */
  async function finish({ nodes, blobs }) {
    for (const { at, blob } of blobs) {
      const content = toBase64(new Uint8Array(await blob.arrayBuffer()));
      const { name, lastModified } = blob;
      nodes[at] =
        name === undefined ? ['l', blob.type, content] : ['f', blob.type, content, name, lastModified];
    }
    return nodes;
  }

  return { encode, finish };
}
