import type { CheckedSchema } from './check-schema.ts';
import { fitValue } from './fit-value.ts';
import { fromStrict } from './from-strict.ts';
import { withoutNoise } from './noise.ts';
import { nestsDeeper } from './nests-deeper.ts';
import {
  schemaList,
  schemasOf,
  withoutReference,
  type SchemaNode,
  type SchemaObject,
} from './schema-node.ts';
import { toStrict } from './to-strict.ts';
import { createValidator } from './validate.ts';

/** A schema with all that asking a model for values of it takes: made once, however often it is asked for. */
export interface PreparedSchema {
  /** The schema of the answer that a model is asked for: an object. Any other value of the caller's is the property `value` of one. */
  readonly schema: SchemaObject;
  /** The same as JSON, without what tells a model nothing. */
  readonly text: string;
  /** The same in the subset that providers enforce; undefined where it cannot be said so. */
  readonly strict: SchemaObject | undefined;
  readonly mayBeSlow: boolean;
  /** Reads the value of an answer; `isStrict` when the strict form was asked for. */
  readonly read: (answer: unknown, isStrict: boolean) => ReadAnswer;
}

/** A value that fits the caller's schema, or what is wrong with it, a line each. */
export type ReadAnswer = { value: unknown } | { faults: readonly string[] };

const WRAPPER = 'value';
const OLD_ROOT = 'whole';
/** No answer in earnest nests deeper. */
const MAX_ANSWER_LEVELS = 100;

export function prepareSchema({ schema: given, mayBeSlow }: CheckedSchema): PreparedSchema {
  const isWrapped = !isObjectSchema(given);
  const root = isWrapped ? wrap(given) : given;
  const { isValid, findFaults } = createValidator(root);
  const unwrap = (value: unknown): unknown =>
    isWrapped ? (value as Readonly<Record<string, unknown>>)[WRAPPER] : value;
  return {
    schema: root,
    text: JSON.stringify(root, (_key, part: unknown) => (isNode(part) ? withoutNoise(part) : part)),
    strict: toStrict(root),
    mayBeSlow,
    read(answer, isStrict) {
      if (nestsDeeper(answer, MAX_ANSWER_LEVELS)) return { faults: ['/: The answer nests too deeply.'] };
      const whole = isStrict ? fromStrict(answer, { root, isValid }) : answer;
      const candidates = [whole, ...(isWrapped ? [{ [WRAPPER]: whole }] : [])];
      for (const candidate of candidates) {
        const value = fitValue(candidate, { root, isValid });
        if (isValid(value)) return { value: unwrap(value) };
      }
      return { faults: findFaults(fitValue(whole, { root, isValid })) };
    },
  };
}

function isObjectSchema(root: SchemaObject): boolean {
  const node = withoutReference(root, root);
  return node !== false && (node['type'] ?? (node['properties'] && 'object')) === 'object';
}

/** References to the whole go to the part that it has become. */
function wrap(root: SchemaObject): SchemaObject {
  const { $defs, ...rest } = root;
  const definitions = schemasOf(root, '$defs');
  let name = OLD_ROOT;
  while (Object.hasOwn(definitions, name)) name += '_';
  const reference = `#/$defs/${name}`;
  const isRecursive = refersToWhole(root);
  const value = isRecursive ? { $ref: reference } : rest;
  const all = isRecursive
    ? Object.fromEntries(
        Object.entries({ ...definitions, [name]: rest }).map(([key, part]) => [
          key,
          redirect(part, reference),
        ]),
      )
    : $defs;
  return {
    type: 'object',
    properties: { [WRAPPER]: value },
    required: [WRAPPER],
    additionalProperties: false,
    ...(all !== undefined && { $defs: all }),
  };
}

function refersToWhole(root: SchemaObject): boolean {
  const waiting: SchemaNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node === false) continue;
    if (node['$ref'] === '#') return true;
    for (const keyword of Object.keys(node)) {
      const value = node[keyword];
      if (Array.isArray(value)) waiting.push(...schemaList(node, keyword).filter((part) => isNode(part)));
      else if (isNode(value)) waiting.push(value, ...Object.values(value).filter(isNode));
    }
  }
  return false;
}

function isNode(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Schemas nest 32 deep at most. */
function redirect(value: unknown, reference: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => redirect(entry, reference));
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) =>
      key === '$ref' && entry === '#' ? [key, reference] : [key, redirect(entry, reference)],
    ),
  );
}
