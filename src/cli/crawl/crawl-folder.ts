import { mkdir, open, readdir, readFile, rename, truncate, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Document } from '../../contract/documents/document.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { documentFiles } from './document-files.ts';
import { countStatus, isErrorStatus, type ErrorStatuses } from './error-statuses.ts';
import { createPageFiles, type PageFiles } from './page-files.ts';

const STATE_FILE = '.decant-crawl.json';
const INDEX_FILE = 'index.jsonl';
/** Pages that are written at a time. */
const AT_ONCE = 16;

/** The state of a crawl in its folder, in `.decant-crawl.json`. */
export interface CrawlState {
  jobId: string;
  /** Where the crawl started. */
  url: string;
  /** Pages that are in the folder. */
  written: number;
  /** Whether everything is there that the crawl brought. */
  isComplete: boolean;
  /** Pages that were answered with an error get a line in the index and no file. */
  skipsErrors?: boolean;
}

/** A line of `index.jsonl`. */
interface IndexLine {
  /** The page in the first of its formats, below the folder; null when it has no content. */
  file: string | null;
  /** All files of the page when it has several. */
  files?: string[];
  url: string | undefined;
  sourceURL: string | undefined;
  title: string | undefined;
  description: string | undefined;
  language: string | undefined;
  statusCode: number;
  contentType: string | undefined;
  scrapeId: string | undefined;
  warning: string | undefined;
}

/** The files of a crawl, a folder for one crawl alone. */
export interface CrawlFolder extends AsyncDisposable {
  readonly state: Readonly<CrawlState>;
  /** The error statuses of all pages that are in the index. */
  readonly errorStatuses: ErrorStatuses;
  /** Writes the next documents; when it resolves they are on disk and in the index. */
  write(documents: readonly Document[]): Promise<void>;
  /** Notes that there is nothing more to come. */
  complete(): Promise<void>;
}

/**
 * Makes a folder for a crawl; returns whether there was none. A CONFLICT when something is in it already: nothing is
 * ever overwritten.
 */
export async function createCrawlFolder(folder: string): Promise<boolean> {
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) return true;
  if ((await readdir(folder)).length === 0) return false;
  const isCrawl = (await readCrawlState(folder)) !== undefined;
  throw new ServiceError('CONFLICT', {
    message: isCrawl
      ? `${folder} has a crawl already: --resume goes on with it, --output takes another folder`
      : `${folder} is not empty: --output takes another folder`,
  });
}

/** Undefined when the folder is none of a crawl. */
export async function readCrawlState(folder: string): Promise<CrawlState | undefined> {
  const file = path.join(folder, STATE_FILE);
  try {
    const state = JSON.parse(await readFile(file, 'utf8')) as CrawlState | null;
    if (typeof state?.jobId === 'string' && URL.canParse(state.url)) return state;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ServiceError('CONFLICT', { message: `${file} is damaged` });
}

/**
 * Opens the folder of a crawl for writing. The index counts: a page is written before its line, the line before the
 * state, so that after a crash a page may be written twice and none is missing.
 */
export async function openCrawlFolder(
  folder: string,
  { jobId, url, skipsErrors = false }: Pick<CrawlState, 'jobId' | 'url' | 'skipsErrors'>,
): Promise<CrawlFolder> {
  const names = createPageFiles(new URL(url));
  const errorStatuses = new Map<number, number>();
  const written = await readIndex(path.join(folder, INDEX_FILE), { names, errorStatuses });
  const state: CrawlState = { jobId, url, written, isComplete: false, ...(skipsErrors && { skipsErrors }) };
  await writeState(folder, state);
  const index = await open(path.join(folder, INDEX_FILE), 'a');
  return {
    state,
    errorStatuses,
    async write(documents) {
      const lines: string[] = [];
      for (let from = 0; from < documents.length; from += AT_ONCE) {
        const pages = documents.slice(from, from + AT_ONCE).map((each) => {
          countStatus(errorStatuses, each.metadata.statusCode);
          return toPage(skipsErrors ? withoutErrorPage(each) : each, url, names);
        });
        await Promise.all(
          pages.flatMap(({ files }) =>
            files.map(({ file, content }) => writeDurably(path.join(folder, file), content)),
          ),
        );
        lines.push(...pages.map(({ line }) => `${JSON.stringify(line)}\n`));
      }
      await index.appendFile(lines.join(''));
      await index.datasync();
      state.written += documents.length;
      await writeState(folder, state);
    },
    async complete() {
      state.isComplete = true;
      await writeState(folder, state);
    },
    [Symbol.asyncDispose]: () => index.close(),
  };
}

/** Takes the names that the index has; returns its pages. A last line that was cut off is removed. */
async function readIndex(
  file: string,
  { names, errorStatuses }: { names: PageFiles; errorStatuses: Map<number, number> },
): Promise<number> {
  const bytes = await readIfThere(file);
  const end = bytes.lastIndexOf(10) + 1;
  if (end < bytes.length) await truncate(file, end);
  const lines = bytes.subarray(0, end).toString().split('\n').slice(0, -1);
  for (const [number, line] of lines.entries()) {
    const { files, statusCode } = readLine(line);
    countStatus(errorStatuses, statusCode);
    for (const name of files) {
      if (typeof name !== 'string')
        throw new ServiceError('CONFLICT', { message: `${file} is damaged in line ${number + 1}` });
      names.take(name);
    }
  }
  return lines.length;
}

/** Files of a line of the index, undefined among them when it is damaged; and the status of its page. */
function readLine(line: string): { files: unknown[]; statusCode?: unknown } {
  try {
    const { file, files, statusCode } = JSON.parse(line) as Partial<IndexLine>;
    if (files === undefined) return { files: file === null ? [] : [file], statusCode };
    return { files: Array.isArray(files) ? files : [undefined], statusCode };
  } catch {
    return { files: [undefined] };
  }
}

/** Drops the content of a page that was answered with an error, and keeps its metadata. */
function withoutErrorPage(document: Document): Document {
  const { metadata, warning } = document;
  if (!isErrorStatus(metadata.statusCode)) return document;
  return { metadata, ...(warning !== undefined && { warning }) };
}

async function readIfThere(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

interface Page {
  line: IndexLine;
  files: { file: string; content: string | Buffer }[];
}

function toPage(document: Document, start: string, names: PageFiles): Page {
  const { metadata, warning } = document;
  const contents = documentFiles(document);
  const name = names.nameOf(
    URL.parse(metadata.url ?? '') ?? URL.parse(metadata.sourceURL ?? '') ?? new URL(start),
    contents.map(({ ending }) => ending),
  );
  const files = contents.map(({ ending, content }) => ({ file: name + ending, content }));
  return {
    files,
    line: {
      file: files[0]?.file ?? null,
      ...(files.length > 1 && { files: files.map(({ file }) => file) }),
      url: metadata.url,
      sourceURL: metadata.sourceURL,
      title: metadata.title,
      description: metadata.description,
      language: metadata.language,
      statusCode: metadata.statusCode,
      contentType: metadata.contentType,
      scrapeId: metadata.scrapeId,
      warning,
    },
  };
}

async function writeState(folder: string, state: CrawlState): Promise<void> {
  const file = path.join(folder, STATE_FILE);
  await writeDurably(`${file}.new`, `${JSON.stringify(state, undefined, 2)}\n`);
  await rename(`${file}.new`, file);
}

async function writeDurably(file: string, content: string | Buffer): Promise<void> {
  await using handle = await openForWriting(file);
  await handle.writeFile(content);
  await handle.datasync();
}

async function openForWriting(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'w');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await mkdir(path.dirname(file), { recursive: true });
    return open(file, 'w');
  }
}
