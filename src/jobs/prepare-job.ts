import type { Caller } from '../accounts/caller.ts';
import { readBalance } from '../accounts/credits.ts';
import type { ScrapeOptions } from '../contract/scrape-options.ts';
import { ServiceError } from '../lib/service-error.ts';
import type { CheckAvailability } from '../scraper/check-availability.ts';
import { leastPriceOf } from '../scraper/price.ts';
import type { Queryable } from '../store/database.ts';

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

/** How many of `wanted` pages the team's credits are enough for; PAYMENT_REQUIRED when not for one. */
export async function affordablePages(
  db: Queryable,
  caller: Caller,
  options: ScrapeOptions,
  wanted: number,
): Promise<number> {
  if (caller.team.creditsGranted === null) return wanted;
  const { granted, used } = await readBalance(db, caller.team.id);
  if (granted === null) return wanted;
  const price = leastPriceOf(options);
  const pages = Math.floor((granted - used) / price);
  if (pages < 1) {
    throw new ServiceError('PAYMENT_REQUIRED', {
      message: `Not enough credits: a page costs at least ${price}, and ${Math.max(0, granted - used)} are left`,
    });
  }
  return Math.min(wanted, pages);
}

/** Pages of a job in work at the same time, at most: a profile that is saved has one writer, so they take turns. */
export function pagesAtATime({ team }: Caller, { profile }: ScrapeOptions, wanted = Infinity): number {
  return profile?.saveChanges === true ? 1 : Math.min(wanted, team.maxConcurrency);
}
