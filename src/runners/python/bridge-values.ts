import { parseExpressionAt } from 'acorn';
import { types } from 'node:util';

/** Objects of Playwright that Python holds, by number; each is counted as often as Python was given it. */
export interface HeldObjects {
  numberOf(value: object): number;
  find(number: number): object;
}

/** Functions of Python, by their number there. */
export type PythonFunctions = (number: number) => (...args: unknown[]) => Promise<unknown>;

const MAX_DEPTH = 100;

/** The name that Playwright has for the class of an object: its bundle numbers some. */
export function kindOf(value: object): string {
  return value.constructor.name.replace(/^_|\d+$/g, '') || 'Object';
}

/** A value on its way to Python. */
export function encodeForPython(value: unknown, held: HeldObjects, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new Error('A value nests too deep to be given to Python');
  switch (typeof value) {
    case 'undefined':
    case 'function':
    case 'symbol':
      return null;
    case 'number':
      return Number.isFinite(value) ? value : { $n: String(value).replace('Infinity', 'inf') };
    case 'bigint':
      return Number(value);
    case 'string':
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : encodeObject(value, held, depth + 1);
  }
}

function encodeObject(value: object, held: HeldObjects, depth: number): unknown {
  if (Array.isArray(value)) return value.map((item) => encodeForPython(item, held, depth));
  if (types.isUint8Array(value)) return { $b: Buffer.from(value).toString('base64') };
  if (types.isDate(value)) return { $d: value.toISOString() };
  if (types.isNativeError(value)) return { $e: [value.message, value.name, value.stack ?? null] };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    return { $h: held.numberOf(value), $t: kindOf(value) };
  const entries = Object.entries(value).map(([key, item]) => [key, encodeForPython(item, held, depth)]);
  return { $o: Object.fromEntries(entries) };
}

/** A value as Python has sent it. */
export function decodeFromPython(value: unknown, held: HeldObjects, functions: PythonFunctions): unknown {
  const decode = (item: unknown): unknown => decodeFromPython(item, held, functions);
  if (value === null) return undefined;
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== 'object') return value;
  const given = value as Record<string, unknown>;
  if ('$o' in given)
    return Object.fromEntries(
      Object.entries(given['$o'] as object).map(([key, item]) => [key, item === null ? null : decode(item)]),
    );
  if ('$h' in given) return held.find(given['$h'] as number);
  if ('$js' in given) return scriptOf(given['$js'] as string);
  if ('$f' in given) return functions(given['$f'] as number);
  if ('$b' in given) return Buffer.from(given['$b'] as string, 'base64');
  if ('$n' in given) return Number((given['$n'] as string).replace('inf', 'Infinity'));
  if ('$d' in given) return new Date(given['$d'] as string);
  const [source, flags] = given['$r'] as [string, string];
  return new RegExp(source, flags);
}

/**
 * A script of Python's: text that is a function is called, which JavaScript does not do. Playwright sends the text of a
 * function as it is, so it need not be made here, and the page need not allow `eval`.
 */
function scriptOf(text: string): unknown {
  if (!isFunction(text)) return text;
  return Object.assign(() => undefined, { toString: () => text });
}

const FUNCTIONS = new Set(['FunctionExpression', 'ArrowFunctionExpression']);

function isFunction(text: string): boolean {
  try {
    const node = parseExpressionAt(`(${text}\n)`, 0, {
      ecmaVersion: 'latest',
      allowAwaitOutsideFunction: true,
    });
    return FUNCTIONS.has(node.type);
  } catch {
    return false;
  }
}
