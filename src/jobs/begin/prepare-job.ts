import type { Caller } from '../../accounts/caller.ts';
import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { CheckAvailability } from '../../scraper/check-availability.ts';

/** Checks what a caller wants of each page, before anything is written. `at` is where it stands in the request. */
export async function checkJobOptions(
  checkAvailability: CheckAvailability,
  caller: Caller,
  options: ScrapeOptions,
  at: readonly string[] = [],
): Promise<void> {
  if (options.zeroDataRetention && !caller.team.features.zeroDataRetention) {
    throw new ServiceError('FEATURE_NOT_ENABLED', {
      message: 'zeroDataRetention is not enabled for this team',
    });
  }
  await checkAvailability(options, at);
}

/** Pages of a job in work at the same time, at most: a profile that is saved has one writer, so they take turns. */
export function pagesAtATime({ team }: Caller, { profile }: ScrapeOptions, wanted = Infinity): number {
  return profile?.saveChanges === true ? 1 : Math.min(wanted, team.maxConcurrency);
}
