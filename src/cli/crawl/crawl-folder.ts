import { readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { ServiceError } from '../../lib/service-error.ts';
import {
  createNewFolder,
  openPageFolder,
  writeDurably,
  type PageFolder,
  type PageStyle,
} from './page-folder.ts';

const STATE_FILE = '.decant-crawl.json';

/** The state of a crawl in its folder, in `.decant-crawl.json`. */
export interface CrawlState extends Partial<PageStyle> {
  jobId: string;
  /** Where the crawl started. */
  url: string;
  /** Pages that are in the folder. */
  written: number;
  /** Whether everything is there that the crawl brought. */
  isComplete: boolean;
}

/** The files of a crawl, a folder for one crawl alone. */
export interface CrawlFolder extends Omit<PageFolder, 'written'> {
  readonly state: Readonly<CrawlState>;
  /** Notes that there is nothing more to come. */
  complete(): Promise<void>;
}

/** Makes a folder for a crawl; returns whether there was none. A CONFLICT when something is in it already. */
export function createCrawlFolder(folder: string): Promise<boolean> {
  return createNewFolder(folder, async () =>
    (await readCrawlState(folder)) === undefined
      ? `${folder} is not empty: --output takes another folder`
      : `${folder} has a crawl already: --resume goes on with it, --output takes another folder`,
  );
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
 * Opens the folder of a crawl for writing. The index counts: a line is written before the state, so that after a crash a
 * page may be written twice and none is missing.
 */
export async function openCrawlFolder(
  folder: string,
  { jobId, url, style }: { jobId: string; url: string; style: PageStyle },
): Promise<CrawlFolder> {
  await using stack = new AsyncDisposableStack();
  const pages = stack.use(await openPageFolder(folder, new URL(url), style));
  const state: CrawlState = { jobId, url, written: pages.written, isComplete: false, ...style };
  await writeState(folder, state);
  const resources = stack.move();
  return {
    state,
    errorStatuses: pages.errorStatuses,
    async write(documents) {
      await pages.write(documents);
      state.written = pages.written;
      await writeState(folder, state);
    },
    async complete() {
      state.isComplete = true;
      await writeState(folder, state);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function writeState(folder: string, state: CrawlState): Promise<void> {
  const file = path.join(folder, STATE_FILE);
  await writeDurably(`${file}.new`, `${JSON.stringify(state, undefined, 2)}\n`);
  await rename(`${file}.new`, file);
}
