import type { ValidationIssue } from '../contract/errors.ts';
import { pathText } from '../contract/issue-message.ts';
import { jsonExcess } from '../lib/json/json-excess.ts';
import { ServiceError } from '../lib/service-error.ts';
import { normaliseSchema, type SchemaFault } from './normalise-schema.ts';
import { isObject, schemaList, schemasOf, type SchemaNode, type SchemaObject } from './schema-node.ts';
import { MAX_EXPANDED_LEVELS, MAX_WEIGHT, weighSchema } from './weigh-schema.ts';

/** A schema of a caller that may be used. */
export interface CheckedSchema {
  /** In the words of draft 2020-12; what it refers to is under `$defs` of its root. */
  readonly schema: SchemaObject;
  /** Whether a value can keep a validator busy for long: it then belongs in a thread that a deadline can end. */
  readonly mayBeSlow: boolean;
  /** A sentence for each part that was left out. */
  readonly warnings: readonly string[];
}

export interface CheckSchemaOptions {
  /** Where the schema stands in the request. */
  path?: ReadonlyArray<string | number>;
  /** The name of the whole in messages, where the path is empty. */
  subject?: string;
}

const MAX_BYTES = 64 * 1024;
/** Each level of a schema takes two of JSON: `{"properties": {"name": {`. */
const JSON_LIMITS = { levels: 80, containers: 20_000, members: 20_000, entries: 40_000 };

/** Throws BAD_REQUEST, whose `details` are a `ValidationIssue[]`, for a schema that is wrong or too much. */
export function checkSchema(
  given: unknown,
  { path = [], subject = 'The schema' }: CheckSchemaOptions = {},
): CheckedSchema {
  const original = given === true ? {} : given;
  const refuse = (faults: readonly SchemaFault[]): never => {
    throw refusal(faults, { path, subject });
  };
  if (!isObject(original)) return refuse([{ path: [], problem: 'must be a JSON Schema: an object' }]);
  const excess = sizeProblem(original);
  if (excess !== undefined) return refuse([{ path: [], problem: excess }]);
  const { schema, faults, warnings } = normaliseSchema(original);
  if (faults.length > 0) return refuse(faults);
  const { weight, levels, isEndless, isRecursive } = weighSchema(schema);
  if (levels > MAX_EXPANDED_LEVELS)
    refuse([{ path: [], problem: `nests deeper than ${MAX_EXPANDED_LEVELS} levels with its references` }]);
  if (weight > MAX_WEIGHT)
    refuse([{ path: [], problem: `has more than ${MAX_WEIGHT} parts with its references written out` }]);
  if (isEndless) refuse([{ path: [], problem: 'refers to itself without an end' }]);
  return { schema, mayBeSlow: isRecursive || holdsSlowKeyword(schema), warnings };
}

function refusal(
  faults: readonly SchemaFault[],
  { path, subject }: Required<CheckSchemaOptions>,
): ServiceError {
  const details = faults.map((fault): ValidationIssue => {
    const at = [...path, ...fault.path];
    return { path: at, code: 'custom', message: `${pathText(at, subject)} ${fault.problem}` };
  });
  const others = details.length - 1;
  const more = others === 0 ? '' : ` (and ${others} more problem${others === 1 ? '' : 's'})`;
  return new ServiceError('BAD_REQUEST', {
    message: `${details[0]?.message ?? 'Not valid'}${more}`,
    details,
  });
}

function sizeProblem(schema: SchemaObject): string | undefined {
  const text = textOf(schema);
  if (text === undefined) return `nests deeper than ${JSON_LIMITS.levels} levels`;
  if (Buffer.byteLength(text) > MAX_BYTES) return `must have at most ${MAX_BYTES} bytes`;
  return jsonExcess(text, JSON_LIMITS);
}

/** Undefined when the stack is too small for it. */
function textOf(schema: SchemaObject): string | undefined {
  try {
    return JSON.stringify(schema);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Regular expressions of callers may take exponential time, and entries are compared each with each. */
function holdsSlowKeyword(root: SchemaObject): boolean {
  const waiting: SchemaNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node === false) continue;
    if (node['pattern'] !== undefined || node['patternProperties'] !== undefined) return true;
    if (node['uniqueItems'] === true) return true;
    for (const [keyword, value] of Object.entries(node)) {
      if (Array.isArray(value)) waiting.push(...schemaList(node, keyword).filter(isObject));
      else if (keyword === 'properties' || keyword === '$defs' || keyword === 'dependentSchemas')
        waiting.push(...Object.values(schemasOf(node, keyword)));
      else if (isObject(value)) waiting.push(value);
    }
  }
  return false;
}
