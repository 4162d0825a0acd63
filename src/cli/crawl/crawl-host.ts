import type { App } from '../../app.ts';
import type { Document } from '../../contract/documents/document.ts';
import type { CrawlLook } from '../../features/crawl/look-at-crawl.ts';
import type { JobErrors } from '../../jobs/status/job-errors.ts';
import { commandName } from '../command/command-name.ts';
import type { StartCall } from './read-crawl-call.ts';

/** How far a crawl is, with the documents that it has brought. */
export type HostLook = Omit<CrawlLook, 'url' | 'settings'>;

/** A service that goes on with a crawl which its command leaves. */
export interface Keeper {
  /** As the beginning of a sentence. */
  name: string;
  /** How to look at the crawl and how to end it: whole lines. */
  advice: string;
}

/** Where a crawl runs, as its command sees it: in this process, or at a service. */
export interface CrawlHost {
  /** Between two looks. */
  readonly lookEveryMs?: number;
  /** Starts a crawl and gives its id. */
  start(call: StartCall): Promise<string>;
  look(jobId: string): Promise<HostLook>;
  /** Where a crawl began, and its settings: undefined where the host does not tell. NOT_FOUND when it is gone. */
  about(jobId: string): Promise<Partial<Pick<CrawlLook, 'url' | 'settings'>>>;
  /** A document with the files in it that the host keeps for it. */
  withFiles(document: Document): Promise<Document>;
  errors(jobId: string): Promise<JobErrors>;
  cancel(jobId: string): Promise<void>;
  /** Undefined when nobody else works on the crawl. */
  findKeeper(jobId: string): Promise<Keeper | undefined>;
}

/** The app of this process as the place of a crawl. */
export function hostCrawls(app: App): CrawlHost {
  const { operator } = app;
  return {
    start: async ({ body, input }) => (await app.startCrawl(operator, input, { given: body })).id,
    look: (jobId) => app.lookAtCrawl(operator, jobId),
    about: (jobId) => app.lookAtCrawl(operator, jobId),
    withFiles: (document) => app.inlineBlobs(document),
    errors: (jobId) => app.jobErrors(operator, 'crawl', jobId),
    async cancel(jobId) {
      await app.cancelJob(operator, 'crawl', jobId);
    },
    async findKeeper(jobId) {
      const worker = app.isShared ? await app.findWorker() : undefined;
      return (
        worker && {
          name: `The service (${worker.name})`,
          advice: `To look: ${commandName()} jobs follow ${jobId}\nTo end it: ${commandName()} jobs cancel ${jobId}\n`,
        }
      );
    },
  };
}
