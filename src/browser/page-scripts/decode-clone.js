/** Reads what the encoder of `encode-clone.js` has written. */
export function cloneDecoder() {
  const ERRORS = [
    'Error',
    'EvalError',
    'RangeError',
    'ReferenceError',
    'SyntaxError',
    'TypeError',
    'URIError',
  ];

  /** @param {string} text */
  const fromBase64 = (text) => {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
    return bytes;
  };

  /** @param {unknown[]} nodes */
  function decode(nodes) {
    const values = [];
    const isPart = (node) => Array.isArray(node) && (node[0] === 'v' || node[0] === 'p');
    const shell = (node) => {
      if (!Array.isArray(node)) return node;
      const [tag, first, second, third, fourth] = node;
      switch (tag) {
        case 'u':
          return undefined;
        case 'n':
          return Number(first);
        case 'i':
          return first.startsWith('-') ? -BigInt(`0x${first.slice(1)}`) : BigInt(`0x${first}`);
        case 'd':
          return new Date(first ?? Number.NaN);
        case 'r':
          return new RegExp(first, second);
        case 'b':
          return fromBase64(first).buffer;
        case 'l':
          return new Blob([fromBase64(second)], { type: first });
        case 'f':
          return new File([fromBase64(second)], third, { type: first, lastModified: fourth });
        case 'e': {
          const kind = ERRORS.includes(first) ? first : 'Error';
          const error = new globalThis[kind](second);
          Object.defineProperty(error, 'stack', { value: third, configurable: true, writable: true });
          return error;
        }
        case 'm':
          return new Map();
        case 's':
          return new Set();
        case 'a':
          return [];
        case 'h':
          return Object.assign([], { length: first });
        case 'o':
          return {};
        case 'v':
          return first === 'DataView'
            ? new DataView(values[second], third, fourth)
            : new globalThis[first](values[second], third, fourth);
        case 'p':
          return Object(values[first]);
        default:
          throw new Error(`unknown node ${tag}`);
      }
    };
    const put = (target, key, value) =>
      Object.defineProperty(target, key, { value, configurable: true, enumerable: true, writable: true });
    // What stands on another node comes after it.
    nodes.forEach((node, at) => isPart(node) || (values[at] = shell(node)));
    nodes.forEach((node, at) => isPart(node) && (values[at] = shell(node)));
    nodes.forEach((node, at) => {
      if (!Array.isArray(node)) return;
      const target = values[at];
      switch (node[0]) {
        case 'a':
          for (let index = 1; index < node.length; index++) target.push(values[node[index]]);
          break;
        case 'h':
          for (let index = 2; index < node.length; index += 2)
            put(target, node[index], values[node[index + 1]]);
          break;
        case 'o':
          for (let index = 1; index < node.length; index += 2)
            put(target, node[index], values[node[index + 1]]);
          break;
        case 'm':
          for (let index = 1; index < node.length; index += 2)
            target.set(values[node[index]], values[node[index + 1]]);
          break;
        case 's':
          for (let index = 1; index < node.length; index++) target.add(values[node[index]]);
      }
    });
    return values[0];
  }

  return { decode };
}
