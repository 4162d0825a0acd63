import { UsageError } from '../command/command.ts';
import type { OwnFlags } from '../option-flags.ts';
import { readSchemaFlag } from './schema-flag.ts';
import { readStyle, STYLE_FLAGS, type DocumentStyle } from './document-style.ts';

/** The flags that ask for a format with a value. */
export const ASKING_FLAGS = {
  question: { type: 'string' },
  highlights: { type: 'string' },
  schema: { type: 'string' },
} as const;

/** The flags that all commands that print a document have. */
export const DOCUMENT_FLAGS = {
  format: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  output: { type: 'string', short: 'o' },
  explain: { type: 'boolean' },
  ...ASKING_FLAGS,
  service: { type: 'string' },
  ...STYLE_FLAGS,
} as const;

export const SERVICE_FLAG_HELP = `  --service URL
      Ask a running service, with the key in DECANT_API_KEY, instead of doing the work here.
      Default: DECANT_URL.`;

export function describeDocumentFlags(formats: readonly string[]): string {
  return `  --format A,B
      What to print: ${formats.join(', ')}. Default: markdown.
      One with options as JSON, such as '{"type": "screenshot", "fullPage": true}'.
      A picture is written as a picture: on a terminal into a file, whose name is printed.
  --question TEXT, --highlights TEXT
      Print the answer to a question, or the passages that fit some words.
  --schema FILE
      Print data by the JSON Schema of a file, or by fields such as "name, price:number, tags[]".
  --json
      Print the whole document, metadata included, as JSON.
  -o, --output FILE
      Write to a file instead of standard output.
  --front-matter
      Begin with the title, URL, dates, ... of the page as YAML between two lines of dashes.
  --chunks N
      Print pieces of at most N words as lines of JSON: url, title, index, anchor (the URL of its
      heading), headings, words, text.
      Each heading begins a piece, with the sections below it that fit.
  --explain
      Also print to standard error what happened, step by step, and why each block was removed; with
      --json in all detail, as JSON.
${SERVICE_FLAG_HELP}`;
}

/** The way a document is to be printed. */
export interface DocumentCall extends DocumentStyle {
  /** Names, or objects with options, as the API takes them. */
  formats: Array<string | object>;
  isJson: boolean;
  isExplained: boolean;
  /** A file. */
  output: string | undefined;
}

/** The formats that flags with a value ask for. */
export function askedFormats(own: OwnFlags): Array<{ type: string; [option: string]: unknown }> {
  const { question, highlights, schema } = own;
  return [
    ...(typeof question === 'string' ? [{ type: 'question', question }] : []),
    ...(typeof highlights === 'string' ? [{ type: 'highlights', query: highlights }] : []),
    ...(typeof schema === 'string' ? [{ type: 'json', schema: readSchemaFlag(schema) }] : []),
  ];
}

/** A format by its name, or with options. */
export type AskedFormat = string | { type: string };

/** The formats of one `--format`: names with commas between them, or one with its options as JSON. */
export function readFormats(text: string): AskedFormat[] {
  if (!text.trimStart().startsWith('{')) return text.split(',');
  try {
    return [JSON.parse(text) as { type: string }];
  } catch (error) {
    throw new UsageError(
      `--format takes names, or one format as JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The name of a format. */
export function formatName(format: AskedFormat): string {
  return typeof format === 'string' ? format : format.type;
}

/** Reads the flags; a UsageError when they contradict one another. */
export function readDocumentCall(own: OwnFlags): DocumentCall {
  const asked = askedFormats(own);
  const given = (own['format'] as string[] | undefined) ?? (asked.length > 0 ? [] : ['markdown']);
  const named = given.flatMap(readFormats);
  const names = named.map(formatName);
  const formats = [...named.filter((each) => !asked.some(({ type }) => type === each)), ...asked];
  const isJson = own['json'] === true;
  const style = readStyle(own, names);
  if (style.chunkWords !== undefined && (isJson || style.hasFrontMatter || formats.length > 1))
    throw new UsageError(
      '--chunks prints lines of JSON: it goes without --json, --front-matter and other formats',
    );
  if (style.hasFrontMatter && (isJson || formats.length > 1))
    throw new UsageError('--front-matter goes before Markdown alone: without --json and other formats');
  return {
    formats,
    isJson,
    isExplained: own['explain'] === true,
    output: own['output'] as string | undefined,
    ...style,
  };
}
