import { z } from 'zod';
import { durationHint } from './duration-hint.ts';
import { unknownKeyHint } from './misnamed-options.ts';
import { nearMiss } from './near-miss.ts';

const EXPECTED: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

/** A step of a path that needs no quotes, and the first one: a header has dashes in its name. */
const NAME = /^[A-Za-z_$][\w$]{0,60}$/;
const FIRST_NAME = /^[A-Za-z_$][\w$-]{0,60}$/;
const MAX_NAMED_KEYS = 5;

/**
 * Says why a value is refused, as a predicate whose subject is the value's path: `must be at least 1000, not 5`. Rules
 * with a text of their own (cross-field rules, formats) write it in the same form.
 */
export function issueMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is required'
        : `must be ${expectedText(issue)}, not ${describeValue(issue.input)}`;
    case 'invalid_value':
      return mustBeOneOf(issue.values.map(String), issue.input);
    case 'invalid_union':
      return unionMessage(issue);
    case 'unrecognized_keys':
      return unknownKeys(issue.keys, issue.inst);
    case 'too_small':
      return outOfBounds(issue, issue.inclusive === false ? 'more than' : 'at least', Number(issue.minimum));
    case 'too_big':
      return outOfBounds(issue, issue.inclusive === false ? 'less than' : 'at most', Number(issue.maximum));
    case 'invalid_format':
      return issue.format === 'guid' ? 'must be a UUID' : `must be a valid ${issue.format}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'has a name that is not allowed';
    default:
      return 'is not valid';
  }
}

/** `formats[1].type`, `headers["x y"]`; `subject` itself for the whole value. */
export function pathText(path: ReadonlyArray<PropertyKey>, subject: string): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if ((text === '' ? FIRST_NAME : NAME).test(String(step)))
      text += text === '' ? String(step) : `.${String(step)}`;
    else text += `[${quote(String(step))}]`;
  }
  return text === '' ? subject : text;
}

function unionMessage(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  const { discriminator, options, input, inst } = issue;
  if (discriminator === undefined || !Array.isArray(options)) return 'is of none of the accepted types';
  const value = (input as Record<string, unknown>)[discriminator];
  return value === undefined ? 'is required' : mustBeOneOf(namesOf(inst, options.map(String)), value);
}

/** The names that are worth to be named: with the other short forms of a schema, without what this version refuses. */
function namesOf(schema: unknown, names: string[]): string[] {
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return names;
  const { shorthand } = schema.meta() ?? {};
  const offered = names.filter((_, index) => !isMarkedRefused(schema.options[index]));
  return [...new Set([...offered, ...others(shorthand, names)])];
}

function isMarkedRefused(schema: unknown): boolean {
  return schema instanceof z.ZodType && schema.meta()?.['x-refused'] !== undefined;
}

function others(shorthand: unknown, names: readonly string[]): string[] {
  return Array.isArray(shorthand) ? shorthand.map(String).filter((name) => !names.includes(name)) : [];
}

function mustBeOneOf(allowed: string[], value: unknown): string {
  if (value === undefined) return 'is required';
  const near = typeof value === 'string' ? nearMiss(value, allowed) : undefined;
  const hint = near === undefined ? '' : `; did you mean "${near}"?`;
  return `must be ${allowed.length > 1 ? 'one of ' : ''}${allowed.join(', ')}, not ${describeValue(value)}${hint}`;
}

function unknownKeys(keys: string[], schema: unknown): string {
  const named = keys.slice(0, MAX_NAMED_KEYS).map((key) => {
    const hint = unknownKeyHint(key, schema);
    return hint === undefined ? quote(key) : `${quote(key)} (${hint})`;
  });
  const more = keys.length > named.length ? ` and ${keys.length - named.length} more` : '';
  return `has the unknown key${keys.length > 1 ? 's' : ''} ${named.join(', ')}${more}`;
}

type BoundIssue = z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig>;

function outOfBounds({ origin, input, path }: BoundIssue, relation: string, limit: number): string {
  if (origin === 'string') return `must have ${relation} ${limit} character${limit === 1 ? '' : 's'}`;
  if (origin === 'array') return `must have ${relation} ${limit} ${limit === 1 ? 'entry' : 'entries'}`;
  const hint = durationHint(path?.at(-1), Number(input), limit);
  return `must be ${relation} ${limit}, not ${describeValue(input)}${hint}`;
}

function expectedText({ expected, inst }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string {
  const type = inst instanceof z.ZodNumber && inst.format === 'safeint' ? 'int' : expected;
  return EXPECTED[type] ?? `of type ${type}`;
}

function describeValue(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
