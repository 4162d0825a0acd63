import type { Log } from '../lib/log.ts';
import type { RunnerProcess } from './process/runner-process.ts';

export interface SpareRunner extends AsyncDisposable {
  /** Has one made, unless there is one. */
  warmUp(): void;
  /** The spare, or one that is made now; the next spare is on its way then. */
  take(): Promise<RunnerProcess>;
}

export interface SpareRunnerOptions {
  start: () => Promise<RunnerProcess>;
  idleMs: number;
  log: Log;
}

/** The next spare waits until the session that took the last one is at work: both would be slower side by side. */
const NEXT_SPARE_MS = 500;

/** Keeps one runner ready while runners are asked for. */
export function createSpareRunner({ start, idleMs, log }: SpareRunnerOptions): SpareRunner {
  let spare: Promise<RunnerProcess> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let next: NodeJS.Timeout | undefined;
  let isOver = false;

  function make(): Promise<RunnerProcess> {
    const starting = start();
    const forget = (): void => {
      if (spare === starting) spare = undefined;
    };
    starting.then(
      (runner) => runner.exited.then(forget),
      (error: unknown) => {
        forget();
        log.warn('A runner of code did not start', { error });
      },
    );
    return starting;
  }

  async function drop(): Promise<void> {
    clearTimeout(next);
    const dropped = spare;
    spare = undefined;
    const runner = await dropped?.catch(() => undefined);
    runner?.kill('nobody needs it');
    await runner?.exited;
  }

  function keepAwake(): void {
    clearTimeout(idle);
    idle = setTimeout(() => void drop(), idleMs).unref();
  }

  function warmUp(): void {
    if (isOver) return;
    keepAwake();
    spare ??= make();
  }

  return {
    warmUp,
    take() {
      if (isOver) return Promise.reject(new Error('The service is ending'));
      const taken = spare ?? make();
      spare = undefined;
      keepAwake();
      clearTimeout(next);
      next = setTimeout(warmUp, NEXT_SPARE_MS).unref();
      return taken;
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      clearTimeout(idle);
      clearTimeout(next);
      await drop();
    },
  };
}
