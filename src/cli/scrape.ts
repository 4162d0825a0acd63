import { writeFile } from 'node:fs/promises';
import { v7 as uuidv7 } from 'uuid';
import { readDataUri } from './read-data-uri.ts';
import type { Document } from '../contract/document.ts';
import { formatNames } from '../contract/formats.ts';
import { scrapeRequest, type ScrapeRequest } from '../contract/scrape.ts';
import { systemClock } from '../lib/clock.ts';
import { Deadline } from '../lib/deadline.ts';
import { ServiceError } from '../lib/service-error.ts';
import { toTarget } from '../lib/url.ts';
import { parseWith } from '../lib/validate.ts';
import { formats } from '../scraper/formats/index.ts';
import { openScraper } from '../scraper/open-scraper.ts';
import { createTrace, type Trace } from '../scraper/trace.ts';
import { UsageError, type Command, type CommandContext } from './command.ts';
import { describeFlags, flagsOf, parseFlags } from './option-flags.ts';

/** Given as the argument or as --format, or options that mean something only with a service and its database. */
const LEFT_OUT = new Set([
  'url',
  'formats',
  'origin',
  'integration',
  'maxAge',
  'minAge',
  'storeInCache',
  'lockdown',
  'zeroDataRetention',
  'profile',
]);

const available = formatNames.filter((name) => formats[name].needs !== 'model');
const flags = flagsOf(scrapeRequest).filter(({ option }) => !LEFT_OUT.has(option));

export const scrape: Command = {
  summary: 'Print a page as Markdown (or another format), without a server or a database.',
  usage: 'URL [options]',
  help: () => `Usage: decant scrape URL [options]

  --format A,B
      What to print: ${available.join(', ')}. Default: markdown.
  --json
      Print the whole document, metadata included, as JSON.
  --output FILE
      Write to a file instead of standard output.
  --explain
      Also print to standard error what happened to the page, step by step, and why each block was removed.

Options of the API, by their names there:
${describeFlags(flags)}
`,
  async run({ args, config, log, stdout, stderr, signal }) {
    const { positionals, options, own } = parseFlags(args, flags, {
      format: { type: 'string', multiple: true },
      json: { type: 'boolean' },
      output: { type: 'string', short: 'o' },
      explain: { type: 'boolean' },
    });
    const [url, ...others] = positionals;
    if (url === undefined || others.length > 0)
      throw new UsageError('scrape takes one URL: decant scrape URL [options]');
    const names = ((own['format'] as string[] | undefined) ?? ['markdown']).flatMap((each) =>
      each.split(','),
    );
    const input = parseWith(scrapeRequest, { url, formats: names, ...options }, { subject: 'The command' });
    const trace = createTrace();
    const document = await scrapeOnce({ config, log, signal }, input, trace, own['explain'] === true);
    if (own['explain'] === true) stderr.write(`${JSON.stringify(trace.steps, undefined, 2)}\n`);
    const text =
      own['json'] === true ? `${JSON.stringify(document, undefined, 2)}\n` : asText(document, names);
    // A picture is written as a picture.
    const file = own['json'] === true ? undefined : readDataUri(text.trimEnd());
    if (typeof own['output'] === 'string') await writeFile(own['output'], file?.bytes ?? text);
    else stdout.write(text);
    if (document.warning !== undefined && own['json'] !== true) stderr.write(`decant: ${document.warning}\n`);
    return 0;
  },
};

async function scrapeOnce(
  { config, log, signal }: Pick<CommandContext, 'config' | 'log' | 'signal'>,
  { url: sourceUrl, ...options }: ScrapeRequest,
  trace: Trace,
  isExplained: boolean,
): Promise<Document> {
  await using scraper = openScraper({ config, db: undefined, ownPorts: () => [], clock: systemClock, log });
  const url = toTarget(sourceUrl, { isHostAllowed: scraper.isHostAllowed });
  await scraper.checkAvailability(options);
  using deadline = new Deadline(options.timeout, signal);
  const outcome = await scraper.scrapePage({
    id: uuidv7(),
    teamId: undefined,
    url,
    sourceUrl,
    options,
    deadline,
    trace,
    isExplained,
  });
  return outcome.document;
}

/** One format as it is, several as JSON of their fields. */
function asText(document: Document, names: readonly string[]): string {
  const { metadata: _metadata, warning: _warning, ...content } = document;
  const values = Object.values(content);
  const [only] = values;
  if (names.length > 1 || values.length !== 1) return `${JSON.stringify(content, undefined, 2)}\n`;
  if (typeof only === 'string') return only.endsWith('\n') ? only : `${only}\n`;
  if (Array.isArray(only) && only.every((each) => typeof each === 'string'))
    return only.map((each) => `${each}\n`).join('');
  if (only === undefined) throw new ServiceError('UNKNOWN_ERROR');
  return `${JSON.stringify(only, undefined, 2)}\n`;
}
