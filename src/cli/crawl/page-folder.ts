import { mkdir, open, readdir, readFile, truncate, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Document } from '../../contract/documents/document.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { documentFiles } from '../output/document-files.ts';
import type { DocumentStyle } from '../output/document-style.ts';
import { createPageFiles, type PageFiles } from '../../lib/page-files.ts';
import { countStatus, isErrorStatus, type ErrorStatuses } from './error-statuses.ts';

const INDEX_FILE = 'index.jsonl';
/** Pages that are written at a time. */
const AT_ONCE = 16;

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

/** How pages are written. */
export interface PageStyle extends DocumentStyle {
  /** Pages that were answered with an error get a line in the index and no file. */
  skipsErrors: boolean;
}

/** A folder of pages with their index. */
export interface PageFolder extends AsyncDisposable {
  /** Pages that are in the index. */
  readonly written: number;
  /** The error statuses of all pages that are in the index. */
  readonly errorStatuses: ErrorStatuses;
  /** Writes the next documents; when it resolves they are on disk and in the index. */
  write(documents: readonly Document[]): Promise<void>;
}

/**
 * Makes a folder; returns whether there was none. A CONFLICT when something is in it already, with what `describe` says
 * of it: nothing is ever overwritten.
 */
export async function createNewFolder(
  folder: string,
  describe: () => Promise<string> = async () => `${folder} is not empty: --output takes another folder`,
): Promise<boolean> {
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) return true;
  if ((await readdir(folder)).length === 0) return false;
  throw new ServiceError('CONFLICT', { message: await describe() });
}

/**
 * Opens a folder for writing, with the pages that it has. A page is written before its line of the index, so that after
 * a crash a page may be written twice and none is missing. Pages of other hosts than that of `start` go into folders
 * with the names of their hosts.
 */
export async function openPageFolder(folder: string, start: URL, style: PageStyle): Promise<PageFolder> {
  const names = createPageFiles(start);
  const errorStatuses = new Map<number, number>();
  const file = path.join(folder, INDEX_FILE);
  const state = { written: await readIndex(file, { names, errorStatuses }) };
  const index = await open(file, 'a');
  return {
    get written() {
      return state.written;
    },
    errorStatuses,
    async write(documents) {
      const lines: string[] = [];
      for (let from = 0; from < documents.length; from += AT_ONCE) {
        const pages = documents.slice(from, from + AT_ONCE).map((each) => {
          countStatus(errorStatuses, each.metadata.statusCode);
          return toPage(style.skipsErrors ? withoutErrorPage(each) : each, { start, names, style });
        });
        await Promise.all(
          pages.flatMap(({ files }) =>
            files.map(({ file: name, content }) => writeDurably(path.join(folder, name), content)),
          ),
        );
        lines.push(...pages.map(({ line }) => `${JSON.stringify(line)}\n`));
      }
      await index.appendFile(lines.join(''));
      await index.datasync();
      state.written += documents.length;
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

function toPage(
  document: Document,
  { start, names, style }: { start: URL; names: PageFiles; style: PageStyle },
): Page {
  const { metadata, warning } = document;
  const contents = documentFiles(document, style);
  const name = names.nameOf(
    URL.parse(metadata.url ?? '') ?? URL.parse(metadata.sourceURL ?? '') ?? start,
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

/** Writes a file, and its folders, to the disk. */
export async function writeDurably(file: string, content: string | Buffer): Promise<void> {
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
