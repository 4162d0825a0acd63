import { atFirstCall } from '../../lib/sharing/at-first-call.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Queryable } from '../../store/database.ts';
import { trackChanges, type TrackChangesRequest, type TrackedChanges } from './change-tracking.ts';
import type { ComparedText } from '../compared-text.ts';
import type { PageTask } from '../page-task.ts';
import { createSnapshotQuota } from './snapshot-quota.ts';

/** Compares the page of a scrape with its earlier versions, where the caller asks for changes. */
export interface ChangeTracker {
  /** Throws FEATURE_NOT_AVAILABLE when changes are asked for and no database keeps earlier versions. */
  check(request: PageTask): void;
  /** Resolves to undefined when nobody asked for changes. */
  track(
    request: PageTask,
    found: { compared: ComparedText | undefined; statusCode: number; scrapedAt: Date },
  ): Promise<TrackedChanges | undefined>;
}

/**
 * `history` is where earlier versions of pages are; without it there is nothing to compare with. A team has `maxBytes` of
 * them: pages that are new then are not kept, and their documents say so; those that are tracked already go on.
 */
export function createChangeTracker(history: Queryable | undefined, maxBytes: number): ChangeTracker {
  const diff = atFirstCall(async () => (await import('./diff-large-texts.ts')).createDiffLargeTexts());
  const quota = history && createSnapshotQuota(history, maxBytes);

  async function withinQuota(tracked: TrackedChanges): Promise<TrackedChanges> {
    const { snapshot, changeTracking } = tracked;
    if (!quota || !snapshot || changeTracking?.changeStatus !== 'new') return tracked;
    if (await quota.admit(snapshot)) return tracked;
    const warning = `This version was not kept to compare later ones with: your team has as many as are kept of it (${maxBytes} bytes).`;
    return { ...tracked, snapshot: undefined, warning };
  }

  function trackingOf({
    options,
    teamId,
  }: PageTask): Pick<TrackChangesRequest, 'db' | 'teamId' | 'spec'> | undefined {
    const spec = options.formats.find((format) => format.type === 'changeTracking');
    if (!spec) return undefined;
    if (history && teamId !== undefined) return { db: history, teamId, spec };
    throw new ServiceError('FEATURE_NOT_AVAILABLE', {
      message:
        'formats: changeTracking is not available here: it needs the service, whose database keeps earlier versions of pages',
      details: { option: 'formats: changeTracking' },
    });
  }

  return {
    check: (request) => void trackingOf(request),
    async track(request, { compared, ...found }) {
      const tracking = trackingOf(request);
      if (!tracking || compared === undefined) return undefined;
      const { url, options, trace, deadline } = request;
      return trace.measure('changes', async (details) => {
        const { signal } = deadline;
        const tracked = await trackChanges({ ...tracking, ...found, diff, signal, url, compared });
        details['changeStatus'] = tracked.changeTracking?.changeStatus;
        const mayKeep = !options.zeroDataRetention && !options.lockdown;
        return mayKeep ? withinQuota(tracked) : { ...tracked, snapshot: undefined };
      });
    },
  };
}
