import type { Caller } from '../../accounts/caller.ts';
import type { EndpointReply } from '../../contract/endpoint.ts';
import type { interact as interactEndpoint } from '../../contract/endpoints/interact.ts';
import type { interactStop } from '../../contract/endpoints/interact-stop.ts';
import type { InteractRequest } from '../../contract/requests/interact.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { ReplayedScrape } from '../../scraper/replay-scrape.ts';
import type { Sessions } from '../../sessions/open-sessions.ts';
import { SessionExistsError } from '../../sessions/session-refusals.ts';
import { errorOf, type SessionCall, type SessionOutcome } from '../../sessions/session-call.ts';
import type { SessionLinks } from '../../sessions/session-links.ts';
import type { SessionRow } from '../../sessions/session-row.ts';
import { sessionUrls } from '../../sessions/session-urls.ts';
import type { Queryable } from '../../store/database.ts';
import { createFindScrape } from './replayed-page.ts';

export interface InteractParts {
  db: Queryable;
  sessions: Sessions;
  links: SessionLinks;
  clock: Clock;
}

/** A call about the session of a scrape. */
export interface InteractCall {
  caller: Caller;
  scrapeId: string;
  signal: AbortSignal;
}

/** The session of a scrape: opened by the first call, used by the next ones. */
export interface Interact {
  /** POST /v2/scrape/{id}/interact. `baseUrl` is where its links lead. */
  interact(
    call: InteractCall & { body: InteractRequest; baseUrl: string },
  ): Promise<EndpointReply<typeof interactEndpoint>>;
  /** DELETE /v2/scrape/{id}/interact. */
  stopInteract(call: InteractCall): Promise<EndpointReply<typeof interactStop>>;
}

export function createInteract({ db, sessions, links, clock }: InteractParts): Interact {
  const findScrape = createFindScrape({ db, clock });

  async function sessionOf(
    { caller, scrapeId }: InteractCall,
    body: InteractRequest,
    first: SessionCall,
  ): Promise<SessionRow> {
    const found = await sessions.findOfScrape(scrapeId);
    if (found?.teamId === caller.team.id) return found;
    const page = (await findScrape(caller, scrapeId)).page();
    try {
      return await sessions.open({ caller, ...lifeOf(body, page), page, first });
    } catch (error) {
      if (!(error instanceof SessionExistsError)) throw error;
      const other = await sessions.findOfScrape(scrapeId);
      if (other === undefined) throw new ServiceError('SESSION_FAILED', { cause: error });
      return other;
    }
  }

  return {
    async interact({ body, baseUrl, ...asked }) {
      const call = callOf(body);
      const row = await sessionOf(asked, body, call);
      if (row.status === 'active') await sessions.checkCall(call);
      const outcome = await sessions.run(row, call, asked.signal);
      return { ...replyOf(outcome), sessionId: row.id, ...sessionUrls(links, row, baseUrl) };
    },
    async stopInteract({ caller, scrapeId, signal }) {
      const row = await sessions.findOfScrape(scrapeId);
      if (row === undefined) {
        await findScrape(caller, scrapeId);
        throw new ServiceError('NOT_FOUND', { message: 'This scrape has no browser session' });
      }
      if (row.teamId !== caller.team.id) {
        throw new ServiceError('FORBIDDEN', { message: 'This scrape belongs to another team' });
      }
      const ended = await sessions.end(row, signal);
      return {
        success: true,
        sessionDurationMs: ended?.durationMs ?? 0,
        creditsBilled: ended?.credits ?? 0,
        cleanupQueued: true,
      };
    },
  };
}

function lifeOf({ ttl, activityTtl }: InteractRequest, { options }: ReplayedScrape) {
  const life = { ttlMs: ttl * 1_000, idleMs: activityTtl * 1_000, hasWebView: true };
  return { ...life, profile: options.profile };
}

function callOf({ code, prompt, language, timeout }: InteractRequest): SessionCall {
  const timeoutMs = timeout * 1_000;
  return prompt === undefined
    ? { kind: 'code', code: code ?? '', language, timeoutMs }
    : { kind: 'prompt', prompt, timeoutMs };
}

/** `success` tells how it went; the status is 200 whenever something ran (wire contract 5.13). */
function replyOf({ isKilled, output, ...outcome }: SessionOutcome) {
  const error = errorOf({ isKilled, ...outcome });
  return {
    success: error === undefined,
    ...(output !== undefined && { output }),
    ...outcome,
    killed: isKilled,
    ...(error !== undefined && { error }),
  };
}
