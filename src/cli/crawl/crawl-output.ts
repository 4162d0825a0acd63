import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import type { Document } from '../../contract/documents/document.ts';
import type { CrawlFolder } from './crawl-folder.ts';
import { countStatus, isErrorStatus, type ErrorStatuses } from './error-statuses.ts';
import { commandName } from '../command/command-name.ts';
import { chunkLines } from '../output/document-style.ts';
import { shellWord } from '../command/shell-word.ts';
import type { PageStyle } from './page-folder.ts';

/** Where the documents of a crawl go. */
export interface CrawlOutput {
  /** Documents that are there: the index of the next one. */
  readonly written: number;
  write(documents: readonly Document[]): Promise<void>;
  complete(): Promise<void>;
  /** The error statuses of the documents that are there. */
  readonly errorStatuses: ErrorStatuses;
  /** Whether pages that were answered with an error are left out. */
  readonly skipsErrors: boolean;
  /** Behind a number of pages: `in docs.example`. */
  readonly place: string;
  /** The command that goes on after an interruption. */
  readonly goOn: string;
}

export function folderOutput(folder: CrawlFolder, name: string): CrawlOutput {
  return {
    get written() {
      return folder.state.written;
    },
    errorStatuses: folder.errorStatuses,
    skipsErrors: folder.state.skipsErrors === true,
    write: folder.write,
    complete: folder.complete,
    place: `in ${path.join(name, path.sep)}`,
    goOn: `${commandName()} crawl --resume ${shellWord(name)}`,
  };
}

/** Each document as a line of JSON. */
export function lineOutput(
  stdout: { write(text: string): unknown },
  { jobId, skip, style }: { jobId: string; skip: number; style: PageStyle },
): CrawlOutput {
  const { skipsErrors, chunkWords } = style;
  const state = { written: skip };
  const errorStatuses = new Map<number, number>();
  return {
    get written() {
      return state.written;
    },
    async write(documents) {
      for (const document of documents) {
        const { statusCode } = document.metadata;
        countStatus(errorStatuses, statusCode);
        if (skipsErrors && isErrorStatus(statusCode)) {
          state.written++;
          continue;
        }
        const text =
          chunkWords === undefined ? `${JSON.stringify(document)}\n` : chunkLines(document, chunkWords);
        const isFull = stdout.write(text) === false;
        state.written++;
        if (isFull && stdout instanceof EventEmitter) await once(stdout, 'drain');
      }
    },
    complete: async () => undefined,
    errorStatuses,
    skipsErrors,
    place: 'written',
    get goOn() {
      const more = [
        ...(skipsErrors ? [' --skip-errors'] : []),
        ...(chunkWords === undefined ? [] : [` --chunks ${chunkWords}`]),
      ];
      return `${commandName()} crawl --resume ${jobId} --json --skip ${state.written}${more.join('')}`;
    },
  };
}
