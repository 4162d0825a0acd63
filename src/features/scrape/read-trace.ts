import type { Caller } from '../../accounts/caller.ts';
import type { EndpointReply } from '../../contract/endpoint.ts';
import type { teamScrape } from '../../contract/endpoints/team-scrape.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { withoutCredentials } from '../../lib/addresses/url.ts';
import type { Queryable } from '../../store/database.ts';
import { findKeptScrape } from './kept-scrape.ts';
import { shownSteps } from './shown-steps.ts';

/** GET /v2/team/scrapes/{id}: what happened to a scrape, step by step. NOT_FOUND for one of another team. */
export function createReadTrace(parts: { db: Queryable; clock: Clock }) {
  return async function readTrace(caller: Caller, id: string): Promise<EndpointReply<typeof teamScrape>> {
    const { target, createdAt, durationMs, statusCode, errorCode, trace } = await findKeptScrape(
      parts,
      caller,
      id,
    );
    const url = URL.parse(target);
    return {
      success: true,
      data: {
        id,
        url: url === null || url.username + url.password === '' ? target : withoutCredentials(url).href,
        created_at: createdAt.toISOString(),
        durationMs,
        statusCode,
        code: errorCode,
        steps: shownSteps(trace),
      },
    };
  };
}
