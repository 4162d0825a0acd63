import { existsSync, readFileSync } from 'node:fs';
import { UsageError } from '../command/command.ts';

const FIELD = /^([\p{L}_$][\p{L}\p{N}_$-]*)(?:\s*:\s*([a-z]+))?\s*(\[\])?$/u;
const TYPES: Readonly<Record<string, object>> = {
  string: { type: 'string' },
  text: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  url: { type: 'string', format: 'uri' },
};

/** The JSON Schema that `--schema` means: the one of a file, or fields such as `name, price:number, tags[]`. */
export function readSchemaFlag(given: string): object {
  if (existsSync(given)) return parseSchema(readFileSync(given, 'utf8'), given);
  if (given.trim().startsWith('{')) return parseSchema(given, '--schema');
  const fields = given.split(',').map((field) => FIELD.exec(field.trim()));
  if (fields.some((field) => field === null)) throw notASchema(given);
  const properties = fields.map((field) => {
    const [, name = '', type = 'string', list] = field!;
    const schema = Object.hasOwn(TYPES, type) ? TYPES[type]! : undefined;
    if (schema === undefined)
      throw new UsageError(
        `--schema: ${name} has the type ${type}; there are ${Object.keys(TYPES).join(', ')}`,
      );
    return [name, list === undefined ? schema : { type: 'array', items: schema }] as const;
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function parseSchema(text: string, name: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    throw new UsageError(`${name} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new UsageError(`${name} holds no JSON Schema, which is an object`);
}

function notASchema(given: string): UsageError {
  return new UsageError(
    `There is no file ${given}, and it is no list of fields; --schema takes a file with a JSON Schema, or fields such as "name, price:number, tags[]"`,
  );
}
