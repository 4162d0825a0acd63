import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../accounts/caller.ts';
import { holdForCall, type CreditHolds } from '../../accounts/credit-holds.ts';
import type { Slots } from '../../accounts/slots.ts';
import type { MapLink, MapRequest } from '../../contract/requests/map.ts';
import { createPathPatterns } from '../../frontier/patterns/path-patterns.ts';
import type { PatternThread } from '../../frontier/patterns/pattern-thread.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import { noteOfRequest, withLogFields, type Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { toTarget, withoutCredentials } from '../../lib/addresses/url.ts';
import type { FindLinks, SiteLinks } from './find-links.ts';
import { mapTimeoutMs } from './map-timeout.ts';
import type { RecordMap } from './record-map.ts';

/** Credits for a map that succeeds (wire contract 4.4). */
const PRICE = 1;
/** The part of its time that a map spends at most on waiting for a slot, as a scrape does. */
const QUEUE_SHARE = 2 / 3;

export interface MapParts {
  findLinks: FindLinks;
  patterns: PatternThread;
  slots: Slots;
  credits: CreditHolds;
  record: RecordMap;
  /** Keeps pages that were fetched on the way. */
  keepPages: (found: Pick<SiteLinks, 'toCache' | 'toIndex'>) => Promise<void>;
  /** Host names without a dot that the operator allowed. */
  isHostAllowed: (hostname: string) => boolean;
  clock: Clock;
  log: Log;
}

/** The id and the links of a map, and a warning for the caller. */
export interface MapResult {
  id: string;
  links: MapLink[];
  warning?: string;
}

/** POST /v2/map: the links of a site. */
export type MapSite = (caller: Caller, input: MapRequest, signal: AbortSignal) => Promise<MapResult>;

/** POST /v2/map: holds one slot of the team while it runs, however many pages it looks at. */
export function createMapSite(parts: MapParts): MapSite {
  const { findLinks, slots, credits, record, keepPages, clock, log } = parts;

  async function run(caller: Caller, start: URL, input: MapRequest, signal: AbortSignal): Promise<SiteLinks> {
    const timeoutMs = mapTimeoutMs(input);
    using deadline = new Deadline(timeoutMs, signal);
    using slot = await slots
      .acquire(caller.team, timeoutMs * QUEUE_SHARE, deadline.signal)
      .catch((error: unknown) => {
        if (error === deadline.signal.reason && !signal.aborted) throw new ServiceError('MAP_TIMEOUT');
        throw error;
      });
    if (slot.waitedMs > 0) log.debug('a map waited for a slot', { waitedMs: slot.waitedMs });
    return await findLinks(start, input, { teamId: caller.team.id, deadline, signal });
  }

  return async function mapSite(caller, input, signal) {
    const start = toTarget(input.url, { isHostAllowed: parts.isHostAllowed });
    await checkPatterns(input, { thread: parts.patterns, teamId: caller.team.id, signal });
    const id = uuidv7();
    // Let go of when the charge is written.
    await using hold = await holdForCall(credits, caller.team, { id, credits: PRICE });
    void hold;
    const call = {
      id,
      caller,
      createdAt: new Date(clock.now()),
      target: start.username === '' && start.password === '' ? input.url : withoutCredentials(start).href,
    };
    return await withLogFields({ mapId: id }, async () => {
      let found: SiteLinks;
      try {
        found = await run(caller, start, input, signal);
      } catch (error) {
        // The caller is told why the map failed, not that this could not be written down.
        await record({ ...call, credits: 0 }).catch((cause: unknown) =>
          log.warn('a failed map was not recorded', { error: cause }),
        );
        throw error;
      }
      await record({ ...call, credits: PRICE });
      noteOfRequest({ credits: PRICE });
      await keepPages(found).catch((error: unknown) => log.warn('pages of a map were not kept', { error }));
      const { links, warning } = found;
      return { id, links, ...(warning !== undefined && { warning }) };
    });
  };
}

/** Says which pattern does not compile. */
async function checkPatterns(
  { regexOnFullURL, ...input }: MapRequest,
  { signal, ...search }: { thread: PatternThread; teamId: string; signal: AbortSignal },
): Promise<void> {
  for (const field of ['includePaths', 'excludePaths'] as const)
    await createPathPatterns(input[field], { field, regexOnFullURL, ...search }).check(signal);
}
