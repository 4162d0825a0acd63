import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';
import { asksFor } from '../formats/asks-for.ts';

/**
 * A page that is compared with later versions is read late, so that the text does not depend on how far the page had
 * come (wire contract 4).
 */
const TRACKED_WAIT_MS = 5_000;

/** How long to wait before a page at rest in a browser is read, ms, when so much time is left. */
export function waitBeforeReading(
  { waitFor, formats }: Pick<ScrapeOptions, 'waitFor' | 'formats'>,
  leftMs: number,
): number {
  if (!asksFor({ formats }, 'history')) return waitFor;
  return Math.max(waitFor, Math.min(TRACKED_WAIT_MS, leftMs / 2));
}
