import { dereference, validate, type OutputUnit } from '@cfworker/json-schema';
import type { SchemaNode, SchemaObject } from './schema-node.ts';

/** Tells values that fit a schema from those that do not. */
export interface SchemaValidator {
  /** Whether a value fits this part of the schema. */
  isValid: (value: unknown, part?: SchemaNode) => boolean;
  /** Says what is wrong, at most eight faults: `/items/3/price: Instance type "string" is invalid.` */
  findFaults: (value: unknown) => string[];
}

const DRAFT = '2020-12';
const MAX_FAULTS = 8;
const MAX_FAULT_LENGTH = 300;
/** Keywords whose error only says that there is another one inside. */
const OUTER: ReadonlySet<string> = new Set([
  '$ref',
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'prefixItems',
  'unevaluatedItems',
  'dependentSchemas',
  'allOf',
]);

/** For a schema that `checkSchema` has let through: another one may take for ever. */
export function createValidator(root: SchemaObject): SchemaValidator {
  // It notes at each part, where nothing else sees it, what that part refers to.
  const lookup = dereference(root);
  const run = (value: unknown, part: SchemaNode, isShort: boolean): readonly OutputUnit[] =>
    withoutOverflow(() => validate(value, part, DRAFT, lookup, isShort).errors);
  return {
    isValid: (value, part = root) => run(value, part, true).length === 0,
    findFaults(value) {
      const all = run(value, root, false);
      const errors = all.some(({ keyword }) => keyword === OVERFLOW.keyword) ? run(value, root, true) : all;
      return errors
        .filter(({ keyword }) => !OUTER.has(keyword))
        .slice(0, MAX_FAULTS)
        .map(describeFault);
    },
  };
}

const OVERFLOW: OutputUnit = {
  keyword: 'overflow',
  keywordLocation: '#',
  instanceLocation: '#',
  error: 'Instance is too large or nested too deeply.',
};

/** A value that is nested too deeply, or has a name that is no text, fits nothing. */
function withoutOverflow(run: () => OutputUnit[]): OutputUnit[] {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError || error instanceof URIError) return [OVERFLOW];
    throw error;
  }
}

function describeFault({ instanceLocation, keyword, error }: OutputUnit): string {
  const place = instanceLocation.slice(1) || '/';
  const text = keyword === 'false' ? 'This is not allowed here.' : error;
  return `${place}: ${text}`.slice(0, MAX_FAULT_LENGTH);
}
