import { inspect, types } from 'node:util';

/** The value of an expression as the text of a call's result. */
export function showValue(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Buffer.isBuffer(value) || types.isUint8Array(value)) return Buffer.from(value).toString('base64');
  if (isPlain(value)) {
    try {
      return JSON.stringify(value) ?? inspect(value);
    } catch {
      // A cycle, or a number that JSON has no word for.
    }
  }
  return inspect(value, { depth: 4 });
}

function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return true;
  if (typeof value !== 'object' || types.isProxy(value)) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Objects of another context have another prototype of the same name.
  return prototype === null || (Object.getPrototypeOf(prototype) === null && !types.isMap(value));
}
