import type { JobKind } from '../model/job-request.ts';
import type { OpenJob } from './job-status.ts';
import type { Caller } from '../../accounts/caller.ts';
import { readDocuments } from './read-documents.ts';
import type { JsonText } from '../../lib/json/json-text.ts';
import type { Queryable } from '../../store/database.ts';

/** The progress of a job, read once for all who watch the job in this process. */
export interface JobFeed {
  /** Grows with each sign that the job has changed. */
  readonly version: number;
  /** The job as it is: of two calls without a sign of change between them the second reads nothing. */
  read(): Promise<OpenJob>;
  /** Reads documents of the job as JSON, in order, as `readDocuments` gives them. */
  documents(job: OpenJob, from: number, maxBytes: number): Promise<JsonText[]>;
  /** Resolves when the version is another one, or when the signal aborts. */
  changedSince(version: number, signal: AbortSignal): Promise<void>;
  /** The job may have changed. */
  touch(): void;
}

export interface JobFeedOptions {
  db: Queryable;
  openJob: (caller: Caller, kind: JobKind, id: string) => Promise<OpenJob>;
  /** A caller of the team that the job belongs to. */
  caller: Caller;
  kind: JobKind;
  id: string;
  /** The row is read once in this time at most, however often the job changes. */
  minReadMs: number;
}

export function createJobFeed({ db, openJob, caller, kind, id, minReadMs }: JobFeedOptions): JobFeed {
  const state = {
    version: 0,
    lastReadAt: -Infinity,
    current: undefined as Promise<OpenJob> | undefined,
    /** False while `current` waits for its turn: what changes until then it will see. */
    hasBegun: false,
  };
  const waiting = new Set<() => void>();
  const reading = new Map<string, Promise<JsonText[]>>();

  async function readNow(): Promise<OpenJob> {
    const waitMs = state.lastReadAt + minReadMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    state.hasBegun = true;
    state.lastReadAt = performance.now();
    return openJob(caller, kind, id);
  }

  return {
    get version() {
      return state.version;
    },
    read() {
      if (state.current) return state.current;
      const current = readNow();
      state.current = current;
      current.catch(() => {
        if (state.current === current) forgetRead();
      });
      return current;
    },
    documents(job, from, maxBytes) {
      const until = job.row.completed;
      const key = `${from} ${until} ${maxBytes}`;
      const known = reading.get(key);
      if (known) return known;
      const promise = readDocuments(db, { id, seal: job.seal }, { from, until, maxBytes });
      reading.set(key, promise);
      // Only callers that ask at the same time share a read: nothing is kept.
      const forget = (): void => void reading.delete(key);
      promise.then(forget, forget);
      return promise;
    },
    async changedSince(version, signal) {
      if (version === state.version && !signal.aborted) await woken(waiting, signal);
    },
    touch() {
      state.version++;
      if (state.hasBegun) forgetRead();
      for (const wake of waiting) wake();
    },
  };

  function forgetRead(): void {
    state.current = undefined;
    state.hasBegun = false;
  }
}

/** Resolves when somebody calls what it leaves among the waiting, or the signal aborts. */
function woken(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      waiting.delete(wake);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    waiting.add(wake);
    signal.addEventListener('abort', wake, { once: true });
  });
}
