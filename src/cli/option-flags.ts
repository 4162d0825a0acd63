import { parseArgs, type ParseArgsConfig } from 'node:util';
import { toJsonSchema, type JsonSchema } from '../contract/json-schema.ts';
import { camelCase, otherName } from '../contract/misnamed-options.ts';
import { nearMiss } from '../contract/near-miss.ts';
import { commandName } from './command/command-name.ts';
import { UsageError } from './command/command.ts';
import { indent } from './command/text-layout.ts';

/** One option of the contract as the command line takes it. */
export interface OptionFlag {
  /** `onlyMainContent` */
  option: string;
  /** `only-main-content` */
  flag: string;
  /** `patterns`: given once for each, since a comma may be part of one. */
  kind: 'boolean' | 'number' | 'text' | 'list' | 'patterns' | 'json';
  description: string;
  default: unknown;
}

/** Lists of regular expressions. */
const PATTERNS = new Set(['includePaths', 'excludePaths']);

/** The flags of a contract object: the API's names in kebab-case, kinds from the schema. Options kept for old clients have none. */
export function flagsOf(schema: Parameters<typeof toJsonSchema>[0]): OptionFlag[] {
  const json = toJsonSchema(schema, 'input');
  const { properties = {} } = json.$defs?.[json.$ref?.split('/').at(-1) ?? ''] ?? json;
  return Object.entries(properties)
    .filter(([, property]) => property.deprecated !== true)
    .map(([option, property]) => ({
      option,
      flag: kebab(option),
      kind: PATTERNS.has(option) ? ('patterns' as const) : kindOf(property),
      description: property.description ?? '',
      default: property.default,
    }));
}

/** `onlyMainContent` as `only-main-content`, abbreviations as one word. */
function kebab(option: string): string {
  return option.replaceAll(/[A-Z]{2,}s?(?![a-z])|[A-Z]/g, (word) => `-${word.toLowerCase()}`);
}

function kindOf(schema: JsonSchema): OptionFlag['kind'] {
  switch (schema.type) {
    case 'boolean':
      return 'boolean';
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return schema.items?.type === 'string' ? 'list' : 'json';
    case 'string':
      return 'text';
    default:
      return 'json';
  }
}

export interface ParsedFlags {
  positionals: string[];
  /** By the option's API name, ready for the contract's schema. */
  options: Record<string, unknown>;
  /** Flags of the command itself. */
  own: OwnFlags;
}

/** Flags that are a command's and not the contract's, by name. */
export type OwnFlags = Record<string, string | boolean | string[] | undefined>;

/** Reads arguments against the contract's flags and the command's own; a wrong one is a UsageError. */
export function parseFlags(
  args: string[],
  flags: readonly OptionFlag[],
  own: NonNullable<ParseArgsConfig['options']>,
): ParsedFlags {
  const options: NonNullable<ParseArgsConfig['options']> = { ...own };
  for (const { flag, kind } of flags) {
    options[flag] =
      kind === 'boolean'
        ? { type: 'boolean' }
        : { type: 'string', multiple: kind === 'list' || kind === 'patterns' };
  }
  let parsed;
  try {
    const normal = normalArgs(args, options);
    parsed = parseArgs({ args: normal, options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw toUsageError(error, options);
  }
  const values: ParsedFlags['own'] = { ...parsed.values } as ParsedFlags['own'];
  const given = flags.filter(({ flag }) => values[flag] !== undefined);
  return {
    positionals: parsed.positionals,
    options: Object.fromEntries(given.map((flag) => [flag.option, toValue(flag, values[flag.flag])])),
    own: values,
  };
}

type KnownOptions = NonNullable<ParseArgsConfig['options']>;

/** With the names of the API as flags (`--onlyMainContent`), and `--flag=false` as `--no-flag`. */
function normalArgs(args: readonly string[], options: KnownOptions): string[] {
  const end = args.indexOf('--');
  return args.map((arg, index) => {
    const [, no = '', given = '', , value] = /^--(no-)?([^=]+)(=(.*))?$/s.exec(arg) ?? [];
    if (given === '' || (end >= 0 && index >= end)) return arg;
    const name = options[given] === undefined ? kebab(given) : given;
    const known = options[name];
    if (known === undefined) return arg;
    if (known.type !== 'boolean' || (value !== 'true' && value !== 'false'))
      return `--${no}${name}${value === undefined ? '' : `=${value}`}`;
    return (value === 'true') === (no === '') ? `--${name}` : `--no-${name}`;
  });
}

/** Says what is wrong with arguments, in our words; for an unknown option, names the one that was meant. */
export function toUsageError(error: unknown, options: KnownOptions): UsageError {
  const message = error instanceof Error ? error.message : String(error);
  const [, given] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
  if (given === undefined) return new UsageError(message);
  const name = given.replace(/^-+(no-)?/, '');
  const other = otherName(camelCase(name))?.option;
  const isOther = other !== undefined && options[kebab(other)] !== undefined;
  const near = isOther ? kebab(other) : nearMiss(kebab(name), Object.keys(options));
  const hint =
    near === undefined ? `${commandName()} COMMAND --help lists what there is` : `did you mean --${near}?`;
  return new UsageError(`There is no option ${given}; ${hint}`);
}

function toValue({ flag, kind }: OptionFlag, value: unknown): unknown {
  switch (kind) {
    case 'boolean':
    case 'text':
    case 'patterns':
      return value;
    case 'number':
      return value === '' || Number.isNaN(Number(value)) ? value : Number(value);
    case 'list':
      return (value as string[]).flatMap(entriesOf);
    case 'json':
      return parseJson(flag, String(value));
  }
}

/** The entries of a list: with commas between them, or a list in JSON, whose entries may have commas. */
function entriesOf(text: string): unknown[] {
  const list = text.startsWith('[') ? tryJson(text) : undefined;
  if (Array.isArray(list)) return list;
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Undefined for a text that is no JSON, as a CSS selector in brackets. */
function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseJson(flag: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--${flag} takes JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The flags as help shows them. */
export function describeFlags(flags: readonly OptionFlag[]): string {
  return flags
    .map((each) => `  ${signature(each)}\n${indent(each.description + defaultText(each), 6)}`)
    .join('\n');
}

function signature({ flag, kind, default: standard }: OptionFlag): string {
  if (kind === 'boolean') return standard === true ? `--[no-]${flag}` : `--${flag}`;
  return `--${flag} ${{ number: 'N', text: 'TEXT', list: 'A,B', patterns: 'RE ...', json: 'JSON' }[kind]}`;
}

function defaultText({ default: standard }: OptionFlag): string {
  if (standard === undefined || standard === false || isEmpty(standard)) return '';
  return ` Default: ${typeof standard === 'string' ? standard : JSON.stringify(standard)}.`;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
