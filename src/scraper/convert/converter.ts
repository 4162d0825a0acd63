import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';
import type { Deadline } from '../../lib/deadline.ts';
import { ownsBuffer } from '../../lib/owns-buffer.ts';
import { Places } from '../../lib/turns/places.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Visit } from '../../lib/turns/team-line.ts';
import { createTimeSlices } from '../../lib/turns/time-slices.ts';
import { isMoreWork } from './conversion-work.ts';
import { convertPage, type ConvertedPage, type ConvertRequest } from './convert-page.ts';
import type { ConvertReply, ConvertTask } from './convert-worker.ts';
import { receiveOutput } from './pack-output.ts';
import type { PackedOutput } from '../packed-document.ts';

/**
 * More work than this goes to a thread. Below it a conversion takes a few ms, less than a thread's wake-up and the copying
 * cost under load (measured: `npm run bench`).
 */
const INLINE_MAX_WORK = 400_000;
/** Threads that background work is shared with: the main thread has a core of its own, and converts as well. */
const SPARE_CORES = availableParallelism() - 1;
/** Idle threads end after this long: a service at rest should cost no memory, and a new one is there in half a second. */
const IDLE_THREAD_MS = 10_000;
/** A page that needs more than this is refused instead of taking the machine down. */
const THREAD_HEAP_MEGABYTES = 1_024;
/** Threads beyond the usual, for teams that have none while others have all: with those they share the cores. */
const SPARE_THREADS = 2;

/** A larger body is handed to the thread and back, a smaller one is copied. */
const LENT_BYTES = 100_000;

/** A page whose large fields may be JSON already. */
export interface PackedPage extends Omit<ConvertedPage, 'content'> {
  content: PackedOutput;
}

export interface Converter extends AsyncDisposable {
  /**
   * Converts off the main thread where that pays; SCRAPE_TIMEOUT when the deadline passes first. Work in the
   * background (crawls) is shared between the main thread and the other cores, whatever its size. A team that has nothing
   * converted now waits for no other team's pages. A large body is handed to the thread: the request has none until it
   * comes back with what was made of it, and whoever keeps it looks for it there. When this rejects it is gone.
   */
  convert(request: ConvertRequest, deadline: Deadline, turn: Visit): Promise<PackedPage>;
}

/** Opens the converter; threads start on first need and end when idle. */
export function openConverter({
  threads = Math.min(8, availableParallelism()),
}: {
  threads: number | undefined;
}): Converter {
  const worker = { pool: undefined as Promise<Piscina> | undefined, busy: 0 };
  const places = new Places({ count: threads, spares: SPARE_THREADS });
  const convertHere = createConvertHere();

  function openPool(): Promise<Piscina> {
    worker.pool ??= import('piscina').then(
      ({ Piscina: Pool }) =>
        new Pool({
          filename: workerFile(),
          name: 'convertInThread',
          minThreads: 0,
          maxThreads: threads + SPARE_THREADS,
          idleTimeout: IDLE_THREAD_MS,
          resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MEGABYTES },
        }),
    );
    return worker.pool;
  }

  return {
    async convert(request, deadline, turn) {
      deadline.check();
      const isSmall = !isMoreWork(request, INLINE_MAX_WORK);
      const isShared = turn.isBackground === true && worker.busy < SPARE_CORES;
      if (isSmall && !isShared) return convertHere(request, turn, deadline);
      const pool = await openPool();
      worker.busy++;
      const reply = await run({ pool, places }, request, turn, deadline).finally(() => worker.busy--);
      if (reply.body) request.body = reply.body;
      if ('error' in reply) throw new ServiceError(reply.error.code, reply.error);
      const { packed: _packed, ...page } = reply.ok;
      return { ...page, content: receiveOutput(reply.ok) };
    },
    async [Symbol.asyncDispose]() {
      await (await worker.pool)?.destroy();
    },
  };
}

/** On the main thread, team by team; after some milliseconds of it everybody else has a turn of the event loop. */
function createConvertHere() {
  const place = new Places({ count: 1 });
  const slices = createTimeSlices();
  return async function convertHere(
    request: ConvertRequest,
    turn: Visit,
    deadline: Deadline,
  ): Promise<ConvertedPage> {
    const taken = await place.take(turn, deadline.signal);
    try {
      return convertPage(request);
    } finally {
      // The page itself does not wait for that.
      if (slices.isOver()) void slices.rest().then(() => taken[Symbol.dispose]());
      else taken[Symbol.dispose]();
    }
  };
}

interface Threads {
  pool: Piscina;
  /** As many as there are threads: nothing waits in the pool itself. */
  places: Places;
}

async function run(
  { pool, places }: Threads,
  request: ConvertRequest,
  turn: Visit,
  deadline: Deadline,
): Promise<ConvertReply> {
  using place = await places.take(turn, deadline.signal);
  void place;
  try {
    const task: ConvertTask = {
      request,
      isLent: request.body.length > LENT_BYTES && ownsBuffer(request.body),
    };
    const transferList = task.isLent ? [request.body.buffer as ArrayBuffer] : [];
    return (await pool.run(task, { signal: deadline.signal, transferList })) as ConvertReply;
  } catch (error) {
    deadline.check();
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      throw new ServiceError('SCRAPE_SITE_ERROR', {
        message: 'The page needs too much memory to be converted',
        cause: error,
      });
    }
    throw error;
  }
}

/** The worker has the ending of this file: `.ts` in a checkout, `.js` in the published package. */
function workerFile(): string {
  const here = fileURLToPath(import.meta.url);
  return path.join(path.dirname(here), `convert-worker${path.extname(here)}`);
}
