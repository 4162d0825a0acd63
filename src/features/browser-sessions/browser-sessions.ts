import type { Caller } from '../../accounts/caller.ts';
import type { EndpointInput, EndpointReply } from '../../contract/endpoint.ts';
import type { browserCreate } from '../../contract/endpoints/browser-create.ts';
import type { browserDelete } from '../../contract/endpoints/browser-delete.ts';
import type { browserExecute } from '../../contract/endpoints/browser-execute.ts';
import type { browserList } from '../../contract/endpoints/browser-list.ts';
import type { browserTrace } from '../../contract/endpoints/browser-trace.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Sessions } from '../../sessions/open-sessions.ts';
import { errorOf, type SessionCall } from '../../sessions/session-call.ts';
import type { SessionLinks } from '../../sessions/session-links.ts';
import type { SessionRow } from '../../sessions/session-row.ts';
import { sessionEnd, sessionUrls, type SessionUrls } from '../../sessions/session-urls.ts';

/** A call about one session. */
export interface BrowserSessionCall {
  caller: Caller;
  id: string;
  signal: AbortSignal;
}

/** Browser sessions by themselves; those of scrapes can be listed, used and ended here as well. */
export interface BrowserSessions {
  /** POST /v2/browser. `baseUrl` is where its links lead. */
  createBrowser(
    caller: Caller,
    body: EndpointInput<typeof browserCreate>['body'],
    baseUrl: string,
  ): Promise<EndpointReply<typeof browserCreate>>;
  /** POST /v2/browser/{id}/execute. */
  executeInBrowser(
    call: BrowserSessionCall,
    body: EndpointInput<typeof browserExecute>['body'],
  ): Promise<EndpointReply<typeof browserExecute>>;
  /** GET /v2/browser. */
  listBrowsers(
    caller: Caller,
    status: SessionRow['status'] | undefined,
    baseUrl: string,
  ): Promise<EndpointReply<typeof browserList>>;
  /** GET /v2/browser/{id}/trace. */
  traceBrowser(call: BrowserSessionCall): Promise<EndpointReply<typeof browserTrace>>;
  /** DELETE /v2/browser/{id}, and DELETE /v2/browser with the id in its body. */
  deleteBrowser(call: BrowserSessionCall): Promise<EndpointReply<typeof browserDelete>>;
}

export function createBrowserSessions({
  sessions,
  links,
}: {
  sessions: Sessions;
  links: SessionLinks;
}): BrowserSessions {
  async function find({ caller, id }: BrowserSessionCall): Promise<SessionRow> {
    const row = await sessions.find(id);
    if (row === undefined) {
      throw new ServiceError('NOT_FOUND', {
        message: 'No such browser session: unknown, or over for more than a day',
      });
    }
    if (row.teamId !== caller.team.id) {
      throw new ServiceError('FORBIDDEN', { message: 'This browser session belongs to another team' });
    }
    return row;
  }

  return {
    async createBrowser(caller, { ttl, activityTtl, streamWebView, profile }, baseUrl) {
      const row = await sessions.open({
        caller,
        ttlMs: ttl * 1_000,
        idleMs: activityTtl * 1_000,
        hasWebView: streamWebView,
        profile,
      });
      const urls = sessionUrls(links, row, baseUrl);
      return { success: true, id: row.id, ...urls, expiresAt: sessionEnd(row).toISOString() };
    },
    async executeInBrowser(asked, { code, language, timeout }) {
      const call: SessionCall = { kind: 'code', code, language, timeoutMs: timeout * 1_000 };
      const row = await find(asked);
      if (row.status === 'active') await sessions.checkCall(call);
      const { isKilled, ...outcome } = await sessions.run(row, call, asked.signal);
      const error = errorOf({ isKilled, ...outcome });
      return { success: true, ...outcome, killed: isKilled, ...(error !== undefined && { error }) };
    },
    async listBrowsers(caller, status, baseUrl) {
      const rows = await sessions.list(caller.team.id, status);
      return { success: true, sessions: rows.map((row) => listed(row, sessionUrls(links, row, baseUrl))) };
    },
    async traceBrowser(asked) {
      const { id } = await find(asked);
      const prompts = (await sessions.promptTraces(id)) as EndpointReply<typeof browserTrace>['prompts'];
      return { success: true, prompts };
    },
    async deleteBrowser(asked) {
      const ended = await sessions.end(await find(asked), asked.signal);
      return {
        success: true,
        status: 'destroyed',
        sessionDurationMs: ended?.durationMs ?? 0,
        creditsBilled: ended?.credits ?? 0,
      };
    },
  };
}

function listed(row: SessionRow, urls: SessionUrls): EndpointReply<typeof browserList>['sessions'][number] {
  return {
    id: row.id,
    status: row.isLost ? 'destroyed' : row.status,
    ...urls,
    streamWebView: row.hasWebView,
    createdAt: row.createdAt.toISOString(),
    lastActivity: row.lastActivity.toISOString(),
  };
}
