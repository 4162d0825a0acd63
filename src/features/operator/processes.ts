import { hostname } from 'node:os';
import { describeErrorBriefly } from '../../lib/log/describe-error.ts';
import type { Log } from '../../lib/log/log.ts';
import { statement, type Queryable } from '../../store/database.ts';

export type ProcessRole = 'all' | 'api' | 'worker';

/** Numbers of a process at this moment. */
export interface ProcessStats {
  residentBytes: number;
  /** Share of its time that the main thread worked since it was asked before. */
  mainThreadBusy: number;
  browsers: {
    running: number;
    pages: number;
    maxPages: number;
    waiting: number;
    residentBytes: number;
    killedProcesses: number;
  };
  readers: { running: number; reading: number; max: number; waiting: number };
  pageMemory: { takenBytes: number; waiting: number };
}

/** A process about itself. */
interface ProcessAbout extends ProcessStats {
  role: ProcessRole;
  version: string;
  host: string;
  pid: number;
}

/** A process of the service, as it told of itself last. */
export interface ProcessInfo extends ProcessAbout {
  id: string;
  startedAt: Date;
  seenAt: Date;
  isAlive: boolean;
}

const EVERY_MS = 5_000;
/** A process that was not heard of for this long is taken for dead. */
const SILENT = `interval '30 seconds'`;
/** It is shown for so long: somebody may want to know that it was there. */
const FORGOTTEN = `interval '15 minutes'`;

const NOTE = statement(
  'process_note',
  `with forgotten as (delete from process where seen_at < clock_timestamp() - ${FORGOTTEN} and id <> $1)
   insert into process (id, about) values ($1, $2)
   on conflict (id) do update set seen_at = clock_timestamp(), about = excluded.about`,
);

export interface ProcessNoteOptions {
  db: Queryable;
  id: string;
  role: ProcessRole;
  version: string;
  read: () => ProcessStats;
  log: Log;
}

/** Tells the others of this process every few seconds, until it is disposed. */
export async function openProcessNote(options: ProcessNoteOptions): Promise<AsyncDisposable> {
  const { db, id, role, version, read, log } = options;
  const state = { isWriting: false, writing: Promise.resolve() };

  async function write(): Promise<void> {
    const about: ProcessAbout = { role, version, host: hostname(), pid: process.pid, ...read() };
    state.isWriting = true;
    try {
      await db.query(NOTE, [id, JSON.stringify(about)]);
    } catch (error) {
      log.debug('this process could not be noted', { error: describeErrorBriefly(error) });
    } finally {
      state.isWriting = false;
    }
  }

  await write();
  const timer = setInterval(() => {
    // Never two at once: a database that answers slowly is not asked the faster.
    if (!state.isWriting) state.writing = write();
  }, EVERY_MS);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await state.writing;
      await db.query('delete from process where id = $1', [id]).catch(() => undefined);
    },
  };
}

/** The newest first. */
export async function listProcesses(db: Queryable): Promise<ProcessInfo[]> {
  const { rows } = await db.query<{
    id: string;
    startedAt: Date;
    seenAt: Date;
    isAlive: boolean;
    about: ProcessAbout;
  }>(
    `select id, started_at as "startedAt", seen_at as "seenAt", about,
       seen_at > clock_timestamp() - ${SILENT} as "isAlive"
     from process where seen_at > clock_timestamp() - ${FORGOTTEN} order by started_at desc, id limit 200`,
  );
  return rows.map(({ about, ...row }) => ({ ...about, ...row }));
}
