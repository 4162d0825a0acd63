import type { ServiceError } from '../../lib/service-error.ts';
import type { Explored } from './explore-pages.ts';
import type { SitemapReading } from './read-sitemaps.ts';
import type { VisitedPage } from './visit-page.ts';

export interface MapOutcome {
  isSitemapOnly: boolean;
  startFailure: ServiceError | undefined;
  startPage: VisitedPage | undefined;
  sitemap: SitemapReading | undefined;
  explored: Explored | undefined;
  /** Links returned. */
  found: number;
}

/** Sentences for the `warning` of a map: what explains a result that may be less than was hoped for. */
export function mapRemarks(outcome: MapOutcome): string[] {
  const { startFailure, startPage, found } = outcome;
  const remarks: string[] = [];
  if (startFailure !== undefined) remarks.push(`The start page could not be read: ${startFailure.message}.`);
  if (startPage !== undefined && startPage.status >= 400)
    remarks.push(`The start page answered with status ${startPage.status}.`);
  remarks.push(...sitemapRemarks(outcome), ...exploringRemarks(outcome));
  if (found <= 1 && startPage?.warning !== undefined) remarks.push(startPage.warning);
  return remarks;
}

function sitemapRemarks({ isSitemapOnly, startFailure, sitemap }: MapOutcome): string[] {
  if (sitemap === undefined || sitemap.count > 0 || startFailure !== undefined) return [];
  if (sitemap.robots.state === 'unreachable')
    return ['robots.txt of this site cannot be read, so at most the start page was fetched.'];
  if (!isSitemapOnly) return [];
  return [
    sitemap.problem === undefined ? 'No sitemap was found.' : `No sitemap was found: ${sitemap.problem}.`,
  ];
}

function exploringRemarks({ sitemap, explored, found }: MapOutcome): string[] {
  if (explored === undefined) return [];
  const { pages, forbidden, isCutShort } = explored;
  const remarks: string[] = [];
  if (isCutShort && (sitemap?.count ?? 0) === 0) {
    remarks.push(
      `No sitemap was read, and ${pages} pages beside the start were looked at: the site may have more links than these.`,
    );
  }
  const isUnreachable = sitemap?.robots.state === 'unreachable';
  if (found <= 1 && forbidden > 0 && !isUnreachable)
    remarks.push('robots.txt forbids to look at further pages.');
  return remarks;
}
