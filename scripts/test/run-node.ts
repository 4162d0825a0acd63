import { spawn } from 'node:child_process';

const LOOK_MS = 1000;
const REPORT_MS = 2000;
const KILL_AFTER_MS = 5000;
/** For what has been printed and not read yet. */
const DRAIN_MS = 1000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface NodeEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Somebody asked us to stop, or the launcher is gone. */
  readonly isInterrupted: boolean;
  readonly isHung: boolean;
}

export interface RunNodeOptions {
  /** Asked once a second. */
  readonly hangs: () => boolean;
  /** Beside our own. */
  readonly environment: Readonly<Record<string, string>>;
  /** Takes what it prints. */
  write(text: string): void;
}

/**
 * Runs Node. It ends with us; when it hangs it first gets SIGUSR2, on which a Node that was
 * started with `--report-on-signal` writes down what keeps it alive.
 */
export async function runNode(
  args: readonly string[],
  { hangs, environment, write }: RunNodeOptions,
): Promise<NodeEnd> {
  const child = spawn(process.execPath, args, {
    stdio: ['inherit', 'pipe', 'pipe'],
    // A pipe has no colours unless they are asked for.
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...environment },
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', write);
  const stopped = { isInterrupted: false, isHung: false };
  const stop = (): void => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
  };
  const interrupt = (): void => {
    stopped.isInterrupted = true;
    stop();
  };
  const timer = setInterval(() => {
    if (!hangs()) return;
    clearInterval(timer);
    stopped.isHung = true;
    child.kill('SIGUSR2');
    setTimeout(stop, REPORT_MS).unref();
  }, LOOK_MS);

  for (const signal of SIGNALS) process.on(signal, interrupt);
  // The launcher holds this channel: it closes when the launcher was killed.
  process.on('disconnect', interrupt);
  process.channel?.unref();
  try {
    return await new Promise<NodeEnd>((settle, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        const end = (): void => settle({ code, signal, ...stopped });
        child.once('close', end);
        // A grandchild that lives on may hold the pipes for good.
        setTimeout(end, DRAIN_MS).unref();
      });
    });
  } finally {
    clearInterval(timer);
    for (const signal of SIGNALS) process.off(signal, interrupt);
    process.off('disconnect', interrupt);
  }
}
