import { v7 as uuidv7 } from 'uuid';
import type { Document } from '../../contract/documents/document.ts';
import { parseRequest } from '../../contract/requests/parse.ts';
import { scrapeRequest } from '../../contract/requests/scrape.ts';
import { toScrape } from '../../features/scrape/parse-file.ts';
import { systemClock } from '../../lib/clock.ts';
import { Deadline } from '../../lib/deadline.ts';
import { toTarget } from '../../lib/url.ts';
import { parseWith } from '../../lib/validate.ts';
import type { LocalTask } from '../../library/scrape-url.ts';
import { unpackDocument } from '../../scraper/packed-document.ts';
import type { CommandContext } from '../command.ts';
import type { Documents, Watch } from './documents.ts';

/** Documents from an engine of this process, without a server or a database. */
export async function makeDocuments({
  config,
  log,
}: Pick<CommandContext, 'config' | 'log'>): Promise<Documents> {
  // Help and wrong calls do without it.
  const { openScraper } = await import('../../scraper/open-scraper.ts');
  const scraper = openScraper({ config, db: undefined, ownPorts: () => [], clock: systemClock, log });

  async function run(task: LocalTask, { signal, trace, isExplained }: Watch): Promise<Document> {
    await scraper.checkAvailability(task.options);
    using deadline = new Deadline(task.options.timeout, signal);
    const id = uuidv7();
    const made = await scraper.scrapePage({
      id,
      teamId: undefined,
      deadline,
      trace,
      isExplained,
      ...task,
    });
    return unpackDocument(made.document);
  }

  return {
    async scrape(body, watch) {
      const { url, ...options } = parseWith(scrapeRequest, body, { subject: 'The command' });
      return run({ url: toTarget(url, scraper), sourceUrl: url, options }, watch);
    },
    async parse({ file, options, baseUrl }, watch) {
      const given = parseWith(parseRequest, { file: file.name, options }, { subject: 'The command' });
      const task = toScrape(file, given.options);
      return run(baseUrl === undefined ? task : { ...task, url: baseUrl, sourceUrl: baseUrl.href }, watch);
    },
    [Symbol.asyncDispose]: () => scraper[Symbol.asyncDispose](),
  };
}
