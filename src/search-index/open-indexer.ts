import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../lib/log/log.ts';
import { statement, type Database } from '../store/database.ts';
import { BATCH_PAGES, BatchWait, type PendingPages } from './batch-wait.ts';
import { indexPending } from './index-pending.ts';
import { mergeSegments } from './segments/merge-segments.ts';
import { renewFormat } from './rebuild-index.ts';

/** How often is looked for pages that wait. */
const POLL_MS = 1_000;
/** With so many taken there may be more: a batch of long texts has few. */
const MANY_PAGES = 40;
/** After a failure, such as a database that restarts. */
const FAILURE_MS = 10_000;
/** How long closing waits for the transaction that runs; one that is cut off leaves nothing behind. */
const GRACE_MS = 2_000;

const FIND_TEAMS = statement(
  'search_pending_teams',
  `with recursive team as (
     (select team_id from search_pending order by team_id limit 1)
     union all
     select (select p.team_id from search_pending p where p.team_id > team.team_id order by p.team_id limit 1)
     from team where team.team_id is not null
   ) select team_id as id from team where team_id is not null`,
);

const COUNT_WAITING = statement(
  'search_pending_waiting',
  `select count(*) as count, max(page_id) as newest
   from (select page_id from search_pending where team_id = $1 order by page_id desc limit ${BATCH_PAGES}) p`,
);

export interface IndexerOptions {
  db: Database;
  log: Log;
  pollMs?: number;
}

/** Indexes the pages of all teams that wait for it, while the process works; any number of processes share them. */
export function openIndexer({ db, log, pollMs = POLL_MS }: IndexerOptions): AsyncDisposable {
  const closing = new AbortController();
  const { signal } = closing;
  const wait = new BatchWait();

  async function isDue(teamId: string): Promise<boolean> {
    const { rows } = await db.query<PendingPages>(COUNT_WAITING, [teamId]);
    return wait.isOver(teamId, rows[0]!);
  }

  /** One batch a team in turn: a large crawl of one keeps no other waiting. */
  async function indexAll(): Promise<void> {
    let isMore = true;
    while (isMore && !signal.aborted) {
      isMore = false;
      const { rows } = await db.query<{ id: string }>(FIND_TEAMS);
      const teams = new Set(rows.map(({ id }) => id));
      wait.keep(teams);
      for (const id of teams) {
        if (signal.aborted) return;
        if (!(await isDue(id))) continue;
        const taken = await indexPending(db, id);
        await mergeSegments(db, id, signal);
        isMore ||= taken >= MANY_PAGES;
      }
    }
  }

  /** The format is renewed once a process. */
  async function work(): Promise<void> {
    let isRenewed = false;
    while (!signal.aborted) {
      let restMs = pollMs;
      try {
        if (!isRenewed) await renewFormat(db);
        isRenewed = true;
        await indexAll();
      } catch (error) {
        if (signal.aborted) return;
        log.warn('pages were not indexed, tried again later', { error });
        restMs = FAILURE_MS;
      }
      await sleep(restMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  const working = work();
  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      await Promise.race([working, sleep(GRACE_MS, undefined, { ref: false })]);
    },
  };
}
