import { crawlRequest, type CrawlRequest } from '../../contract/requests/crawl.ts';
import { formatNames } from '../../contract/options/formats.ts';
import { scrapeRequest } from '../../contract/requests/scrape.ts';
import { parseWith } from '../../lib/validate.ts';
import { formats } from '../../scraper/formats/index.ts';
import { UsageError } from '../command.ts';
import { describeFlags, flagsOf, parseFlags } from '../option-flags.ts';
import { wholeNumberFlag } from '../whole-number.ts';

/** Given as the argument or as --format, or options that mean something only to callers of a service. */
const LEFT_OUT = new Set([
  'url',
  'formats',
  'prompt',
  'webhook',
  'scrapeOptions',
  'origin',
  'integration',
  'profile',
]);

const crawlFlags = flagsOf(crawlRequest).filter(({ option }) => !LEFT_OUT.has(option));
const crawlOptions = new Set(crawlFlags.map(({ option }) => option));
const scrapeFlags = flagsOf(scrapeRequest).filter(
  ({ option }) => !LEFT_OUT.has(option) && !crawlOptions.has(option),
);

/** The limit of a crawl for which none is given. */
export const USUAL_LIMIT = Number(crawlFlags.find(({ option }) => option === 'limit')?.default);

const JOB_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How `decant crawl` was called. */
export type CrawlCall = CallOutput &
  (
    | { kind: 'start'; input: CrawlRequest }
    /** Goes on with the job of this id. */
    | { kind: 'resume job'; jobId: string; skip: number }
    /** Goes on with the crawl of a folder: the folder, or the URL of a crawl into the usual folder. */
    | { kind: 'resume folder'; place: string }
  );

interface CallOutput {
  isJson: boolean;
  /** Whether pages that were answered with an error are left out. */
  skipsErrors: boolean;
  /** A folder. */
  output: string | undefined;
}

/** Reads the arguments; a wrong one is a UsageError, a wrong value a BAD_REQUEST. */
export function readCrawlCall(args: string[]): CrawlCall {
  const { positionals, options, own } = parseFlags(args, [...crawlFlags, ...scrapeFlags], {
    format: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    output: { type: 'string', short: 'o' },
    resume: { type: 'boolean' },
    skip: { type: 'string' },
    'skip-errors': { type: 'boolean' },
  });
  const [place, ...others] = positionals;
  if (place === undefined || others.length > 0)
    throw new UsageError('crawl takes one URL: decant crawl URL [options], or decant crawl --resume FOLDER');
  const isJson = own['json'] === true;
  const skipsErrors = own['skip-errors'] === true;
  const output = own['output'] as string | undefined;
  if (isJson && output !== undefined)
    throw new UsageError('--json writes to standard output: it goes without --output');
  const names = own['format'] as string[] | undefined;
  const skip = own['skip'] as string | undefined;
  if (own['resume'] !== true) {
    if (skip !== undefined) throw new UsageError('--skip goes with --resume JOB --json only');
    return { kind: 'start', isJson, skipsErrors, output, input: readRequest(place, options, names) };
  }
  if (names !== undefined || Object.keys(options).length > 0)
    throw new UsageError('--resume goes on with the options that the crawl was started with');
  if (skip !== undefined && !isJson) throw new UsageError('--skip goes with --resume JOB --json only');
  if (JOB_ID.test(place)) {
    const skipped = skip === undefined ? 0 : wholeNumberFlag('--skip', skip, 0);
    return { kind: 'resume job', isJson, skipsErrors, output, jobId: place.toLowerCase(), skip: skipped };
  }
  if (isJson) throw new UsageError('--json --resume takes the id of a crawl, which the crawl prints');
  return { kind: 'resume folder', isJson, skipsErrors, output, place };
}

function readRequest(
  url: string,
  options: Record<string, unknown>,
  names: readonly string[] = ['markdown'],
): CrawlRequest {
  const entries = Object.entries(options);
  return parseWith(
    crawlRequest,
    {
      url,
      ...Object.fromEntries(entries.filter(([option]) => crawlOptions.has(option))),
      scrapeOptions: {
        formats: names.flatMap((each) => each.split(',')),
        ...Object.fromEntries(entries.filter(([option]) => !crawlOptions.has(option))),
      },
    },
    { subject: 'The command' },
  );
}

/** Gives the text of `decant crawl --help`. */
export function crawlHelp(): string {
  const available = formatNames.filter((name) => formats[name].needs !== 'model');
  return `Usage: decant crawl URL [options]
       decant crawl --resume FOLDER | URL
       decant crawl --resume JOB [--json [--skip N]] [--output FOLDER]

Crawls a site into a folder: a Markdown file for each page, named like its path, and index.jsonl with a line
of JSON for each page: its file, URL, title, status. It works with the database of the data folder, together
with the service when that runs: then the service must have the same settings of what is given here (allowed
addresses, proxies, browsers, languages).

Ctrl-C keeps what is done, and --resume goes on with it. Results can be fetched until 24 hours after the end of
the crawl. Exit code 0 when the crawl was completed, 1 when it failed, 130 after Ctrl-C, 143 after SIGTERM.

  --output FOLDER
      Where the files go: a new or empty folder. Default: the name of the host, such as ./docs.example.com
  --format A,B
      What to write of each page: ${available.join(', ')}. Default: markdown.
  --json
      Print each document as a line of JSON to standard output instead; there are no files.
  --resume
      Go on with the crawl of a folder, or with the job of this id.
  --skip-errors
      Leave out pages that were answered with an error (404, 500, ...): they get no file, and a line in
      index.jsonl with their status.
  --skip N
      Documents that were printed already, with --resume JOB --json.

Where to go, by the options' names in the API:
${describeFlags(crawlFlags)}

What to do with each page:
${describeFlags(scrapeFlags)}
`;
}
