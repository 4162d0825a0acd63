import type { Piscina } from 'piscina';
import { ownFile } from '../../lib/own-file.ts';
import type { Deadline } from '../../lib/time/deadline.ts';
import { ownsBuffer } from '../../lib/bytes/owns-buffer.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { Places } from '../../lib/turns/places.ts';
import type { Visit } from '../../lib/turns/team-line.ts';
import { untilAborted } from '../../lib/time/until-aborted.ts';
import type { ConvertedPage, ConvertRequest } from './convert-page.ts';
import type { ConvertReply, ConvertTask } from './convert-worker.ts';
import { receiveOutput } from './pack-output.ts';
import type { PackedOutput } from '../packed-document.ts';

/** Idle threads end after this long: a service at rest should cost no memory, and a new one is there in half a second. */
const IDLE_THREAD_MS = 10_000;
/** A page that needs more than this is refused instead of taking the machine down. */
const THREAD_HEAP_MEGABYTES = 1_024;
/** A larger body is handed to the thread and back, a smaller one is copied. */
const LENT_BYTES = 100_000;

/** A page whose large fields may be JSON already. */
export interface PackedPage extends Omit<ConvertedPage, 'content'> {
  content: PackedOutput;
  /** The body in Zstandard, when it is kept and a thread has compressed it. */
  kept?: Uint8Array<ArrayBuffer> | undefined;
}

export interface ConversionThreads extends AsyncDisposable {
  /** Pages that are converted or wait for it. */
  readonly pages: number;
  /** A thread is there, with work or without. */
  readonly isRunning: boolean;
  /** As `Converter.convert` says; also rejects with `TooMuchWork`, with the body back in its request. */
  convert(request: ConvertRequest, deadline: Deadline, turn: Visit): Promise<PackedPage>;
}

export interface ThreadsOptions {
  count: number;
  /** Threads beyond these, for teams that have none while others have all. */
  spares: number;
  /** Fields with so many characters come back as JSON. */
  packedFrom: number;
  /**
   * The most work of a page, as `isMoreWork` counts it; undefined: no page is refused. With a limit every page takes a
   * few ms: one whose caller has gone is converted to its end. Ending its thread would cost more, and the pages after it
   * a new one. So a thread may also have the next page at hand, and need not wait until the main thread has time to bring
   * it.
   */
  maxWork: number | undefined;
}

/** The page is more work than these threads take. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
}

interface ThreadsState {
  opening?: Promise<Piscina>;
  pool?: Piscina;
  pages: number;
}

/** Threads for conversions, which teams take turns at. They start on first need and end when idle. */
export function openConversionThreads(options: ThreadsOptions): ConversionThreads {
  const { count, spares, packedFrom, maxWork } = options;
  const isBrief = maxWork !== undefined;
  const state: ThreadsState = { pages: 0 };
  // As many as the threads take: nothing waits in the pool itself.
  const places = new Places({ count: count * pagesAtATime(options), spares });

  async function run(request: ConvertRequest, signal?: AbortSignal): Promise<ConvertReply> {
    const task: ConvertTask = {
      request,
      isLent: request.body.length > LENT_BYTES && ownsBuffer(request.body),
      packedFrom,
      maxWork,
    };
    const transferList = task.isLent ? [request.body.buffer as ArrayBuffer] : [];
    const pool = (state.pool = await (state.opening ??= openPool(options)));
    return (await pool.run(task, { ...(signal && { signal }), transferList })) as ConvertReply;
  }

  async function convertInTurn(
    request: ConvertRequest,
    deadline: Deadline,
    turn: Visit,
  ): Promise<ConvertReply> {
    const { signal } = deadline;
    const place = await places.take(turn, signal);
    if (signal.aborted) place[Symbol.dispose]();
    deadline.check();
    const converted = run(request, isBrief ? undefined : signal).finally(() => place[Symbol.dispose]());
    try {
      return await (isBrief ? untilAborted(converted, signal) : converted);
    } catch (error) {
      deadline.check();
      throw explain(error);
    }
  }

  return {
    get pages() {
      return state.pages;
    },
    get isRunning() {
      return (state.pool?.threads.length ?? 0) > 0;
    },
    async convert(request, deadline, turn) {
      state.pages++;
      const reply = await convertInTurn(request, deadline, turn).finally(() => state.pages--);
      if (reply.body) request.body = reply.body;
      if ('isRefused' in reply) throw new TooMuchWork();
      if ('error' in reply) throw new ServiceError(reply.error.code, reply.error);
      const { packed: _packed, ...page } = reply.ok;
      return { ...page, content: receiveOutput(reply.ok) };
    },
    async [Symbol.asyncDispose]() {
      await (await state.opening)?.destroy();
    },
  };
}

/** That a thread is given. */
function pagesAtATime({ maxWork }: ThreadsOptions): number {
  return maxWork === undefined ? 1 : 2;
}

async function openPool(options: ThreadsOptions): Promise<Piscina> {
  const { Piscina: Pool } = await import('piscina');
  return new Pool({
    filename: ownFile(import.meta.url, 'convert-worker'),
    name: 'convertInThread',
    minThreads: 0,
    maxThreads: options.count + options.spares,
    concurrentTasksPerWorker: pagesAtATime(options),
    idleTimeout: IDLE_THREAD_MS,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MEGABYTES },
  });
}

function explain(error: unknown): unknown {
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (!isTooLarge) return error;
  return new ServiceError('SCRAPE_SITE_ERROR', {
    message: 'The page needs too much memory to be converted',
    cause: error,
  });
}
