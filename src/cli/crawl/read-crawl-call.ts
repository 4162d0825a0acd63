import { crawlRequest, type CrawlRequest } from '../../contract/requests/crawl.ts';
import { formatNames } from '../../contract/options/formats.ts';
import { scrapeRequest } from '../../contract/requests/scrape.ts';
import { parseWith } from '../../lib/validate.ts';
import { UsageError } from '../command/command.ts';
import { describeFlags, flagsOf, parseFlags, type OwnFlags } from '../option-flags.ts';
import {
  askedFormats,
  ASKING_FLAGS,
  formatName,
  readFormats,
  SERVICE_FLAG_HELP,
  type AskedFormat,
} from '../output/document-flags.ts';
import { readStyle, STYLE_FLAGS } from '../output/document-style.ts';
import { wholeNumberFlag } from '../command/whole-number.ts';
import type { PageStyle } from './page-folder.ts';

/** Given as the argument or as --format, or options that mean something only to callers of a service. */
const LEFT_OUT = new Set(['url', 'formats', 'webhook', 'scrapeOptions', 'origin', 'integration']);

const crawlFlags = flagsOf(crawlRequest).filter(({ option }) => !LEFT_OUT.has(option));
const crawlOptions = new Set(crawlFlags.map(({ option }) => option));
const scrapeFlags = flagsOf(scrapeRequest).filter(
  ({ option }) => !LEFT_OUT.has(option) && !crawlOptions.has(option),
);

/** The limit of a crawl for which none is given. */
export const USUAL_LIMIT = Number(crawlFlags.find(({ option }) => option === 'limit')?.default);

const JOB_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The request that starts a crawl: the body of POST /v2/crawl, as it is given and as it is understood. */
export interface StartCall {
  body: object;
  input: CrawlRequest;
}

/** How `decant crawl` was called. */
export type CrawlCall = CallOutput &
  (
    | ({ kind: 'start' } & StartCall)
    /** Goes on with the job of this id. */
    | { kind: 'resume job'; jobId: string; skip: number; given: GivenSettings }
    /** Goes on with the crawl of a folder: the folder, or the URL of a crawl into the usual folder. */
    | { kind: 'resume folder'; place: string; given: GivenSettings }
  );

interface CallOutput {
  isJson: boolean;
  style: PageStyle;
  /** A folder. */
  output: string | undefined;
  /** The service to ask, as it was given. */
  service: string | undefined;
}

/** Settings of the crawl itself that stand beside `--resume`. */
export interface GivenSettings {
  /** By their names in the API, before defaults. */
  options: Record<string, unknown>;
  /** Undefined: --format was not given. */
  formats: AskedFormat[] | undefined;
}

/** Reads the arguments; a wrong one is a UsageError, a wrong value a BAD_REQUEST. */
export function readCrawlCall(args: string[]): CrawlCall {
  const { positionals, options, own } = parseFlags(args, [...crawlFlags, ...scrapeFlags], {
    format: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    output: { type: 'string', short: 'o' },
    resume: { type: 'boolean' },
    service: { type: 'string' },
    skip: { type: 'string' },
    'skip-errors': { type: 'boolean' },
    ...ASKING_FLAGS,
    ...STYLE_FLAGS,
  });
  const [place, ...others] = positionals;
  if (place === undefined || others.length > 0)
    throw new UsageError('crawl takes one URL: decant crawl URL [options], or decant crawl --resume FOLDER');
  const formats = formatsOf(own);
  const style = {
    skipsErrors: own['skip-errors'] === true,
    ...readStyle(own, (formats ?? ['markdown']).map(formatName)),
  };
  const base = {
    isJson: own['json'] === true,
    style,
    output: own['output'] as string | undefined,
    service: own['service'] as string | undefined,
  };
  if (base.isJson && base.output !== undefined)
    throw new UsageError('--json writes to standard output: it goes without --output');
  if (base.isJson && style.hasFrontMatter)
    throw new UsageError('--front-matter is for files: --json has all of it in metadata');
  const skip = own['skip'] as string | undefined;
  if (skip !== undefined && !(own['resume'] === true && base.isJson))
    throw new UsageError('--skip goes with --resume JOB --json only');
  if (own['resume'] !== true) {
    const body = requestBody(place, options, formats);
    return { ...base, kind: 'start', body, input: parseWith(crawlRequest, body, { subject: 'The command' }) };
  }
  return { ...base, ...readResumed(place, { isJson: base.isJson, skip }), given: { options, formats } };
}

/** The formats of all flags; undefined when none asks for any. */
function formatsOf(own: OwnFlags): AskedFormat[] | undefined {
  const named = (own['format'] as string[] | undefined)?.flatMap(readFormats);
  const asked = askedFormats(own);
  if (asked.length === 0) return named;
  return [...(named ?? []).filter((each) => !asked.some(({ type }) => type === each)), ...asked];
}

/** The crawl that `--resume` means. */
function readResumed(place: string, { isJson, skip }: { isJson: boolean; skip: string | undefined }) {
  if (JOB_ID.test(place)) {
    const skipped = skip === undefined ? 0 : wholeNumberFlag('--skip', skip, 0);
    return { kind: 'resume job' as const, jobId: place.toLowerCase(), skip: skipped };
  }
  if (isJson) throw new UsageError('--json --resume takes the id of a crawl, which the crawl prints');
  return { kind: 'resume folder' as const, place };
}

/** The flag of an option: `--limit` for `limit`. */
export function flagOf(option: string): string {
  const known = [...crawlFlags, ...scrapeFlags].find((each) => each.option === option);
  return `--${known?.flag ?? 'format'}`;
}

/** The request that a crawl is started with; a wrong value is a BAD_REQUEST. */
export function readRequest(
  url: string,
  options: Record<string, unknown>,
  formats?: readonly AskedFormat[],
): CrawlRequest {
  return parseWith(crawlRequest, requestBody(url, options, formats), { subject: 'The command' });
}

function requestBody(
  url: string,
  options: Record<string, unknown>,
  formats: readonly AskedFormat[] = ['markdown'],
): object {
  const entries = Object.entries(options);
  return {
    url,
    ...Object.fromEntries(entries.filter(([option]) => crawlOptions.has(option))),
    scrapeOptions: {
      formats,
      ...Object.fromEntries(entries.filter(([option]) => !crawlOptions.has(option))),
    },
  };
}

/** Gives the text of `decant crawl --help`. */
export function crawlHelp(): string {
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
      What to write of each page: ${formatNames.join(', ')}. Default: markdown.
  --question TEXT, --highlights TEXT, --schema FILE
      Write of each page the answer to a question, the passages that fit some words, or data by a JSON
      Schema or by fields such as "name, price:number".
  --json
      Print each document as a line of JSON to standard output instead; there are no files.
  --front-matter
      Begin each Markdown file with the title, URL, dates, ... of its page as YAML.
  --chunks N
      Write the Markdown also in pieces of at most N words, as lines of JSON in a file NAME.chunks.jsonl
      for each page (with --json: print these lines instead of documents). Each heading begins a piece,
      with the sections below it that fit.
  --resume
      Go on with the crawl of a folder, or with the job of this id. It has the settings that it was
      started with; others are refused.
  --skip-errors
      Leave out pages that were answered with an error (404, 500, ...): they get no file, and a line in
      index.jsonl with their status.
  --skip N
      Documents that were printed already, with --resume JOB --json.
${SERVICE_FLAG_HELP}
      Ctrl-C leaves the crawl running there; --resume with the same service goes on with it.

Where to go, by the options' names in the API:
${describeFlags(crawlFlags)}

What to do with each page:
${describeFlags(scrapeFlags)}
`;
}
