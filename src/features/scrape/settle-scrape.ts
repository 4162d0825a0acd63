import type { Caller } from '../../accounts/caller.ts';
import { noteOfRequest, type Log } from '../../lib/log/log.ts';
import { shownTarget } from '../../lib/addresses/shown-target.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Telemetry } from '../../lib/log/telemetry.ts';
import { FAILURE_PRICES } from '../../scraper/price.ts';
import type { PageTask } from '../../scraper/page-task.ts';
import type { ScrapeOutcome } from '../../scraper/scrape-page.ts';
import type { RecordScrape, ScrapeKind } from './record-scrapes.ts';

/** A scrape under way: its task, and the facts that only its record needs. */
export interface ScrapeRun {
  task: PageTask;
  kind: ScrapeKind;
  caller: Caller;
  /** Nothing of the page may be kept or logged: zero data retention, lockdown. */
  isSecret: boolean;
  createdAt: Date;
  /** `performance.now()` at the beginning. */
  startedAt: number;
}

export interface SettleScrapeParts {
  record: RecordScrape;
  telemetry: Telemetry;
  log: Log;
}

/** Ends a scrape: counts, logs, records and charges it. */
export interface SettleScrape {
  /** Resolves when the result is safely on disk. */
  succeeded(run: ScrapeRun, outcome: ScrapeOutcome): Promise<void>;
  /**
   * Rejects when a failure that costs credits could not be written. A free failure that could not be written is only
   * logged, so that the caller learns why the scrape failed.
   */
  failed(run: ScrapeRun, error: unknown): Promise<void>;
}

/** The members of a record that a secret scrape leaves empty. */
const NOTHING_KEPT = { target: undefined, options: undefined, trace: undefined, document: undefined };

/** Makes the end of scrapes. */
export function createSettleScrape({ record, telemetry, log }: SettleScrapeParts): SettleScrape {
  async function settle(
    run: ScrapeRun,
    outcome: ScrapeOutcome | undefined,
    errorCode: string | undefined,
  ): Promise<void> {
    const { caller, kind, createdAt, isSecret } = run;
    const { id, sourceUrl, options, trace } = run.task;
    const metadata = outcome?.document.metadata;
    const durationMs = Math.round(performance.now() - run.startedAt);
    telemetry.scraped({ errorCode, durationMs, isCacheHit: metadata?.cacheState === 'hit' });
    log.debug('scraped', {
      scrapeId: id,
      durationMs,
      errorCode,
      ...(!isSecret && { target: shownTarget(sourceUrl) }),
    });
    const credits = outcome?.credits ?? FAILURE_PRICES[errorCode ?? ''] ?? 0;
    noteOfRequest({ credits });
    await record({
      id,
      caller,
      kind,
      createdAt,
      ...(isSecret
        ? NOTHING_KEPT
        : { target: sourceUrl, options, trace: trace.steps, document: outcome?.document }),
      credits,
      durationMs,
      statusCode: metadata?.statusCode,
      errorCode,
      toCache: outcome?.toCache,
      toIndex: outcome?.toIndex,
      toSnapshot: outcome?.toSnapshot,
    });
  }

  return {
    succeeded: (run, outcome) => settle(run, outcome, undefined),
    async failed(run, error) {
      const code = error instanceof ServiceError ? error.code : 'UNKNOWN_ERROR';
      try {
        await settle(run, undefined, code);
      } catch (cause) {
        if (FAILURE_PRICES[code] !== undefined) throw cause;
        log.warn('a failed scrape was not recorded', { error: cause });
      }
    },
  };
}
