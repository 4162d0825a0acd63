import { v7 as uuidv7 } from 'uuid';
import type { Document } from '../../contract/documents/document.ts';
import { scrapeRequest } from '../../contract/requests/scrape.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import { toTarget } from '../../lib/addresses/url.ts';
import { parseWith } from '../../lib/validate.ts';
import type { ConvertedOutline } from '../../scraper/convert/outline-converted.ts';
import { unpackDocument } from '../../scraper/packed-document.ts';
import type { Page } from '../../scraper/page.ts';
import { createTrace } from '../../scraper/trace.ts';
import type { CommandContext } from '../command/command.ts';

/** The body of POST /v2/scrape. */
export type ScrapeBody = Readonly<Record<string, unknown>>;

/** The result of one conversion of a page. */
export interface TriedPage {
  document: Document;
  /** Undefined for a file. */
  outline: ConvertedOutline | undefined;
}

/** A page that is fetched once and converted as often as somebody wants. */
export interface PageAtHand extends AsyncDisposable {
  /** Fetches the page, also once more. */
  fetch(body: ScrapeBody): Promise<TriedPage>;
  /** Converts the page as it was fetched. */
  again(body: ScrapeBody): Promise<TriedPage>;
}

/** Opens an engine of this process; nothing is fetched yet. */
export async function openPageAtHand({
  config,
  log,
  signal,
}: Pick<CommandContext, 'config' | 'log' | 'signal'>): Promise<PageAtHand> {
  // Help and wrong calls do without it.
  const { openScraper } = await import('../../scraper/open-scraper.ts');
  const scraper = openScraper({ config, db: undefined, ownPorts: () => [], clock: systemClock, log });
  const kept: { copy?: { page: Page; fetchedAt: Date } } = {};

  async function make(body: ScrapeBody, isFresh: boolean): Promise<TriedPage> {
    const { url: sourceUrl, ...options } = parseWith(scrapeRequest, body, { subject: 'The command' });
    await scraper.checkAvailability(options);
    using deadline = new Deadline(options.timeout, signal);
    const { document, outline } = await scraper.scrapePage({
      id: uuidv7(),
      teamId: undefined,
      url: toTarget(sourceUrl, scraper),
      sourceUrl,
      copy: isFresh ? undefined : kept.copy,
      options,
      outline: 'parts',
      isExplained: true,
      deadline,
      trace: createTrace(),
      keepPage: (page) => {
        kept.copy = { page, fetchedAt: new Date(systemClock.now()) };
      },
    });
    return { document: unpackDocument(document), outline };
  }

  return {
    fetch: (body) => make(body, true),
    again: (body) => make(body, false),
    [Symbol.asyncDispose]: () => scraper[Symbol.asyncDispose](),
  };
}
