import { EventEmitter, once } from 'node:events';
import type { Document } from '../contract/documents/document.ts';
import { ServiceError, withHint } from '../lib/service-error.ts';
import { createTrace } from '../scraper/trace.ts';
import { UsageError, type CommandContext } from './command/command.ts';
import { createCrawlProgress, type CrawlProgress } from './crawl/crawl-progress.ts';
import { countStatus, describeErrorStatuses, sumOf, type ErrorStatuses } from './crawl/error-statuses.ts';
import { createNewFolder, openPageFolder } from './crawl/page-folder.ts';
import { makeMany } from './documents/make-many.ts';
import { openDocuments } from './documents/open-documents.ts';
import { readUrlList } from './documents/read-url-list.ts';
import { interruptedExitCode } from './interrupt.ts';
import type { OwnFlags } from './option-flags.ts';
import { readDocumentCall, type DocumentCall } from './output/document-flags.ts';
import { chunkLines, readStyle } from './output/document-style.ts';
import { printable } from './output/printable.ts';
import { safeOutput } from './output/safe-output.ts';

/** Pages at a time: they may all be of one site. */
const AT_ONCE = 4;

export interface ListCall {
  /** A file, or `-` for standard input. */
  input: string;
  own: OwnFlags;
  /** Options of the scrapes, by their names in the API. */
  options: Record<string, unknown>;
}

/** The place that the documents of a list go to. */
interface ListOutput extends AsyncDisposable {
  write(document: Document): Promise<void>;
  readonly errorStatuses: ErrorStatuses;
  /** Behind a number of pages: `in pages/`. */
  readonly place: string;
}

/** Scrapes every URL of a list, whatever becomes of the others. Exit code 1 when one failed. */
export async function scrapeList(
  context: CommandContext,
  { input, own, options }: ListCall,
): Promise<number> {
  if (own['explain'] === true) throw new UsageError('--explain is for one page: it goes without --input');
  const call = readListCall(own);
  const urls = await readUrlList(input, context.signal);
  await using documents = await openDocuments(context, own);
  await using output = call.output === undefined ? lines(context, call) : await files(call.output, call);
  const progress = createCrawlProgress({ out: context.stderr, usualLimit: Infinity });
  const remarks = safeOutput(context.stderr);
  const counts = { done: 0, failed: 0, found: urls.length, limit: urls.length };
  const watch = { signal: context.signal, trace: createTrace(), isExplained: false };
  const make = (url: string): Promise<Document> =>
    documents.scrape({ url, formats: call.formats, ...options }, { ...watch, trace: createTrace() });
  for await (const made of makeMany(urls, make, { atOnce: AT_ONCE, signal: context.signal })) {
    if ('document' in made) {
      await output.write(made.document);
      counts.done += 1;
    } else {
      counts.failed += 1;
      sayFailure(made, progress, remarks);
    }
    progress.show(counts);
  }
  progress.print('');
  remarks.write(report(counts, output));
  return interruptedExitCode(context.signal) ?? (counts.failed > 0 ? 1 : 0);
}

/** With a folder front matter and pieces stand in its files, without one every line is JSON. */
function readListCall(own: OwnFlags): DocumentCall {
  if (own['output'] === undefined) {
    if (own['front-matter'] === true)
      throw new UsageError('--front-matter is for files: with --input it needs --output FOLDER');
    return readDocumentCall({ ...own, json: undefined });
  }
  if (own['json'] === true)
    throw new UsageError('--json writes to standard output: it goes without --output FOLDER');
  const plain = readDocumentCall({ ...own, 'front-matter': undefined, chunks: undefined });
  return {
    ...plain,
    ...readStyle(
      own,
      plain.formats.filter((format) => typeof format === 'string'),
    ),
  };
}

function sayFailure(
  { url, error }: { url: string; error: unknown },
  progress: CrawlProgress,
  remarks: ReturnType<typeof safeOutput>,
): void {
  if (!(error instanceof ServiceError)) throw error;
  progress.print('');
  remarks.write(`${printable(`failed: ${url}: ${withHint(error)} (${error.code})`)}\n`);
}

function report(
  { done, failed, found }: { done: number; failed: number; found: number },
  { errorStatuses, place }: ListOutput,
): string {
  const pages = done - sumOf(errorStatuses);
  const answered = describeErrorStatuses(errorStatuses, false);
  const counts = [
    `${pages} ${pages === 1 ? 'page' : 'pages'} ${place}`,
    ...(answered === undefined ? [] : [answered]),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(done + failed < found ? [`${found - done - failed} not tried`] : []),
  ];
  return `${counts.join(', ')}\n`;
}

function lines({ stdout }: CommandContext, { chunkWords }: DocumentCall): ListOutput {
  const errorStatuses = new Map<number, number>();
  return {
    errorStatuses,
    place: 'printed',
    async write(document) {
      countStatus(errorStatuses, document.metadata.statusCode);
      const text =
        chunkWords === undefined ? `${JSON.stringify(document)}\n` : chunkLines(document, chunkWords);
      if (stdout.write(text) === false && stdout instanceof EventEmitter) await once(stdout, 'drain');
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** Every host has a folder of its own. */
const NO_START = new URL('http://start.invalid');

async function files(folder: string, call: DocumentCall): Promise<ListOutput> {
  await createNewFolder(folder);
  const pages = await openPageFolder(folder, NO_START, { ...call, skipsErrors: false });
  return {
    errorStatuses: pages.errorStatuses,
    place: `in ${folder}/`,
    write: (document) => pages.write([document]),
    async [Symbol.asyncDispose]() {
      await pages[Symbol.asyncDispose]();
    },
  };
}
