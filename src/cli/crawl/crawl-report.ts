import type { CrawlLook } from '../../features/crawl/look-at-crawl.ts';
import type { JobErrors } from '../../jobs/status/job-errors.ts';
import type { CrawlOutput } from './crawl-output.ts';
import { describeErrorStatuses, sumOf } from './error-statuses.ts';
import { printable } from '../output/printable.ts';

const ALLOW_HINT = 'DECANT_ALLOW_ADDRESSES names addresses that may be reached although they are not public';

/** Pages that are listed, at most. */
const MAX_LISTED = 20;

/** Writes the report of a crawl that has ended: how it went, which pages are missing and why. */
export function crawlReport(
  look: Pick<CrawlLook, 'status' | 'done' | 'limit' | 'found' | 'warnings' | 'error'>,
  { errors, robotsBlocked }: JobErrors,
  { place, errorStatuses, skipsErrors }: Pick<CrawlOutput, 'place' | 'errorStatuses' | 'skipsErrors'>,
): string {
  const answered = describeErrorStatuses(errorStatuses, skipsErrors);
  const pages = look.done - sumOf(errorStatuses);
  const counts = [
    `${pages} ${pages === 1 ? 'page' : 'pages'} ${place}`,
    ...(answered === undefined ? [] : [answered]),
    ...(errors.length > 0 ? [`${errors.length} failed`] : []),
    ...(robotsBlocked.length > 0 ? [`${robotsBlocked.length} forbidden by robots.txt`] : []),
    ...(look.found > look.limit ? [`${look.found} found, limit ${look.limit}`] : []),
  ];
  const troubles = [
    ...errors.map(({ url, code, error }) => `failed: ${url}: ${error} (${code})`),
    ...robotsBlocked.map((url) => `forbidden by robots.txt: ${url}`),
  ];
  const listed = troubles.length > MAX_LISTED ? troubles.slice(0, MAX_LISTED - 1) : troubles;
  const lines = [
    ...listed,
    ...(listed.length < troubles.length ? [`and ${troubles.length - listed.length} more`] : []),
    ...(errors.some(({ code }) => code === 'SCRAPE_ADDRESS_NOT_ALLOWED') ? [ALLOW_HINT] : []),
    ...look.warnings.map((warning) => `warning: ${warning}`),
    ...ending(look),
    counts.join(', '),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function ending({ status, error }: Pick<CrawlLook, 'status' | 'error'>): string[] {
  if (status === 'failed') return [`The crawl failed: ${error ?? 'for an unknown reason'}`];
  return status === 'cancelled' ? ['The crawl was cancelled'] : [];
}
