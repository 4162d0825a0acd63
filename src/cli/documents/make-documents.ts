import { parseRequest } from '../../contract/requests/parse.ts';
import { scrapeRequest } from '../../contract/requests/scrape.ts';
import { toScrape } from '../../features/scrape/parse-file.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { toTarget } from '../../lib/addresses/url.ts';
import { parseWith } from '../../lib/validate.ts';
import { scrapeTask } from '../../library/scrape-url.ts';
import type { CommandContext } from '../command/command.ts';
import type { Documents } from './documents.ts';

/** Documents from an engine of this process, without a server or a database. */
export async function makeDocuments({
  config,
  log,
}: Pick<CommandContext, 'config' | 'log'>): Promise<Documents> {
  // Help and wrong calls do without it.
  const { openScraper } = await import('../../scraper/open-scraper.ts');
  const scraper = openScraper({ config, db: undefined, ownPorts: () => [], clock: systemClock, log });

  return {
    async scrape(body, watch) {
      const { url, ...options } = parseWith(scrapeRequest, body, { subject: 'The command' });
      return scrapeTask(scraper, { url: toTarget(url, scraper), sourceUrl: url, options }, watch);
    },
    async parse({ file, options, baseUrl }, watch) {
      const given = parseWith(parseRequest, { file: file.name, options }, { subject: 'The command' });
      const task = toScrape(file, given.options);
      const based = baseUrl === undefined ? task : { ...task, url: baseUrl, sourceUrl: baseUrl.href };
      return scrapeTask(scraper, based, watch);
    },
    [Symbol.asyncDispose]: () => scraper[Symbol.asyncDispose](),
  };
}
