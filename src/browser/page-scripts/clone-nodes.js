/**
 * A value that a page can keep in its databases, as plain JSON: a list of nodes. Node 0 is the value itself, parts
 * refer to other nodes by number, so that what is shared stays shared, and nothing recurses. A list begins with the tag
 * of what it is.
 * @typedef {string | number | boolean | null | TaggedNode} CloneNode
 * @typedef {[tag: string, ...parts: Part[]]} TaggedNode
 * @typedef {string | number | null | undefined} Part numbers of nodes, or what the tag stands for
 */

export const VIEWS = [
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

/** @param {Uint8Array} bytes */
export function toBase64(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 8_192) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
  }
  return btoa(parts.join(''));
}

/** @param {string} text */
export function fromBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
