/** Why a session is over: its time, its silence, its caller, the credits, the service, its host, its browser. */
export type EndReason = 'ttl' | 'idle' | 'deleted' | 'credits' | 'shutdown' | 'host' | 'browser';

/** A session as the database knows it. */
export interface SessionRow {
  id: string;
  teamId: string;
  scrapeId: string | null;
  status: 'active' | 'destroyed';
  processId: string;
  /** Where other processes reach its host; null: on the same machine only, at `port`. */
  address: string | null;
  port: number | null;
  machine: string;
  ttlMs: number;
  idleMs: number;
  hasWebView: boolean;
  createdAt: Date;
  lastActivity: Date;
  endReason: EndReason | null;
  durationMs: number | null;
  credits: number;
  /** Its host has not renewed it for too long. */
  isLost: boolean;
}

/** The columns of a `SessionRow`. */
export const SESSION_COLUMNS = `id, team_id as "teamId", scrape_id as "scrapeId", status, process_id as "processId",
  address, port, machine, ttl_ms as "ttlMs", idle_ms as "idleMs", has_web_view as "hasWebView",
  created_at as "createdAt", last_activity as "lastActivity", end_reason as "endReason", duration_ms as "durationMs",
  credits, status = 'active' and leased_until < clock_timestamp() as "isLost"`;
