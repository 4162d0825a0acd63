import type { SessionLinks } from './session-links.ts';
import type { SessionRow } from './session-row.ts';

/** The addresses of a session, as answers show them. */
export interface SessionUrls {
  cdpUrl: string;
  liveViewUrl: string;
  interactiveLiveViewUrl: string;
}

/** Writes the addresses of a session below `baseUrl`; they are valid until it ends at the latest. */
export function sessionUrls(links: SessionLinks, row: SessionRow, baseUrl: string): SessionUrls {
  const { id: sessionId } = row;
  const end = sessionEnd(row);
  return {
    cdpUrl: `${baseUrl.replace(/^http/, 'ws')}/cdp/${links.writeLink({ sessionId, kind: 'drive' }, end)}`,
    liveViewUrl: `${baseUrl}/live/${links.writeLink({ sessionId, kind: 'watch' }, end)}`,
    interactiveLiveViewUrl: `${baseUrl}/live/${links.writeLink({ sessionId, kind: 'control' }, end)}`,
  };
}

/** When a session ends at the latest. */
export function sessionEnd({ createdAt, ttlMs }: Pick<SessionRow, 'createdAt' | 'ttlMs'>): Date {
  return new Date(createdAt.getTime() + ttlMs);
}
