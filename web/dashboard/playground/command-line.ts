import { TASKS, type TaskId } from './tasks.ts';

/** A request as it was made: what was done, the body, and for a file its name. */
export interface Call {
  task: TaskId;
  body: Readonly<Record<string, unknown>>;
  fileName?: string | undefined;
}

type Options = ReadonlyArray<[name: string, value: unknown]>;

/** Options that the commands take once for each entry, since a comma may be part of one. */
const PATTERNS = new Set(['includePaths', 'excludePaths']);
/** Options whose entries are commonly without commas, and read better with one between them. */
const LISTS = new Set(['includeTags', 'excludeTags', 'includeDomains', 'excludeDomains']);

/** The call as a line for a shell: `decant` asks the service at `base` for the very same. */
export function commandOf({ task, body, fileName = 'FILE' }: Call, base: string): string {
  const { url, query, formats, scrapeOptions, ...options } = body;
  const given = query ?? url;
  const asked = typeof given === 'string' ? given : '';
  const subject = task === 'parse' ? fileName : asked;
  const pages = (scrapeOptions ?? {}) as Record<string, unknown>;
  const { formats: pageFormats, ...pageOptions } = pages;
  const flags =
    task === 'search'
      ? flagsOf(Object.entries({ ...options, ...(scrapeOptions !== undefined && { scrapeOptions }) }))
      : [...formatFlags(formats ?? pageFormats), ...flagsOf(Object.entries({ ...pageOptions, ...options }))];
  const isDocument = task === 'scrape' || task === 'parse' || task === 'search';
  const words = [...flags, ...(isDocument ? ['--json'] : []), '--service', base];
  // A word that begins with a minus would be a flag.
  const all = subject.startsWith('-') ? [...words, '--', subject] : [subject, ...words];
  return ['decant', TASKS[task].command, ...all].map(shellWord).join(' ');
}

/** Names with commas between them; a format with options as JSON. */
function formatFlags(formats: unknown): string[] {
  if (!Array.isArray(formats)) return [];
  const names = formats.filter((each) => typeof each === 'string');
  const others = formats.filter((each) => typeof each !== 'string').map((each) => JSON.stringify(each));
  return [...(names.length > 0 ? [names.join(',')] : []), ...others].flatMap((each) => ['--format', each]);
}

function flagsOf(options: Options): string[] {
  return options.flatMap(([name, value]) => {
    const flag = `--${kebab(name)}`;
    if (typeof value === 'boolean') return value ? flag : `--no-${kebab(name)}`;
    if (Array.isArray(value) && PATTERNS.has(name)) return value.flatMap((each) => pair(flag, String(each)));
    return pair(flag, asText(name, value));
  });
}

function pair(flag: string, text: string): string[] {
  return text.startsWith('-') ? [`${flag}=${text}`] : [flag, text];
}

function asText(name: string, value: unknown): string {
  if (Array.isArray(value) && LISTS.has(name)) {
    const isPlain = value.every((each) => typeof each === 'string' && /^[^[,\s][^,\s]*$/.test(each));
    if (isPlain) return value.join(',');
  }
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** `onlyMainContent` as `only-main-content`, abbreviations as one word: as the commands name their flags. */
function kebab(option: string): string {
  return option.replaceAll(/[A-Z]{2,}s?(?![a-z])|[A-Z]/g, (word) => `-${word.toLowerCase()}`);
}

/** A word as a shell takes it. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
