import { writeFile } from 'node:fs/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Document } from '../../contract/documents/document.ts';
import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';
import { systemClock } from '../../lib/clock.ts';
import { Deadline } from '../../lib/deadline.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Scraper } from '../../scraper/open-scraper.ts';
import { unpackDocument } from '../../scraper/packed-document.ts';
import type { GivenFile } from '../../scraper/page-task.ts';
import { createTrace } from '../../scraper/trace.ts';
import type { CommandContext } from '../command.ts';
import type { OwnFlags } from '../option-flags.ts';
import { readBlob } from './read-blob.ts';
import { safeOutput } from './safe-output.ts';

/** The flags that all commands that print a document have. */
export const DOCUMENT_FLAGS = {
  format: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  output: { type: 'string', short: 'o' },
  explain: { type: 'boolean' },
} as const;

export function describeDocumentFlags(formats: readonly string[]): string {
  return `  --format A,B
      What to print: ${formats.join(', ')}. Default: markdown.
  --json
      Print the whole document, metadata included, as JSON.
  --output FILE
      Write to a file instead of standard output.
  --explain
      Also print to standard error what happened, step by step, and why each block was removed.`;
}

/** The formats that --format names; Markdown without. */
export function formatsOf(own: OwnFlags): string[] {
  return ((own['format'] as string[] | undefined) ?? ['markdown']).flatMap((each) => each.split(','));
}

/** The page or file to print. */
export interface PrintTask {
  url: URL;
  sourceUrl: string;
  file?: GivenFile;
  options: ScrapeOptions;
}

/** Scrapes without a server or a database, and prints. Returns the exit code. */
export async function printDocument(
  { config, log, stdout, stderr, signal }: CommandContext,
  own: OwnFlags,
  toTask: (scraper: Scraper) => PrintTask,
): Promise<number> {
  const isExplained = own['explain'] === true;
  const trace = createTrace();
  // Help and wrong calls do without it.
  const { openScraper } = await import('../../scraper/open-scraper.ts');
  await using scraper = openScraper({ config, db: undefined, ownPorts: () => [], clock: systemClock, log });
  const task = toTask(scraper);
  await scraper.checkAvailability(task.options);
  using deadline = new Deadline(task.options.timeout, signal);
  const outcome = await scraper.scrapePage({
    id: uuidv7(),
    teamId: undefined,
    ...task,
    deadline,
    trace,
    isExplained,
  });
  const document = unpackDocument(outcome.document);
  const remarks = safeOutput(stderr);
  if (isExplained) remarks.write(`${JSON.stringify(trace.steps, undefined, 2)}\n`);
  const isJson = own['json'] === true;
  const text = isJson ? `${JSON.stringify(document, undefined, 2)}\n` : asText(document, formatsOf(own));
  // A picture is written as a picture.
  const file = isJson ? undefined : onlyBlob(document);
  if (typeof own['output'] === 'string') await writeFile(own['output'], file?.bytes ?? text);
  else stdout.write(text);
  if (!isJson) for (const remark of remarksOn(document)) remarks.write(`decant: ${remark}\n`);
  return 0;
}

/** Gives the remarks that a reader of the content alone would not see. */
function remarksOn({ metadata: { statusCode }, warning }: Document): string[] {
  if (warning !== undefined) return [warning];
  return statusCode >= 400 ? [`the page answered ${statusCode}`] : [];
}

function contentOf(document: Document): Partial<Document> {
  const { metadata: _metadata, warning: _warning, ...content } = document;
  return content;
}

/** The file that a document of one format is; undefined for text, for a link, and for several. */
function onlyBlob(document: Document): ReturnType<typeof readBlob> {
  const [only, ...others] = Object.entries(contentOf(document));
  return only && others.length === 0 ? readBlob(...only) : undefined;
}

/** One format as it is, several as JSON of their fields. */
function asText(document: Document, names: readonly string[]): string {
  const content = contentOf(document);
  const values = Object.values(content);
  const [only] = values;
  if (names.length > 1 || values.length !== 1) return `${JSON.stringify(content, undefined, 2)}\n`;
  if (typeof only === 'string') return only.endsWith('\n') ? only : `${only}\n`;
  if (Array.isArray(only) && only.every((each) => typeof each === 'string'))
    return only.map((each) => `${each}\n`).join('');
  if (only === undefined) throw new ServiceError('UNKNOWN_ERROR');
  return `${JSON.stringify(only, undefined, 2)}\n`;
}
