import { createHmac } from 'node:crypto';
import { hostname } from 'node:os';
import type { Queryable } from '../../store/database.ts';

export interface NoteOptions {
  /** The same in all processes that share a database. */
  secret: string;
  /** They may hold passwords: only digests that need the secret are written. */
  settings: ReadonlyMap<string, string>;
}

/** A process that works on every job of a database, as another one is told of it. */
export interface WorkerNote {
  /** `process 123`, with the name of its machine when that is another one. */
  name: string;
  /** Names of settings that were given here and are others there. */
  differing: string[];
}

/** A worker about itself, as its row keeps it. */
export interface WorkerAbout {
  pid: number;
  host: string;
  settings: Record<string, string>;
}

/** Describes this process. */
export function describeWorker({ secret, settings }: NoteOptions): WorkerAbout {
  const digests = [...settings].map(([name, text]) => [
    name,
    createHmac('sha256', secret).update(`${name}=${text}`).digest('base64url').slice(0, 22),
  ]);
  return {
    pid: process.pid,
    host: hostname(),
    settings: Object.fromEntries(digests) as Record<string, string>,
  };
}

/**
 * Finds a process that works on every job of this database, and settings that it does not share; one whose settings
 * differ comes first. Undefined when there is none. A process that was killed counts until its lease runs out.
 */
export async function findWorker(db: Queryable, options: NoteOptions): Promise<WorkerNote | undefined> {
  const { rows } = await db.query<{ about: WorkerAbout }>(
    'select about from worker where about is not null and expires_at > clock_timestamp() order by id',
  );
  const here = describeWorker(options);
  const notes = rows.map(({ about }) => ({
    name: `process ${about.pid}${about.host === here.host ? '' : ` on ${about.host}`}`,
    differing: Object.entries(here.settings)
      .filter(([name, digest]) => about.settings[name] !== digest)
      .map(([name]) => name),
  }));
  return notes.find(({ differing }) => differing.length > 0) ?? notes[0];
}
